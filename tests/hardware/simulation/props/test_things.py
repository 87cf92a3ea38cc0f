"""Posts, robots, cables and patches of ground: their effect on a robot, and its effect on them."""

import math
from dataclasses import replace

import mujoco
import numpy as np
import pytest

from hardware.disturbances import Push
from hardware.errors import PlantError
from hardware.props import PROPS, Ball, Cable, Cylinder, PassiveRobot, Patch, Prop
from hardware.simulation.pictures.paint import VISIBLE
from hardware.simulation.plant.field import FLOOR
from hardware.simulation.plant.parameters import SoleShape
from hardware.simulation.plant.robot import SimulatedRobot
from hardware.simulation.props.build import BALL, BALL_SLIDING
from hardware.simulation.props.on_field import PropTruth
from hardware.simulation.props.shapes import PASSIVE_BODY, PASSIVE_FEET
from tests.hardware.simulation.plant.rig import IDEAL, NAO, STANDARD, flat, run, stance

ALL: tuple[Prop, ...] = (
    Ball(0.4, 0.05, speed=0.5, direction=math.pi),
    Cylinder(0.0, -0.4),
    PassiveRobot(0.6, 0.5),
    Patch(0.0, 0.0, 0.3, 0.3, 0.3, time_constant=0.02),
    Cable(0.1, 0.0, 0.5, heading=1.5),
)


def shoved(force: float, height: float, seconds: float) -> PropTruth:
    """Return the state of a passive robot after a forward push at a height."""
    robot = SimulatedRobot(NAO, flat(IDEAL), props=(PassiveRobot(1.5, 0.3, heading=0.0),))
    model, data = robot._model, robot._data  # noqa: SLF001
    body = model.body("passiverobot 0").id
    for cycle in range(150):
        on = cycle * 0.012 < seconds
        centre = float(data.xipos[body, 2])
        data.xfrc_applied[body, 0] = force * on
        data.xfrc_applied[body, 4] = force * (height - centre) * on
        run(robot, 0.012)
    return robot.truth().props[0]


def up(prop: PropTruth) -> float:
    """Return the cosine of a prop's tilt."""
    _, x, y, _ = prop.quaternion
    return 1.0 - 2.0 * (x * x + y * y)


def test_a_passive_robot_has_the_mass_and_stability_of_a_robot() -> None:
    robot = SimulatedRobot(NAO, flat(IDEAL), props=(PassiveRobot(1.0, 0.3),))
    model, data = robot._model, robot._data  # noqa: SLF001
    body = model.body("passiverobot 0").id
    run(robot, 1.0)
    (truth,) = robot.truth().props
    assert truth.position == pytest.approx((1.0, 0.3, 0.0), abs=2e-3) and up(truth) > 0.9999
    borne = 0.0
    for number in range(data.ncon):
        if body in model.geom_bodyid[data.contact.geom[number]]:
            wrench = np.zeros(6)
            mujoco.mj_contactForce(model, data, number, wrench)
            borne += wrench[0]
    assert borne == pytest.approx(5.4 * 9.81, rel=0.02)
    assert float(data.xipos[body, 2]) == pytest.approx(robot.truth().com[2], abs=0.01)


def test_a_passive_robot_withstands_a_nudge_slides_when_pushed_low_and_falls_when_pushed_high() -> (
    None
):
    """Friction holds 0.6 x 53 N; above it, pushed at the soles, the robot slides."""
    nudged = shoved(10.0, 0.4, 0.3)
    assert nudged.position[0] == pytest.approx(1.5, abs=0.01) and up(nudged) > 0.99
    along = shoved(38.0, 0.0, 0.2)
    assert along.position[0] > 1.51
    assert up(shoved(30.0, 0.4, 0.3)) < 0.2


def frictions(robot: SimulatedRobot, form: mujoco.mjtGeom) -> set[float]:
    """Return the frictions of all contacts between the floor and shapes of a form."""
    model, contacts = robot._model, robot._data.contact  # noqa: SLF001
    rows = (contacts.geom == model.geom(FLOOR).id).any(axis=1)
    touching = (model.geom_type[contacts.geom] == form).any(axis=1)
    return {round(float(friction[0]), 9) for friction in contacts.friction[rows & touching]}


