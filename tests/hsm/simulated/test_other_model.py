"""Foreign NAO models: our own plant with every name changed walks; bad maps are refused."""

import math
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware.disturbance import TOWARDS
from hardware.disturbances import Lift, Push
from hardware.postures import Posture
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE, SensorFrame
from hardware.simulation.other_models.joint_map import Drive
from hardware.simulation.other_models.model import ExternalModel, ModelError
from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.falling.falling_trial import BodyContact
from hsm.campaigns.limits.difficulties import Difficulty
from hsm.campaigns.limits.limits import measure_limits
from hsm.campaigns.walking.walk import measure_walk
from hsm.control.assembly import load_settings
from hsm.errors import ConfigError, HsmError
from hsm.runs.saved_state import StateError
from hsm.simulated.other_model import ModelFiles, load_foreign, model_files
from hsm.simulated.simulation import Simulation, load_plant
from motions.requests import Motion, MotionRequest
from tests.hardware.simulation.other_models.renamed import (
    all_joints,
    renamed,
    write_map,
    write_model,
)
from tests.hsm.conftest import Hsm

SETTINGS = load_settings()
NAO = SETTINGS.robot
STANDARD = load_plant("standard")
IDEAL = load_plant("ideal")


def loaded(folder: Path, drive: Drive = Drive.POSITION, **changes: object) -> ExternalModel:
    model = write_model(folder, NAO, IDEAL, drive)
    return load_foreign(ModelFiles(model, write_map(folder, changes)), NAO)


def standing(foreign: ExternalModel) -> Simulation:
    return Simulation(SETTINGS, STANDARD, robot=0, seed=0, state="Stand.Normal", foreign=foreign)


def problems(folder: Path, **changes: object) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        loaded(folder, **changes)
    return [f"{problem.path}: {problem.message}" for problem in caught.value.problems]


@pytest.mark.parametrize("drive", Drive, ids=lambda drive: drive.value)
def test_our_plant_with_every_name_changed_walks(tmp_path: Path, drive: Drive) -> None:
    files = ModelFiles(write_model(tmp_path, NAO, IDEAL, drive), write_map(tmp_path))
    setting = CampaignConfig("standard", model=files)
    (result,) = measure_walk(setting, (0.15, 0.0, 0.0), trials=1, hold=3.0, jobs=1).results
    assert not result.fell
    assert result.speed[0] == pytest.approx(0.15, abs=0.06)


def test_the_sole_cells_measure_the_contact_forces(tmp_path: Path) -> None:
    simulation = standing(loaded(tmp_path))
    for _ in range(80):
        simulation.step(MotionRequest(Motion.STAND))
    frame = simulation.frame
    assert isinstance(frame, SensorFrame)
    weight = NAO.mass * 9.81
    assert sum(frame.fsr) == pytest.approx(weight, rel=0.1)
    assert min(sum(frame.fsr[:4]), sum(frame.fsr[4:])) > 0.3 * weight
    assert frame.accelerometer[2] == pytest.approx(9.81, abs=0.5)


def test_a_push_reaches_a_foreign_robot(tmp_path: Path) -> None:
    simulation = standing(loaded(tmp_path))
    simulation.disturb(Push(TOWARDS["left"], 2.0))
    for _ in range(12):
        simulation.step(MotionRequest(Motion.STAND))
    assert simulation.truth().com_velocity[1] > 0.05


def test_a_foreign_robot_notices_that_it_is_lifted(tmp_path: Path) -> None:
    simulation = standing(loaded(tmp_path))
    simulation.disturb(Lift(0.2, 0.5))
    for _ in range(100):
        simulation.step(MotionRequest(Motion.STAND))
    assert simulation.cycle.machine.leaf.startswith("Active.PickedUp")
    assert simulation.truth().left_force == simulation.truth().right_force == 0.0


