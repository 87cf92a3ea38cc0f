"""Parameters of a team's engine and gains of its balance as the values of source files."""

from motions.keyframes.engine.parameters import BalancePhase
from motions.keyframes.interchange.names import DEG
from motions.keyframes.interchange.team_motions import SourceEngine, SourceSafeFall
from motions.keyframes.interchange.writing.keyframe import CannotSay, number
from motions.keyframes.interchange.writing.layout import Value

Range = tuple[float, float]


def engine_values(engine: SourceEngine) -> dict[str, Value]:
    """Return the parameters that are known, as values."""
    values: dict[str, Value] = {}
    if engine.max_tries is not None:
        values["maxTryCounter"] = str(engine.max_tries)
    if engine.malfunction_break_up is not None:
        values["motorMalfunctionBreakUp"] = engine.malfunction_break_up
    if engine.max_stiffness_debug is not None:
        values["maxStiffnessDebugMode"] = _whole(engine.max_stiffness_debug * 1e2)
    if engine.balance_out is not None:
        own = engine.balance_out
        values["balanceOutParams"] = {
            "maxTime": _whole(own.max_time * 1e3),
            "minFluctuation": _angle(own.min_fluctuation),
            "minForwardAngle": _angle(own.pitch[1]),
            "minBackwardAngle": _angle(own.pitch[0]),
            "minPIDDValue": number(own.min_d_value),
        }
    if engine.support_polygon is not None:
        polygon = engine.support_polygon
        sides = zip("xyz", (polygon.front, polygon.side, polygon.unread), strict=True)
        values["supportPolygonOffsets"] = {axis: number(value * 1e3) for axis, value in sides}
    if engine.safe_fall is not None:
        values["safeFallParameters"] = _safe_fall(engine.safe_fall)
    if engine.safe_upright is not None:
        values["safeUprightParameters"] = {
            "pitchDirection": _angles(engine.safe_upright.pitch),
            "rollDirection": _angles(engine.safe_upright.roll),
        }
    if engine.joint_error_filter is not None:
        weights = (engine.joint_error_filter.slow, engine.joint_error_filter.fast)
        values["jointDiffFilterParameters"] = _plain(weights)
    if engine.oscillation is not None:
        values["oscillationPeriod"] = _whole(engine.oscillation.period * 1e3)
        values["oscillationAmplitude"] = _angle(engine.oscillation.amplitude)
        values["hypErrorOscillationScaling"] = _angles(engine.oscillation.error)
    if engine.min_release is not None:
        values["minJointCompensationReduceAngleDiff"] = _angle(engine.min_release)
    return values


def phase_values(phase: BalancePhase) -> Value:
    """Return the gains of the balance in one phase.

    Raises:
        CannotSay: If it fades beyond the toes.
    """
    if phase.beyond is not None:
        raise CannotSay("beyond")
    return {
        "balanceFactor": {
            "maxValAdditionalScaling": _axes(phase.pitch.cap, phase.roll.cap),
            "exponentFactorScaling": _axes(phase.pitch.exponent, phase.roll.exponent),
            "pidPPitchParameter": _gain(phase.pitch.kp, phase.pitch.kp_add),
            "pidPRollParameter": _gain(phase.roll.kp, phase.roll.kp_add),
            "pidDPitchParameter": _gain(phase.pitch.kd, phase.pitch.kd_add),
            "pidDRollParameter": _gain(phase.roll.kd, phase.roll.kd_add),
        },
        "comDiffBase": _axes(_millimetres(phase.pitch.base), _millimetres(phase.roll.base)),
    }


def _safe_fall(own: SourceSafeFall) -> Value:
    values: dict[str, Value] = {}
    if own.sit_hip_yaw_pitch is not None:
        values["sitHYPThreshold"] = _angle(own.sit_hip_yaw_pitch)
    if own.head_angle is not None:
        values["head"] = _angle(own.head_angle)
    values["headStiffness"] = _whole(own.head * 1e2)
    values["bodyStiffness"] = _whole(own.body * 1e2)
    if own.hip_pitch is not None:
        values["hipPitchStiffness"] = _whole(own.hip_pitch * 1e2)
    if own.elbow_roll is not None:
        values["elbowRollStiffness"] = _whole(own.elbow_roll * 1e2)
    values["lowHeadStiffnessWaitTime"] = _whole(own.head_high * 1e3)
    values["unstiffWaitTime"] = _whole(own.limp_after * 1e3)
    return values


def _whole(value: float) -> str:
    return str(round(value))


def _angle(value: float) -> str:
    return f"{number(value / DEG)}deg"


def _angles(bounds: Range) -> Value:
    return {"min": _angle(bounds[0]), "max": _angle(bounds[1])}


def _plain(bounds: Range) -> Value:
    return {"min": number(bounds[0]), "max": number(bounds[1])}


def _axes(pitch: Range, roll: Range) -> Value:
    return {"pitchDirection": _plain(pitch), "rollDirection": _plain(roll)}


def _gain(base: float, add: float) -> Value:
    return {"baseValue": number(base), "maxAdditionalValue": number(add)}


def _millimetres(bounds: Range) -> Range:
    return bounds[0] * 1e3, bounds[1] * 1e3