def test_a_passive_robot_has_the_friction_of_soles_standing_and_of_shells_lying() -> None:
    plant = flat(IDEAL)
    robot = SimulatedRobot(NAO, plant, props=(PassiveRobot(1.5, 0.3),))
    run(robot, 0.3)
    assert frictions(robot, mujoco.mjtGeom.mjGEOM_BOX) == {plant.turf.friction}
    on_its_face = (math.sqrt(0.5), 0.0, math.sqrt(0.5), 0.0)
    start = int(robot._model.joint("passiverobot 0").qposadr[0])  # noqa: SLF001
    robot._data.qpos[start : start + 7] = (1.5, 0.3, 0.2, *on_its_face)  # noqa: SLF001
    run(robot, 1.0)
    grip = plant.turf.friction * plant.turf.shell_grip
    assert frictions(robot, mujoco.mjtGeom.mjGEOM_CAPSULE) == {round(grip, 9)}


def test_a_passive_robot_is_soft_only_where_its_feet_meet_the_ground() -> None:
    plant = flat(STANDARD)
    robot = SimulatedRobot(NAO, plant, props=(PassiveRobot(0.5, 0.0, heading=math.pi),))
    model, data = robot._model, robot._data  # noqa: SLF001
    at = int(model.joint("passiverobot 0").qposadr[0])
    data.qpos[at : at + 3] = (0.185, 0.0, -0.001)  # toe to toe
    mujoco.mj_forward(model, data)
    touches: dict[str, set[float]] = {}
    for geoms, softness in zip(data.contact.geom, data.contact.solref, strict=True):
        bodies = {model.body(model.geom_bodyid[geom]).name for geom in geoms}
        if "passiverobot 0" in bodies:
            (other,) = bodies - {"passiverobot 0"}
            touches.setdefault(other, set()).add(float(softness[0]))
    turf = plant.turf
    assert touches["world"] == {turf.time_constant}
    assert touches["l_foot"] == touches["r_foot"] == {turf.body_time_constant}


def test_contacts_of_a_robot_are_counted_with_force_and_time() -> None:
    robot = SimulatedRobot(NAO, flat(STANDARD), props=(Cylinder(0.5, 0.0), Cylinder(0.0, 2.0)))
    run(robot, 0.6)
    assert [prop.touches for prop in robot.truth().props] == [0, 0]
    robot.disturb(Push(0.0, 4.0))
    run(robot, 1.5, stance(stiffness=0.4))
    near, far = robot.truth().props
    assert near.touches >= 1 and near.peak_force > 20.0
    assert near.first_touch is not None and 0.6 < near.first_touch < 2.1
    assert near.position == (0.5, 0.0, 0.0)
    assert (far.touches, far.peak_force, far.first_touch) == (0, 0.0, None)


def test_a_robot_is_stopped_by_a_post() -> None:
    free, held = (
        SimulatedRobot(NAO, flat(STANDARD), props=props) for props in ((), (Cylinder(0.25, 0.0),))
    )
    for robot in (free, held):
        run(robot, 0.6)
        robot.disturb(Push(0.0, 4.0))
        run(robot, 2.0, stance(stiffness=0.4))
    assert held.truth().torso_position[0] < free.truth().torso_position[0] - 0.05


def test_a_robot_slides_down_a_slope_on_ice_and_stands_on_the_turf_beside_it() -> None:
    """tan 10 deg is 0.18: between both frictions."""
    slope = flat(IDEAL).with_floor_tilt(0.0, math.radians(10.0))
    ice = (Patch(0.0, 0.0, 0.6, 0.6, 0.05),)
    slid, stood = SimulatedRobot(NAO, slope, props=ice), SimulatedRobot(NAO, slope)
    for robot in (slid, stood):
        run(robot, 1.0)
    assert slid.truth().left_sole[0] > stood.truth().left_sole[0] + 0.1
    elsewhere = SimulatedRobot(NAO, slope, props=(Patch(2.0, 0.0, 0.6, 0.6, 0.05),))
    run(elsewhere, 1.0)
    assert elsewhere.truth().left_sole == stood.truth().left_sole


