"""Rehearsals of the kicks in `config/kicks/` with the robot's parameters."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from hsm.control.assembly import MotionSettings
from hsm.errors import Mistakes, Problem
from hsm.settings.kick_files import kick_file
from hsm.settings.loader import load
from hsm.settings.located_yaml import DataPath
from motions.kicks.in_walk_motion import InWalkKick
from motions.kicks.parameters import StandKickMotion
from motions.kicks.rehearsal import KickMoment, faults, rehearse_stand, rehearse_step
from motions.kicks.wish import KickKind


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
    mistakes = Mistakes()
    for kind in sorted(KickKind, key=kick_file):
        path = folder / kick_file(kind)
        if kind.from_stand:
            check = partial(_judge_stand, settings)
            mistakes.take(partial(load, path, StandKickMotion, check=check))
        else:
            judge = partial(_judge_step, kind.value, settings)
            mistakes.take(partial(load, path, InWalkKick, check=judge))
    return mistakes.problems


def _judge_stand(
    settings: MotionSettings, motion: StandKickMotion
) -> Iterator[tuple[DataPath, str]]:
    strikes = len(motion.strike)
    for strength in (0.0, 1.0):
        for fault in faults(_stand(motion, settings, strength), settings.robot):
            after = fault.part >= strikes
            where: DataPath = ("recover", fault.part - strikes) if after else ("strike", fault.part)
            yield where, f"strength {strength:g}: {fault.text}"


def _judge_step(
    name: str, settings: MotionSettings, kick: InWalkKick
) -> Iterator[tuple[DataPath, str]]:
    for strength in (0.0, 1.0):
        for fault in faults(_step(name, kick, settings, strength), settings.robot):
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
