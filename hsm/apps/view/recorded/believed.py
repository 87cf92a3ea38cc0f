"""Where a robot believed to be, for runs of which nobody knows where it was: those of real ones.

The run is decided again. Odometry tells the place, the attitude how the torso leans, and the floor
is where the lowest point of the body is: a robot in somebody's hands is shown on it, too.
"""

import math
from collections import defaultdict
from typing import Final

import numpy as np

from hardware.simulation.pictures.triangles import BodyPoses, Floats, meshes_of
from hsm.console import Bar
from hsm.control.assembly import MotionSettings, build_cycle
from hsm.runs.reader import RecordedRun
from hsm.runs.records import RunError
from hsm.runs.replay import replayed
from hsm.runs.truth import RecordedTruth

_UNITS: Final = {
    "time": "s", "torso.x": "m", "torso.y": "m", "torso.z": "m", "torso.roll": "rad",
    "torso.pitch": "rad", "torso.yaw": "rad",
}  # fmt: skip


def believed(run: RecordedRun, settings: MotionSettings, poses: BodyPoses) -> RecordedTruth:
    """Return a run's places of the torso, as far as the robot knew.

    Raises:
        RunError: If it is kept of an incident, which cannot be decided again, or holds no cycle.
    """
    boxes = _boxes(poses)
    rows = []
    with Bar("decided again", len(run.rows)) as bar:
        for number, again in enumerate(replayed(run, build_cycle(settings))):
            robot = again.outcome.robot
            x, y, heading = robot.odometry.x, robot.odometry.y, robot.odometry.heading
            ahead, aside, upward = robot.up  # pitch tells no attitude beyond 90 deg
            lean = math.atan2(aside, upward), math.asin(max(-1.0, min(-ahead, 1.0))), heading
            on_floor = poses.of(((x, y, 0.0), lean), robot.positions, {})
            rows.append((again.row.time, x, y, -_lowest(boxes, on_floor), *lean))
            bar.to(number)
    if not rows:
        raise RunError(run.path, "", "holds no cycle: there is nothing to look at")
    columns = dict(zip(_UNITS, zip(*rows, strict=True), strict=True))
    return RecordedTruth(run.path, run.header.about, _UNITS, columns, run.closed)


def _boxes(poses: BodyPoses) -> list[tuple[int, Floats]]:
    """Return the corners of a box around each body of the robot, in its frame, by its number."""
    corners = defaultdict(list)
    for mesh in meshes_of(poses.model):
        corners[mesh.body].append(mesh.corners)
    roots = [int(poses.model.body_rootid[poses.model.body(name).id]) for name in poses.names]
    robot = max(roots, key=roots.count)  # a ball is a body, too
    return [
        (number, _box(np.concatenate(corners[name])))
        for number, name in enumerate(poses.names)
        if roots[number] == robot
    ]


def _box(corners: Floats) -> Floats:
    ends = np.stack((corners.min(axis=0), corners.max(axis=0)))
    return np.array([[ends[i, 0], ends[j, 1], ends[k, 2]] for i, j, k in np.ndindex(2, 2, 2)])


def _lowest(boxes: list[tuple[int, Floats]], placed: tuple[Floats, Floats]) -> float:
    """Return how high the lowest corner of all boxes is, m."""
    places, turned = placed
    return min(
        float(places[number][2] + (box @ _vertical(turned[number])).min()) for number, box in boxes
    )


def _vertical(turned: Floats) -> Floats:
    """Return what of each axis of a body points up; its orientation is w x y z."""
    w, x, y, z = turned
    return np.array([2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)])
