"""Builds the models of `test_foreign_models.py` from what two teams have published.

`python -m tests.benchmarks.walking.foreign_models FOLDER --hulks CHECKOUT --qibullet CHECKOUT`
writes `FOLDER/hulks` and `FOLDER/qibullet`, each a model and its joint map, from checkouts of
HULKs/hulk and softbankrobotics-research/qibullet.

The first is an MJCF: only its textures, which a checkout may lack, become grey. The second is a
URDF without public meshes and without servo parameters: joints, masses, limits and efforts are
its own, shapes and servo stiffness are those of our plant.
"""

import argparse
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import mujoco
import yaml

from hardware.robots.model import RobotModel
from hardware.robots.nao import Joint
from hardware.simulation.plant.model import MOTORS
from hardware.simulation.plant.shapes import (
    BODY_SHAPES,
    FOOT_SIZE,
    ContactGroup,
    ContactShape,
    Form,
    foot_centre,
    places_of,
)
from hardware.units import Point
from hsm.settings.loader import config_folder, load

LIGHTEST = 1e-4
"""Links of the URDF with less mass, kg, exist only because other programs need a mass."""
SERVO_STIFFNESS, SERVO_DAMPING, ARM_SHARE = 94.0, 1.22, 0.3
"""Of a leg's servo, N m/rad and N m s/rad, and of an arm's as a share: about what ours are."""
QIBULLET_BODIES = {
    "head": "Head",
    "hip1": "LPelvis",
    "hip2": "LHip",
    "lower_arm": "LForeArm",
    "thigh": "LThigh",
    "tibia": "LTibia",
    "torso": "torso",
    "upper_arm": "LBicep",
    "wrist": "l_wrist",
}
"""Bodies of our shapes in the URDF, those of the left side."""


def write_hulks(checkout: Path, folder: Path) -> None:
    """Write model and map from the HULKs' MJCF."""
    shutil.copytree(checkout / "tools" / "meshes", folder / "meshes", dirs_exist_ok=True)
    source = checkout / "tools" / "machine-learning" / "mujoco" / "model" / "nao.xml"
    grey = r'<texture name="\1" type="2d" builtin="flat" width="8" height="8" rgb1="0.5 0.5 0.5"/>'
    (folder / "nao.xml").write_text(
        re.sub(r'<texture name="(\w+)"[^>]*/>', grey, source.read_text())
    )
    names = {
        "torso": "Nao",
        "head": "head",
        "left_foot": "left_foot",
        "right_foot": "right_foot",
        "imu": "inertial_measurement_unit",
        "right_hip_yaw_pitch": "right_hip_yaw_pitch",
    }
    _write_map(folder, names, _hulks_joint)


def _hulks_joint(joint: Joint) -> str:
    if joint is Joint.L_HIP_YAW_PITCH:
        return "hip_yaw_pitch"
    side, name = joint.key.split("_", 1)
    if side == "head":
        return f"head.{name}"
    limb = "leg" if re.match("hip|knee|ankle", name) else "arm"
    return f"{'left' if side == 'l' else 'right'}_{limb}.{name}"


def write_qibullet(checkout: Path, folder: Path) -> None:
    """Write model and map from qibullet's URDF."""
    nao = load(config_folder() / "robots" / "nao_v6.yaml", RobotModel)
    urdf = ElementTree.parse(checkout / "qibullet" / "robot_data" / "nao.urdf").getroot()
    _strip(urdf)
    spec = mujoco.MjSpec.from_string(ElementTree.tostring(urdf, encoding="unicode"))
    for shape in BODY_SHAPES:
        for _, right in places_of(shape.body):
            _add_shape(spec, shape, right=right)
    for name, own, other in (
        ("l_ankle", ContactGroup.LEFT_LEG, ContactGroup.RIGHT_LEG),
        ("r_ankle", ContactGroup.RIGHT_LEG, ContactGroup.LEFT_LEG),
    ):
        centre = foot_centre(nao.dimensions.foot_height, mirrored=name[0] == "r")
        sole = spec.body(name).add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=FOOT_SIZE, pos=centre)
        sole.mass, sole.contype = 0.0, int(own)
        sole.conaffinity = int(ContactGroup.FLOOR | other)
    spec.body("torso").add_freejoint()
    for joint in [one for one in spec.joints if one.type == mujoco.mjtJoint.mjJNT_HINGE]:
        _add_servo(spec, joint)
    twin = spec.add_equality(
        type=mujoco.mjtEq.mjEQ_JOINT,
        objtype=mujoco.mjtObj.mjOBJ_JOINT,
        name1="RHipYawPitch",
        name2="LHipYawPitch",
    )
    twin.data[:5] = (0.0, 1.0, 0.0, 0.0, 0.0)
    spec.option.timestep = 0.003
    spec.compile()
    (folder / "nao.xml").write_text(re.sub(r"<frame [^>]*/>", "", spec.to_xml()))
    names = {
        "torso": "torso",
        "head": "Head",
        "left_foot": "l_ankle",
        "right_foot": "r_ankle",
        "right_hip_yaw_pitch": "RHipYawPitch",
    }
    _write_map(folder, names, lambda joint: joint.key.title().replace("_", ""))


