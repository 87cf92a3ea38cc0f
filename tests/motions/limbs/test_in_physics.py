"""Head and arms in simulation: no collisions, points in view, and an undisturbed walk."""

import math
from dataclasses import replace
from typing import Any

import mujoco
import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from hardware.robots.eyes import HeadCamera
from hardware.robots.model import Side
from hsm.campaigns.context import CampaignConfig, TrialContext, build_context
from hsm.campaigns.walking.walking_trial import FallWatch
from hsm.simulated.simulation import Simulation
from motions.limbs.wishes import ArmProgram, ArmWish, HeadMode, HeadWish
from motions.requests import Motion, MotionRequest
from tests.fakes import NAO

WALKS = MotionRequest(Motion.WALK, forward=0.2)
POINT = (2.5, 0.8, 0.05)


@pytest.fixture(scope="module", params=["standard", "worn"])
def context(request: pytest.FixtureRequest) -> TrialContext:
    return build_context(CampaignConfig(request.param))


def both(wish: ArmWish | None, request: MotionRequest) -> MotionRequest:
    return replace(request, left_arm=wish, right_arm=wish)


class Contacts:
    """The contacts of an arm."""

    def __init__(self, simulation: Simulation) -> None:
        self._robot = simulation.robot
        self._model: Any = self._robot.spec().compile()
        self._data: Any = mujoco.MjData(self._model)
        names = [NAO.tip(joint) for joint in NAO.arm_joints]
        self._arms = {self._model.body(name).id for name in names}

    def __call__(self) -> set[str]:
        self._robot.copy_configuration(self._data)
        mujoco.mj_forward(self._model, self._data)
        pairs = self._data.contact.geom[: self._data.ncon]
        bodies = [{int(self._model.geom_bodyid[geom]) for geom in pair} for pair in pairs]
        return {
            " ".join(sorted(self._model.body(body).name for body in pair))
            for pair in bodies
            if pair & self._arms
        }


@pytest.mark.parametrize("program", ArmProgram)
def test_a_program_touches_nothing_and_reaches_its_pose(
    context: TrialContext, program: ArmProgram
) -> None:
    simulation = context.simulation(0)
    touched = Contacts(simulation)
    for seconds, wish in ((0.7, None), (2.3, ArmWish(program)), (2.3, None)):
        end = simulation.time + seconds
        while simulation.time < end:
            outcome = simulation.step(both(wish, MotionRequest()))
            assert touched() == set()
        assert simulation.frame is not None
        for joint in NAO.arm_joints:
            missed = outcome.command.positions[joint] - simulation.frame.positions[joint]
            assert abs(math.degrees(missed)) < 3.0


def test_an_arm_through_the_trunk_would_be_detected(context: TrialContext) -> None:
    """Checks the test above: hands and trunk can collide in this model."""
    simulation = context.simulation(0)
    arm = simulation.cycle.components.limbs.arms[Side.LEFT]
    poses = arm._ways[ArmProgram.BACK]
    inwards = (*poses[-1].angles[:2], -0.6, -1.5, poses[-1].angles[4])
    arm._ways[ArmProgram.BACK] = [replace(poses[-1], angles=inwards)]
    touched, found = Contacts(simulation), set[str]()
    while simulation.time < 3.0 and not found:
        simulation.step(both(ArmWish(ArmProgram.BACK), MotionRequest()))
        found = touched()
    assert found


def way(context: TrialContext, request: MotionRequest) -> float:
    """Return the distance that a robot walks in 15 s without a fall, m."""
    simulation = context.simulation(0)
    watch = FallWatch(simulation.truth().torso_height)
    while simulation.time < 15.0:
        assert not watch.look(simulation, simulation.step(request))
    return simulation.truth().torso_position[0]


@pytest.mark.benchmark
def test_a_robot_walks_as_far_with_its_arms_elsewhere(context: TrialContext) -> None:
    usual = way(context, WALKS)
    for program in (ArmProgram.BACK, ArmProgram.READY):
        assert way(context, both(ArmWish(program), WALKS)) > 0.85 * usual


def test_a_point_stays_in_the_true_view_of_a_camera_while_the_robot_walks_past(
    context: TrialContext,
) -> None:
    """Position and direction of the cameras are those of the simulation."""
    simulation = context.simulation(1)
    model: Any = simulation.robot.spec().compile()
    data: Any = mujoco.MjData(model)
    head = model.body(NAO.tip(NAO.head[1])).id
    gaze, eyes = simulation.cycle.components.limbs.head, NAO.eyes
    request = replace(WALKS, head=HeadWish(HeadMode.TARGET, target=POINT, speed=2.0))
    seen, believed = [], []
    while simulation.time < 11.0:
        outcome = simulation.step(request)
        if simulation.time < 1.5:
            continue
        simulation.robot.copy_configuration(data)
        mujoco.mj_kinematics(model, data)
        turn = data.xmat[head].reshape(3, 3)
        point = turn.T @ (np.array(POINT) - data.xpos[head])
        seen.append(any(in_picture(point, camera) for camera in (eyes.upper, eyes.lower)))
        believed.append(gaze.in_view(outcome.robot))
    assert sum(seen) >= 0.99 * len(seen)
    assert sum(believed) >= 0.99 * len(believed)


def in_picture(point: NDArray[np.float64], camera: HeadCamera) -> bool:
    """Return whether a camera sees a point, given in the axes of the head."""
    down = Rotation.from_euler("Y", camera.pitch)
    x, y, z = down.inv().apply(point - camera.place).tolist()
    return (
        x > 0.0
        and abs(math.degrees(math.atan2(y, x))) < 28.15
        and abs(math.degrees(math.atan2(z, x))) < 21.85
    )
