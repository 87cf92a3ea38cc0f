"""Test cases for the diagnosis of falls: simulated falls of known cause.

A case is drawn from its number: speed, robot, noise, and the strength and time of the disturbance.
It is a fall of known cause if the robot falls during the disturbance or soon after, and if the same
robot with the same noise is still on its feet at that time without the disturbance (for "too fast":
at half the speed). For every cause, the first numbers that meet this condition are used, whatever
the diagnosis says of them. `python -m tests.hsm.runs.known_falls` draws them again after changes to
the walk so large that some cases no longer fall. The thresholds of the diagnosis were tuned on
other cases, with numbers from 1000 on.
"""

import itertools
import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from hardware.disturbance import Disturbance
from hardware.disturbances import BlockFoot, KillMotor, Push, Spoil
from hardware.props import Patch
from hardware.robots.model import Side
from hardware.robots.nao import Joint
from hsm.chart.leaves import FALL_PROTECTION
from hsm.control.assembly import load_settings
from hsm.control.loop import Cycle
from hsm.runs.falls.finding import FallCause
from hsm.runs.format import FILE_NAME
from hsm.scenarios.field import OneProp
from hsm.scenarios.scenario import Scenario
from hsm.scenarios.timeline import OneKind, TimelineEntry, TimelineRequest
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import ScenarioObserver, about, run
from motions.requests import Motion

_LASTS: Final = 14.0
"""Duration of a case, s; a robot still on its feet at the end counts as not falling."""
_AFTER: Final = 0.2
"""Time that is simulated after a fall, s."""
_SOON: Final = 2.0
"""A fall later than this after a push or a held foot is not attributed to it, s."""
_INDIVIDUALS: Final = 10


@dataclass(frozen=True)
class KnownFall:
    """A fall and its cause.

    Attributes:
        cause: True cause of the fall.
        scenario: Scenario with the fall; its name is that of the case.
        profile: Profile that it walks with.
        part: Joint or foot concerned; empty if there is none.
        direction: Direction of the push, rad; NaN if there is none.
    """

    cause: FallCause
    scenario: Scenario
    profile: str
    part: str = ""
    direction: float = math.nan

    @property
    def name(self) -> str:
        """Name of the case."""
        return self.scenario.name


@dataclass(frozen=True)
class _Case:
    """What differs between the causes: the walk and the disturbance."""

    speed: tuple[float, float, float]
    plant: str
    happens: tuple[TimelineEntry, ...] = ()
    patch: Patch | None = None
    profile: str = "normal"
    part: str = ""
    direction: float = math.nan


def _at(time: float, **kind: Disturbance) -> TimelineEntry:
    return TimelineEntry(at=time, disturb=OneKind(**kind))  # type: ignore[arg-type] # by its key


def _push(draw: np.random.Generator) -> _Case:
    direction = draw.uniform(-math.pi, math.pi)
    push = Push(direction, draw.uniform(4.5, 7.0))
    speed = (draw.uniform(0.0, 0.25), 0.0, 0.0)
    return _Case(
        speed, _plant(draw), (_at(draw.uniform(3.5, 5.0), push=push),), direction=direction
    )


def _dead_motor(draw: np.random.Generator) -> _Case:
    joints = (
        Joint.L_HIP_PITCH, Joint.R_HIP_PITCH, Joint.L_KNEE_PITCH, Joint.R_KNEE_PITCH,
        Joint.L_ANKLE_PITCH, Joint.R_ANKLE_PITCH,
    )  # fmt: skip
    joint = joints[draw.integers(len(joints))]
    dead = _at(draw.uniform(3.0, 4.0), kill_motor=KillMotor(joint))
    return _Case((draw.uniform(0.15, 0.25), 0.0, 0.0), _plant(draw), (dead,), part=joint.key)


def _dead_sole(draw: np.random.Generator) -> _Case:
    side, value = _side(draw), draw.choice([0.0, draw.uniform(5.0, 15.0)])
    cells = range(4) if side is Side.LEFT else range(4, 8)
    spoilt = tuple(_at(3.0, spoil=Spoil("fsr", cell, float(value), _LASTS)) for cell in cells)
    speed = (draw.uniform(0.25, 0.38), 0.0, 0.0)
    return _Case(speed, _plant(draw), spoilt, profile="fast", part=side.name.lower())


def _held_foot(draw: np.random.Generator) -> _Case:
    side = _side(draw)
    block = BlockFoot(side, draw.uniform(0.8, 1.5), draw.uniform(300.0, 400.0))
    held = _at(draw.uniform(3.1, 4.2), block_foot=block)
    speed = (draw.uniform(0.3, 0.38), 0.0, 0.0)
    return _Case(speed, _plant(draw), (held,), profile="fast", part=side.name.lower())


def _slip(draw: np.random.Generator) -> _Case:
    patch = Patch(draw.uniform(0.9, 1.6), 0.1, 1.0, 2.5, draw.uniform(0.02, 0.07))
    speed = (draw.uniform(0.3, 0.38), 0.0, float(draw.choice([0.0, 0.2])))
    return _Case(speed, _plant(draw), patch=patch, profile="fast")


def _too_fast(draw: np.random.Generator) -> _Case:
    return _Case((draw.uniform(0.38, 0.45), 0.0, 0.0), "worn", profile="fast")


