"""A run as a file: where it takes place, what is asked and done, and what has to happen.

Scenarios in `config/scenarios/` are shared by tests, demonstration and command line. Times count
from the start of the run. A leaf is named as the table names it, or by a part of its name:
`WalkPhase` stands for all its leaves, `GetUp.Execute` for `KeyframePhase.GetUp.Execute`.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from annotated_types import Ge, Gt, Le

from hardware.units import Angle, Count, Length, Speed, Temperature, Time, Unit, Voltage
from hsm.runtime.disturbance import Disturbance
from motions.requests import Motion, MotionRequest

TurnSpeed = Annotated[float, Unit("deg_per_s", 3.141592653589793 / 180.0)]
Window = Annotated[tuple[float, float], Unit("s"), Ge(0.0)]


class Posture(Enum):
    """How the robot's body is at the start."""

    STANDING = "standing"
    SITTING = "sitting"
    LYING_FRONT = "lying_front"
    LYING_BACK = "lying_back"
    LYING_LEFT = "lying_left"
    LYING_RIGHT = "lying_right"


@dataclass(frozen=True, slots=True)
class PlantChanges:
    """Single values of the plant that the scenario sets; None leaves the plant's own.

    Attributes:
        winding_temperature: Of the motors, degrees Celsius.
        battery_voltage: Open circuit, V.
        turf_roughness: Rms height, m.
        friction: Of soles and hands on the ground.
        floor_tilt_roll: Positive lowers the robot's right side at the start, rad.
        floor_tilt_pitch: Positive lowers the front, rad.
    """

    winding_temperature: Temperature | None = None
    battery_voltage: Voltage | None = None
    turf_roughness: Length | None = None
    friction: Annotated[float, Unit(""), Gt(0.0)] | None = None
    floor_tilt_roll: Angle | None = None
    floor_tilt_pitch: Angle | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """How the run begins.

    Attributes:
        posture: Of the body.
        state: Leaf in which the machine begins; None is its own beginning.
    """

    posture: Posture
    state: str | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """A request of the behaviour; it holds until the next one.

    Attributes:
        motion: What to do.
        forward: m/s.
        left: m/s.
        turn: rad/s, positive turns left.
    """

    motion: Motion
    forward: Speed = 0.0
    left: Speed = 0.0
    turn: TurnSpeed = 0.0

    def __post_init__(self) -> None:
        assert self.request  # a wish that the motions would refuse is a mistake of the file

    @property
    def request(self) -> MotionRequest:
        """Return it as the motions understand it."""
        return MotionRequest(self.motion, self.forward, self.left, self.turn)


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happens to the robot once: a request or a disturbance.

    With `at` alone it happens then. With `after` it happens after the first transition of that
    name from `at` on.

    Attributes:
        at: Time, s.
        after: An event, or a leaf that is entered.
        delay: Time after that transition, s.
        request: What the behaviour asks.
        disturb: What is done to the robot.
    """

    at: Time | None = None
    after: str | None = None
    delay: Time = 0.0
    request: Wish | None = None
    disturb: Disturbance | None = None

    def __post_init__(self) -> None:
        if self.at is None and self.after is None:
            raise ValueError("missing key 'at_s' or 'after': when does it happen?")
        if self.delay and self.after is None:
            raise ValueError("'delay_s' counts from a transition: it needs 'after'")
        if (self.request is None) == (self.disturb is None):
            raise ValueError("expected either 'request' or 'disturb'")


@dataclass(frozen=True, slots=True)
class Expectation:
    """A transition that has to come after the one of the expectation before.

    Attributes:
        event: Its event.
        leaf: The leaf that it enters.
        within: At most this long after the transition before, or after the start, s.
        not_before: At least this long after it, s.
        between: When in the run, s.
        directly: No other transition may come in between.
    """

    event: str | None = None
    leaf: str | None = None
    within: Annotated[float, Unit("s"), Gt(0.0)] | None = None
    not_before: Time = 0.0
    between: Window | None = None
    directly: bool = False

    def __post_init__(self) -> None:
        if self.event is None and self.leaf is None:
            raise ValueError("expected 'event', 'leaf' or both")
        if self.within is not None and self.within < self.not_before:
            raise ValueError("'within_s' is shorter than 'not_before_s'")
        if self.between is not None and self.between[1] < self.between[0]:
            raise ValueError("'between_s' ends before it begins")


@dataclass(frozen=True, slots=True)
class Ban:
    """A transition that must not come.

    Attributes:
        event: Its event.
        leaf: The leaf that it enters.
        after: From this time on, s.
        before: Until this time, s; None is the end.
    """

    event: str | None = None
    leaf: str | None = None
    after: Time = 0.0
    before: Time | None = None

    def __post_init__(self) -> None:
        if self.event is None and self.leaf is None:
            raise ValueError("expected 'event', 'leaf' or both")


@dataclass(frozen=True, slots=True)
class Scenario:
    """One file of `config/scenarios/`.

    Attributes:
        name: For tables.
        description: What it shows, in a sentence.
        plant: Name of a file in `config/plants/`.
        robot: Individual, 0 to 9: its play, friction and offsets.
        seed: Of noise and ground.
        start: How the run begins.
        duration: s.
        timeline: What is asked and done; requests hold, the first one is "stand".
        expect: What has to happen, in this order, with anything in between.
        never: What must not happen.
        finally_: The leaf at the end.
        plant_changes: Single values of the plant.
    """

    name: str
    description: str
    plant: str
    robot: Annotated[int, Unit(""), Ge(0), Le(9)]
    seed: Count
    start: Start
    duration: Annotated[float, Unit("s"), Gt(0.0)]
    timeline: tuple[Entry, ...]
    expect: tuple[Expectation, ...]
    never: tuple[Ban, ...] = ()
    finally_: str | None = None
    plant_changes: PlantChanges = PlantChanges()


def lies_in(leaf: str, pattern: str) -> bool:
    """Return whether a leaf is named by a pattern: a leaf, a state around it, or a part of that."""
    return f".{pattern}." in f".{leaf}."
