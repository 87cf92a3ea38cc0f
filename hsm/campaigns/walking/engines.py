"""Which walk a campaign is about: the same wish as each of them understands it."""

from dataclasses import replace
from enum import Enum

from motions.kinematics.geometry import Pose2
from motions.locomotion.gait import GaitParameters, MoveConfig
from motions.locomotion.wish import MoveTo, PathPose, PreviewVelocity, PreviewWish
from motions.requests import Motion, MotionRequest


class Engine(Enum):
    """The walks that there are."""

    PRESSURE = "pressure"
    """Steps end when the pressure under the soles says so."""
    PREVIEW = "preview"
    """Footsteps are planned, and feet placed exactly."""


def for_engine(engine: Engine, request: MotionRequest, gait: GaitParameters) -> MotionRequest:
    """Return a request to walk at a speed as an engine understands it; any other stays."""
    if engine is Engine.PRESSURE or request.motion is not Motion.WALK:
        return request
    feet = longest_steps(gait)
    velocity = PreviewVelocity(
        request.forward, request.left, request.turn, left_foot=feet, right_foot=feet
    )
    wish = PreviewWish(velocity=velocity)
    return MotionRequest(Motion.PREVIEW, preview=wish, head=request.head)


def way_to(target: Pose2) -> MotionRequest:
    """Return the request that the preview walk goes to a pose, seen from the robot."""
    pose = PathPose(target.x, target.y, target.heading)
    return MotionRequest(Motion.PREVIEW, preview=PreviewWish(move_to=MoveTo((pose,))))


def longest_steps(gait: GaitParameters) -> MoveConfig:
    """Return the usual gait with the longest steps: a speed is not cut off by the usual ones."""
    most = gait.most
    return replace(
        gait.default,
        max_step_x=most.max_step_x,
        max_step_y=most.max_step_y,
        max_step_theta=most.max_step_theta,
    )
