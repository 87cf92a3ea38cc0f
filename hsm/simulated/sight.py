"""What the simulated eyes tell, as the control cycle takes it: with the odometry of its moment.

The eyes know when a picture was taken and what it showed from the robot; where the robot thought
it was then is the control's to say. A vision process on a robot puts both together likewise.
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
"""Cycles that are remembered beyond the latest picture: frames may be lost."""
_NOTHING: Final = Sighting()


class SimulatedSight:
    """Makes sightings of what a simulated robot's eyes tell; looks on for its odometry."""

    def __init__(self, robot: MujocoRobot, eyes: EyesParameters, cycle: float) -> None:
        """Look through a robot's eyes in every cycle of that length, s."""
        self._robot = robot
        self._half = 0.5 * cycle
        latest = max(eyes.picture_delay, eyes.pose_delay)
        self._odometry = deque[tuple[float, Pose2]](maxlen=math.ceil(latest / cycle) + _SLACK)
        self._ball, self._obstacles = BallTrack(eyes), ObstacleTracks(eyes)
        self._some = False

    def look(self, made: Cycle) -> None:
        """Remember where the robot thinks it is."""
        state = made.outcome.robot
        self._odometry.append((state.time, state.odometry))

    def sight(self) -> Sighting | None:
        """Return what is told in this cycle, None if nothing is; ask once, after `receive`."""
        told = None
        for snapshot in self._robot.seen():
            odometry = self._odometry_at(snapshot.time)
            if odometry is not None:
                new = self._sighting(snapshot, odometry)
                told = new if told is None else told.and_then(new)
        return None if told == _NOTHING else told

    def state(self) -> dict[str, Any]:
        """Return all that later sightings depend on, besides the robot."""
        return {name: value for name, value in vars(self).items() if name != "_robot"}

    def set_state(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        vars(self).update(state)

    def _odometry_at(self, time: float) -> Pose2 | None:
        """Return the odometry of a time; None if it is not known, as before the first cycle."""
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
        # That there are none any more is told once.
        obstacles = SeenObstacles(time, odometry, circles) if circles or before else None
        return Sighting(ball, obstacles)


class Seeing(Constant):
    """One wish for every cycle, and what the simulated eyes tell in it."""

    def __init__(self, request: MotionRequest | None, eyes: SimulatedSight) -> None:
        super().__init__(request)
        self._eyes = eyes

    def sight(self) -> Sighting | None:
        """Return what is told in this cycle; ask once, after `receive`."""
        return self._eyes.sight()
