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

Judge = Callable[[tuple[KickMoment, ...], RobotModel], Iterator[KickFault]]
_HASTY: Final = 3.0
"""Commanded speed over a motor's no-load speed, above which a kick is probably a mistake: the
strongest kicks that ship with the program reach 2.3, since a motor that lags still kicks."""


def rehearse(kind: KickKind, settings: MotionSettings, strength: float) -> tuple[KickMoment, ...]:
    """Rehearse a kick with the left foot on a robot that follows every command exactly."""
    kicks, name = settings.kicks, kind.value
    if kind.from_stand:
        return _stand(kicks.motions[name], settings, strength)
    return _step(name, kicks.in_walk[name], settings, strength)


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
        path = folder / kick_file(kind)
        if kind.from_stand:
            stands = partial(_judge_stand, settings, judge, strengths)
            mistakes.take(partial(load, path, StandKickMotion, check=stands))
        else:
            walks = partial(_judge_step, kind.value, settings, judge, strengths)
            mistakes.take(partial(load, path, InWalkKick, check=walks))
    return mistakes.problems


def _judge_stand(
    settings: MotionSettings, judge: Judge, strengths: Sequence[float], motion: StandKickMotion
) -> Iterator[tuple[DataPath, str]]:
    strikes = len(motion.strike)
    for strength in strengths:
        for fault in judge(_stand(motion, settings, strength), settings.robot):
            after = fault.part >= strikes
            where: DataPath = ("recover", fault.part - strikes) if after else ("strike", fault.part)
            yield where, f"strength {strength:g}: {fault.text}"


def _judge_step(
    name: str,
    settings: MotionSettings,
    judge: Judge,
    strengths: Sequence[float],
    kick: InWalkKick,
) -> Iterator[tuple[DataPath, str]]:
    for strength in strengths:
        for fault in judge(_step(name, kick, settings, strength), settings.robot):
            yield ("points", fault.part), f"strength {strength:g}: {fault.text}"


def _stand(
    motion: StandKickMotion, settings: MotionSettings, strength: float
) -> tuple[KickMoment, ...]:
    forward = settings.walking.stance.torso_forward
    return rehearse_stand(motion, settings.kicks.stand, settings.robot, forward, strength)


def _step(
    name: str, kick: InWalkKick, settings: MotionSettings, strength: float
) -> tuple[KickMoment, ...]:
    walking, place = settings.walking, settings.kicks.table.places[name]
    return rehearse_step(kick, place, settings.robot, walking.stance, walking.step, strength)
