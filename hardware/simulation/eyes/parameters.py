"""The parameters of the eyes: group `eyes` of `config/plants/`."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Gt, Lt

from hardware.units import Milliseconds, PositiveLength, Ratio, Unit, UnsignedAngle, UnsignedLength

Rate = Annotated[float, Unit("hz"), Gt(0.0), Lt(80.0)]


@dataclass(frozen=True, slots=True)
class EyesParameters:
    """Accuracy of the detection behind the cameras; the cameras are the robot's (`nao_v6.yaml`).

    Noise is normal and independent for every picture; distances and bearings are relative to the
    robot's frame, the point on the floor below its hips.

    Attributes:
        picture_rate: Pictures of both cameras, taken simultaneously, 1/s.
        picture_delay: Time from a picture to its detections, s.
        furthest: Range of detection, m.
        ball_distance_noise: Standard deviation as a share of the distance.
        ball_noise: Constant term added to it, m.
        ball_bearing_noise: Standard deviation of the bearing, rad.
        ball_loss: Probability that a visible ball is not detected.
        obstacle_distance_noise: Standard deviation as a share of the distance.
        obstacle_bearing_noise: Standard deviation of the bearing, rad.
        obstacle_loss: Probability that a visible obstacle is not detected.
        pose_rate: Results of the localisation, 1/s.
        pose_delay: Delay of a result, s.
        pose_noise: Standard deviation along each axis, m.
        pose_heading_noise: Standard deviation of the heading, rad.
        pose_loss: Probability that a result is lost.
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
