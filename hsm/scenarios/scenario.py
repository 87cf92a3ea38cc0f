"""A run as a file: plant and field, requests and disturbances, and the expected outcome.

Scenarios in `config/scenarios/` are shared by tests, demonstration and command line. Times count
from the start of the run. A leaf is named as in the table, or by a part of its name: `WalkPhase`
stands for all its leaves, `GetUp.Execute` for `KeyframePhase.GetUp.Execute`.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from annotated_types import Ge, Gt, Le

from hardware.declared import demand_declared
from hardware.postures import Posture
from hardware.units import Energy, PositiveTime, Ratio, Unit
from hsm.chart.leaves import OFF, STAND_NORMAL
from hsm.scenarios.distance_check import DistanceDemand
from hsm.scenarios.expectation import Ban, Expectation, Leaf
from hsm.scenarios.field import OneProp
from hsm.scenarios.limits import LAST_ROBOT, LAST_SEED
from hsm.scenarios.timeline import TimelineEntry
from hsm.settings.change_wish import NO_FILE, ChangeWish
from hsm.settings.fields import FileName, Name

Slope = Annotated[float, Unit("deg"), Ge(-45.0), Le(45.0)]
Friction = Annotated[float, Unit(""), Gt(0.0), Le(5.0)]
BatteryVoltage = Annotated[float, Unit("v"), Gt(0.0), Le(30.0)]
"""A full battery of a NAO has 25 V."""
WindingTemperature = Annotated[float, Unit("c"), Ge(-20.0), Le(200.0)]
Roughness = Annotated[float, Unit("mm"), Ge(0.0), Le(50.0)]


@dataclass(frozen=True, slots=True)
class PlantChanges:
    """Single values of the plant set by the scenario; all others remain the plant's.

    Attributes:
        winding_temperature: Winding temperature of the motors, degrees Celsius.
        motors_heat: The windings warm and cool with the losses, whatever the plant says.
        battery_voltage: Open-circuit voltage, V.
        battery_charge: Reported charge at the start, 0 to 1.
        battery_capacity: Capacity of the full battery, Wh; if given, the battery drains.
        turf_roughness: Rms height of the unevenness, m.
        friction: Sliding friction of soles on the ground; that of other parts scales with it.
        floor_tilt_roll: Tilt of the floor; positive lowers the robot's right at the start, rad.
        floor_tilt_pitch: Tilt of the floor; positive lowers its front, rad.
    """

    winding_temperature: WindingTemperature | None = None
    motors_heat: bool = False
    battery_voltage: BatteryVoltage | None = None
    battery_charge: Ratio | None = None
    battery_capacity: Energy | None = None
    turf_roughness: Roughness | None = None
    friction: Friction | None = None
    floor_tilt_roll: Slope | None = None
    floor_tilt_pitch: Slope | None = None

    def __post_init__(self) -> None:
        demand_declared(self)


@dataclass(frozen=True, slots=True)
class ScenarioStart:
    """Start of the run.

    Attributes:
        posture: Posture of the body.
        state: Leaf in which the machine starts, by its full name; `Off` boots it. It must not be
            a leaf that continues another one. If not given, a standing robot starts in
            `Stand.Normal`, any other one boots.
    """

    posture: Posture = Posture.STANDING
    state: Annotated[str, Name("leaf to start in")] | None = None

    def __post_init__(self) -> None:
        demand_declared(self)

    @property
    def begins_in(self) -> str | None:
        """Return the leaf in which the machine starts; None if it boots."""
        if self.state is None and self.posture is Posture.STANDING:
            return STAND_NORMAL.name
        return None if self.state == OFF.name else self.state


@dataclass(frozen=True, slots=True)
class Scenario:
    """One file of `config/scenarios/`.

    Attributes:
        name: Name for tables, and for the folder of a failure's artefacts.
        description: What it shows, in a sentence.
        plant: Name of a file in `config/plants/`.
        duration: Length of the run, s.
        timeline: Requests and disturbances; a request holds until the next, the first is "stand".
        robot: Individual, 0 to 9: its play, friction and offsets.
        seed: Seed of noise and ground.
        start: Start of the run.
        expect: Transitions that must occur in this order, with any others in between. May be left
            out if the scenario is only tried, not judged.
        never: Transitions that must not occur.
        finally_: Leaf at the end.
        plant_changes: Single values of the plant.
        props: Other objects on the field; the robot starts at the origin, facing x.
        sight: The robot sees, with the plant's eyes.
        way: Share of the requested distance to be covered. If not given, the default share applies
            to all requests; if given, there must also be a distance to judge.
    """

    name: FileName
    description: str
    plant: Annotated[str, Name("plant")]
    duration: PositiveTime
    timeline: tuple[TimelineEntry, ...]
    robot: Annotated[int, Unit(""), Ge(0), Le(LAST_ROBOT)] = 0
    seed: Annotated[int, Unit(""), Ge(0), Le(LAST_SEED)] = 0
    start: ScenarioStart = ScenarioStart()
    expect: tuple[Expectation, ...] = ()
    never: tuple[Ban, ...] = ()
    finally_: Leaf | None = None
    plant_changes: PlantChanges = PlantChanges()
    props: tuple[OneProp, ...] = ()
    sight: bool = False
    way: DistanceDemand | None = None

    def __post_init__(self) -> None:
        demand_declared(self)

    @property
    def changes(self) -> tuple[ChangeWish, ...]:
        """Return the changes of the walk's parameters, in the order of the file.

        Each names its entry as the file of its patch, unless it names a file.
        """
        numbered = enumerate(self.timeline)
        changes = {number: each.change for number, each in numbered if each.change is not None}
        return tuple(
            replace(change, file=f"{self.name}: timeline[{number}].change.patch")
            if change.file == NO_FILE
            else change
            for number, change in changes.items()
        )

    @property
    def expects(self) -> bool:
        """Return whether a run can fail."""
        return bool(self.expect or self.never or self.finally_ or self.way)
