"""Falls whose cause is known, because a scenario made them: what the judge of falls is tried on.

The thresholds of the judge were found on other falls, and those of held feet changed once more
after a draw that is not among these. What is here was drawn afterwards.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from hardware.disturbances import BlockFoot, Disturbance, KillMotor, Push, Spoil
from hardware.props import Patch
from hardware.robots.model import Side
from hardware.robots.nao import Joint
from hsm.runs.fall_causes import FallCause
from hsm.scenarios.field import OneProp
from hsm.scenarios.scenario import Scenario
from hsm.scenarios.timeline import OneKind, TimelineEntry, TimelineRequest
from motions.requests import Motion

_LATER = 4.0
"""A changed walk still falls, but perhaps later, s."""


@dataclass(frozen=True)
class KnownFall:
    """A fall and its cause.

    Attributes:
        name: Of the case.
        cause: What made it fall.
        part: The joint or foot; empty if there is none.
        direction: Of a push, deg; NaN if there is none.
        scenario: In which it falls.
        profile: With which it walks.
    """

    name: str
    cause: FallCause
    part: str
    direction: float
    scenario: Scenario
    profile: str


def _fall(
    name: str, cause: FallCause, speed: tuple[float, float, float], robot: int, seed: int,
    plant: str, ends: float, *what: tuple[float, Disturbance], profile: str = "normal",
    part: str = "", direction: float = math.nan, patch: Patch | None = None,
) -> KnownFall:  # fmt: skip
    asked = TimelineEntry(at=0.5, request=TimelineRequest(Motion.WALK, *speed))
    keys = {Push: "push", BlockFoot: "block_foot", KillMotor: "kill_motor", Spoil: "spoil"}
    done = [
        TimelineEntry(at=at, disturb=OneKind(**{keys[type(kind)]: kind}))  # type: ignore[index]
        for at, kind in what
    ]
    scenario = Scenario(
        name=name,
        description="A fall.",
        plant=plant,
        duration=ends + _LATER,
        timeline=(asked, *done),
        robot=robot,
        seed=seed,
        props=() if patch is None else (OneProp(patch=patch),),
    )
    return KnownFall(name, cause, part, direction, scenario, profile)


def _pushes() -> Iterator[KnownFall]:
    speeds = (0.15, 0.22, 0.0001, 0.18)
    for i in range(13):
        direction, at = 90.0 * (i % 4), 3.5 + 0.09 * i
        push = Push(math.radians(direction), 4.5 + 0.3 * (i % 3))
        speed = speeds[i % 4 if i < 8 else (i + 1) % 4]
        plant = ("standard", "worn")[i % 2]
        yield _fall(
            f"push_{i}", FallCause.PUSH, (speed, 0.0, 0.0), (3 * i + 1) % 10, 200 + i, plant,
            at + 0.7, (at, push), direction=direction,
        )  # fmt: skip


def _motors() -> Iterator[KnownFall]:
    ends = (4.9, 4.7, 9.1, 4.9, 7.5, 8.6)
    joints = (
        Joint.R_KNEE_PITCH, Joint.L_KNEE_PITCH, Joint.R_HIP_PITCH, Joint.L_HIP_PITCH,
        Joint.L_ANKLE_PITCH, Joint.R_ANKLE_PITCH,
    )  # fmt: skip
    for i, joint in enumerate(joints):
        yield _fall(
            f"motor_{i}", FallCause.DEAD_MOTOR, (0.22, 0.0, 0.0), (3 * i + 4) % 10, 280 + i,
            "standard", ends[i], (3.0 + 0.07 * i, KillMotor(joint)), part=joint.key,
        )  # fmt: skip


def _soles() -> Iterator[KnownFall]:
    left, right = range(4), range(4, 8)
    for robot, seed, cells, value, speed, ends in (
        (1, 302, right, 0.0, 0.25, 8.8),
        (1, 303, right, 12.0, 0.2, 11.0),
        (7, 306, right, 0.0, 0.2, 12.0),
        (3, 309, left, 12.0, 0.2, 12.7),
        (1, 500, left, 0.0, 0.25, 4.6),
    ):
        spoilt = [(3.0, Spoil("fsr", cell, value, ends - 3.0)) for cell in cells]
        yield _fall(
            f"sole_{seed}", FallCause.DEAD_SOLE, (speed, 0.0, 0.0), robot, seed, "worn", ends,
            *spoilt, part="left" if cells is left else "right",
        )  # fmt: skip


def _feet() -> Iterator[KnownFall]:
    for i, ends in ((0, 4.5), (4, 4.7), (5, 4.7), (7, 4.5), (10, 5.0), (13, 5.4)):
        side = (Side.RIGHT, Side.LEFT)[(i // 2) % 2]
        at, lasts, force = 3.1 + 0.08 * i, (1.5, 0.8)[i % 2], 300.0 + 50.0 * (i % 3)
        plant = ("worn", "standard")[i % 2]
        yield _fall(
            f"foot_{i}", FallCause.HELD_FOOT, (0.34, 0.0, 0.0), (7 * i + 5) % 10, 420 + i, plant,
            ends, (at, BlockFoot(side, lasts, force)), profile="fast", part=side.name.lower(),
        )  # fmt: skip


def _slips() -> Iterator[KnownFall]:
    for i, ends in ((0, 7.5), (1, 9.0), (3, 10.3), (4, 10.0 + 0.5), (12, 9.5)):
        patch = Patch(0.9 + 0.05 * i, 0.1, 1.0, 2.5, (0.02, 0.03, 0.07, 0.05)[i % 4])
        plant = ("standard", "worn")[i // 7]
        speed = (0.36, 0.0, (0.0, 0.2)[i % 2])
        yield _fall(
            f"slip_{i}", FallCause.SLIP, speed, (7 * i + 2) % 10, 450 + i, plant, ends,
            profile="fast", patch=patch,
        )  # fmt: skip


def _fast() -> Iterator[KnownFall]:
    for speed, robot, seed, plant, ends in (
        (0.42, 1, 320, "worn", 11.9),
        (-0.3, 1, 321, "worn", 6.8),
        (-0.3, 6, 327, "worn", 5.4),
        (-0.3, 6, 523, "worn", 10.5),
        (-0.3, 6, 529, "worn", 9.3),
    ):
        yield _fall(
            f"fast_{seed}", FallCause.TOO_FAST, (speed, 0.0, 0.0), robot, seed, plant, ends,
            profile="fast",
        )  # fmt: skip


KNOWN_FALLS = (*_pushes(), *_motors(), *_soles(), *_feet(), *_slips(), *_fast())
