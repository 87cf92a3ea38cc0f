"""What programs say to a robot is taken as it is documented, or refused in a sentence."""

import math
import random
from typing import Any

import msgpack
import pytest

from hardware.robots.model import Side
from hsm.apps.robot.protocol import RequestError, read_message, request_as_map
from hsm.runs.serialisation import plain
from motions.destinations import SpeedShare, TargetFrame, WalkTo
from motions.kicks.wish import Dribble, Kick, KickKind
from motions.kinematics.geometry import Pose2
from motions.limbs.wishes import ArmProgram, ArmWish, HeadMode, HeadWish
from motions.locomotion.wish import Footsteps, FootstepWish, PreviewWish
from motions.requests import Dive, Motion, MotionRequest
from motions.sight import SeenBall

REQUESTS = [
    MotionRequest(),
    MotionRequest(Motion.WALK, 0.2, -0.1, 0.3),
    MotionRequest(Motion.WALK_TO, walk_to=WalkTo(1.0, 0.5, 0.25), number=3),
    MotionRequest(Motion.SPECIAL, special="wave"),
    MotionRequest(Motion.DIVE, dive=Dive.SQUAT),
    MotionRequest(Motion.KICK, kick=Kick(KickKind.FORWARD, or_kinds=(KickKind.TURN,))),
    MotionRequest(Motion.DRIBBLE, dribble=Dribble(direction=0.5, share=SpeedShare(0.5))),
]
POSE = {"x": 0.0, "y": 0.0, "heading": 0.0}
TO = plain(WalkTo(1.0, 0.0))
SEEN = {"time": 1.0, "odometry": POSE}
POST = {"x": 1.0, "y": 0.0, "radius": 0.1}
BALL = {"time": 1.0, "odometry": POSE, "x": 0.5, "y": 0.0, "vx": 0.0, "vy": 0.0}


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request.motion.value)
def test_a_request_is_heard_as_it_was_meant(request_: MotionRequest) -> None:
    packed = msgpack.packb({"version": 1, "request": request_as_map(request_)})
    assert read_message(msgpack.unpackb(packed)).request == request_


@pytest.mark.parametrize("depth", [100, 1000])
@pytest.mark.parametrize("key", ["version", "request", "hold", "sight"])
def test_whatever_a_stranger_says_is_refused_in_few_words(key: str, depth: int) -> None:
    """Lists in lists: Python gives up to print a thousand, which ended the robot's run."""
    inner = b"\x91" * depth + b"\x01"
    message = {"version": 1, key: msgpack.unpackb(inner)}
    with pytest.raises(RequestError, match="; expected ") as told:
        read_message(message)
    assert len(str(told.value)) < 120


@pytest.mark.parametrize("more", [{}, {"request": None}, {"sight": {"ball": BALL}}])
def test_nothing_is_held_without_a_request(more: dict[str, Any]) -> None:
    with pytest.raises(RequestError, match="expected a request beside it"):
        read_message({"version": 1, "hold": True, **more})


def test_what_is_not_said_is_as_standing_has_it() -> None:
    said = read_message({"version": 1, "request": {"motion": "walk", "forward": 0.1}})
    assert said.request == MotionRequest(Motion.WALK, 0.1)
    assert not said.hold and said.sight is None
    assert read_message({"version": 1}).request is None


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            {"motion": "kick", "kick": {"kind": "forward_fast"}},
            MotionRequest(Motion.KICK, kick=Kick(KickKind.FORWARD_FAST)),
        ),
        (
            {"motion": "kick", "kick": {"kind": "turn", "share": {"turn": 0.5}, "target": [1, 2]}},
            MotionRequest(
                Motion.KICK,
                kick=Kick(KickKind.TURN, share=SpeedShare(turn=0.5), target=(1.0, 2.0)),
            ),
        ),
        (
            {"motion": "walk_to", "walk_to": {"x": 1, "y": 0, "frame": "field"}},
            MotionRequest(Motion.WALK_TO, walk_to=WalkTo(1.0, 0.0, frame=TargetFrame.FIELD)),
        ),
        (
            {"motion": "Special", "special": "WAVE"},
            MotionRequest(Motion.SPECIAL, special="wave"),
        ),
        (
            {"head": {"mode": "ball"}, "left_arm": {"program": "back"}},
            MotionRequest(head=HeadWish(HeadMode.BALL), left_arm=ArmWish(ArmProgram.BACK)),
        ),
        (
            {"motion": "preview", "preview": {"footsteps": {"steps": [
                {"swing": "left", "x": 0.05, "y": 0.1, "speed": 0.5},
            ]}}},
            MotionRequest(Motion.PREVIEW, preview=PreviewWish(
                Footsteps((FootstepWish(Side.LEFT, 0.05, 0.1, speed=0.5),)),
            )),
        ),
    ],
)  # fmt: skip
def test_what_is_left_out_inside_of_a_request_is_as_its_class_has_it(
    said: dict[str, Any], meant: MotionRequest
) -> None:
    assert read_message({"version": 1, "request": said}).request == meant


