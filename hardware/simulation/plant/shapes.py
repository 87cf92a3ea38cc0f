"""The shapes that touch: primitives on the robot's bodies, and what may meet what.

They are not what one sees (`looks.py`). Their sizes decide how the robot falls and gets up: a round
torso and round arms let it roll over its back, where boxes would wedge it. All lengths in m, in the
frame of the body; left side only, the right is its mirror image.
"""

from dataclasses import dataclass
from enum import Enum, IntFlag

from hardware.units import Point


class ContactGroup(IntFlag):
    """Contact bits. A contact needs a bit of one partner in the other's `meets`."""

    FLOOR = 1
    TRUNK = 2
    LEFT_LEG = 4
    RIGHT_LEG = 8
    ARMS = 16
    BALL = 32
    LEFT_TURF = 64
    RIGHT_TURF = 128


class Form(Enum):
    """Kind of a primitive."""

    BOX = "box"
    CAPSULE = "capsule"
    CYLINDER = "cylinder"
    ELLIPSOID = "ellipsoid"
    SPHERE = "sphere"


@dataclass(frozen=True, slots=True)
class ContactShape:
    """One primitive on a body.

    Attributes:
        body: Name of the body, without the side for mirrored ones.
        form: Kind of primitive.
        size: Half extents of box and ellipsoid; radius in x for sphere and capsule, m.
        at: Centre; for a capsule one end of its axis, m.
        to: Other end of a capsule's axis, m.
        is_group: What it is for contacts.
        meets: What it collides with, besides what collides with it.
        mirrored: Exists on both sides.
    """

    body: str
    form: Form
    size: Point
    at: Point
    is_group: ContactGroup
    meets: ContactGroup
    to: Point = (0.0, 0.0, 0.0)
    mirrored: bool = False


_GROUND = ContactGroup.FLOOR | ContactGroup.BALL
_LEGS = ContactGroup.LEFT_LEG | ContactGroup.RIGHT_LEG


def _trunk(
    body: str, form: Form, size: Point, at: Point, to: Point = (0.0, 0.0, 0.0)
) -> ContactShape:
    return ContactShape(body, form, size, at, ContactGroup.TRUNK, _GROUND, to)


def _arm(body: str, radius: float, at: Point, to: Point, extra: ContactGroup) -> ContactShape:
    size = (radius, 0.0, 0.0)
    return ContactShape(
        body, Form.CAPSULE, size, at, ContactGroup.ARMS, _GROUND | extra, to, mirrored=True
    )


def _leg(
    body: str, form: Form, size: Point, at: Point, to: Point = (0.0, 0.0, 0.0)
) -> ContactShape:
    return ContactShape(body, form, size, at, ContactGroup.LEFT_LEG, _GROUND, to, mirrored=True)


BODY_SHAPES = (
    # Three lateral capsules: chest, middle, hips. The robot rolls up over its upper back on them.
    _trunk("torso", Form.CAPSULE, (0.050, 0, 0), (0.003, -0.035, 0.083), (0.003, 0.035, 0.083)),
    _trunk("torso", Form.CAPSULE, (0.050, 0, 0), (0.003, -0.035, 0.0), (0.003, 0.035, 0.0)),
    _trunk("torso", Form.CAPSULE, (0.045, 0, 0), (0.003, -0.030, -0.050), (0.003, 0.030, -0.050)),
    _trunk("head", Form.ELLIPSOID, (0.060, 0.066, 0.058), (0.0, 0.0, 0.057)),
    # Only the hands may meet the trunk: the elbows pass it closely in get-ups.
    _arm("upper_arm", 0.034, (-0.003, 0.006, 0.0), (0.087, 0.006, 0.0), ContactGroup(0)),
    _arm("lower_arm", 0.024, (0.006, 0.0, 0.0), (0.042, 0.0, 0.0), _LEGS),
    _arm("wrist", 0.029, (0.023, 0.0, 0.0), (0.073, 0.0, 0.0), _LEGS | ContactGroup.TRUNK),
    _leg("hip2", Form.SPHERE, (0.045, 0, 0), (0.0, 0.0, -0.005)),
    _leg("thigh", Form.CAPSULE, (0.042, 0, 0), (0.006, 0.0, -0.020), (0.006, 0.0, -0.085)),
    _leg("tibia", Form.CAPSULE, (0.038, 0, 0), (0.008, 0.0, -0.015), (0.0, 0.0, -0.085)),
)

FOOT_SIZE: Point = (0.075, 0.0425, 0.015)
"""Half extents of the box foot; the published outline less its rounding."""

FOOT_CENTRE: Point = (0.0245, 0.0045, -0.03019)
"""Centre of the left foot's box in the foot's frame; its lower face is the sole."""

FOOT_OUTLINE = (
    (0.0995, 0.000),
    (0.0985, 0.016),
    (0.0935, 0.030),
    (0.0830, 0.040),
    (0.0680, 0.046),
    (0.0300, 0.047),
    (-0.0200, 0.047),
    (-0.0380, 0.044),
    (-0.0480, 0.034),
    (-0.0505, 0.018),
    (-0.0505, -0.012),
    (-0.0470, -0.028),
    (-0.0370, -0.036),
    (-0.0200, -0.038),
    (0.0300, -0.038),
    (0.0680, -0.037),
    (0.0840, -0.033),
    (0.0935, -0.025),
    (0.0985, -0.013),
)
"""The rounded sole of the left foot around the ankle axis, m: same extents as the box."""

BALL_RADIUS = 0.05
BALL_MASS = 0.044
BALL_FRICTION = (0.5, 0.005, 0.002)
