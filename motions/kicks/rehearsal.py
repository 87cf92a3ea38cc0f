"""Rehearsal of a kick on an ideal robot: what it demands of legs and motors.

The left foot kicks a ball at its nominal position. An in-walk kick begins from the usual run-up;
capture, levelling and balance strategies are left out.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hardware.robots.model import RobotModel, Side
from hardware.units import Point
from motions.kicks.foot_path import FootPath
from motions.kicks.in_walk_motion import InWalkKick
from motions.kicks.one_foot_posture import OneFootPosture
from motions.kicks.parameters import KickPlace, StandKickMotion, StandKickParameters
from motions.kicks.targets import Aim, KickTargets
from motions.kinematics.com import CentreOfMass
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.kinematics.robot_legs import legs_of
from motions.walking.parameters import StanceParameters, StepShapeParameters
from motions.walking.swing_path import PathPoint, SwingPath
from motions.walking.trajectories import held_up, lift_progress

_SLACK: Final = math.radians(0.05)
"""The files give limits with one or two decimals."""


@dataclass(frozen=True, slots=True)
class KickMoment:
    """One cycle of a kick.

    Attributes:
        time: Since the beginning of the kick, s.
        part: Index of the current move or of the next point.
        label: Its name.
        foot: Position of the kicking foot relative to its place: forward, outwards, up, m.
        com: Centre of mass relative to the support sole: forward, to the left, m.
        joints: Joint angles in wire order, rad.
        reached: Whether the legs are long enough.
    """

    time: float
    part: int
    label: str
    foot: Point
    com: tuple[float, float]
    joints: tuple[float, ...]
    reached: bool


@dataclass(frozen=True, slots=True)
class KickFault:
    """Something in a kick that the robot cannot do.

    Attributes:
        part: Index of the move or point.
        text: The fault, with numbers.
    """

    part: int
    text: str


def rehearse_stand(
    motion: StandKickMotion,
    parameters: StandKickParameters,
    model: RobotModel,
    torso_forward: float,
    strength: float = 1.0,
) -> tuple[KickMoment, ...]:
    """Play a kick from standing.

    Args:
        motion: The kick.
        parameters: Parameters shared by all kicks from standing.
        model: The robot.
        torso_forward: Distance of the hips in front of the soles in the stance, m.
        strength: Strength, 0..1.
    """
    moves = (*motion.strike, *motion.recover)
    path, support = FootPath(moves), OneFootPosture(model, parameters.hip_height)
    apart = 2.0 * model.dimensions.hip_offset_y
    standing = Side.RIGHT
    joints = [0.0] * len(model.names)
    support.place_hip(torso_forward, 0.5 * apart)
    support.solve(joints, standing, (0.0, apart, 0.0), (0.0, 0.0))
    middle = support.centre(joints)
    over = parameters.over[0], standing.sign * parameters.over[1]
    path.begin(strength, 0.0, 0.0)
    moments = list[KickMoment]()
    while path.done < len(moves):
        part, label = path.done, path.label
        path.advance(model.cycle)
        now = path.now
        wanted = tuple(a + now.weight * (b - a) for a, b in zip(middle, over, strict=True))
        forward, outwards, up = now.foot
        foot = forward, apart + outwards, up
        reached = support.balance(
            joints, standing, foot, now.tilt, (wanted[0] + now.lean, wanted[1])
        )
        time, com = len(moments) * model.cycle, support.centre(joints)
        moments.append(KickMoment(time, part, label, now.foot, com, tuple(joints), reached))
    return tuple(moments)


def rehearse_step(
    kick: InWalkKick,
    place: KickPlace,
    model: RobotModel,
    stance: StanceParameters,
    shape: StepShapeParameters,
    strength: float = 1.0,
) -> tuple[KickMoment, ...]:
    """Play an in-walk kick.

    Args:
        kick: The kick.
        place: Where the ball lies.
        model: The robot.
        stance: Stance of the walk.
        shape: Step shape of the walk.
        strength: Strength, 0..1.
    """
    aim = Aim(Side.LEFT, place.ball, place.turn, strength)
    points = KickTargets(model.dimensions, stance.torso_forward).step(kick, aim).step.points
    behind = min(place.ball[0] - kick.usual, 0.0)
    path = SwingPath(PathPoint(kick.leaves, behind, 0.0), points)
    apex = min(shape.lift_apex_time / kick.duration, shape.lift_apex_ratio)
    legs, com = legs_of(model), CentreOfMass(model)
    moments = list[KickMoment]()
    for cycle in range(round(kick.duration / model.cycle) + 1):
        time = cycle * model.cycle
        at = path.at(time)
        lifted = held_up(time / kick.duration, apex, kick.high_until)
        up = (shape.lift + kick.lift) * lift_progress(lifted, apex)
        left, right = _soles_in_step(at, up, stance, model.dimensions.hip_offset_y)
        solution = legs.solve(left, right)
        joints = [0.0] * len(model.names)
        for joint, angle in zip(model.leg_joints, solution.angles, strict=True):
            joints[joint] = angle
        centre = com.of(joints)
        part = next((n for n, p in enumerate(points) if time < p.time), len(points) - 1)
        label, foot = f"point {part + 1}", (at.forward, at.side, up)
        over = centre[0] - right.x, centre[1] - right.y
        moments.append(KickMoment(time, part, label, foot, over, tuple(joints), solution.reachable))
    return tuple(moments)


def _soles_in_step(
    at: PathPoint, up: float, stance: StanceParameters, hip_offset: float
) -> tuple[Pose3, Pose3]:
    """Return both soles in the hip frame while the left foot swings: the hips are midway.

    Args:
        at: Current point of the left foot's path.
        up: Height of the left foot, m.
        stance: Stance of the walk.
        hip_offset: Half the distance between the hip joints, m.
    """
    x, y = 0.5 * at.forward + stance.torso_forward, hip_offset + 0.5 * at.side
    left = Pose3(
        at.forward - x,
        2.0 * hip_offset + at.side - y,
        up - stance.hip_height,
        rotation_from_rpy(0.0, -at.toes, at.turn),
    )
    return left, Pose3(-x, -y, -stance.hip_height)


def faults(moments: tuple[KickMoment, ...], model: RobotModel) -> Iterator[KickFault]:
    """Yield what the robot cannot do: joints beyond their limits, legs that are too short.

    A short leg is reported once per move, where it first occurs; a joint limit once per move and
    joint, where the excess is largest.
    """
    worst: dict[tuple[int, int], tuple[float, float]] = {}
    short = set[int]()
    for moment in moments:
        if not moment.reached and moment.part not in short:
            short.add(moment.part)
            yield KickFault(
                moment.part,
                f"the legs are too short for the foot at {_place(moment.foot)} "
                f"after {1e3 * moment.time:.0f} ms",
            )
        for joint in model.leg_joints:
            angle, spec = moment.joints[joint], model.specs[joint]
            beyond = max(angle - spec.max, spec.min - angle)
            key = moment.part, joint
            if beyond > max(_SLACK, worst.get(key, (0.0, 0.0))[0]):
                worst[key] = beyond, angle
    for (part, joint), (_, angle) in worst.items():
        spec = model.specs[joint]
        low, high = math.degrees(spec.min), math.degrees(spec.max)
        yield KickFault(
            part,
            f"{model.names[joint]} {math.degrees(angle):.1f} deg is outside "
            f"{low:.1f}..{high:.1f} deg",
        )


def motor_shares(moments: tuple[KickMoment, ...], model: RobotModel) -> dict[int, float]:
    """Return the peak commanded speed of each leg joint as a share of its no-load speed."""
    shares = {}
    for joint in model.leg_joints:
        steps = [
            abs(after.joints[joint] - before.joints[joint])
            for before, after in zip(moments, moments[1:], strict=False)
        ]
        shares[joint] = max(steps, default=0.0) / model.cycle / model.no_load_speed(joint)
    return shares


def _place(foot: Point) -> str:
    return ", ".join(f"{1e3 * value:.0f}" for value in foot) + " mm"
