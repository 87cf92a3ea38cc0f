"""The walk of a campaign, and the same request converted for each walk."""

from dataclasses import replace
from enum import Enum

from motions.kinematics.geometry import Pose2
from motions.locomotion.gait import GaitParameters, MoveConfig
from motions.locomotion.wish import MoveTo, PathPose, PreviewVelocity, PreviewWish
from motions.requests import Motion, MotionRequest


class Engine(Enum):
    """The available walks."""

    PRESSURE = "pressure"
    """Steps end by the pressure under the soles."""
    PREVIEW = "preview"
    """Footsteps are planned, and feet placed exactly."""


def for_engine(engine: Engine, request: MotionRequest, gait: GaitParameters) -> MotionRequest:
    """Return a request to walk at a speed converted for an engine; others are unchanged."""
    if engine is Engine.PRESSURE or request.motion is not Motion.WALK:
        return request
    feet = longest_steps(gait)
    velocity = PreviewVelocity(
        request.forward, request.left, request.turn, left_foot=feet, right_foot=feet
    )
    wish = PreviewWish(velocity=velocity)
    return MotionRequest(Motion.PREVIEW, preview=wish, head=request.head)


def way_to(target: Pose2) -> MotionRequest:
    """Return the request for the preview walk to walk to a pose in the robot's frame."""
    pose = PathPose(target.x, target.y, target.heading)
    return MotionRequest(Motion.PREVIEW, preview=PreviewWish(move_to=MoveTo((pose,))))


def longest_steps(gait: GaitParameters) -> MoveConfig:
    """Return the default gait with the longest steps, so that speeds are not cut."""
    most = gait.most
    return replace(
        gait.default,
        max_step_x=most.max_step_x,
        max_step_y=most.max_step_y,
        max_step_theta=most.max_step_theta,
    )
