"""The parameters of the eyes: group `eyes` of `config/plants/`."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Gt, Lt

from hardware.units import Milliseconds, PositiveLength, Ratio, Unit, UnsignedAngle, UnsignedLength

Rate = Annotated[float, Unit("hz"), Gt(0.0), Lt(80.0)]


@dataclass(frozen=True, slots=True)
class EyesParameters:
    """How well the process behind the cameras sees; the cameras are the robot's (`nao_v6.yaml`).

    Noise is normal, and of every picture anew; distances and bearings are those from the robot's
    frame, the point on the floor below its hips.

    Attributes:
        picture_rate: Pictures of both cameras, taken at once, 1/s.
        picture_delay: From a picture to what was found in it, s.
        furthest: Beyond it nothing is found, m.
        ball_distance_noise: Deviation as a share of the distance.
        ball_noise: Deviation that is left of it close by, m.
        ball_bearing_noise: Deviation of the direction, rad.
        ball_loss: Probability that it is not found in a picture that shows it.
        obstacle_distance_noise: Deviation as a share of the distance.
        obstacle_bearing_noise: rad.
        obstacle_loss: Probability that one is not found in a picture that shows it.
        pose_rate: Answers of the localisation, 1/s.
        pose_delay: Until they come, s.
        pose_noise: Deviation along each axis, m.
        pose_heading_noise: rad.
        pose_loss: Probability that an answer does not come.
    """

    picture_rate: Rate
    picture_delay: Milliseconds
    furthest: PositiveLength
    ball_distance_noise: Ratio
    ball_noise: UnsignedLength
    ball_bearing_noise: UnsignedAngle
    ball_loss: Ratio
    obstacle_distance_noise: Ratio
    obstacle_bearing_noise: UnsignedAngle
    obstacle_loss: Ratio
    pose_rate: Rate
    pose_delay: Milliseconds
    pose_noise: UnsignedLength
    pose_heading_noise: UnsignedAngle
    pose_loss: Ratio
