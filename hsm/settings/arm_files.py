"""Loads the file of the arms and checks it against the robot's joint limits."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from hardware.robots.model import RobotModel, Side
from hsm.settings.loader import load
from hsm.settings.located_yaml import DataPath
from motions.limbs.arm_motion import ArmsParameters

_Wrong = Iterator[tuple[DataPath, str]]


def load_arms(path: Path, robot: RobotModel) -> ArmsParameters:
    """Load the motions of arms that the current motion leaves free.

    Args:
        path: A file like `config/arms.yaml`.
        robot: The robot with the arms.

    Raises:
        ConfigError: With all mistakes in the file, including angles beyond the joint limits.
    """
    arm = robot.arms[Side.LEFT]

    def wrong(arms: ArmsParameters) -> _Wrong:
        for program, poses in arms.programs.items():
            for number, pose in enumerate(poses):
                where = "programs", program.value, number, "angles_deg"
                yield from _misfits(where, pose.angles, arm, robot)
        yield from _misfits(("pointing", "straight_deg"), arms.pointing.straight, arm[2:], robot)

    return load(path, ArmsParameters, check=wrong)


def beyond_joint(robot: RobotModel, joint: int, angle: float) -> str | None:
    """Return an error message if an angle, rad, is beyond a joint's limits; else None."""
    spec = robot.specs[joint]
    if spec.min <= angle <= spec.max:
        return None
    low, high, got = map(math.degrees, (spec.min, spec.max, angle))
    return (
        f"turns {robot.names[joint]} to {got:.0f} deg, out of its range {low:.0f} to {high:.0f} deg"
    )


def _misfits(
    where: DataPath, angles: Sequence[float], joints: Sequence[int], robot: RobotModel
) -> _Wrong:
    """Yield the mistakes in the angles of an arm; a shorter arm ignores the last ones."""
    if len(angles) < len(joints):
        yield where, f"expected an angle for each of {len(joints)} joints (got {len(angles)})"
    for number, (joint, angle) in enumerate(zip(joints, angles, strict=False)):
        if told := beyond_joint(robot, joint, angle):
            yield (*where, number), told