def test_joints_that_a_model_lacks_report_their_commands(tmp_path: Path) -> None:
    joints = all_joints()
    del joints["l_wrist_yaw"], joints["r_wrist_yaw"]
    simulation = standing(loaded(tmp_path, joints=joints))
    for _ in range(150):
        outcome = simulation.step(MotionRequest(Motion.STAND))
    frame = simulation.frame
    assert isinstance(frame, SensorFrame)
    wrist = Joint.L_WRIST_YAW
    assert abs(outcome.command.positions[wrist]) > 1.0
    assert frame.positions[wrist] == pytest.approx(outcome.command.positions[wrist], abs=0.05)


def test_a_limp_foreign_robot_settles_on_its_back(tmp_path: Path) -> None:
    simulation = Simulation(
        SETTINGS, STANDARD, posture=Posture.LYING_BACK, foreign=loaded(tmp_path)
    )
    assert simulation.truth().rpy[1] == pytest.approx(-0.5 * math.pi, abs=0.3)


def test_the_same_model_and_seed_give_the_same_run(tmp_path: Path) -> None:
    foreign = loaded(tmp_path)

    def end() -> tuple[float, ...]:
        simulation = standing(foreign)
        while simulation.time < 100 * CYCLE:
            simulation.step(MotionRequest(Motion.WALK, 0.1))
        return simulation.truth().torso_position

    assert end() == end()


def test_all_mistakes_of_a_map_are_reported_with_their_places(tmp_path: Path) -> None:
    joints = all_joints()
    joints["l_knee_pitch"] = "knee"
    joints["r_hip_pitch"] = renamed("r_ankle_pitch")
    del joints["r_ankle_pitch"]
    wrong = {"torso": renamed("l_foot"), "imu": "unit", "left_foot": renamed("l_fot"), "feet": 2}
    model = write_model(tmp_path, NAO, IDEAL, Drive.POSITION)
    found = write_map(tmp_path, {"joints": joints, **wrong})
    with pytest.raises(ConfigError, match=r"names\.yaml:\d+:\d+: feet: unknown key"):
        load_foreign(ModelFiles(model, found), NAO)
    del wrong["feet"]
    told = problems(tmp_path, joints=joints, **wrong)
    assert f"left_foot: the model has no body '{renamed('l_fot')}'; did you mean " in "\n".join(
        told
    )
    assert "imu: the model has no site 'unit'" in told
    assert "joints.l_knee_pitch: the model has no joint 'knee'" in told
    assert "joints: the legs also need r_ankle_pitch" in told
    assert any("torso: expected a body with a free joint" in line for line in told)


def test_swapped_left_and_right_joints_are_found_by_their_positions(tmp_path: Path) -> None:
    joints = all_joints()
    joints["l_knee_pitch"], joints["r_knee_pitch"] = (
        joints["r_knee_pitch"],
        joints["l_knee_pitch"],
    )
    told = problems(tmp_path, joints=joints)
    assert len(told) == 2
    assert "it is 100 mm from the place of a NAO's l_knee_pitch" in told[0]


def test_a_joint_with_another_axis_is_found(tmp_path: Path) -> None:
    joints = all_joints()
    joints["l_ankle_pitch"], joints["l_ankle_roll"] = (
        joints["l_ankle_roll"],
        joints["l_ankle_pitch"],
    )
    told = problems(tmp_path, joints=joints)
    assert (
        "does not turn with" in told[0]
    )  # the left foot: the map names the pitch joint as the roll joint
    assert len(told) == 3
    assert "expected the axis (0 1 0) (got (1 0 0))" in told[1]


def test_swapped_feet_are_reported_each_with_its_place(tmp_path: Path) -> None:
    left, right = renamed("l_foot"), renamed("r_foot")
    assert problems(tmp_path, left_foot=right, right_foot=left) == [
        f"left_foot: '{right}' is the right foot: are the feet swapped?",
        f"right_foot: '{left}' is the left foot: are the feet swapped?",
    ]


