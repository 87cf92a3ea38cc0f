"""Parameters of a team's engine, from the file of its motions.

Releases differ: missing values are None here, and this engine's own values apply. The release of
2022 declares some that its code never reads.
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
            fields.findings.note(
                node, fields.below(key), "declared by the release of 2022, never read by its code"
            )
    return SourceEngine(
        max_tries=fields.if_there("maxTryCounter", fields.whole),
        malfunction_break_up=fields.if_there("motorMalfunctionBreakUp", fields.flag),
        max_stiffness_debug=fields.if_there("maxStiffnessDebugMode", fields.percent),
        balance_out=fields.inner("balanceOutParams", _balance_out),
        support_polygon=fields.inner("supportPolygonOffsets", _polygon),
        safe_fall=fields.inner("safeFallParameters", _safe_fall),
        safe_upright=fields.inner("safeUprightParameters", _upright),
        joint_error_filter=fields.inner("jointDiffFilterParameters", _filter),
        oscillation=_oscillation(fields),
        min_release=fields.if_there("minJointCompensationReduceAngleDiff", fields.angle),
    )


def _balance_out(fields: Fields) -> SourceBalanceOut:
    return SourceBalanceOut(
        max_time=fields.whole("maxTime") * 1e-3,
        min_fluctuation=fields.angle("minFluctuation"),
        pitch=(fields.angle("minBackwardAngle"), fields.angle("minForwardAngle")),
        min_d_value=fields.number("minPIDDValue"),
    )


def _polygon(fields: Fields) -> SourcePolygon:
    return SourcePolygon(*(fields.number(axis) * 1e-3 for axis in "xyz"))


def _safe_fall(fields: Fields) -> SourceSafeFall:
    return SourceSafeFall(
        body=fields.percent("bodyStiffness"),
        head=fields.percent("headStiffness"),
        head_high=fields.whole("lowHeadStiffnessWaitTime") * 1e-3,
        limp_after=fields.whole("unstiffWaitTime") * 1e-3,
        hip_pitch=fields.if_there("hipPitchStiffness", fields.percent),
        elbow_roll=fields.if_there("elbowRollStiffness", fields.percent),
        sit_hip_yaw_pitch=fields.if_there("sitHYPThreshold", fields.angle),
        head_angle=fields.if_there("head", fields.angle),
    )


def _upright(fields: Fields) -> SourceUpright:
    pitch, roll = (fields.pair(f"{axis}Direction", angles=True) for axis in ("pitch", "roll"))
    return SourceUpright(pitch, roll)


def _filter(fields: Fields) -> SourceFilter:
    return SourceFilter(fields.number("min"), fields.number("max"))


def _oscillation(fields: Fields) -> SourceOscillation | None:
    keys = ("oscillationPeriod", "oscillationAmplitude", "hypErrorOscillationScaling")
    if not any(fields.has(key) for key in keys):
        return None
    return SourceOscillation(
        period=fields.whole(keys[0]) * 1e-3,
        amplitude=fields.angle(keys[1]),
        error=fields.pair(keys[2], angles=True),
    )