def _plant(draw: np.random.Generator) -> str:
    return str(draw.choice(["standard", "worn"]))


def _side(draw: np.random.Generator) -> Side:
    return (Side.LEFT, Side.RIGHT)[draw.integers(2)]


_DRAWN: Final[Mapping[FallCause, Callable[[np.random.Generator], _Case]]] = {
    FallCause.PUSH: _push,
    FallCause.DEAD_MOTOR: _dead_motor,
    FallCause.DEAD_SOLE: _dead_sole,
    FallCause.HELD_FOOT: _held_foot,
    FallCause.SLIP: _slip,
    FallCause.TOO_FAST: _too_fast,
}


def drawn(cause: FallCause, number: int) -> KnownFall:
    """Draw a case; the same number always gives the same case."""
    draw = np.random.default_rng([list(FallCause).index(cause), number])
    case = _DRAWN[cause](draw)
    asked = TimelineEntry(at=0.5, request=TimelineRequest(Motion.WALK, *case.speed))
    scenario = Scenario(
        name=f"{cause.name.lower()}_{number}",
        description="A fall.",
        plant=case.plant,
        duration=_LASTS,
        timeline=(asked, *case.happens),
        robot=int(draw.integers(_INDIVIDUALS)),
        seed=number,
        props=() if case.patch is None else (OneProp(patch=case.patch),),
    )
    return KnownFall(cause, scenario, case.profile, case.part, case.direction)


def spared(case: KnownFall, until: float) -> KnownFall:
    """Return the case without the cause of the fall, lasting until a time, s."""
    scenario = replace(case.scenario, duration=until, props=(), timeline=case.scenario.timeline[:1])
    (asked,) = scenario.timeline
    if case.cause is FallCause.TOO_FAST and asked.request is not None:
        slow = replace(asked.request, forward=0.5 * asked.request.forward)
        scenario = replace(scenario, timeline=(replace(asked, request=slow),))
    return replace(case, scenario=scenario)


class _FallenError(Exception):
    """The robot has fallen and the run can end."""


class _UntilItFalls(ScenarioObserver):
    """Ends a run shortly after a fall."""

    def __init__(self) -> None:
        self.at = math.inf

    def look(self, made: Cycle) -> None:
        if made.outcome.leaf in FALL_PROTECTION:
            self.at = min(self.at, made.outcome.robot.time)
        if made.outcome.robot.time > self.at + _AFTER:
            raise _FallenError


def fall_of(case: KnownFall, folder: Path | None = None) -> float:
    """Play a case until it falls.

    Args:
        case: Case to play.
        folder: Folder to record the run in; None to record nothing.

    Returns:
        Time of the fall, s; infinite if it did not fall.
    """
    settings, until = load_settings(case.profile), _UntilItFalls()
    try:
        if folder is None:
            run(case.scenario, settings, observers=[until])
        else:
            with Recorder(folder / FILE_NAME, settings, about(case.scenario)) as recorder:
                run(case.scenario, settings, observers=[recorder, until])
    except _FallenError:
        pass
    return until.at


def falls_for_known_cause(case: KnownFall) -> bool:
    """Return whether the robot falls, and without the cause is still on its feet at that time."""
    at = fall_of(case)
    if at > _over(case) + _SOON:
        return False
    return math.isfinite(at) and math.isinf(fall_of(spared(case, at)))


def _over(case: KnownFall) -> float:
    """Return the time at which the disturbance ends, s; infinite if it is permanent."""
    for entry in case.scenario.timeline[1:]:
        what = None if entry.disturb is None else entry.disturb.kind
        if isinstance(what, Push | BlockFoot) and entry.at is not None:
            return entry.at + what.duration
    return math.inf


def draw_known_falls(first: int, wanted: Mapping[FallCause, int]) -> None:
    """Print, for every cause, the first numbers that are falls of known cause."""
    for cause, count in wanted.items():
        found: list[int] = []
        for number in itertools.count(first):
            if falls_for_known_cause(drawn(cause, number)):
                found.append(number)
            print(f"    FallCause.{cause.name}: {tuple(found)},  # drew {number}", flush=True)
            if len(found) == count:
                break


_WANTED: Final = {
    FallCause.PUSH: 13,
    FallCause.DEAD_MOTOR: 6,
    FallCause.DEAD_SOLE: 5,
    FallCause.HELD_FOOT: 6,
    FallCause.SLIP: 5,
    FallCause.TOO_FAST: 5,
}
_FALLEN: Final[dict[FallCause, tuple[int, ...]]] = {
    FallCause.PUSH: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    FallCause.DEAD_MOTOR: (0, 1, 3, 4, 5, 6),
    FallCause.DEAD_SOLE: (3, 8, 21, 22, 23),
    FallCause.HELD_FOOT: (0, 1, 4, 5, 6, 7),
    FallCause.SLIP: (0, 3, 8, 10, 11),
    FallCause.TOO_FAST: (35, 47, 53, 118, 174),
}

KNOWN_FALLS = tuple(drawn(cause, number) for cause, some in _FALLEN.items() for number in some)

if __name__ == "__main__":
    draw_known_falls(int(sys.argv[1]) if sys.argv[1:] else 0, _WANTED)
