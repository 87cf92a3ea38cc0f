"""A run as a file: where it takes place, what is asked and done, and what has to happen.

Scenarios in `config/scenarios/` are shared by tests, demonstration and command line. Times count
from the start of the run. A leaf is named as the table names it, or by a part of its name:
`WalkPhase` stands for all its leaves, `GetUp.Execute` for `KeyframePhase.GetUp.Execute`.
"""

from dataclasses import dataclass
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
from hsm.settings.fields import FileName, Name

Slope = Annotated[float, Unit("deg"), Ge(-45.0), Le(45.0)]
Friction = Annotated[float, Unit(""), Gt(0.0), Le(5.0)]
BatteryVoltage = Annotated[float, Unit("v"), Gt(0.0), Le(30.0)]
"""A full battery of a NAO has 25 V."""
WindingTemperature = Annotated[float, Unit("c"), Ge(-20.0), Le(200.0)]
Roughness = Annotated[float, Unit("mm"), Ge(0.0), Le(50.0)]


@dataclass(frozen=True, slots=True)
class PlantChanges:
    """Single values of the plant that the scenario sets; what is left out stays the plant's own.

    Attributes:
        winding_temperature: Of the motors, degrees Celsius.
        motors_heat: The windings warm and cool with the current, whatever the plant says.
        battery_voltage: Open circuit, V.
        battery_charge: At the start, 0 to 1.
        battery_capacity: Of the full battery, Wh; given, it gets empty.
        turf_roughness: Rms height, m.
        friction: Of soles and hands on the ground.
        floor_tilt_roll: Positive lowers the robot's right side at the start, rad.
        floor_tilt_pitch: Positive lowers the front, rad.
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
    """How the run begins.

    Attributes:
        posture: Of the body.
        state: Leaf in which the machine begins, by its whole name; `Off` boots it. It
            must not go on with what another leaf has begun. If it is not given, a standing robot
            begins in `Stand.Normal`, any other one boots.
    """

    posture: Posture = Posture.STANDING
    state: Annotated[str, Name("leaf to start in")] | None = None

    def __post_init__(self) -> None:
        demand_declared(self)

    @property
    def begins_in(self) -> str | None:
        """Return the leaf that the machine is put into; None if it boots."""
        if self.state is None and self.posture is Posture.STANDING:
            return STAND_NORMAL.name
        return None if self.state == OFF.name else self.state


@dataclass(frozen=True, slots=True)
class Scenario:
    """One file of `config/scenarios/`.

    Attributes:
        name: For tables, and for the folder of what a failure leaves.
        description: What it shows, in a sentence.
        plant: Name of a file in `config/plants/`.
        duration: Length of the run, s.
        timeline: What is asked and done; requests hold, the first one is "stand".
        robot: Individual, 0 to 9: its play, friction and offsets.
        seed: Of noise and ground.
        start: How the run begins.
        expect: What has to happen, in this order, with anything in between. A scenario that is only
            tried may leave it out; one that is judged may not.
        never: What must not happen.
        finally_: The leaf at the end.
        plant_changes: Single values of the plant.
        props: What is on the field besides the robot; it starts in the origin and looks along x.
        sight: The robot sees: its eyes are the plant's.
        way: How much of the way asked has to be gone. If it is not given, the usual share, of
            whatever was asked; given, it also demands that there was a way to judge.
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
    def expects(self) -> bool:
        """Return whether a run can go against what is written here."""
        return bool(self.expect or self.never or self.finally_ or self.way)
