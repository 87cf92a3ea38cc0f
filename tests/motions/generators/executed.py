"""Exactly executed steps, one after the other, and random scenes."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from hardware.robots.model import Side
from motions.destinations import SideWalking, SpeedShare
from motions.generators.situation import PoseTarget, Situation
from motions.kinematics.geometry import Pose2
from motions.sight import Circle
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step

END = Pose2()


@dataclass(frozen=True)
class Way:
    """Steps, and what was left to the target before each of them and after the last."""

    steps: tuple[Step, ...]
    left: tuple[Pose2, ...]

    @property
    def arrived(self) -> bool:
        return distance(self.left[-1]) < 1e-9 and abs(self.left[-1].heading) < 1e-9


def distance(pose: Pose2) -> float:
    return math.hypot(pose.x, pose.y)


def after(step: Step, pose: Pose2) -> Pose2:
    """Return a pose in the frame after a step."""
    return Pose2(step.x, step.y, step.turn).inverse() @ pose


def after_point(step: Step, point: tuple[float, float]) -> tuple[float, float]:
    moved = after(step, Pose2(*point))
    return moved.x, moved.y


def executed(
    choose: Callable[[PoseTarget, Situation], Step],
    limits: StepLimits,
    target: PoseTarget,
    swing: Side = Side.LEFT,
    obstacles: tuple[Circle, ...] = (),
    most: int = 200,
) -> Way:
    """Return the path until nothing is left of it, or until `most` steps are made."""
    steps: list[Step] = []
    left = [target.pose]
    last = Step()
    while len(steps) < most and (distance(left[-1]) > 1e-9 or abs(left[-1].heading) > 1e-9):
        step = choose(target, Situation(swing, last, limits, obstacles))
        steps.append(step)
        pose = after(step, target.pose)
        left.append(pose)
        interest = target.interest
        if interest is not None:
            interest = after_point(step, interest)
        target = replace(target, pose=pose, interest=interest)
        before = Pose2(step.x, step.y, step.turn).inverse()
        obstacles = tuple(
            each.after(limits.step_duration).in_frame_of(before) for each in obstacles
        )
        last, swing = step, swing.other
    return Way(tuple(steps), tuple(left))


def drawn_targets(seed: int, count: int) -> Iterator[tuple[PoseTarget, Side, Step]]:
    """Draw targets with a swing foot and a last step."""
    rng = Random(seed)
    for _ in range(count):
        far, way = rng.choice((0.03, 0.3, 4.0)) * rng.random(), rng.uniform(-math.pi, math.pi)
        pose = Pose2(far * math.cos(way), far * math.sin(way), rng.uniform(-math.pi, math.pi))
        seen = (rng.uniform(-3.0, 3.0), rng.uniform(-3.0, 3.0))
        target = PoseTarget(
            pose,
            interest=rng.choice((None, seen)),
            keep_rotation=rng.random() < 0.1,
            side_walking=rng.choice(list(SideWalking)),
            share=SpeedShare(*(rng.choice((1.0, rng.uniform(0.1, 1.0))) for _ in range(3))),
        )
        swing = rng.choice(list(Side))
        last = Step(rng.uniform(-0.0375, 0.0625), 0.0, rng.uniform(-0.3, 0.3))
        yield target, swing, last


def mirrored_target(target: PoseTarget) -> PoseTarget:
    interest = target.interest
    pose = Pose2(target.pose.x, -target.pose.y, -target.pose.heading)
    return replace(target, pose=pose, interest=interest and (interest[0], -interest[1]))


def mirrored_step(step: Step) -> Step:
    return Step(step.x, -step.y, -step.turn)
