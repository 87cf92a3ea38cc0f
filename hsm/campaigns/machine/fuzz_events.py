"""Draws random events for a robot: hands, impacts, faults, and balls that move."""

import math

from hardware.disturbance import Disturbance
from hardware.disturbances import (
    BlockFoot,
    HoldUpright,
    ImuFault,
    KillImu,
    Lean,
    LetGo,
    Lift,
    LoseFrames,
    MoveBall,
    Press,
    Push,
    PutDown,
    Spoil,
)
from hardware.frame_fields import LENGTHS
from hardware.robots.model import Side
from hardware.sensors_and_commands import Touch
from hsm.campaigns.machine.draws import Draws
from motions.kinematics.geometry import Pose2

_VALUES = (math.nan, math.inf, -math.inf, 1e9)
_IMU_FAULTS: tuple[ImuFault, ...] = ("dead", "frozen", "nan")
_HEAD = (Touch.HEAD_FRONT, Touch.HEAD_MIDDLE)

_BALL_AWAY = (0.12, 1.2)
"""Range of the ball's distance from the robot, m ..."""
_BALL_NEAR = (0.15, 0.3)
"""... and in half of the cases, m."""

_TIRED = 0.4
"""Probability that a person who holds the robot releases it at the next event."""
_STEADIED = 0.2
"""Probability that a person holds the robot at standing height: its feet stay on the ground, but
its weight cannot shift."""
_WITH_BLOW = 0.3
"""Probability that a fault comes together with a force."""


_IMPULSE, _LEAN = 4.0, 40.0
"""Largest impulse of a push, N s, and force of a person leaning on the torso, N."""
_LONGEST_PAUSE = 4.0
"""Longest time between two events, s."""


class FuzzEvents:
    """A source of random events."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws
        self._held = False

    def pause(self) -> float:
        """Return the time until the next event, s."""
        return float(self._draws.rng.uniform(0.2, _LONGEST_PAUSE))

    def ball_moved(self, robot: Pose2) -> MoveBall:
        """Return a resting or rolling ball placed nearby, mostly in front of the robot."""
        rng = self._draws.rng
        near = self._draws.happens(0.5)  # where a foot can kick it at once
        away = float(rng.uniform(*(_BALL_NEAR if near else _BALL_AWAY)))
        aside = float(rng.normal(0.0, 0.3 if near else 0.7))
        place = robot @ Pose2(away * math.cos(aside), away * math.sin(aside))
        speed = float(rng.uniform(0.0, 1.5)) if not near and self._draws.happens(0.5) else 0.0
        return MoveBall(place.x, place.y, speed, self._draws.about(math.pi))

    def event(self) -> tuple[Disturbance, ...]:
        """Return the disturbances of an event; often there are none."""
        if self._held and self._draws.happens(_TIRED):
            return self._person()
        kind = self._draws.rng.choice(
            ["nothing", "force", "person", "fault", "button"], p=[0.3, 0.25, 0.2, 0.15, 0.1]
        )
        match kind:
            case "force":
                return (self._force(),)
            case "person":
                return self._person()
            case "fault":
                # A force at the same moment: a fall must be possible without sensors or frames.
                blow = (self._force(),) if self._draws.happens(_WITH_BLOW) else ()
                return (self._fault(), *blow)
            case "button":
                return self._button()
            case _:
                return ()

    def _force(self) -> Disturbance:
        rng = self._draws.rng
        direction = self._draws.about(math.pi)
        match int(rng.integers(3)):
            case 0:
                return Push(direction, float(rng.uniform(0.0, _IMPULSE)))
            case 1:
                force, duration = float(rng.uniform(0.0, _LEAN)), float(rng.uniform(0.1, 1.0))
                return Lean(direction, force, duration)
            case _:
                return BlockFoot(
                    Side.LEFT if self._draws.happens(0.5) else Side.RIGHT, rng.random()
                )

    def _person(self) -> tuple[Disturbance, ...]:
        """Return a person's grip of the robot or, if it is held, its release."""
        rng = self._draws.rng
        if self._held:
            self._held = False
            gently = self._draws.happens(0.9)
            return (PutDown(float(rng.uniform(0.05, 0.2))) if gently else LetGo(),)
        self._held = True
        if self._draws.happens(_STEADIED):
            return (HoldUpright(float(rng.uniform(0.305, 0.315)), 0.3),)
        if self._draws.happens(0.5):
            raised, duration = float(rng.uniform(0.05, 0.3)), float(rng.uniform(0.3, 1.5))
            return (Lift(raised, duration, upright=self._draws.happens(0.8)),)
        return (HoldUpright(float(rng.uniform(0.29, 0.5)), float(rng.uniform(0.8, 2.0))),)

    def _fault(self) -> Disturbance:
        rng = self._draws.rng
        match int(rng.integers(4)):
            case 0:
                # Mostly within the time for which the last command is held, rarely far beyond it.
                return LoseFrames(
                    float(rng.choice([0.05, 0.15, 0.4, 1.5], p=[0.5, 0.3, 0.15, 0.05]))
                )
            case 1:
                return KillImu(self._draws.one_of(_IMU_FAULTS), float(rng.uniform(0.02, 1.0)))
            case _:
                name = self._draws.one_of(list(LENGTHS))
                return Spoil(
                    name,
                    int(rng.integers(LENGTHS[name])),
                    self._draws.one_of(_VALUES),
                    float(rng.choice([0.012, 0.05, 0.3])),
                )

    def _button(self) -> tuple[Disturbance, ...]:
        rng = self._draws.rng
        if self._draws.happens(0.6):
            return tuple(Press(pad) for pad in _HEAD)
        return (Press(Touch.CHEST, float(rng.choice([0.2, 1.3], p=[0.8, 0.2]))),)