def test_a_foot_that_does_not_turn_with_its_ankle_is_reported_with_the_right_one(
    tmp_path: Path,
) -> None:
    shank = renamed("l_tibia")
    (told,) = problems(tmp_path, left_foot=shank)
    roll, foot = renamed("l_ankle_roll"), renamed("l_foot")
    assert told == f"left_foot: '{shank}' does not turn with '{roll}': the foot may be '{foot}'"


def test_an_imu_on_a_foot_is_reported_with_its_proper_body(tmp_path: Path) -> None:
    foot, torso = renamed("l_foot"), renamed("torso")
    assert problems(tmp_path, imu=foot) == [
        f"imu: '{foot}' is part of '{foot}': name a site of '{torso}', or leave imu out for a "
        "NAO's position"
    ]


def with_base_link(folder: Path) -> Path:
    """Return our plant below a massless base link, as in many robot descriptions."""
    model = write_model(folder, NAO, IDEAL, Drive.POSITION)
    tree = ElementTree.parse(model)
    world = next(tree.iter("worldbody"))
    torso = next(body for body in world if body.get("name") == renamed("torso"))
    free = next(joint for joint in torso if joint.tag in ("freejoint", "joint"))
    base = ElementTree.SubElement(world, "body", name="base_link", pos="0 0 0.4")
    for element, old, new in ((free, torso, base), (torso, world, base)):
        old.remove(element)
        new.append(element)
    tree.write(model)
    return model


@pytest.mark.parametrize(
    ("torso", "hint"),
    [
        (
            "base_link",
            f"'base_link' is a frame of 0 kg: the torso may be '{renamed('torso')}', which is "
            "fixed to it: use that body, and give it the free joint",
        ),
        (
            renamed("torso"),
            f"expected a body with a free joint ('{renamed('torso')}' has none; 'base_link' above "
            "it has one: move it down)",
        ),
    ],
)
def test_a_base_link_above_the_torso_is_reported_with_a_remedy(
    tmp_path: Path, torso: str, hint: str
) -> None:
    files = ModelFiles(with_base_link(tmp_path), write_map(tmp_path, {"torso": torso}))
    with pytest.raises(ConfigError) as caught:
        load_foreign(files, NAO)
    assert [(problem.path, problem.message) for problem in caught.value.problems] == [
        ("torso", hint)
    ]


def test_joints_with_another_sign_or_zero_are_converted_to_those_of_a_nao(
    tmp_path: Path,
) -> None:
    plain, turned = tmp_path / "plain", tmp_path / "turned"
    ends = []
    for folder, is_turned in ((plain, False), (turned, True)):
        folder.mkdir()
        model = write_model(folder, NAO, IDEAL, Drive.POSITION, turned=is_turned)
        zeros: dict[str, object] = {"zeros_deg": {"l_shoulder_pitch": 90}} if is_turned else {}
        simulation = standing(load_foreign(ModelFiles(model, write_map(folder, zeros)), NAO))
        while simulation.time < 2.0:
            outcome = simulation.step(MotionRequest(Motion.WALK, 0.1))
        ends.append((simulation.truth().torso_position, outcome.robot.positions))
    assert ends[1][0] == pytest.approx(ends[0][0], abs=0.02)
    assert ends[1][1] == pytest.approx(ends[0][1], abs=math.radians(5.0))


def test_a_model_fixed_to_the_world_is_given_a_free_joint(tmp_path: Path) -> None:
    model = write_model(tmp_path, NAO, IDEAL, Drive.POSITION)
    tree = ElementTree.parse(model)
    torso = next(body for body in tree.iter("body") if body.get("name") == renamed("torso"))
    torso.remove(next(joint for joint in torso if joint.tag in ("freejoint", "joint")))
    tree.write(model)
    simulation = standing(load_foreign(ModelFiles(model, write_map(tmp_path)), NAO))
    for _ in range(80):
        simulation.step(MotionRequest(Motion.STAND))
    truth = simulation.truth()
    assert truth.left_force + truth.right_force == pytest.approx(9.81 * NAO.mass, rel=0.1)