def test_a_patch_has_its_own_softness_under_the_foot_on_it() -> None:
    """The left foot stands on the patch, the right one beside it: the left one sinks deeper."""
    soft = Patch(0.0, 0.5, 1.0, 0.9, 0.6, time_constant=0.04)
    robot = SimulatedRobot(NAO, flat(IDEAL), props=(soft,))
    run(robot, 1.0)
    truth = robot.truth()
    assert truth.left_sole[2] < truth.right_sole[2] - 1e-3


def test_a_ball_keeps_its_own_friction_on_ice_with_ground_and_foot() -> None:
    ice = Patch(0.0, 0.0, 2.0, 2.0, 0.05)
    robot = SimulatedRobot(NAO, flat(IDEAL), props=(Ball(0.16, 0.05), ice))
    model, contacts = robot._model, robot._data.contact  # noqa: SLF001
    run(robot, 0.024)
    rows = (contacts.geom == model.geom(BALL).id).any(axis=1)
    partners = set(contacts.geom[rows].flat) - {model.geom(BALL).id}
    assert {model.body(model.geom_bodyid[geom]).name for geom in partners} == {"world", "l_foot"}
    assert set(contacts.friction[rows, 0]) == {BALL_SLIDING}


def test_a_ball_decelerates_faster_on_a_patch_and_normally_behind_it() -> None:
    slow = Patch(1.0, 1.0, 0.4, 0.4, 0.6, rolling=1.0)
    robot = SimulatedRobot(NAO, flat(IDEAL), props=(Ball(0.5, 1.0, speed=1.2), slow))
    losses: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(150):
        before = robot.truth()
        run(robot, 0.012)
        after = robot.truth()
        assert before.ball and before.ball_velocity and after.ball and after.ball_velocity
        ends = {abs(place[0] - 1.0) < 0.2 for place in (before.ball, after.ball)}
        if len(ends) == 1 and after.ball_velocity[0] > 0.05:
            lost = (before.ball_velocity[0] - after.ball_velocity[0]) / 0.012
            losses[ends.pop()].append(lost)
    means = {on: sum(each[3:]) / len(each[3:]) for on, each in losses.items()}
    assert means[False] == pytest.approx(0.30, abs=0.03)
    assert means[True] == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize("sole", list(SoleShape))
def test_a_foot_stands_on_a_cable_by_its_thickness(sole: SoleShape) -> None:
    plant = flat(IDEAL)
    plant = replace(plant, body=replace(plant.body, sole_shape=sole))
    across = 0.5 * math.pi
    cables = tuple(Cable(x, 0.0, 0.4, heading=across) for x in (-0.02, 0.065))
    without, raised = SimulatedRobot(NAO, plant), SimulatedRobot(NAO, plant, props=cables)
    for robot in (without, raised):
        robot._data.qpos[2] += 0.012  # noqa: SLF001 - from above: who begins in a cable stays in it
        run(robot, 1.5)
    heights = [robot.truth().torso_height for robot in (without, raised)]
    assert heights[1] - heights[0] == pytest.approx(0.010, abs=0.003)
    assert all(cable.touches > 0 for cable in raised.truth().props)


def test_every_kind_has_a_key_and_can_stand_on_the_field() -> None:
    assert set(PROPS) == {"ball", "cylinder", "passive_robot", "patch", "cable"}
    robot = SimulatedRobot(NAO, STANDARD, props=ALL)
    run(robot, 0.3)
    assert [prop.name.split(" ")[0] for prop in robot.truth().props] == [
        "ball", "cylinder", "passiverobot", "patch", "cable",
    ]  # fmt: skip


def test_a_run_with_props_is_repeatable_bit_for_bit() -> None:
    first, second = (
        SimulatedRobot(NAO, STANDARD, robot=2, seed=3, props=ALL, sight=True) for _ in range(2)
    )
    for robot in (first, second):
        run(robot, 0.4)
        robot.disturb(Push(0.5, 3.0))
        run(robot, 0.8)
    assert first.truth() == second.truth()


