"""Sightings of the simulated eyes for the control cycle: detections with their odometry.

The eyes know when a picture was taken and what it showed relative to the robot; the control cycle
knows the odometry at that time. A vision process on a robot combines both in the same manner.
"""

import math
from collections import deque
from typing import Any, Final

from hardware.simulation.eyes.eyes import Snapshot
from hardware.simulation.eyes.parameters import EyesParameters
from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hsm.control.loop import Constant, Cycle
from hsm.simulated.tracks import BallTrack, ObstacleTracks
from motions.kinematics.geometry import Pose2
from motions.requests import MotionRequest
from motions.sight import SeenBall, SeenObstacles, SeenPose, Sighting

_SLACK: Final = 25
"""Additional cycles of odometry to keep, as frames may be lost."""
_NOTHING: Final = Sighting()


class SimulatedSight:
    """Makes sightings from a simulated robot's snapshots; observes the cycle for its odometry."""

    def __init__(self, robot: MujocoRobot, eyes: EyesParameters, cycle: float) -> None:
        """Start without sightings; `cycle` is the length of the control cycle, s."""
        self._robot = robot
        self._half = 0.5 * cycle
        latest = max(eyes.picture_delay, eyes.pose_delay)
        self._odometry = deque[tuple[float, Pose2]](maxlen=math.ceil(latest / cycle) + _SLACK)
        self._ball, self._obstacles = BallTrack(eyes), ObstacleTracks(eyes)
        self._some = False

    def look(self, made: Cycle) -> None:
        """Record the odometry of a cycle."""
        state = made.outcome.robot
        self._odometry.append((state.time, state.odometry))

    def sight(self) -> Sighting | None:
        """Return the sighting of this cycle, or None; call once per cycle, after `receive`."""
        told = None
        for snapshot in self._robot.seen():
            odometry = self._odometry_at(snapshot.time)
            if odometry is not None:
                new = self._sighting(snapshot, odometry)
                told = new if told is None else told.and_then(new)
        return None if told == _NOTHING else told

    def state(self) -> dict[str, Any]:
        """Return everything that later sightings depend on, apart from the robot."""
        return {name: value for name, value in vars(self).items() if name != "_robot"}

    def set_state(self, state: dict[str, Any]) -> None:
        """Continue from a state."""
        vars(self).update(state)

    def _odometry_at(self, time: float) -> Pose2 | None:
        """Return the odometry at a time; None if unknown, as before the first cycle."""
        for known, odometry in reversed(self._odometry):
            if known <= time + self._half:
                return odometry
        return None

    def _sighting(self, snapshot: Snapshot, odometry: Pose2) -> Sighting:
        time = snapshot.time
        if not snapshot.looked:
            pose = (
                None if snapshot.pose is None else SeenPose(time, odometry, Pose2(*snapshot.pose))
            )
            return Sighting(pose=pose)
        ball = None
        if snapshot.ball is not None:
            ball = SeenBall(time, odometry, *self._ball.update(time, odometry, snapshot.ball))
        circles = self._obstacles.update(time, odometry, snapshot.obstacles)
        before, self._some = self._some, bool(circles)
        # An empty set is reported once, when the last obstacle disappears.
        obstacles = SeenObstacles(time, odometry, circles) if circles or before else None
        return Sighting(ball, obstacles)


class Seeing(Constant):
    """The same request in every cycle, with the sightings of the simulated eyes."""

    def __init__(self, request: MotionRequest | None, eyes: SimulatedSight) -> None:
        super().__init__(request)
        self._eyes = eyes

    def sight(self) -> Sighting | None:
        """Return the sighting of this cycle; call once per cycle, after `receive`."""
        return self._eyes.sight()
