"""Collision shapes of the robot's bodies, and which of them may collide.

Visible shapes are in `looks.py`. Where the robot lies, sits or leans on itself in a fall or a
get-up, the shapes are convex hulls of a NAO V6 (source: extents of the published visual model of a
V6 in the frames of its joints): its flat back, its buttocks and its hands decide whether it rolls,
sits or wedges. Thighs and shins remain capsules: hulls there would catch on each other.

All lengths are in m, in the frame of the body; left side only, the right is its mirror image.
"""

from dataclasses import dataclass
from enum import Enum, IntFlag

import mujoco

from hardware.units import Point


class ContactGroup(IntFlag):
    """Contact bits. Two shapes collide if one's group is in the other's `meets`."""

    FLOOR = 1
    TRUNK = 2
    LEFT_LEG = 4
    RIGHT_LEG = 8
    ARMS = 16
    BALL = 32
    LEFT_TURF = 64
    RIGHT_TURF = 128
    PROP = 256


class Form(Enum):
    """Kind of a primitive; the value is MuJoCo's."""

    BOX = mujoco.mjtGeom.mjGEOM_BOX
    CAPSULE = mujoco.mjtGeom.mjGEOM_CAPSULE
    CYLINDER = mujoco.mjtGeom.mjGEOM_CYLINDER
    ELLIPSOID = mujoco.mjtGeom.mjGEOM_ELLIPSOID
    HULL = mujoco.mjtGeom.mjGEOM_MESH
    SPHERE = mujoco.mjtGeom.mjGEOM_SPHERE


@dataclass(frozen=True, slots=True)
class ContactShape:
    """One shape on a body.

    Attributes:
        body: Name of the body, without the side.
        form: Kind of shape.
        size: Half extents of box and ellipsoid; radius in x for sphere and capsule; radius in x and
            half length in y for a cylinder, whose axis is y; m.
        at: Centre; for a capsule one end of its axis, m.
        to: Other end of a capsule's axis, m.
        points: Points whose convex hull is the shape, m.
        is_group: Contact group of the shape.
        meets: Groups it collides with, besides shapes that meet its own group.
        is_hand: The surface is a hand's, not the shell's, which determines the friction.
    """

    body: str
    form: Form
    is_group: ContactGroup
    meets: ContactGroup
    size: Point = (0.0, 0.0, 0.0)
    at: Point = (0.0, 0.0, 0.0)
    to: Point = (0.0, 0.0, 0.0)
    points: tuple[Point, ...] = ()
    is_hand: bool = False


def places_of(body: str) -> tuple[tuple[str, bool], ...]:
    """Return the bodies that carry a shape, each with whether it is mirrored: left, then right."""
    if body in ("torso", "neck", "head"):
        return ((body, False),)
    return (f"l_{body}", False), (f"r_{body}", True)


_GROUND = ContactGroup.FLOOR | ContactGroup.BALL
_LEGS = ContactGroup.LEFT_LEG | ContactGroup.RIGHT_LEG


def _mm(*points: Point) -> tuple[Point, ...]:
    """Return points given in mm."""
    return tuple((x * 1e-3, y * 1e-3, z * 1e-3) for x, y, z in points)


def _both(*points: Point) -> tuple[Point, ...]:
    """Return points given in mm, each with its mirror image."""
    return _mm(*points, *((x, -y, z) for x, y, z in points))


# From the waist upwards: narrow there, wide at the shoulders, round at the neck; flat behind.
_CHEST = _both(
    (30, 36, 1),
    (4, 44, 3),
    (-42, 37, 1),
    (-53, 12, 1),
    (51, 33, 20),
    (59, 20, 67),
    (50, 48, 67),
    (32, 72, 82),
    (8, 87, 84),
    (-16, 87, 84),
    (-47, 40, 86),
    (-53, 12, 88),
    (44, 40, 100),
    (29, 72, 118),
    (8, 87, 120),
    (-16, 87, 120),
    (-31, 72, 117),
    (23, 70, 131),
    (-20, 70, 131),
)
_BELLY = _both(
    (30, 36, 1),
    (-44, 34, 1),
    (0, 46, -25),
    (-44, 9, -25),
    (49, 10, -37),
    (24, 43, -37),
    (-10, 46, -35),
    (47, 10, -58),
    (33, 29, -55),
    (-37, 6, -56),
    (-25, 23, -55),
    (38, 10, -82),
    (30, 18, -82),
    (-18, 12, -78),
    (26, 10, -96),
    (4, 12, -96),
)
_BUTTOCK = _mm(
    (-52, 9, -13),
    (-52, -9, -13),
    (20, 8, -13),
    (20, -8, -13),
    (-59, 9, -4),
    (-59, -9, -4),
    (-59, 8, 4),
    (-59, -9, 4),
    (-52, 14, 0),
    (20, 14, 0),
    (20, -13, 0),
    (24, -4, 8),
    (-57, -13, 13),
    (-56, 3, 22),
    (-55, -8, 23),
    (-33, -31, 19),
    (2, -39, 21),
    (16, -29, 20),
    (-3, -39, 34),
    (21, -26, 34),
    (-41, 5, 32),
    (-38, -14, 32),
    (-20, 7, 42),
    (-18, -8, 43),
    (0, -15, 43),
    (20, -7, 43),
    (20, 7, 42),
)
_HIP = _both(
    (-43, 14, -22),
    (24, 14, -22),
    (-43, 14, 12),
    (8, 14, 13),
    (24, 14, -14),
    (13, 14, -34),
    (-13, 14, -34),
    (0, 10, 18),
)
# The palm, and fingers that bend up from its lower side.
_HAND = _both(
    (0, 21, 0),
    (0, 15, 15),
    (0, 13, -18),
    (6, 4, 24),
    (26, 23, -20),
    (26, 7, -31),
    (36, 30, 6),
    (40, 28, -16),
    (41, 16, -28),
    (43, 3, -32),
    (50, 27, 24),
    (51, 8, -28),
    (62, 20, 30),
    (66, 7, 31),
    (66, 34, 8),
    (66, 33, 2),
    (67, 14, -10),
    (72, 32, 17),
    (78, 29, 12),
    (83, 21, 20),
    (84, 11, 12),
    (85, 5, 24),
)


