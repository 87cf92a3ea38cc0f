"""Why a transition was taken, in words with the numbers behind the facts of its row."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hardware.frames import Touch
from hsm.states.state import State
from motions.perception.state import Fall, RobotState
from motions.requests import Motion, MotionRequest

_LEAF_FACTS = {
    "done", "late", "unshifted", "torso_out", "branch_taken", "waiting", "balancing", "mismatch",
    "began_upright",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the facts of this cycle were made from.

    Attributes:
        robot: The state estimate.
        request: The behaviour's wish.
        silent: The behaviour has been silent for too long.
        state: The active state, before the transition.
    """

    robot: RobotState
    request: MotionRequest
    silent: bool
    state: State


def request_text(request: MotionRequest) -> str:
    """Return a request for people: speeds in m/s and degrees per second."""
    if request.dive is not None:
        return f"dive {request.dive.value} asked"
    if request.motion is not Motion.WALK:
        return f"{request.motion.value} asked"
    parts = [
        f"{abs(value):.2f} m/s {positive if value > 0.0 else negative}"
        for value, positive, negative in (
            (request.forward, "forward", "backward"),
            (request.left, "left", "right"),
        )
        if value
    ]
    if request.turn:
        side = "left" if request.turn > 0.0 else "right"
        parts.append(f"{abs(math.degrees(request.turn)):.0f} deg/s {side}")
    return f"walk {', '.join(parts) or 'at zero speed'} asked"


def _tilt(evidence: Evidence) -> str:
    robot = evidence.robot
    return f"pitch {math.degrees(robot.pitch):.0f} deg, roll {math.degrees(robot.roll):.0f} deg"


def _rates(evidence: Evidence) -> str:
    return f"largest gyro rate {math.degrees(max(map(abs, evidence.robot.gyro))):.0f} deg/s"


def _falling(evidence: Evidence) -> str:
    robot = evidence.robot
    if robot.fall is not Fall.FALLING:
        return _tilt(evidence)
    rates = f"rates {math.degrees(robot.gyro[0]):.0f}, {math.degrees(robot.gyro[1]):.0f} deg/s"
    return f"falling to the {robot.fall_direction.value}: {_tilt(evidence)}, {rates}"


def _lying(evidence: Evidence) -> str:
    return f"{evidence.robot.fall.value}: {_tilt(evidence)}"


def _soles(evidence: Evidence) -> str:
    support = evidence.robot.support
    return f"soles {support.left_force:.0f} N, {support.right_force:.0f} N"


def _limp(evidence: Evidence) -> str:
    if evidence.silent:
        return "no request for too long"
    if not evidence.robot.imu_alive:
        return "the inertial unit is dead"
    return request_text(evidence.request)


def _force_limp(evidence: Evidence) -> str:
    chest = evidence.robot.touch[Touch.CHEST]
    return f"{request_text(evidence.request)}, chest button at {chest:.1f}"


def _age(evidence: Evidence) -> str:
    return f"last frame {evidence.robot.frame_age * 1e3:.0f} ms ago"


def _values(evidence: Evidence) -> str:
    return f"{evidence.robot.implausible} implausible values"


def _request(evidence: Evidence) -> str:
    return request_text(evidence.request)


def _levels(evidence: Evidence) -> str:
    robot = evidence.robot
    heights = (robot.left_sole.z, robot.right_sole.z)
    return "soles {:.0f} and {:.0f} mm below the hips".format(*(-z * 1e3 for z in heights))


def _get_up(evidence: Evidence) -> str:
    robot = evidence.robot
    return f"{robot.fall.value}, centre of mass at {robot.com_height * 1e3:.0f} mm"


_ACCOUNTS: dict[str, Callable[[Evidence], str]] = {
    "frames_ok": _age,
    "link_ok": _age,
    "hw_fault": _values,
    "force_limp": _force_limp,
    "limp_req": _limp,
    "walk_req": _request,
    "high_req": _request,
    "dive_req": _request,
    "jump_req": _request,
    "special_req": _request,
    "clear_req": _request,
    "lifted": _soles,
    "soles_level": _levels,
    "falling": _falling,
    "lying": _lying,
    "upright": _tilt,
    "calm": _rates,
    "contact": _soles,
    "get_up_req": _get_up,
}


def because(names: Sequence[str], evidence: Evidence, note: str) -> str:
    """Return one sentence for a row that fired.

    Args:
        names: The facts of the row's guard; none for "always".
        evidence: What the facts were made from.
        note: What to say when the guard has nothing to tell.
    """
    parts: list[str] = []
    if not names or _LEAF_FACTS.intersection(names):
        parts.append(evidence.state.account())
    parts += [_ACCOUNTS[name](evidence) for name in names if name in _ACCOUNTS]
    told = [part for part in dict.fromkeys(parts) if part]
    return "; ".join(told) or note
