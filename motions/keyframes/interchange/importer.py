"""Reads a team's files: motions and blocks, and the gains of its balance."""

from typing import TypeVar

from motions.keyframes.engine.parameters import AxisGains, BalancePhase
from motions.keyframes.interchange.content_counts import counts_of
from motions.keyframes.interchange.names import (
    INTERPOLATIONS,
    NAME,
    PHASES,
    SAVINGS,
    STIFFNESS_ORDER,
    capital,
    snake,
)
from motions.keyframes.interchange.reading.engine import read_engine
from motions.keyframes.interchange.reading.fields import (
    Fields,
    Findings,
    SourceError,
    SourceProblem,
)
from motions.keyframes.interchange.reading.keyframe import read_keyframe
from motions.keyframes.interchange.reading.tree import CfgSyntaxError, Literal, Record, parse
from motions.keyframes.interchange.reading.waits_and_branches import name_of, read_conditions
from motions.keyframes.interchange.team_motions import Team
from motions.keyframes.motions.keyframe import Interpolation, Limb
from motions.keyframes.motions.motion import (
    Block,
    BlockEnergySaving,
    KeyframeMotion,
    MotionChoice,
    Saving,
)

T = TypeVar("T")
_Pair = tuple[float, float]
_NOTHING = ((0.0, 0.0), (0.0, 0.0))
_BLOCK_INTERPOLATIONS = {name: value for name, value in INTERPOLATIONS.items() if value is not None}


def import_motions(text: str, file: str) -> Team:
    """Read a file of motions, as `keyframeMotionEngine.cfg`.

    Args:
        text: Its content.
        file: Its name, for error messages.

    Raises:
        SourceError: With everything that cannot be read or expressed.
    """
    root = _parsed(text, file)
    findings = Findings()
    fields = Fields(root, "", findings)
    motions: dict[str, KeyframeMotion] = {}
    for name, record in fields.named("motions"):
        _add(motions, _motion(record), name, record)
    blocks: dict[str, Block] = {}
    for name, record in fields.named("keyframeBlock"):
        _add(blocks, _block(record, snake(name)), name, record)
    engine = read_engine(fields)
    findings.close()
    if not fields.has("motions") and not fields.has("keyframeBlock"):
        findings.mistake(root, "", "KF144 expected 'motions' or a 'keyframeBlock', found neither")
    _settle(findings, file)
    return Team(motions, blocks, engine, {}, counts_of(root), tuple(findings.notes))


def import_phases(text: str, file: str) -> dict[str, BalancePhase]:
    """Read a file of balance gains, as `keyframeMotionParameters.cfg`.

    Raises:
        SourceError: With everything that cannot be read or expressed.
    """
    findings = Findings()
    fields = Fields(_parsed(text, file), "", findings)
    phases = fields.inner("balanceList", _phases, needed=True)
    findings.close()
    _settle(findings, file)
    return phases or {}


def _parsed(text: str, file: str) -> Record:
    try:
        return parse(text)
    except CfgSyntaxError as error:
        problem = SourceProblem(error.line, error.column, "", f"KF142 {error.message}")
        raise SourceError(file, [problem]) from None


def _settle(findings: Findings, file: str) -> None:
    if findings.problems:
        raise SourceError(file, findings.problems)


def _add(known: dict[str, T], value: T, name: str, at: Fields) -> None:
    """Add a motion or block under its converted name, which must be unique."""
    ours = snake(name)
    if not NAME.fullmatch(ours):
        at.mistake(at.record, f"KF105 '{name}' cannot be a file name")
    elif ours in known:
        at.mistake(
            at.record, f"KF105 '{name}' has the same converted name as another entry: {ours}"
        )
    else:
        known[ours] = value