def _hull(body: str, group: ContactGroup, points: tuple[Point, ...]) -> ContactShape:
    return ContactShape(body, Form.HULL, group, _GROUND, points=points)


def _limb(
    body: str,
    radius: float,
    at: Point,
    to: Point,
    group: ContactGroup,
    meets: ContactGroup = _GROUND,
) -> ContactShape:
    size = (radius, 0.0, 0.0)
    return ContactShape(body, Form.CAPSULE, group, meets, size=size, at=at, to=to)


_TRUNK, _LEG, _ARMS = ContactGroup.TRUNK, ContactGroup.LEFT_LEG, ContactGroup.ARMS

BODY_SHAPES = (
    _hull("torso", _TRUNK, _CHEST),
    _hull("torso", _TRUNK, _BELLY),
    _hull("hip1", _TRUNK, _BUTTOCK),
    ContactShape(
        "head",
        Form.ELLIPSOID,
        _TRUNK,
        _GROUND,
        size=(0.060, 0.066, 0.058),
        at=(-0.001, 0.0, 0.057),
    ),
    # Of the arms, only hands collide with the trunk: elbows pass it closely in get-ups.
    ContactShape(
        "upper_arm",
        Form.CYLINDER,
        _ARMS,
        _GROUND,
        size=(0.041, 0.027, 0.0),
        at=(-0.005, 0.003, 0.0),
    ),
    _limb("upper_arm", 0.026, (0.025, 0.009, 0.001), (0.096, 0.012, 0.0), _ARMS),
    _limb("lower_arm", 0.024, (0.006, 0.0, 0.0), (0.042, 0.0, 0.0), _ARMS, _GROUND | _LEGS),
    ContactShape("wrist", Form.HULL, _ARMS, _GROUND | _LEGS | _TRUNK, points=_HAND, is_hand=True),
    _hull("hip2", _LEG, _HIP),
    _limb("thigh", 0.042, (0.006, 0.0, -0.020), (0.006, 0.0, -0.085), _LEG),
    _limb("tibia", 0.038, (0.008, 0.0, -0.015), (0.0, 0.0, -0.085), _LEG),
)

FOOT_SIZE: Point = (0.075, 0.0425, 0.015)
"""Half extents of the box foot: the robot's sole (`config/robots/`) within a millimetre, except
3 mm less on the outer side, where the real sole is round and reaches that far at one point only."""

FOOT_MIDDLE = (0.0245, 0.0045)
"""Centre of the left foot's box in the foot's frame, x and y."""


def foot_centre(foot_height: float, *, mirrored: bool) -> Point:
    """Return the centre of the box foot, m, in the foot's frame; its lower face is the sole.

    Args:
        foot_height: From the ankle to the sole, m.
        mirrored: Whether it is the right foot.
    """
    x, y = FOOT_MIDDLE
    return x, -y if mirrored else y, FOOT_SIZE[2] - foot_height


SOLE_EDGES = (
    (0.097, -0.018, 0.016),
    (0.076, -0.037, 0.042),
    (-0.033, -0.034, 0.051),
    (-0.049, -0.022, 0.037),
)
"""Contact lines across the rounded sole of the left foot: x, inner and outer y, m.

Their ends match the outline of a V6's sole within 5 mm. Lines, not a mesh: a mesh touches a plane
in at most three points, and a foot on a triangle tips.
"""

TOE = 0
"""Index of the toe line: turf catches it when it drags."""

FOOT_SHELL = _mm(
    (102, -16, -37),
    (102, 14, -37),
    (80, -38, -37),
    (80, 43, -37),
    (-33, -35, -37),
    (-33, 51, -37),
    (-58, -18, -37),
    (-58, 30, -37),
    (95, -15, -20),
    (95, 15, -20),
    (74, -34, -15),
    (74, 40, -15),
    (-40, -30, -15),
    (-40, 42, -15),
    (-52, -15, -15),
    (-52, 20, -15),
)
"""The left foot above a rounded sole: touches the ground when the foot stands on its toes.

Its position below the ankle does not depend on the robot's foot height.
"""

SOLE_ROUNDING = 0.004
"""Radius of the contact lines, m: determines how a sole rolls over its edge."""
