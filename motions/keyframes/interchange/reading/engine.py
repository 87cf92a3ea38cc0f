"""Parameters of a team's engine, which stand beside its motions.

Releases differ: what one does not have is None here, and this engine's own value holds. The
release of 2022 declares some that none of its code reads.
"""

from motions.keyframes.interchange.reading.fields import Fields
from motions.keyframes.interchange.team_motions import (
    SourceBalanceOut,
    SourceEngine,
    SourceFilter,
    SourceOscillation,
    SourcePolygon,
    SourceSafeFall,
    SourceUpright,
)

Range = tuple[float, float]
_NEVER_READ = (
    "motionSpecificRetries",
    "motionSpecificRetriesFront",
    "shoulderPitchThreshold",
    "shoulderRollThreshold",
    "brokenJointData",
    "jointCompensationSimulationFactor",
)


def read_engine(fields: Fields) -> SourceEngine:
    """Return the parameters that the file has."""
    for key in _NEVER_READ:
        node = fields.node(key, needed=False)
        if node is not None:
            fields.findings.note(node, fields.below(key), "declared in 2022, read by no code")
    return SourceEngine(
        max_tries=fields.whole("maxTryCounter") if fields.has("maxTryCounter") else None,
        malfunction_break_up=(
            fields.flag("motorMalfunctionBreakUp")
            if fields.has("motorMalfunctionBreakUp")
            else None
        ),
        max_stiffness_debug=(
            fields.whole("maxStiffnessDebugMode") * 1e-2
            if fields.has("maxStiffnessDebugMode")
            else None
        ),
        balance_out=_balance_out(fields.fields("balanceOutParams", needed=False)),
        support_polygon=_polygon(fields.fields("supportPolygonOffsets", needed=False)),
        safe_fall=_safe_fall(fields.fields("safeFallParameters", needed=False)),
        safe_upright=_upright(fields.fields("safeUprightParameters", needed=False)),
        joint_error_filter=_filter(fields.fields("jointDiffFilterParameters", needed=False)),
        oscillation=_oscillation(fields),
        min_release=(
            fields.angle("minJointCompensationReduceAngleDiff")
            if fields.has("minJointCompensationReduceAngleDiff")
            else None
        ),
    )


def _balance_out(fields: Fields | None) -> SourceBalanceOut | None:
    if fields is None:
        return None
    made = SourceBalanceOut(
        max_time=fields.whole("maxTime") * 1e-3,
        min_fluctuation=fields.angle("minFluctuation"),
        pitch=(fields.angle("minBackwardAngle"), fields.angle("minForwardAngle")),
        min_d_value=fields.number("minPIDDValue"),
    )
    fields.close()
    return made


def _polygon(fields: Fields | None) -> SourcePolygon | None:
    if fields is None:
        return None
    made = SourcePolygon(*(fields.number(axis) * 1e-3 for axis in "xyz"))
    fields.close()
    return made


def _safe_fall(fields: Fields | None) -> SourceSafeFall | None:
    if fields is None:
        return None
    made = SourceSafeFall(
        body=fields.whole("bodyStiffness") * 1e-2,
        head=fields.whole("headStiffness") * 1e-2,
        head_high=fields.whole("lowHeadStiffnessWaitTime") * 1e-3,
        limp_after=fields.whole("unstiffWaitTime") * 1e-3,
        hip_pitch=(
            fields.whole("hipPitchStiffness") * 1e-2 if fields.has("hipPitchStiffness") else None
        ),
        elbow_roll=(
            fields.whole("elbowRollStiffness") * 1e-2 if fields.has("elbowRollStiffness") else None
        ),
        sit_hip_yaw_pitch=(
            fields.angle("sitHYPThreshold") if fields.has("sitHYPThreshold") else None
        ),
        head_angle=fields.angle("head") if fields.has("head") else None,
    )
    fields.close()
    return made


def _upright(fields: Fields | None) -> SourceUpright | None:
    if fields is None:
        return None
    ranges = [_range(fields.fields(key)) for key in ("pitchDirection", "rollDirection")]
    fields.close()
    return SourceUpright(*ranges)


def _filter(fields: Fields | None) -> SourceFilter | None:
    if fields is None:
        return None
    made = SourceFilter(fields.number("min"), fields.number("max"))
    fields.close()
    return made


def _oscillation(fields: Fields) -> SourceOscillation | None:
    keys = ("oscillationPeriod", "oscillationAmplitude", "hypErrorOscillationScaling")
    if not any(fields.has(key) for key in keys):
        return None
    return SourceOscillation(
        period=fields.whole(keys[0]) * 1e-3,
        amplitude=fields.angle(keys[1]),
        error=_range(fields.fields(keys[2])),
    )


def _range(fields: Fields | None) -> Range:
    if fields is None:
        return 0.0, 0.0
    found = fields.angle("min"), fields.angle("max")
    fields.close()
    return found
