"""The step model: every step is executed exactly, and the feet swing in turn."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from hardware.robots.model import Side
from hardware.units import FlatPoint
from motions.generators.situation import PoseTarget, Situation
from motions.kinematics.geometry import Pose2
from motions.sight import Circle
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step

NEAR = 0.010
"""A walk ends within this distance of the target, m ..."""
STRAIGHT = math.radians(2.0)
"""... and this, rad."""
BEHIND = 0.18
"""Distance of the point of interest beyond the target, along its heading, m."""
_MOST_STEPS = 400
"""No scene takes half as many."""

Chooser = Callable[[PoseTarget, Situation], Step]
"""Chooses steps: a generator, or a plain controller."""


@dataclass(frozen=True, slots=True)
class WayScene:
    """A target, and obstacles on the path to it.

    Attributes:
        target: Target in the frame of the robot before its first step.
        swing: The foot that swings first.
        obstacles: Obstacles in the same frame.
    """

    target: PoseTarget
    swing: Side
    obstacles: tuple[Circle, ...] = ()

    @property
    def mirrored(self) -> "WayScene":
        """Return the scene reflected at the plane y = 0."""
        pose, interest = self.target.pose, self.target.interest
        return WayScene(
            replace(
                self.target,
                pose=Pose2(pose.x, -pose.y, -pose.heading),
                interest=None if interest is None else (interest[0], -interest[1]),
            ),
            self.swing.other,
            tuple(
                Circle(each.x, -each.y, each.radius, each.vx, -each.vy) for each in self.obstacles
            ),
        )

    @property
    def turned(self) -> "WayScene":
        """Return the scene with a full turn added to the target's heading."""
        pose = self.target.pose
        further = Pose2(pose.x, pose.y, pose.heading + 2.0 * math.pi)
        return replace(self, target=replace(self.target, pose=further))

    def after(self, step: Step, duration: float) -> "WayScene":
        """Return the scene in the robot's frame after a step of this duration, s."""
        pose, interest = self.target.pose, self.target.interest
        before = Pose2(step.x, step.y, step.turn).inverse()
        return WayScene(
            replace(
                self.target,
                pose=Pose2(*seen_after(step, pose.x, pose.y), pose.heading - step.turn),
                interest=None if interest is None else seen_after(step, *interest),
            ),
            self.swing.other,
            tuple(each.after(duration).in_frame_of(before) for each in self.obstacles),
        )

    @property
    def done(self) -> bool:
        """Return whether the target is reached."""
        pose = self.target.pose
        off = math.remainder(pose.heading, 2.0 * math.pi)
        return math.hypot(pose.x, pose.y) <= NEAR and abs(off) <= STRAIGHT


def seen_after(step: Step, x: float, y: float) -> FlatPoint:
    """Return a point in the robot's frame after a step."""
    c, s = math.cos(step.turn), math.sin(step.turn)
    x, y = x - step.x, y - step.y
    return c * x + s * y, c * y - s * x


def walked(choose: Chooser, limits: StepLimits, scene: WayScene) -> tuple[Step, ...]:
    """Return the steps until the target is reached, at most `_MOST_STEPS` of them."""
    steps: list[Step] = []
    last = Step()
    while len(steps) < _MOST_STEPS and not scene.done:
        last = choose(scene.target, Situation(scene.swing, last, limits, scene.obstacles))
        steps.append(last)
        scene = scene.after(last, limits.step_duration)
    return tuple(steps)