def test_a_ball_that_lies_needs_no_speed() -> None:
    ball = {"time": 1.0, "odometry": {}, "x": 0.5, "y": 0.0}
    sight = read_message({"version": 1, "sight": {"ball": ball}}).sight
    assert sight is not None and sight.ball == SeenBall(1.0, Pose2(), 0.5, 0.0)


def test_a_place_in_the_frame_of_odometry_may_be_as_far_as_that_has_come() -> None:
    far = {"motion": "walk_to", "walk_to": {"x": 60.0, "y": 0.0, "frame": "odometry"}}
    asked = read_message({"version": 1, "request": far}).request
    assert asked is not None and asked.walk_to is not None and asked.walk_to.x == 60.0


def test_a_sighting_is_heard() -> None:
    sight = read_message({"version": 1, "sight": {"ball": BALL}}).sight
    assert sight is not None and sight.ball is not None and sight.pose is None
    assert sight.ball.x == 0.5


def kick(**how: Any) -> dict[str, Any]:
    return {"version": 1, "request": {"motion": "kick", "kick": {"kind": "forward", **how}}}


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ({}, "version is None; expected 1"),
        ({"version": 2}, "version is 2; expected 1"),
        ({"version": 1, "requst": {}}, "'requst' is unknown; expected some of version, request"),
        ({"version": 1, "gains": {}}, "'gains' comes with a later version"),
        ({"version": 1, "hold": 1}, "hold is 1; expected true or false"),
        ({"version": 1, "request": "walk"}, "request is 'walk'; expected a map"),
        ({"version": 1, "request": {"motion": "hop"}}, "must be one of stand, walk,.*not 'hop'"),
        ({"version": 1, "request": {"motion": "walk", "speed": 1.0}}, "has an unknown 'speed'"),
        (
            {"version": 1, "request": {"motion": "walk", "forward": float("nan")}},
            "forward is nan; expected a finite number",
        ),
        ({"version": 1, "request": {"motion": "stand", "forward": 0.1}}, "belongs to motion"),
        ({"version": 1, "request": {"motion": "walk_to"}}, "needs 'walk_to'"),
        (
            {"version": 1, "request": {"motion": "walk", "number": -3}},
            "number is -3; expected a whole number of at least 0",
        ),
        (
            {
                "version": 1,
                "request": {
                    "motion": "preview",
                    "preview": {
                        "footsteps": {"steps": [{"swing": "left", "x": 0, "y": 0.1, "at": 1e9}]}
                    },
                },
            },
            "at is 1000000000.0; expected a number above 0 up to 3600 s",
        ),
        ({"version": 1, "request": {"motion": "walk_to", "walk_to": {"x": 1}}}, "lacks 'y'"),
        ({"version": 1, "request": {"motion": "kick", "kick": {"kind": "hop"}}}, "one of forward,"),
        (
            {"version": 1, "sight": {"ball": {**BALL, "odometry": [0.0, 0.0, 0.0]}}},
            r"sight.ball.odometry must be a map of x, y, heading, not \[0.0, 0.0, 0.0\]",
        ),
        (
            {"version": 1, "request": {"motion": "kick", "kick": "turn"}},
            "request.kick must be a map of kind, direction, .*, not 'turn'",
        ),
        (
            {"version": 1, "request": {"motion": "walk", "forward": 100}},
            "forward is 100; expected -1 to 1 m/s",
        ),
        (
            {"version": 1, "request": {"motion": "walk", "forward": 0.2, "turn": 90}},
            "turn is 90; expected -4 to 4 rad/s",
        ),
        (
            {"version": 1, "request": {"motion": "walk_to", "walk_to": {**TO, "x": 100.0}}},
            r"walk_to: .*x is 100; expected -8 to 8 m",
        ),
        (
            {"version": 1, "request": {"motion": "walk_to", "walk_to": {**TO, "heading": 90.0}}},
            "WalkTo: heading is 90.0; expected a number from -6.283 to 6.283 rad: 90 deg are 1.571",
        ),
        (
            kick(direction=90),
            "Kick: direction is 90; expected a number from -6.283 to 6.283 rad: 90 deg are 1.571",
        ),
        (kick(length=3000), "kick.length is 3000; expected 0 to 20 m"),
        (kick(target=[0.0, 1000.0]), "kick.target is 1000; expected -20 to 20 m"),
        (
            {"version": 1, "request": {"motion": "dribble", "dribble": {"x": 3000, "y": 0}}},
            "dribble.x is 3000; expected -20 to 20 m",
        ),
        (
            {
                "version": 1,
                "request": {
                    "motion": "dribble",
                    "dribble": {"direction": 0},
                    "while_rolling": "out_of_ball_line",
                    "out_of_ball_line": {"goal": [4500, 0]},
                },
            },
            "out_of_ball_line.goal is 4500; expected -20 to 20 m",
        ),
        ({"version": 1, "sight": {"goal": BALL}}, "sight has an unknown 'goal'; expected some of"),
        (
            {"version": 1, "sight": {"ball": {**BALL, "x": float("inf")}}},
            "x is inf; expected a finite number",
        ),
        (
            {"version": 1, "sight": {"ball": {**BALL, "vx": 1e300}}},
            r"vx is 1e\+300; expected a finite number up to 1e\+12 m/s",
        ),
        (
            {"version": 1, "request": {"motion": "walk", "forward": 1.5, "relative": True}},
            "forward is 1.5; expected a share of the profile's speed from -1 to 1",
        ),
        (
            {"version": 1, "request": {"motion": "walk_to", "walk_to": {**TO, "frame": "MOON"}}},
            "frame.* must be one of robot, odometry, field",
        ),
        (
            {"version": 1, "request": {"motion": "walk_to", "walk_to": {**TO, "x": math.nan}}},
            "WalkTo: x is nan; expected a finite number",
        ),
        (
            {"version": 1, "request": {"motion": "walk_to", "walk_to": {**TO, "tolerance": 0.0}}},
            "tolerance is 0.0; expected a number above 0 m",
        ),
        (
            {"version": 1, "sight": {"obstacles": {**SEEN, "circles": [{**POST, "radius": -0.1}]}}},
            "radius is -0.1; expected a number of at least 0 m",
        ),
        (
            {"version": 1, "sight": {"ball": {**BALL, "x": 1000}}},
            r"ball.x is 1000; .*-20 to 20 m\n",
        ),
        ({"version": 1, "sight": {"ball": {**BALL, "vy": -800}}}, "ball.vy is -800; .* 10 m/s"),
        (
            {"version": 1, "sight": {"obstacles": {**SEEN, "circles": [POST, {**POST, "y": 900}]}}},
            r"sight.obstacles.circles\[1\].y is 900; expected -20 to 20 m",
        ),
        (
            {"version": 1, "sight": {"obstacles": {**SEEN, "circles": [{**POST, "radius": 250}]}}},
            r"circles\[0\].radius is 250; expected 0 to 5 m",
        ),
        (
            {"version": 1, "sight": {"pose": {**SEEN, "pose": {**POSE, "x": 3000}}}},
            "sight.pose.pose.x is 3000; expected -20 to 20 m",
        ),
        (
            {"version": 1, "sight": {"pose": {**SEEN, "pose": {**POSE, "heading": 90}}}},
            "sight.pose.pose.heading is 90; expected -6.283 to 6.283 rad",
        ),
    ],
)
def test_what_cannot_be_taken_is_refused_with_what_was_expected(
    message: dict[str, Any], told: str
) -> None:
    with pytest.raises(RequestError, match=told):
        read_message(message)


