"""A model with a motor at each hip yaw, where a NAO has one for both."""

import copy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from hardware.robots.nao import Joint
from hardware.sensors_and_commands import JointCommand
from hardware.simulation.other_models.joint_map import Drive
from hardware.simulation.other_models.robot import ExternalRobot
from hardware.simulation.plant.model import R_HIP_YAW_PITCH
from hsm.errors import ConfigError
from hsm.simulated.other_model import ModelFiles, load_foreign
from tests.hardware.simulation.other_models.renamed import renamed, write_map, write_model
from tests.hardware.simulation.plant.rig import IDEAL, NAO, stance

YAW = Joint.L_HIP_YAW_PITCH
ASKED = -0.3
"""Toes out, rad."""


def files(folder: Path, drive: Drive, **changes: str) -> ModelFiles:
    """Write our robot with a second hip yaw motor that nothing couples to the first."""
    path = write_model(folder, NAO, IDEAL, drive)
    tree = ElementTree.parse(path)
    equalities, actuators = tree.find("equality"), tree.find("actuator")
    assert equalities is not None and actuators is not None
    for coupled in equalities.findall("joint"):
        equalities.remove(coupled)
    left = next(item for item in actuators if item.get("name") == renamed(YAW.key))
    for limit in ("forcelimited", "forcerange"):
        left.attrib.pop(limit, None)
    right = copy.deepcopy(left)
    right.attrib.update({"name": "second", "joint": renamed(R_HIP_YAW_PITCH), **changes})
    actuators.append(right)
    tree.write(path)
    return ModelFiles(path, write_map(folder))


def yaws(robot: ExternalRobot) -> tuple[float, float]:
    """Return the angles of both joints, rad."""
    qpos: Any = robot._data.qpos  # noqa: SLF001
    return float(qpos[robot.layout.qpos[YAW]]), float(qpos[robot.layout.coupled_qpos])


@pytest.mark.parametrize("drive", Drive, ids=lambda drive: drive.value)
def test_both_hip_yaw_motors_follow_and_both_become_limp(tmp_path: Path, drive: Drive) -> None:
    robot = ExternalRobot(NAO, IDEAL, load_foreign(files(tmp_path, drive), NAO))
    for stiffness in (1.0, 0.0):
        standing = stance(stiffness=stiffness)
        angles = (*standing.positions[:YAW], ASKED, *standing.positions[YAW + 1 :])
        for _ in range(80):
            robot.receive()
            robot.send(JointCommand(angles, standing.stiffness))
        if stiffness:
            assert yaws(robot) == pytest.approx((ASKED, ASKED), abs=0.03)
    forces = robot._data.actuator_force  # noqa: SLF001
    assert not forces.any()


def test_an_unknown_second_motor_is_refused(tmp_path: Path) -> None:
    strange = files(tmp_path, Drive.POSITION, biasprm="0 -1")
    with pytest.raises(ConfigError) as caught:
        load_foreign(strange, NAO)
    (problem,) = caught.value.problems
    assert problem.path == "right_hip_yaw_pitch"
    assert "'second' is neither" in problem.message
