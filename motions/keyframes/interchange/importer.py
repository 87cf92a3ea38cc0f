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
from motions.keyframes.interchange.reading.waits_and_branches import read_conditions
from motions.keyframes.interchange.team_motions import Team
from motions.keyframes.motions.keyframe import Interpolation, Limb
from motions.keyframes.motions.motion import (
    Block,
    BlockEnergySaving,
    FollowUp,
    KeyframeMotion,
    Saving,
)

T = TypeVar("T")
_BLOCK_INTERPOLATIONS = {name: value for name, value in INTERPOLATIONS.items() if value is not None}


def import_motions(text: str, file: str) -> Team:
    """Read a file of motions, as `keyframeMotionEngine.cfg`.

    Args:
        text: Its content.
        file: Its name, for mistakes.

    Raises:
        SourceError: With everything that cannot be read or expressed.
    """
    root = _parsed(text, file)
    findings = Findings()
    fields = Fields(root, "", findings)
    motions: dict[str, KeyframeMotion] = {}
    for name, record in fields.named("motions", needed=False):
        _add(motions, _motion(record), name, record)
    blocks: dict[str, Block] = {}
    for name, record in fields.named("keyframeBlock", needed=False):
        _add(blocks, _block(record, snake(name)), name, record)
    engine = read_engine(fields)
    fields.close()
    if not fields.has("motions") and not fields.has("keyframeBlock"):
        findings.mistake(root, "", "KF144 there are neither 'motions' nor a 'keyframeBlock'")
    _settle(findings, file)
    return Team(motions, blocks, engine, {}, counts_of(root), tuple(findings.notes))


def import_phases(text: str, file: str) -> dict[str, BalancePhase]:
    """Read a file of balance gains, as `keyframeMotionParameters.cfg`.

    Raises:
        SourceError: With everything that cannot be read or expressed.
    """
    findings = Findings()
    fields = Fields(_parsed(text, file), "", findings)
    phases = {}
    inner = fields.fields("balanceList")
    if inner is not None:
        for phase in PHASES:
            record = inner.fields(capital(phase))
            if record is not None:
                phases[phase] = _phase(record)
        inner.close()
    fields.close()
    _settle(findings, file)
    return phases


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
    """Add a motion or block under its name here, which no other one may have."""
    ours = snake(name)
    if not NAME.fullmatch(ours):
        at.mistake(at.record, f"KF105 '{name}' cannot be the name of a file")
    elif ours in known:
        at.mistake(at.record, f"KF105 '{name}' has the same name here as another one: {ours}")
    else:
        known[ours] = value


def _motion(fields: Fields) -> KeyframeMotion:
    blocks = []
    for node, path in fields.items("keyframes"):
        if isinstance(node, Literal):
            blocks.append(snake(node.text))
        else:
            fields.findings.mistake(node, path, "KF103 expected the name of a block")
    saving = BlockEnergySaving()
    inner = fields.fields("keyframeEndRequest", needed=False)
    if inner is not None:
        saving = BlockEnergySaving(
            legs=inner.word("energySavingLegs", SAVINGS, Saving.NONE),
            arms=inner.word("energySavingArms", SAVINGS, Saving.NONE),
            stand_high=inner.flag("isStandHigh", default=False),
        )
        inner.close()
    made = KeyframeMotion(
        blocks=tuple(blocks),
        balance_out=fields.flag("balanceOut", default=False),
        follow_ups=tuple(map(_follow_up, fields.records("startAsNextPhaseMotion", needed=False))),
        energy_saving=saving,
        is_stable=fields.flag("isMotionStable", default=False),
    )
    fields.close()
    return made


def _follow_up(fields: Fields) -> FollowUp:
    name = fields.node("startAsNextPhase")
    motion = snake(name.text) if isinstance(name, Literal) else ""
    made = FollowUp(motion, read_conditions(fields, "conditions", "isAndCondition"))
    fields.close()
    return made


def _block(fields: Fields, name: str) -> Block:
    keyframes = []
    for number, record in enumerate(fields.records("keyframes"), start=1):
        keyframe = read_keyframe(record, f"{name.replace('_', ' ')} {number}")
        if keyframe is not None:
            keyframes.append(keyframe)
    made = Block(
        stiffness=_stiffness(fields),
        interpolation=fields.word("interpolationType", _BLOCK_INTERPOLATIONS, Interpolation.LINEAR),
        keyframes=tuple(keyframes),
    )
    fields.close()
    return made


def _stiffness(fields: Fields) -> dict[Limb, float]:
    """Return the stiffness of limbs; -1 keeps what is, so the limb is not named."""
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


def _phase(fields: Fields) -> BalancePhase:
    factor, base = fields.fields("balanceFactor"), fields.fields("comDiffBase")
    axes = []
    if factor is not None and base is not None:
        for axis, key in (("Pitch", "pitchDirection"), ("Roll", "rollDirection")):
            kp, kp_add = _gain(factor, f"pidP{axis}Parameter")
            kd, kd_add = _gain(factor, f"pidD{axis}Parameter")
            cap = _pair(factor.fields("maxValAdditionalScaling"), key)
            exponent = _pair(factor.fields("exponentFactorScaling"), key)
            low, high = _pair(base, key)
            axes.append(AxisGains(kp, kp_add, kd, kd_add, cap, exponent, (low * 1e-3, high * 1e-3)))
        factor.close()
        base.close()
    fields.close()
    nothing = AxisGains(0.0, 0.0, 0.0, 0.0, (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
    pitch, roll = axes if len(axes) == 2 else (nothing, nothing)
    return BalancePhase(pitch, roll)


def _gain(fields: Fields, key: str) -> tuple[float, float]:
    inner = fields.fields(key)
    if inner is None:
        return 0.0, 0.0
    gain = inner.number("baseValue"), inner.number("maxAdditionalValue")
    inner.close()
    return gain


def _pair(fields: Fields | None, key: str) -> tuple[float, float]:
    """Return two plain numbers: the source writes zeros as `0deg`, other units are a mistake."""
    inner = fields.fields(key) if fields is not None else None
    if inner is None:
        return 0.0, 0.0
    pair = inner.number("min"), inner.number("max")
    inner.close()
    return pair