def _strip(urdf: ElementTree.Element) -> None:
    """Keep the joints of a body without its base, and links with a mass only."""
    ours = re.compile(r"Head|[LR](Shoulder|Elbow|Wrist|Hip|Knee|Ankle)")
    for element in list(urdf):
        parent = element.find("parent")
        base = "base_link" in (element.get("name"), None if parent is None else parent.get("link"))
        if element.tag not in ("link", "joint") or base:
            urdf.remove(element)
    for joint in urdf.iter("joint"):
        _drop(joint, joint.findall("mimic"))
        if not ours.match(joint.attrib["name"]):
            joint.set("type", "fixed")
    for link in urdf.iter("link"):
        _drop(link, [*link.findall("visual"), *link.findall("collision")])
        mass = link.find("inertial/mass")
        if mass is not None and float(mass.attrib["value"]) < LIGHTEST:
            _drop(link, link.findall("inertial"))
    settings = ElementTree.SubElement(urdf, "mujoco")
    ElementTree.SubElement(settings, "compiler", fusestatic="false", balanceinertia="true")


def _drop(element: ElementTree.Element, children: Iterable[ElementTree.Element]) -> None:
    for child in children:
        element.remove(child)


def _add_shape(spec: Any, shape: ContactShape, *, right: bool) -> None:
    body = QIBULLET_BODIES[shape.body]
    side = _mirrored if right else _as_it_is
    if right:
        body = ("R" if body[0] == "L" else "r") + body[1:]
    geom = spec.body(body).add_geom(type=shape.form.value)
    geom.mass = 0.0
    geom.contype = _bits(shape.is_group, right=right)
    geom.conaffinity = _bits(shape.meets, right=right)
    if shape.form is Form.HULL:
        mesh = spec.add_mesh(name=f"hull {len(spec.meshes)}")
        mesh.uservert = [value for point in shape.points for value in side(point)]
        geom.type, geom.meshname = mujoco.mjtGeom.mjGEOM_MESH, mesh.name
    elif shape.form is Form.CAPSULE:
        geom.fromto, geom.size = (*side(shape.at), *side(shape.to)), (shape.size[0], 0.0, 0.0)
    elif shape.form is Form.CYLINDER:
        x, y, z = side(shape.at)
        radius, half, _ = shape.size
        geom.fromto, geom.size = (x, y - half, z, x, y + half, z), (radius, 0.0, 0.0)
    else:
        geom.pos, geom.size = side(shape.at), shape.size


def _as_it_is(point: Point) -> Point:
    return point


def _mirrored(point: Point) -> Point:
    return point[0], -point[1], point[2]


def _bits(group: ContactGroup, *, right: bool) -> int:
    """Return the bits of a shape of the left side, with the legs swapped for the right side."""
    if not right:
        return int(group)
    legs = ContactGroup.LEFT_LEG | ContactGroup.RIGHT_LEG
    swapped = group & ~legs
    if ContactGroup.LEFT_LEG in group:
        swapped |= ContactGroup.RIGHT_LEG
    if ContactGroup.RIGHT_LEG in group:
        swapped |= ContactGroup.LEFT_LEG
    return int(swapped)


def _add_servo(spec: Any, joint: Any) -> None:
    leg = re.search("Hip|Knee|Ankle", joint.name) is not None
    share = 1.0 if leg else ARM_SHARE
    joint.damping = (0.1, 0.0, 0.0)
    joint.armature, joint.frictionloss = (0.01 if leg else 0.004), 0.05
    if joint.name == "RHipYawPitch":
        return
    servo = spec.add_actuator(name=joint.name, target=joint.name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
    servo.set_to_position(kp=share * SERVO_STIFFNESS, kv=share * SERVO_DAMPING)
    servo.ctrlrange, servo.ctrllimited = joint.range, True


def _write_map(folder: Path, names: dict[str, str], called: Callable[[Joint], str]) -> None:
    joints = {joint.key: called(joint) for joint in MOTORS}
    (folder / "names.yaml").write_text(yaml.safe_dump(names | {"joints": joints}, sort_keys=False))


def main() -> None:
    """Write the requested models."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where to")
    for name in ("hulks", "qibullet"):
        parser.add_argument(f"--{name}", type=Path, metavar="CHECKOUT", help=f"of {name}")
    given = parser.parse_args()
    for name, write in (("hulks", write_hulks), ("qibullet", write_qibullet)):
        checkout = getattr(given, name)
        if checkout is not None:
            folder = given.folder / name
            folder.mkdir(parents=True, exist_ok=True)
            write(checkout, folder)


if __name__ == "__main__":
    main()