@pytest.mark.parametrize(
    ("motion", "part", "told"),
    [
        ("walk_to", {**TO, "via": [[1.0, 0.0], [0.0, 1e9]]}, r"walk_to.via is 1e\+09; .* 8 m"),
        ("walk_to", {**TO, "interest": [1e9, 0.0]}, "walk_to.interest is .* -8 to 8 m"),
        ("walk_to", {**TO, "tolerance": 25.0}, "walk_to.tolerance is 25; expected 0 to 20 m"),
        ("walk_to_ball", {"direction": 0.0, "ahead": 200.0}, "ahead is 200; expected 0 to 20 m"),
        ("walk_to_ball", {"direction": 0.0, "aside": 50.0}, "aside is 50; expected -8 to 8 m"),
        (
            "kick",
            {"kind": "forward", "target": [1.0, 0.0], "arrives": 500.0},
            "kick.arrives is 500; expected -10 to 10 m/s",
        ),
        ("dribble", {"direction": 0.0, "tolerance": 250.0}, "dribble.tolerance is 250"),
        (
            "replay_steps",
            {"steps": [{"swing": "left", "x": 50.0, "y": 0.0, "turn": 0.0}]},
            r"replay_steps.steps\[0\].x is 50; expected -1 to 1 m",
        ),
        ("preview", {"velocity": {"forward": 200.0}}, "velocity.forward is 200; .* 1 m/s"),
        ("preview", {"velocity": {"turn": 90.0}}, "velocity.turn is 90; expected -4 to 4 rad/s"),
        (
            "preview",
            {"move_to": {"poses": [{"x": 100.0}, {"x": 0.0, "y": 1000.0}]}},
            r"preview.move_to.poses\[1\].y is 1000; expected -100 to 100 m",
        ),
    ],
)
def test_every_speed_and_place_of_a_request_has_a_range(
    motion: str, part: dict[str, Any], told: str
) -> None:
    with pytest.raises(RequestError, match=told):
        read_message({"version": 1, "request": {"motion": motion, motion: part}})


def test_mutated_messages_are_taken_or_refused_and_never_half() -> None:
    chance = random.Random(7)
    data = msgpack.packb(
        {"version": 1, "request": request_as_map(REQUESTS[2]), "sight": {"ball": BALL}}
    )
    taken = 0
    for _ in range(5000):
        changed = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        try:
            message = msgpack.unpackb(bytes(changed))
        except ValueError:
            continue
        if not isinstance(message, dict):
            continue
        try:
            said = read_message(message)
        except RequestError as error:
            assert "\n" not in str(error)
        else:
            taken += 1
            assert said.request is None or isinstance(said.request, MotionRequest)
    assert taken > 100
