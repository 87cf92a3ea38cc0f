"""Rehearsals of the kicks in `config/kicks/` with the robot's parameters."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final

from hardware.robots.model import RobotModel
from hsm.control.assembly import MotionSettings
from hsm.errors import Mistakes, Problem
from hsm.settings.kick_files import kick_file
from hsm.settings.loader import load
from hsm.settings.located_yaml import DataPath
from motions.kicks.in_walk_motion import InWalkKick
from motions.kicks.parameters import StandKickMotion
from motions.kicks.rehearsal import (
    KickFault,
    KickMoment,
    faults,
    motor_shares,
    rehearse_stand,
    rehearse_step,
)
from motions.kicks.wish import KickKind

KickMotion = StandKickMotion | InWalkKick
Judge = Callable[[tuple[KickMoment, ...], RobotModel], Iterator[KickFault]]
_HASTY: Final = 3.0
"""Commanded speed over a motor's no-load speed, above which a kick is probably a mistake: the
strongest kicks that ship with the program reach 2.3, since a motor that lags still kicks."""


def rehearse(kind: KickKind, settings: MotionSettings, strength: float) -> tuple[KickMoment, ...]:
    """Rehearse a kick with the left foot on a robot that follows every command exactly."""
    kicks = settings.kicks
    motion = (kicks.motions if kind.from_stand else kicks.in_walk)[kind.value]
    return _rehearsed(kind, motion, settings, strength)


def impossible(settings: MotionSettings, folder: Path) -> list[Problem]:
    """Return the infeasible parts of the kicks in a folder like `config/kicks/`, with locations.

    Speeds are not checked: a strong kick is commanded faster than its motors can follow.
    """
    return _judged(settings, folder, faults, strengths=(0.0, 1.0))


def too_fast(settings: MotionSettings, folder: Path) -> list[Problem]:
    """Return the parts of kicks that are commanded far faster than their motors can turn."""
    return _judged(settings, folder, _hasty, strengths=(1.0,))


def _hasty(moments: tuple[KickMoment, ...], model: RobotModel) -> Iterator[KickFault]:
    """Yield for every part of a kick the fastest joint, if it is far too fast for its motor."""
    for part, pairs in groupby(pairwise(moments), key=lambda pair: pair[1].part):
        steps = tuple(pairs)
        shares = motor_shares((steps[0][0], *(after for _, after in steps)), model)
        fastest = max(shares, key=lambda joint: shares[joint])
        if shares[fastest] > _HASTY:
            share = f"{shares[fastest]:.0%} of its motor's speed"
            yield KickFault(part, f"'{steps[0][1].label}' needs {model.names[fastest]} at {share}")


def _judged(
    settings: MotionSettings, folder: Path, judge: Judge, strengths: Sequence[float]
) -> list[Problem]:
    """Return what is found in the kicks of a folder at some strengths, with locations."""
    mistakes = Mistakes()
    for kind in sorted(KickKind, key=kick_file):
        motion: type[KickMotion] = StandKickMotion if kind.from_stand else InWalkKick
        check = partial(_faults, kind, settings, judge, strengths)
        mistakes.take(partial(load, folder / kick_file(kind), motion, check=check))
    return mistakes.problems


def _faults(
    kind: KickKind,
    settings: MotionSettings,
    judge: Judge,
    strengths: Sequence[float],
    motion: KickMotion,
) -> Iterator[tuple[DataPath, str]]:
    """Yield what is found in one kick, with its place in the file."""
    for strength in strengths:
        for fault in judge(_rehearsed(kind, motion, settings, strength), settings.robot):
            yield _place(motion, fault.part), f"strength {strength:g}: {fault.text}"


def _place(motion: KickMotion, part: int) -> DataPath:
    if isinstance(motion, InWalkKick):
        return "points", part
    strikes = len(motion.strike)
    return ("strike", part) if part < strikes else ("recover", part - strikes)


def _rehearsed(
    kind: KickKind, motion: KickMotion, settings: MotionSettings, strength: float
) -> tuple[KickMoment, ...]:
    kicks, robot, stance = settings.kicks, settings.robot, settings.walking.stance
    if isinstance(motion, InWalkKick):
        place = kicks.table.places[kind.value]
        return rehearse_step(motion, place, robot, stance, settings.walking.step, strength)
    return rehearse_stand(motion, kicks.stand, robot, stance.torso_forward, strength)
