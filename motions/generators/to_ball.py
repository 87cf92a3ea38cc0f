"""Walks to a pose beside the ball, around the ball if it is in the way, without touching it."""

import math
from dataclasses import replace

from motions.destinations import SideWalking
from motions.generators.parameters import ToBallParameters
from motions.generators.situation import PoseTarget, Situation
from motions.generators.to_pose import WalkToPose
from motions.kinematics.geometry import Pose2
from motions.perception.world import RollingBall
from motions.scalars import ramp
from motions.sight import Circle
from motions.walking.step import Step

_UNDER_THE_ROBOT = 0.02
"""A ball so near to the robot's centre is on neither side of it, m."""


class WalkToBall:
    """Plans the step towards a pose beside the ball.

    The robot keeps out of a circle around the ball that passes through the pose: the path is
    straight where it can be, else it follows a tangent and the circle, planned with the obstacles.
    """

    def __init__(self, parameters: ToBallParameters, to_pose: WalkToPose) -> None:
        self._parameters = parameters
        self._to_pose = to_pose

    def step(self, target: PoseTarget, situation: Situation) -> Step:
        """Return the coming step; without a ball, the one towards the pose."""
        ball, parameters = situation.ball, self._parameters
        if ball is None:
            return self._to_pose.step(target, situation)
        x, y = ball.x, ball.y
        away = math.hypot(x, y)
        known = situation.ball_age <= parameters.sideways_within
        hurried = known and away < parameters.hurried_within
        circle = Circle(x, y, self._radius(target, ball, situation.ball_age))
        if away < _UNDER_THE_ROBOT:
            back = PoseTarget(Pose2(-circle.radius), keep_rotation=True, share=target.share)
            return self._to_pose.step(back, replace(situation, obstacles=()), hurried=hurried)
        seen = replace(target, interest=(x, y))
        if not known and seen.side_walking is SideWalking.ALLOWED:
            seen = replace(seen, side_walking=SideWalking.NOT_ALLOWED)
        return self._to_pose.step(seen, situation, circle, hurried=hurried)

    def _radius(self, target: PoseTarget, ball: RollingBall, age: float) -> float:
        """Return the radius of the path around a ball seen some seconds ago, m."""
        parameters, pose = self._parameters, target.pose
        near = max(math.hypot(pose.x - ball.x, pose.y - ball.y), parameters.distance)
        return near + parameters.growth * ramp(age, *parameters.unseen)
