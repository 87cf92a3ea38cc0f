"""A biped unlike the NAO: other joint names and order, one hip yaw per leg, three-joint arms.

It has no hands and sends a frame every 20 ms. It follows commands at once; the test sets its lean.
"""

import math
from dataclasses import replace

from hardware.robots.eyes import Eyes, HeadCamera, TiltRange
from hardware.robots.model import (
    Dimensions,
    JointSpec,
    LegNames,
    LimbNames,
    Link,
    Motor,
    RobotModel,
    Side,
    Sole,
)
from hardware.sensors_and_commands import GRAVITY, SensorFrame
from hardware.units import Point
from hsm.control.assembly import MotionSettings, build_cycle, load_settings
from hsm.control.cycle import Outcome
from motions.keyframes.engine.parameters import Dives, NamedPosture
from motions.keyframes.motions.conditions import Conditions
from motions.keyframes.motions.keyframe import Interpolation, Keyframe, Limb
from motions.keyframes.motions.library import MotionLibrary
from motions.keyframes.motions.motion import Block, KeyframeMotion, MotionChoice
from motions.kinematics.geometry import rotation_from_rpy, unrotate
from motions.kinematics.robot_legs import legs_of
from motions.requests import MotionRequest

_WIRE = (
    *("port_toe", "port_shin", "port_twist", "port_thigh", "port_sway", "port_knee"),
    *("nod", "starboard_elbow", "starboard_swing", "starboard_lift"),
    *("starboard_knee", "starboard_twist", "starboard_sway", "starboard_thigh"),
    *("starboard_shin", "starboard_toe", "port_lift", "port_swing", "port_elbow", "look"),
)
"""The joints follow no order of limbs, sides or chains."""
_NAMES = {Side.LEFT: "port", Side.RIGHT: "starboard"}
_X, _Y, _Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
_THIGH, _SHANK, _ANKLE = 0.11, 0.12, 0.04


def _link(name: str, parent: str, origin: Point, axis: Point, mass: float) -> Link:
    """Return a link named after the joint that turns it."""
    inertia = (mass * 1e-3, mass * 1e-3, mass * 1e-3, 0.0, 0.0, 0.0)
    return Link(
        f"{name}_link", f"{parent}_link", name, origin, axis, mass, (0.0, 0.0, 0.0), inertia
    )


def _limbs_of(side: Side) -> list[Link]:
    name, y = _NAMES[side], side.sign
    return [
        _link(f"{name}_swing", "trunk", (0.0, 0.1 * y, 0.1), _Y, 0.2),
        _link(f"{name}_lift", f"{name}_swing", (0.0, 0.0, 0.0), _X, 0.2),
        _link(f"{name}_elbow", f"{name}_lift", (0.0, 0.0, -0.1), _Y, 0.2),
        _link(f"{name}_twist", "trunk", (0.0, 0.055 * y, -0.09), _Z, 0.1),
        _link(f"{name}_sway", f"{name}_twist", (0.0, 0.0, 0.0), _X, 0.1),
        _link(f"{name}_thigh", f"{name}_sway", (0.0, 0.0, 0.0), _Y, 0.5),
        _link(f"{name}_knee", f"{name}_thigh", (0.0, 0.0, -_THIGH), _Y, 0.4),
        _link(f"{name}_shin", f"{name}_knee", (0.0, 0.0, -_SHANK), _Y, 0.1),
        _link(f"{name}_toe", f"{name}_shin", (0.0, 0.0, 0.0), _X, 0.2),
    ]


def _leg(side: Side) -> LegNames:
    parts = ("twist", "sway", "thigh", "knee", "shin", "toe")
    return LegNames(*(f"{_NAMES[side]}_{part}" for part in parts))


TOY = RobotModel(
    name="toy",
    cycle=0.02,
    dimensions=Dimensions(
        hip_offset_y=0.055,
        hip_offset_z=0.09,
        thigh=_THIGH,
        tibia=_SHANK,
        foot_height=_ANKLE,
        imu=(0.0, 0.0, 0.0),
        sole=Sole(
            front=0.09,
            back=0.06,
            inner=0.04,
            outer=0.05,
            fsr=((0.07, 0.03, 0.0), (0.07, -0.02, 0.0), (-0.03, 0.03, 0.0), (-0.03, -0.02, 0.0)),
        ),
    ),
    limbs=LimbNames(
        head=("look", "nod"),
        legs={side: _leg(side) for side in Side},
        arms={
            side: tuple(f"{_NAMES[side]}_{part}" for part in ("swing", "lift", "elbow"))
            for side in Side
        },
        hands=(),
    ),
    eyes=Eyes(
        upper=HeadCamera((0.05, 0.0, 0.04), 0.0),
        lower=HeadCamera((0.05, 0.0, 0.0), 0.6),
        width=1.0,
        height=0.8,
        reach=(TiltRange(0.0, (-0.5, 0.5)), TiltRange(1.8, (-0.3, 0.3))),
    ),
    motors={"servo": Motor(200.0, 0.1, 2000.0, 0.01)},
    joints={name: JointSpec(-2.0, 2.2, "servo") for name in _WIRE},
    links=(
        Link(
            "trunk_link",
            "",
            "",
            (0.0, 0.0, 0.0),
            (0.0, 0.0, 0.0),
            1.5,
            (0.0, 0.0, 0.05),
            (0.01,) * 6,
        ),
        _link("look", "trunk", (0.0, 0.0, 0.15), _Z, 0.1),
        _link("nod", "look", (0.0, 0.0, 0.0), _Y, 0.4),
        *_limbs_of(Side.LEFT),
        *_limbs_of(Side.RIGHT),
    ),
)


