"""The end of a run compared with the requested end."""

import math
from array import array
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from hardware.sensors_and_commands import CYCLE
from hsm.control.assembly import load_profile
from hsm.control.speed_asked import speed_asked
from hsm.simulated.asked_course import CoursePose, asked_course, beyond_profile, by_speed
from hsm.simulated.distance_walked import ways
from hsm.simulated.history import COLUMNS, History
from hsm.simulated.summary import summarise
from motions.destinations import WalkTo
from motions.kicks.wish import Kick, KickKind
from motions.requests import Motion, MotionRequest

SECOND = round(1.0 / CYCLE)
NORMAL = load_profile("normal")


def walk(forward: float = 0.0, turn: float = 0.0) -> MotionRequest:
    return MotionRequest(Motion.WALK, forward, 0.0, turn)


def run(*asked: tuple[MotionRequest, int], share: float = 1.0) -> History:
    """Return the history of a robot that makes a share of each request for its duration, s."""
    made = History(cast(Any, SimpleNamespace()), NORMAL)
    made.names.append("WalkPhase.Stepping")
    x = y = heading = 0.3
    for request, seconds in asked:
        made.requests.append((len(made), request))
        forward, left, turn = speed_asked(request, NORMAL)
        for _ in range(round(seconds / CYCLE)):
            heading += share * turn * CYCLE
            x += share * forward * math.cos(heading) * CYCLE
            y += share * forward * math.sin(heading) * CYCLE
            row = dict.fromkeys(COLUMNS, 0.0)
            row |= {"time": (len(made) + 1) * CYCLE, "forward": forward, "left": left}
            row |= {"turn": turn, "x": x, "y": y, "heading": math.remainder(heading, math.tau)}
            for name, value in row.items():
                made.columns[name].append(value)
            made.leaves.append(0)
    return made


SIDE, CORNER = (walk(0.2), 5), (walk(turn=math.radians(45.0)), 2)
SQUARE = (SIDE, CORNER) * 4


def test_a_square_walked_exactly_ends_at_the_requested_pose_after_one_turn() -> None:
    course = asked_course(run(*SQUARE))
    end, asked = course.places[-1], course.asked[-1]
    assert math.hypot(end.x - asked.x, end.y - asked.y) < 0.01
    assert math.degrees(asked.turned) == pytest.approx(360.0, abs=1.5)
    assert math.degrees(end.turned) == pytest.approx(360.0, abs=1.5)


def test_a_robot_that_turns_too_little_is_reported_beside_the_request() -> None:
    made = run(*SQUARE, share=0.9)
    end = asked_course(made).places[-1]
    assert math.degrees(end.turned) == pytest.approx(324.0, abs=1.5)
    assert f"ends at {end}; requested " in summarise(made, (), cycle=CYCLE).end


def test_a_requested_pose_is_relative_to_the_robots_pose_at_the_request() -> None:
    to = MotionRequest(Motion.WALK_TO, walk_to=WalkTo(1.0, 0.0, 0.5 * math.pi))
    course = asked_course(run((walk(turn=math.radians(90.0)), 1), (to, 2), share=0.5))
    begin, asked = course.places[SECOND], course.asked[-1]
    assert asked.x == pytest.approx(begin.x + math.cos(begin.turned), abs=1e-3)
    assert asked.y == pytest.approx(begin.y + math.sin(begin.turned), abs=1e-3)
    assert asked.turned == pytest.approx(begin.turned + 0.5 * math.pi, abs=1e-3)


@pytest.mark.parametrize("turned", [-45.0, 315.0])
def test_headings_that_differ_by_a_full_turn_are_reported_alike(turned: float) -> None:
    to = MotionRequest(Motion.WALK_TO, walk_to=WalkTo(0.0, 0.0, math.radians(-60.0)))
    made = run((to, 1), (MotionRequest(), 1))
    made.columns["heading"][:] = array("d", np.linspace(0.0, math.radians(turned), len(made)))
    assert str(asked_course(made)).endswith("-45 deg; requested 0.00, 0.00 m, -60 deg")


def test_a_walk_to_a_pose_is_no_speed_request() -> None:
    to = MotionRequest(Motion.WALK_TO, walk_to=WalkTo(1.0, 0.0, 0.0))
    asked = by_speed(run((walk(0.2), 1), (to, 1), (MotionRequest(), 1)))
    assert [asked[row * SECOND + 1] for row in range(3)] == [True, False, True]


def test_a_run_without_a_walk_request_reports_no_end() -> None:
    made = run((MotionRequest(), 1))
    assert asked_course(made).asked == ()
    assert summarise(made, (), cycle=CYCLE).end == ""


@pytest.mark.parametrize(
    "to_the_ball",
    [
        MotionRequest(Motion.INTERCEPT),
        MotionRequest(Motion.KICK, kick=Kick(KickKind.FORWARD_FAST)),
    ],
)
def test_a_walk_to_a_ball_has_no_requested_end(to_the_ball: MotionRequest) -> None:
    made = run((walk(0.2), 1))
    made.requests.append((SECOND // 2, to_the_ball))
    assert asked_course(made).asked == ()
    assert "requested" not in summarise(made, (), cycle=CYCLE).end


def test_a_speed_beyond_the_profile_is_clipped_before_the_distance_is_judged() -> None:
    made = run((walk(0.9), 3), (walk(-0.9), 3), (walk(0.2), 3))
    fast, back, usual = ways(made, [True] * len(made))
    assert fast.allowed == (NORMAL.forward, 0.0, 0.0)
    assert back.allowed == (-NORMAL.backward, 0.0, 0.0)
    assert usual.allowed is None
    assert fast.metres == pytest.approx(3.0 * NORMAL.forward, abs=0.01)


def test_a_pose_is_never_printed_with_minus_zero() -> None:
    assert str(CoursePose(-0.001, -0.004, -0.001)) == "0.00, 0.00 m, 0 deg"


def test_a_relative_speed_is_converted_to_metres_per_second() -> None:
    half = MotionRequest(Motion.WALK, 0.5, 0.0, -1.0, relative=True)
    assert speed_asked(half, NORMAL) == (0.5 * NORMAL.forward, 0.0, -NORMAL.turn)


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        (walk(0.9), ("0.90 m/s forward requested, the profile allows 0.25",)),
        (walk(-0.2), ("0.20 m/s backward requested, the profile allows 0.15",)),
        (walk(0.2, 4.0), ("4.00 rad/s of turning requested, the profile allows 2.09",)),
        (walk(0.25), ()),
        (MotionRequest(Motion.WALK, 1.0, relative=True), ()),
    ],
    ids=str,
)
def test_a_speed_beyond_the_profile_is_reported_once(
    request_: MotionRequest, told: tuple[str, ...]
) -> None:
    made = run((request_, 1), (MotionRequest(), 1), (request_, 1))
    made.profiles = [(0, NORMAL)]
    assert beyond_profile(made) == told
    assert summarise(made, (), cycle=CYCLE).beyond == told
