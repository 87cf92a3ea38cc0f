"""The parameters of the eyes: group `eyes` of `config/plants/`."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Lt

from hardware.units import Angle, LengthPoint, Milliseconds, Ratio, Unit

Rate = Annotated[float, Unit("hz"), Gt(0.0), Lt(80.0)]
Opening = Annotated[float, Unit("deg"), Gt(0.0), Lt(180.0)]
Spread = Annotated[float, Unit("mm"), Ge(0.0)]
Bearing = Annotated[float, Unit("deg"), Ge(0.0)]


@dataclass(frozen=True, slots=True)
class EyesParameters:
    """What two cameras and the process behind them see, and how well.

    Noise is normal, and of every picture anew; distances and bearings are those from the robot's
    frame, the point on the floor below its hips.

    Attributes:
        upper_place: Of the upper camera in the head, m.
        upper_pitch: By which it looks down, rad.
        lower_place: Of the lower camera, m.
        lower_pitch: rad.
        view_width: Opening of both cones to the sides, rad.
        view_height: Up and down, rad.
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

    upper_place: LengthPoint
    upper_pitch: Angle
    lower_place: LengthPoint
    lower_pitch: Angle
    view_width: Opening
    view_height: Opening
    picture_rate: Rate
    picture_delay: Milliseconds
    furthest: Annotated[float, Unit("mm"), Gt(0.0)]
    ball_distance_noise: Ratio
    ball_noise: Spread
    ball_bearing_noise: Bearing
    ball_loss: Ratio
    obstacle_distance_noise: Ratio
    obstacle_bearing_noise: Bearing
    obstacle_loss: Ratio
    pose_rate: Rate
    pose_delay: Milliseconds
    pose_noise: Spread
    pose_heading_noise: Bearing
    pose_loss: Ratio
