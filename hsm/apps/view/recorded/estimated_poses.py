"""Estimated poses of a robot, for runs without ground truth, such as those of real robots.

Position and heading come from odometry, roll and pitch from the attitude estimate, and the lowest
point of the body is placed on the floor, even while the robot is being held.
"""

from collections import defaultdict
from itertools import product
from typing import Final

import numpy as np

from hardware.simulation.pictures.triangles import BodyPoses, Floats, meshes_of
from hardware.simulation.plant.sensors.rotations import up_in_body
from hsm.runs.reader import RecordedRun
from hsm.runs.records import RunError
from hsm.runs.truth import RecordedTruth
from motions.perception.state import RobotState

_UNITS: Final = {
    "time": "s", "torso.x": "m", "torso.y": "m", "torso.z": "m", "torso.roll": "rad",
    "torso.pitch": "rad", "torso.yaw": "rad",
}  # fmt: skip


_UPWARD: Final = (0.0, 0.0, 1.0)


class EstimatedPoses:
    """Estimated pose of a robot, cycle by cycle."""

    def __init__(self, poses: BodyPoses) -> None:
        """Start without cycles; `poses` computes the body poses of every cycle."""
        self._poses, self._boxes = poses, _boxes(poses)
        self._rows: list[tuple[float, ...]] = []

    def look(self, time: float, robot: RobotState) -> None:
        """Add one cycle, at its time in the run, s."""
        x, y, heading = robot.odometry.x, robot.odometry.y, robot.odometry.heading
        lean = robot.roll, robot.pitch, heading
        on_floor = self._poses.of(((x, y, 0.0), lean), robot.positions, {})
        self._rows.append((time, x, y, -_lowest(self._boxes, on_floor), *lean))

    def truth(self, run: RecordedRun) -> RecordedTruth:
        """Return the estimated poses in the form of ground truth.

        Raises:
            RunError: If the run has no cycle.
        """
        if not self._rows:
            raise RunError(run.path, "", "has no cycle: there is nothing to show")
        columns = dict(zip(_UNITS, zip(*self._rows, strict=True), strict=True))
        return RecordedTruth(run.path, run.header.about, _UNITS, columns, run.closed)


def _boxes(poses: BodyPoses) -> list[tuple[int, Floats]]:
    """Return the corners of a bounding box of each body of the robot, in its frame, by number."""
    corners = defaultdict(list)
    for mesh in meshes_of(poses.model):
        corners[mesh.body].append(mesh.corners)
    roots = [int(poses.model.body_rootid[poses.model.body(name).id]) for name in poses.names]
    robot = max(roots, key=roots.count)  # a ball is a body as well
    return [
        (number, _box(np.concatenate(corners[name])))
        for number, name in enumerate(poses.names)
        if roots[number] == robot
    ]


def _box(corners: Floats) -> Floats:
    return np.array(list(product(*zip(corners.min(axis=0), corners.max(axis=0), strict=True))))


def _lowest(boxes: list[tuple[int, Floats]], placed: tuple[Floats, Floats]) -> float:
    """Return the height of the lowest corner of all boxes, m."""
    places, turned = placed
    return min(
        float(places[number][2] + (box @ up_in_body(turned[number], _UPWARD)).min())
        for number, box in boxes
    )
