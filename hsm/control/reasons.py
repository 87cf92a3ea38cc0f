"""Reasons of transitions: sentences with the numbers behind the facts of a row."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from hardware.sensors_and_commands import Touch
from hsm.chart import facts
from motions.destinations import TargetFrame
from motions.kicks.wish import Dribble, Kick
from motions.perception.health import Heat
from motions.perception.state import Fall, RobotState
from motions.requests import Motion, MotionRequest


@dataclass(frozen=True, slots=True)
class Evidence:
    """Inputs from which the facts of this cycle were computed.

    Attributes:
        robot: The state estimate.
        request: The request that is followed.
        silent: The behaviour has been silent for too long.
        leaf: Account of the active state on its own facts, before the transition.
        errand: Account of the errand: the remaining path, in words.
        kick: What a kick in the walk still lacks, in words.
    """

    robot: RobotState
    request: MotionRequest
    silent: bool
    leaf: str
    errand: str = ""
    kick: str = ""


_FRAMES: Final = {
    TargetFrame.ROBOT: "the robot frame",
    TargetFrame.ODOMETRY: "the odometry frame",
    TargetFrame.FIELD: "the field frame",
}


def request_text(request: MotionRequest) -> str:
    """Return a request as text: speeds in m/s and degrees per second."""
    rolling = request.while_rolling
    interrupted = "" if rolling is None else f", {rolling.value} while a ball rolls here"
    return _motion_text(request) + interrupted


def _motion_text(request: MotionRequest) -> str:
    if request.dive is not None:
        return f"dive {request.dive.value} requested"
    if request.walk_to is not None:
        wish = request.walk_to
        place = f"{wish.x:z.2f}, {wish.y:z.2f} m, {math.degrees(wish.heading):z.0f} deg"
        return f"walk to {place} requested, in {_FRAMES[wish.frame]}"
    if request.kick is not None:
        return f"{_kick_text(request.kick)} requested"
    if request.dribble is not None:
        return f"{_dribble_text(request.dribble)} requested"
    if request.motion is not Motion.WALK:
        return f"{request.motion.value} requested"
    unit = " of full speed" if request.relative else " m/s"
    parts = [
        f"{_rounded(abs(value), 2)}{unit} {positive if value > 0.0 else negative}"
        for value, positive, negative in (
            (request.forward, "forward", "backward"),
            (request.left, "left", "right"),
        )
        if value
    ]
    if request.turn:
        side = "left" if request.turn > 0.0 else "right"
        turn = abs(request.turn)
        speed = (
            f"{_rounded(turn, 2)} of full turn rate"
            if request.relative
            else f"{_rounded(math.degrees(turn), 0)} deg/s"
        )
        parts.append(f"{speed} {side}")
    return f"walk {', '.join(parts) or 'at zero speed'} requested"


def _rounded(value: float, decimals: int) -> str:
    """Return a number above 0 with this many decimals, or with more if it would look like 0."""
    text = f"{value:.{decimals}f}"
    return text if float(text) else f"{value:.2g}"


def _kick_text(kick: Kick) -> str:
    kinds = " or ".join(kind.value for kind in kick.kinds)
    far = "" if kick.length is None else f" over {kick.length:.1f} m"
    frame = _FRAMES[kick.frame]
    if kick.target is not None:
        x, y = kick.target
        return f"kick {kinds} to {x:z.2f}, {y:z.2f} m in {frame}{far}"
    return f"kick {kinds} at {math.degrees(kick.direction):z.0f} deg in {frame}{far}"


def _dribble_text(dribble: Dribble) -> str:
    frame = _FRAMES[dribble.frame]
    if dribble.direction is not None:
        return f"dribble at {math.degrees(dribble.direction):z.0f} deg in {frame}"
    return f"dribble to {dribble.x:z.2f}, {dribble.y:z.2f} m in {frame}"


def _tilt(evidence: Evidence) -> str:
    robot = evidence.robot
    return f"pitch {math.degrees(robot.pitch):z.0f} deg, roll {math.degrees(robot.roll):z.0f} deg"


def _rates(evidence: Evidence) -> str:
    return f"gyro rates up to {math.degrees(max(map(abs, evidence.robot.gyro))):.0f} deg/s"


def _falling(evidence: Evidence) -> str:
    robot = evidence.robot
    if robot.fall is not Fall.FALLING:
        return _tilt(evidence)
    pitch = (
        f"pitch {math.degrees(robot.pitch):z.0f} deg at {math.degrees(robot.gyro[1]):z.0f} deg/s"
    )
    roll = f"roll {math.degrees(robot.roll):z.0f} deg at {math.degrees(robot.gyro[0]):z.0f} deg/s"
    return f"falling {robot.fall_direction}: {pitch}, {roll}"


def _lying(evidence: Evidence) -> str:
    return f"{evidence.robot.fall.value}: {_tilt(evidence)}"


def _soles(evidence: Evidence) -> str:
    support = evidence.robot.support
    return f"soles {support.left_force:z.0f} N, {support.right_force:z.0f} N"


def _limp(evidence: Evidence) -> str:
    if evidence.silent:
        return "no request has arrived for too long"
    if not evidence.robot.imu_alive:
        return "the inertial unit has failed"
    health = evidence.robot.health
    if health.heat is Heat.HOT:
        at = f"{health.temperature:.0f} C, status {health.status}"
        return f"{health.joint} at {at}"
    if health.empty:
        return f"battery at {100.0 * health.charge:.0f} %"
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


def _walk(evidence: Evidence) -> str:
    return "; ".join(part for part in (_request(evidence), evidence.errand) if part)


def _levels(evidence: Evidence) -> str:
    robot = evidence.robot
    heights = (robot.left_sole.z, robot.right_sole.z)
    return "soles {:.0f} and {:.0f} mm below the hips".format(*(-z * 1e3 for z in heights))


def _get_up(evidence: Evidence) -> str:
    robot = evidence.robot
    return f"{robot.fall.value}, centre of mass at {robot.com_height * 1e3:.0f} mm"


def _stiff(evidence: Evidence) -> str:
    return f"stiffness up to {100.0 * max(evidence.robot.applied_stiffness):.0f} %"


def _head(evidence: Evidence) -> str:
    touch = evidence.robot.touch
    pads = (Touch.HEAD_FRONT, Touch.HEAD_MIDDLE, Touch.HEAD_REAR)
    return "head sensors at {:.1f}, {:.1f}, {:.1f}".format(*(touch[pad] for pad in pads))


def _height(evidence: Evidence) -> str:
    return f"centre of mass at {evidence.robot.com_height * 1e3:.0f} mm"


def _quiet(evidence: Evidence) -> str:
    return f"gyros quiet for {evidence.robot.imu_quiet_time:.2f} s"


def _kill(evidence: Evidence) -> str:
    return evidence.leaf or request_text(evidence.request)


def _leaf(evidence: Evidence) -> str:
    return evidence.leaf


def _kick_in_walk(evidence: Evidence) -> str:
    return evidence.leaf or evidence.kick


Account = Callable[[Evidence], str]

_ACCOUNTS: Final[dict[int, Account]] = {
    facts.FRAMES_OK: _age,
    facts.LINK_OK: _age,
    facts.HW_FAULT: _values,
    facts.STIFF: _stiff,
    facts.FORCE_LIMP: _force_limp,
    facts.HEAD_TOUCH: _head,
    facts.CLEAR_REQ: _request,
    facts.KILL_REQ: _kill,
    facts.FALLING: _falling,
    facts.LYING: _lying,
    facts.LIFTED: _soles,
    facts.CONTACT: _soles,
    facts.UPRIGHT: _tilt,
    facts.CALM: _rates,
    facts.LATE: _leaf,
    facts.SQUATS: _height,
    facts.SOLES_LEVEL: _levels,
    facts.HIGH_REQ: _request,
    facts.WALK_REQ: _walk,
    facts.SPECIAL_REQ: _request,
    facts.PREVIEW_REQ: _request,
    facts.DIVE_REQ: _request,
    facts.LIMP_REQ: _limp,
    facts.GET_UP_REQ: _get_up,
    facts.JUMP_REQ: _request,
    facts.DELAY_DUE: _leaf,
    facts.FIRST_STEP: _leaf,
    facts.KICK_READY: _walk,
    facts.KICK_STEP_READY: _kick_in_walk,
    facts.PRESTEP_READY: _kick_in_walk,
    facts.KICK_IN_STEP: _kick_in_walk,
    facts.DONE: _leaf,
    facts.SETTLED: _quiet,
    facts.FEET_CLOSED: _leaf,
    facts.STEPS_LEFT: _leaf,
    facts.UNSHIFTED: _leaf,
    facts.STILL_ABORT: _leaf,
    facts.BEGAN_UPRIGHT: _leaf,
    facts.TORSO_OUT: _leaf,
    facts.BRANCH_TAKEN: _leaf,
    facts.WAITING: _leaf,
    facts.BALANCING: _leaf,
    facts.MISMATCH: _leaf,
    facts.TRIES_LEFT: _leaf,
}
"""The account of every fact: the numbers that it is based on."""


def unaccounted() -> list[str]:
    """Return one sentence per fact without an account."""
    return [
        f"fact '{name}' has no account: add the function that reports its numbers to reasons.py"
        for name, bit in facts.FACTS.bits.items()
        if bit not in _ACCOUNTS
    ]


def in_vain(guard: str, evidence: Evidence) -> str:
    """Return one sentence for a row that fired by its limit because its guard never held.

    Args:
        guard: Guard of the row, as written.
        evidence: Inputs of the facts; the leaf's account tells how far it progressed.
    """
    return "; ".join(part for part in (evidence.leaf, f"{guard} did not come true") if part)


def because(names: Sequence[str], evidence: Evidence, note: str) -> str:
    """Return one sentence for a row that fired.

    Args:
        names: The facts of the row's guard; none for "always".
        evidence: Inputs of the facts.
        note: The sentence if the guard has no account.
    """
    accounts = [_ACCOUNTS[facts.FACTS.bit(name)] for name in names]
    # The leaf's account comes first; it is the only one if the row has no guard.
    parts = [evidence.leaf] if not accounts or _leaf in accounts else []
    parts += [account(evidence) for account in accounts]
    return "; ".join(part for part in dict.fromkeys(parts) if part) or note
