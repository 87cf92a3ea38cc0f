"""Judges the file of the arms by the robot that they belong to: what its joints can do at all."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from hardware.robots.model import RobotModel, Side
from hsm.settings.loader import load
from hsm.settings.located_yaml import DataPath
from motions.limbs.arm_motion import ArmsParameters

_Wrong = Iterator[tuple[DataPath, str]]


def load_arms(path: Path, robot: RobotModel) -> ArmsParameters:
    """Load what arms do that a motion leaves free.

    Args:
        path: Like `config/arms.yaml`.
        robot: With the arms.

    Raises:
        ConfigError: With all mistakes of the file; angles beyond the joints are some.
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
    """Return in words that a joint does not get to an angle, rad; None if it does."""
    spec = robot.specs[joint]
    if spec.min <= angle <= spec.max:
        return None
    low, high, got = map(math.degrees, (spec.min, spec.max, angle))
    return (
        f"turns {robot.names[joint]} to {got:.0f} deg, which goes from {low:.0f} to {high:.0f} deg"
    )


def _misfits(
    where: DataPath, angles: Sequence[float], joints: Sequence[int], robot: RobotModel
) -> _Wrong:
    """Yield what is wrong with angles of the joints; a shorter arm leaves the last ones out."""
    if len(angles) < len(joints):
        yield where, f"must be an angle for each of {len(joints)} joints (got {len(angles)})"
    for number, (joint, angle) in enumerate(zip(joints, angles, strict=False)):
        if told := beyond_joint(robot, joint, angle):
            yield (*where, number), told
