"""Writes motions and blocks as a source file; whatever its language cannot express is an error."""

from collections.abc import Iterator, Mapping, Sequence

from hardware.errors import HsmError
from hardware.robots.model import RobotModel
from motions.keyframes.engine.parameters import BalancePhase
from motions.keyframes.interchange.names import (
    INTERPOLATIONS,
    NAME,
    SAVINGS,
    STIFFNESS_ORDER,
    camel,
    capital,
    snake,
)
from motions.keyframes.interchange.normal_form import normal_block, normal_motion
from motions.keyframes.interchange.team_motions import Team
from motions.keyframes.interchange.writing.engine import engine_values, phase_values
from motions.keyframes.interchange.writing.keyframe import (
    CannotSay,
    conditions_values,
    keyframe_values,
    number,
    word,
)
from motions.keyframes.interchange.writing.layout import Value, laid_out
from motions.keyframes.motions.motion import Block, KeyframeMotion


class ExportError(HsmError):
    """Something cannot be expressed in a source file.

    Attributes:
        problems: Everything that cannot be expressed, with its motion or block.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problems))


def export_motions(team: Team, model: RobotModel) -> str:
    """Return the text of a file like `keyframeMotionEngine.cfg`.

    Raises:
        ExportError: With everything that cannot be expressed.
    """
    problems: list[str] = [*_unwritable(team.motions), *_unwritable(team.blocks)]
    laws = {
        keyframe.release_step is None
        for block in team.blocks.values()
        for keyframe in block.keyframes
        if keyframe.compensation
    }
    if len(laws) > 1:
        problems.append(
            "KF146 some keyframes have a release_step, others not: a file allows one law"
        )
    filler = camel(next(iter(team.blocks), "stand"))
    motions: dict[str, Value] = {}
    for name, motion in team.motions.items():
        try:
            motions[camel(name)] = _motion(normal_motion(motion))
        except CannotSay as error:
            problems.append(f"motion '{name}': KF146 {error}")
    blocks: dict[str, Value] = {}
    for name, block in team.blocks.items():
        values, found = _block(name, normal_block(block, model), filler)
        blocks[camel(name)] = values
        problems += found
    if problems:
        raise ExportError(problems)
    whole: dict[str, Value] = {**engine_values(team.engine), "motions": motions}
    return laid_out({**whole, "keyframeBlock": blocks})


def export_phases(phases: Mapping[str, BalancePhase]) -> str:
    """Return the text of a file like `keyframeMotionParameters.cfg`.

    Raises:
        ExportError: With everything that cannot be expressed.
    """
    problems: list[str] = []
    values: dict[str, Value] = {}
    for name, phase in phases.items():
        try:
            values[capital(name)] = phase_values(phase)
        except CannotSay as error:
            problems.append(f"phase '{name}' of the balance: KF146 {error}")
    if problems:
        raise ExportError(problems)
    return laid_out({"balanceList": values})


def _unwritable(names: Mapping[str, object]) -> Iterator[str]:
    for name in names:
        if not NAME.fullmatch(name) or snake(camel(name)) != name:
            yield f"KF146 the name '{name}' would be re-imported as '{snake(camel(name))}'"


def _motion(motion: KeyframeMotion) -> Value:
    if motion.mirrored_by_roll:
        raise CannotSay("mirrored_by_roll")
    if motion.end_pitch is not None:
        raise CannotSay("end_pitch")
    saving = motion.energy_saving
    follow_ups = [
        {
            "startAsNextPhase": camel(item.motion),
            **conditions_values(item.conditions, "isAndCondition"),
        }
        for item in motion.follow_ups
    ]
    return {
        "keyframes": [camel(block) for block in motion.blocks],
        "balanceOut": motion.balance_out,
        "keyframeEndRequest": {
            "energySavingLegs": word(SAVINGS, saving.legs),
            "energySavingArms": word(SAVINGS, saving.arms),
            "isStandHigh": saving.stand_high,
        },
        "isMotionStable": motion.is_stable,
        "startAsNextPhaseMotion": follow_ups,
    }


def _block(name: str, block: Block, filler: str) -> tuple[Value, list[str]]:
    """Return a block's values, and what cannot be expressed."""
    problems = []
    keyframes: list[Value] = []
    for index, keyframe in enumerate(block.keyframes):
        try:
            keyframes.append(keyframe_values(keyframe, filler))
        except CannotSay as error:
            problems.append(f"block '{name}', keyframe {index + 1}: KF146 {error}")
    stiffness: list[Value] = [
        number(block.stiffness[limb] * 100.0) if limb in block.stiffness else "-1"
        for limb in STIFFNESS_ORDER
    ]
    values: Value = {
        "baseLimbStiffness": stiffness,
        "keyframes": keyframes,
        "interpolationType": word(INTERPOLATIONS, block.interpolation),
    }
    return values, problems
