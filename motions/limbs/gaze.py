"""Head angles that centre a point in a camera, and the visibility of points.

Points are in the hip frame, with the torso's axes. Pan turns about the torso's z axis, tilt about
the left axis turned by pan; positive tilt looks down.
"""

import math

from hardware.robots.eyes import HeadCamera
from hardware.robots.model import RobotModel, Side
from hardware.units import Point


class Gaze:
    """Geometry of head, cameras and shoulders of one robot model."""

    def __init__(self, model: RobotModel) -> None:
        self.eyes = model.eyes
        drop = model.dimensions.hip_offset_z
        places = {link.joint: link.origin for link in model.links}
        names = model.names
        neck = tuple(
            sum(values) for values in zip(*(places[names[j]] for j in model.head), strict=True)
        )
        self._neck = (neck[0], neck[1], neck[2] + drop)
        shoulders = (places[names[model.arms[side][0]]] for side in Side)
        self._shoulders = tuple((x, y, z + drop) for x, y, z in shoulders)

    def angles(self, point: Point, camera: HeadCamera, pan: float) -> tuple[float, float]:
        """Return pan and tilt that centre the point in the camera's picture, rad.

        Args:
            point: The point, m.
            camera: One of the head's cameras.
            pan: Current pan, kept for a point right above or below the neck, rad.
        """
        x, y, z = (a - b for a, b in zip(point, self._neck, strict=True))
        across = math.hypot(x, y)
        if across > 1e-3:
            pan = math.atan2(y, x)
        # In the plane of the gaze: the distance of the point from the tilt axis, and the offset at
        # which the camera's optical axis passes it.
        forward, _, up = camera.place
        beside = forward * math.sin(camera.pitch) + up * math.cos(camera.pitch)
        distance = max(math.hypot(across, z), abs(beside) + 1e-9)
        return pan, math.asin(beside / distance) - math.atan2(z, across) - camera.pitch

    def in_view(self, point: Point, camera: HeadCamera, pan: float, tilt: float) -> bool:
        """Return whether the point is in the camera's picture at this pan and tilt."""
        x, y, z = self._in_camera(point, camera, pan, tilt)
        return (
            x > 0.0
            and abs(math.atan2(y, x)) <= 0.5 * self.eyes.width
            and abs(math.atan2(z, x)) <= 0.5 * self.eyes.height
        )

    def hidden(
        self, point: Point, camera: HeadCamera, pan: float, tilt: float, radius: float
    ) -> bool:
        """Return whether a shoulder of this radius (m) is between the camera and the point."""
        ex, ey, ez = self._eye(camera, pan, tilt)
        px, py, pz = point[0] - ex, point[1] - ey, point[2] - ez
        squared = px * px + py * py + pz * pz
        for shoulder in self._shoulders:
            sx, sy, sz = shoulder[0] - ex, shoulder[1] - ey, shoulder[2] - ez
            along = sx * px + sy * py + sz * pz
            if 0.0 < along < squared:
                beside = sx * sx + sy * sy + sz * sz - along * along / squared
                if beside < radius * radius:
                    return True
        return False

    def _eye(self, camera: HeadCamera, pan: float, tilt: float) -> Point:
        """Return the position of a camera, m."""
        forward, left, up = camera.place
        forward, up = _nodded(forward, up, -tilt)
        c, s = math.cos(pan), math.sin(pan)
        x, y, z = self._neck
        return x + c * forward - s * left, y + s * forward + c * left, z + up

    def _in_camera(self, point: Point, camera: HeadCamera, pan: float, tilt: float) -> Point:
        """Return a point of the hip frame in the camera's axes, m."""
        x, y, z = (a - b for a, b in zip(point, self._neck, strict=True))
        c, s = math.cos(pan), math.sin(pan)
        x, y = c * x + s * y, c * y - s * x
        x, z = _nodded(x, z, tilt)
        forward, left, up = camera.place
        x, z = _nodded(x - forward, z - up, camera.pitch)
        return x, y - left, z


def _nodded(x: float, z: float, pitch: float) -> tuple[float, float]:
    """Return forward and up components in axes pitched down."""
    c, s = math.cos(pitch), math.sin(pitch)
    return c * x - s * z, s * x + c * z