def _motion(fields: Fields) -> KeyframeMotion:
    blocks = []
    for node, path in fields.items("keyframes"):
        if isinstance(node, Literal):
            blocks.append(snake(node.text))
        else:
            fields.findings.mistake(node, path, "KF103 expected the name of a block")
    return KeyframeMotion(
        blocks=tuple(blocks),
        balance_out=fields.flag("balanceOut"),
        follow_ups=tuple(map(_follow_up, fields.records("startAsNextPhaseMotion", needed=False))),
        energy_saving=fields.inner("keyframeEndRequest", _saving) or BlockEnergySaving(),
        is_stable=fields.flag("isMotionStable"),
    )


def _saving(fields: Fields) -> BlockEnergySaving:
    return BlockEnergySaving(
        legs=fields.word("energySavingLegs", SAVINGS, Saving.NONE),
        arms=fields.word("energySavingArms", SAVINGS, Saving.NONE),
        stand_high=fields.flag("isStandHigh"),
    )


def _follow_up(fields: Fields) -> MotionChoice:
    motion = name_of(fields, fields.node("startAsNextPhase")) or ""
    return MotionChoice(motion, read_conditions(fields, "isAndCondition"))


def _block(fields: Fields, name: str) -> Block:
    keyframes = []
    for number, record in enumerate(fields.records("keyframes"), start=1):
        keyframe = read_keyframe(record, f"{name.replace('_', ' ')} {number}")
        if keyframe is not None:
            keyframes.append(keyframe)
    return Block(
        stiffness=_stiffness(fields),
        interpolation=fields.word("interpolationType", _BLOCK_INTERPOLATIONS, Interpolation.LINEAR),
        keyframes=tuple(keyframes),
    )


def _stiffness(fields: Fields) -> dict[Limb, float]:
    """Return the stiffness of limbs; limbs with -1, which keeps the present one, are left out."""
    stiffness = {}
    items = fields.items("baseLimbStiffness", length=len(STIFFNESS_ORDER))
    for (node, path), limb in zip(items, STIFFNESS_ORDER, strict=False):
        value = fields.plain_of(node, path)
        if value is None or value == -1.0:
            continue
        if not 0.0 <= value <= 100.0:
            fields.findings.mistake(node, path, f"KF120 stiffness {value:g} outside 0..100")
        stiffness[limb] = value * 1e-2
    return stiffness


def _phases(fields: Fields) -> dict[str, BalancePhase]:
    phases = {phase: fields.inner(capital(phase), _phase, needed=True) for phase in PHASES}
    return {name: phase for name, phase in phases.items() if phase is not None}


def _phase(fields: Fields) -> BalancePhase | None:
    gains = fields.inner("balanceFactor", _gains, needed=True)
    bases = fields.inner("comDiffBase", _axes, needed=True)
    if gains is None or bases is None:
        return None
    pitch, roll = (
        AxisGains(*own, (low * 1e-3, high * 1e-3))
        for own, (low, high) in zip(gains, bases, strict=True)
    )
    return BalancePhase(pitch, roll)


def _gains(fields: Fields) -> list[tuple[float, float, float, float, _Pair, _Pair]]:
    """Return the first fields of `AxisGains` for pitch and roll."""
    caps = fields.inner("maxValAdditionalScaling", _axes, needed=True) or _NOTHING
    exponents = fields.inner("exponentFactorScaling", _axes, needed=True) or _NOTHING
    gains = []
    for axis, cap, exponent in zip(("Pitch", "Roll"), caps, exponents, strict=True):
        kp = fields.pair(f"pidP{axis}Parameter", "baseValue", "maxAdditionalValue")
        kd = fields.pair(f"pidD{axis}Parameter", "baseValue", "maxAdditionalValue")
        gains.append((*kp, *kd, cap, exponent))
    return gains


def _axes(fields: Fields) -> tuple[_Pair, _Pair]:
    """Return plain numbers: the source writes zeros as `0deg`, other units are errors."""
    return fields.pair("pitchDirection"), fields.pair("rollDirection")