def test_another_zero_that_the_map_does_not_declare_is_found(tmp_path: Path) -> None:
    model = write_model(tmp_path, NAO, IDEAL, Drive.POSITION, turned=True)
    with pytest.raises(ConfigError, match="or it has another zero: give it in zeros_deg"):
        load_foreign(ModelFiles(model, write_map(tmp_path)), NAO)


def test_a_model_that_is_no_mjcf_is_refused_in_one_line(tmp_path: Path) -> None:
    model = tmp_path / "model.xml"
    model.write_text("<mujoco><worldbody><body><geom/></worldbody></mujoco>")
    with pytest.raises(ModelError, match=r"model\.xml: not a usable MJCF: [^\n]*$"):
        load_foreign(ModelFiles(model, write_map(tmp_path)), NAO)


def test_a_model_without_its_map_is_refused() -> None:
    with pytest.raises(HsmError, match="belong together"):
        model_files(Path("model.xml"), None)


def test_a_scenario_runs_on_a_foreign_model_and_says_so(
    tmp_path: Path, walk: Path, hsm: Hsm
) -> None:
    model, names = write_model(tmp_path, NAO, IDEAL, Drive.POSITION), write_map(tmp_path)
    words = ("run", str(walk), "--model", str(model), "--joint-map", str(names))
    done = hsm(*words, without=("matplotlib",))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "(model somebody, standard, robot 0, seed 2)" in done.stdout


def test_a_foreign_robot_continues_from_a_saved_state_bit_for_bit(tmp_path: Path) -> None:
    foreign = loaded(tmp_path)
    walked, restored = standing(foreign), standing(foreign)
    for _ in range(100):
        walked.step(MotionRequest(Motion.WALK, 0.1))
    restored.restore(walked.save())
    for _ in range(100):
        there = walked.step(MotionRequest(Motion.WALK, 0.1)).command
        assert restored.step(MotionRequest(Motion.WALK, 0.1)).command == there
        assert walked.truth() == restored.truth()


def test_our_robot_refuses_the_state_of_a_foreign_one(tmp_path: Path) -> None:
    ours = Simulation(SETTINGS, STANDARD, robot=0, seed=0, state="Stand.Normal")
    with pytest.raises(StateError, match="belongs to model"):
        ours.restore(standing(loaded(tmp_path)).save())


def test_a_campaign_may_shorten_the_time_step_of_a_model_but_not_lengthen_it(
    tmp_path: Path,
) -> None:
    foreign = loaded(tmp_path)
    step = foreign.source.option.timestep
    assert foreign.in_steps_of(0.001).source.option.timestep == 0.001
    assert foreign.in_steps_of(1.0).source.option.timestep == foreign.source.option.timestep == step


def test_body_contact_distinguishes_the_feet_of_a_foreign_robot_from_its_body(
    tmp_path: Path,
) -> None:
    foreign = loaded(tmp_path)
    upright = standing(foreign)
    lying = Simulation(SETTINGS, STANDARD, posture=Posture.LYING_BACK, foreign=foreign)
    assert not BodyContact(upright.robot).touches()
    assert BodyContact(lying.robot).touches()


def test_difficulties_of_our_own_body_are_refused_for_another_model(tmp_path: Path) -> None:
    files = ModelFiles(write_model(tmp_path, NAO, IDEAL, Drive.POSITION), write_map(tmp_path))
    with pytest.raises(HsmError, match="mass, play: another model has its own body and motors"):
        measure_limits(
            CampaignConfig("standard", model=files),
            [Difficulty.MASS, Difficulty.PLAY],
            robots=1,
            hold=3.0,
            jobs=1,
        )