def toy_settings() -> MotionSettings:
    """Return the NAO's parameters with the toy's own model, stance, arms and motions."""
    nao = load_settings()
    walking = replace(
        nao.walking,
        stance=replace(nao.walking.stance, hip_height=0.25),
        arms=replace(nao.walking.arms, shoulder_pitch=0.0),
    )
    crouched = (0.0, 0.0, -0.6, 1.2, -0.6, 0.0)
    low = Keyframe(
        "crouch", 0.6, {Limb.HEAD: (0.0, 0.0), Limb.LEGS: crouched, Limb.ARMS: (0.0,) * 3}
    )
    stiff = {Limb.HEAD: 0.5, Limb.ARMS: 0.5, Limb.LEGS: 0.8}
    motions = MotionLibrary(
        TOY,
        {"rise": KeyframeMotion(("crouch",)), "sit": KeyframeMotion(("crouch",))},
        {"crouch": Block(stiff, Interpolation.SOFT, (low,))},
    )
    engine = replace(
        nao.keyframes.engine,
        get_up=(MotionChoice("rise", Conditions()),),
        sit_down="sit",
        stand="rise",
        dives=Dives("sit", "sit", "sit"),
        specials=(),
    )
    limp = NamedPosture({Limb.LEGS: crouched})
    postures = replace(nao.keyframes.postures, back=limp, front=limp, soft_joints=())
    return replace(
        nao,
        robot=TOY,
        walking=walking,
        keyframes=replace(nao.keyframes, engine=engine, postures=postures),
        motions=motions,
    )


class ToyRobot:
    """A toy under its control cycle: joints reach their targets at once, the lower sole bears load.

    Attributes:
        cycle: The control cycle.
        roll: Lean to the right, rad.
        pitch: Lean forward, rad.
        rates: Angular velocity about x and y, rad/s.
    """

    def __init__(self, settings: MotionSettings | None = None) -> None:
        self.cycle = build_cycle(settings or toy_settings())
        self.roll = self.pitch = 0.0
        self.rates = (0.0, 0.0)
        self._legs = legs_of(TOY)
        self._landing = 0.5
        self._ticks = 0
        self._positions = (0.0,) * len(TOY.names)
        self._stiffness = (0.0,) * len(TOY.names)

    def frame(self) -> SensorFrame:
        """Return the toy's sensor frame."""
        time = self._ticks * TOY.cycle
        ripple = 1e-4 * math.sin(900.0 * time)  # an IMU that repeats its values counts as dead
        count = len(TOY.names)
        x, y, z = unrotate(rotation_from_rpy(self.roll, self.pitch, 0.0), (0.0, 0.0, GRAVITY))
        return SensorFrame(
            time=time,
            positions=self._positions,
            stiffness=self._stiffness,
            currents=(0.1,) * count,
            temperatures=(40.0,) * count,
            status=(0,) * count,
            gyro=(self.rates[0] + ripple, self.rates[1], 0.0),
            accelerometer=(x, y + ripple, z),
            angles=(self.roll, self.pitch),
            fsr=self._load(),
            touch=(0.0,) * 14,
            battery_charge=0.9,
            battery_current=-1.0,
        )

    def _load(self) -> tuple[float, ...]:
        """Return the force on each cell, N: on the lower sole, or on the one that landed last."""
        left, right = (sole.z for sole in self._legs.soles(self._positions))
        if abs(left - right) > 0.002:
            share = 0.0 if left > right else 1.0
            self._landing = 0.8 - 0.6 * share
        else:
            share = self._landing
        cell = 0.25 * TOY.mass * GRAVITY
        return (cell * share,) * 4 + (cell * (1.0 - share),) * 4

    def step(self, request: MotionRequest) -> Outcome:
        """Run one cycle; its command is measured in the next one."""
        self._ticks += 1
        outcome = self.cycle.step(self.frame(), request)
        self._positions = outcome.command.positions
        self._stiffness = outcome.command.stiffness
        return outcome

    def run(self, seconds: float, request: MotionRequest) -> list[Outcome]:
        """Run for a duration, s; return the outcome of every cycle."""
        return [self.step(request) for _ in range(round(seconds / TOY.cycle))]

    def fall(self, roll_rate: float, pitch_rate: float) -> list[Outcome]:
        """Tip over to 85 degrees at constant rates, rad/s, and lie there for 2 s."""
        outcomes = []
        self.rates = (roll_rate, pitch_rate)
        while max(abs(self.roll), abs(self.pitch)) < math.radians(85.0):
            self.roll += roll_rate * TOY.cycle
            self.pitch += pitch_rate * TOY.cycle
            outcomes.append(self.step(MotionRequest()))
        self.rates = (0.0, 0.0)
        return outcomes + self.run(2.0, MotionRequest())