def test_open_eyes_do_not_change_a_run() -> None:
    """Noise, ground and lost frames are drawn as without eyes."""
    alone = SimulatedRobot(NAO, STANDARD, robot=2, seed=3)
    seeing = SimulatedRobot(NAO, STANDARD, robot=2, seed=3, sight=True)
    assert run(alone, 1.0) == run(seeing, 1.0)
    assert alone.truth() == seeing.truth()


def test_props_out_of_reach_do_not_change_a_run() -> None:
    alone = SimulatedRobot(NAO, STANDARD, robot=2, seed=3)
    far = SimulatedRobot(NAO, STANDARD, robot=2, seed=3, props=(Cylinder(3.0, 0.0),))
    assert run(alone, 1.0) == run(far, 1.0)


def test_every_prop_is_drawn_and_drawn_shapes_do_not_collide() -> None:
    bare, full = (SimulatedRobot(NAO, STANDARD, props=props).picture() for props in ((), ALL))
    shown = [sum(geom.group == VISIBLE for geom in spec.geoms) for spec in (bare, full)]
    # Ball and its patches, a post, a patch of ground, a cable, and a robot of feet and capsules.
    assert shown[1] - shown[0] == 13 + 1 + 1 + 1 + len(PASSIVE_FEET) + len(PASSIVE_BODY)
    drawn = [geom for geom in full.geoms if geom.group == VISIBLE]
    assert all(geom.contype == geom.conaffinity == 0 for geom in drawn)
    moving = full.compile()
    assert moving.nq == SimulatedRobot(NAO, STANDARD, props=ALL)._model.nq  # noqa: SLF001


def test_a_moving_post_follows_its_path_whatever_is_in_it() -> None:
    """It pushes a passive robot aside, and its position follows from its speed."""
    post = Cylinder(0.6, 0.3, 0.1, speed=0.5, direction=math.radians(90.0))
    robot = SimulatedRobot(NAO, flat(IDEAL), props=(post, PassiveRobot(0.6, 0.8)))
    run(robot, 1.8)
    moved, pushed = robot.truth().props
    assert moved.position == pytest.approx((0.6, 0.3 + 0.5 * 1.8, 0.0), abs=0.01)
    assert moved.velocity == pytest.approx((0.0, 0.5, 0.0))
    assert math.dist(pushed.position, (0.6, 0.8, 0.0)) > 0.2


def test_a_post_that_moves_into_the_robot_touches_it() -> None:
    robot = SimulatedRobot(
        NAO, flat(IDEAL), props=(Cylinder(0.4, 0.0, speed=0.5, direction=math.pi),)
    )
    run(robot, 0.9)
    assert robot.truth().props[0].touches > 0


@pytest.mark.parametrize(
    ("things", "told"),
    [
        ((Ball(0.02, 0.05),), "the ball at 0.02, 0.05 m overlaps the robot by"),
        ((Cylinder(0.0, 0.0),), "the cylinder 0 at 0, 0 m overlaps the robot by"),
        ((Ball(1.0, 0.0), PassiveRobot(0.1, 0.0)), "the passiverobot 1 at 0.1, 0 m overlaps the"),
        ((Ball(1.0, 0.0), Cylinder(1.02, 0.0)), "the cylinder 1 at 1.02, 0 m overlaps ball by"),
    ],
)
def test_a_prop_that_starts_inside_something_else_is_refused(
    things: tuple[Prop, ...], told: str
) -> None:
    with pytest.raises(PlantError, match=told):
        SimulatedRobot(NAO, IDEAL, props=things)


def test_a_robot_may_start_on_a_cable_and_beside_a_ball() -> None:
    things = (Cable(0.05, 0.0, 1.0, heading=0.5 * math.pi), Ball(0.19, 0.055))
    robot = SimulatedRobot(NAO, IDEAL, props=things)
    run(robot, 1.0)
    assert robot.truth().up_z > 0.95
