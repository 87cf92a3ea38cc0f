"""Whether the next step can kick: every reason against it, reported with its numbers."""

import math
from dataclasses import replace
from typing import Any

import pytest

from hardware.robots.model import Side
from hsm.control.assembly import load_settings
from motions.kicks.can_start import Beginning, KickRequest, Start, can_start
from motions.kicks.in_walk_motion import InWalkKick, StepBeforeHit
from motions.kicks.targets import KickTargets
from motions.kicks.wish import KickAlignment, KickPreStep
from motions.kinematics.geometry import Pose2, rotate_flat
from motions.perception.world import RollingBall
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step
from tests.fakes import NAO

SETTINGS = load_settings()
KICKS = SETTINGS.kicks
LONG = KICKS.in_walk["forward_long"]
PLACE = KICKS.table.places["forward_long"]
TARGETS = KickTargets(NAO.dimensions, 0.012)
LIMITS = StepLimits(SETTINGS.robot, SETTINGS.walking, SETTINGS.profile)


def ball(x: float = PLACE.ball[0], y: float = PLACE.ball[1], vx: float = 0.0) -> RollingBall:
    return RollingBall(10.0, x, y, vx, 0.0, 0.3)


def start(
    seen: RollingBall | None = None,
    *,
    swing: Side = Side.LEFT,
    last: Step | None = None,
    kicked: bool = False,
    prepared: bool = False,
    here: Pose2 | None = None,
    opened: float = 0.0,
    pitches: float = 0.0,
    sways: float = 0.5,
    kick: InWalkKick = LONG,
    **asked: Any,
) -> Start:
    """Return what a step that begins at the origin of odometry at 10 s can do."""
    request = replace(
        KickRequest(
            name="forward_long",
            place=PLACE,
            direction=0.0,
            precision=(0.0, 0.0),
            strength=1.0,
            alignment=KickAlignment.NOT_PRECISE,
            pre_step=KickPreStep.ALLOWED,
            ball=seen or ball(),
        ),
        **asked,
    )
    begin = Beginning(
        10.0, swing, here or Pose2(), last or Step(0.03), kicked, LIMITS, 0.25, opened,
        pitches=pitches, sways=sways, prepared=prepared,
    )  # fmt: skip
    return can_start(kick, request, begin, TARGETS)


FORBIDDEN: dict[str, Any] = {"pre_step": KickPreStep.FORBIDDEN}


def test_a_ball_in_its_place_is_kicked_by_the_next_step() -> None:
    found = start()
    assert found.kick is not None and found.pre_step is None and not found.missing
    assert found.kick.step.swing is Side.LEFT


def test_the_other_foot_kicks_the_mirrored_ball() -> None:
    found = start(ball(y=-PLACE.ball[1]), swing=Side.RIGHT)
    assert found.kick is not None and found.kick.step.swing is Side.RIGHT


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        (ball(x=PLACE.ball[0] + 0.06), "ball 60 mm further ahead than nominal, at most"),
        (ball(x=PLACE.ball[0] - 0.08), "ball 80 mm nearer than nominal, at most"),
        (ball(y=PLACE.ball[1] + 0.09), "ball 90 mm further out than nominal, at most"),
        (ball(y=PLACE.ball[1] - 0.06), "ball 60 mm further in than nominal, at most"),
    ],
)
def test_a_ball_out_of_place_is_not_kicked_and_its_offset_is_reported(
    seen: RollingBall, told: str
) -> None:
    found = start(seen, **FORBIDDEN)
    assert found.kick is None and found.pre_step is None
    assert told in ", ".join(found.missing)


def test_a_direction_that_the_robot_does_not_face_is_reported_in_degrees() -> None:
    found = start(direction=math.radians(20.0), **FORBIDDEN)
    assert found.kick is None
    assert any(text.startswith("direction +20 deg off") for text in found.missing)
    wide = start(direction=math.radians(20.0), precision=(-0.4, 0.0), **FORBIDDEN)
    assert wide.kick is not None


def test_two_kicks_need_a_step_in_between() -> None:
    assert start(kicked=True).missing == ("a step is required between two kicks",)


@pytest.mark.parametrize("way", [1.0, -1.0])
def test_a_torso_that_pitches_fast_waits_for_a_calmer_step(way: float) -> None:
    rate = way * (LONG.before.pitches + math.radians(10.0))
    found = start(pitches=rate, **FORBIDDEN)
    assert found.kick is None
    assert found.missing == ("torso pitches at 60 deg/s, at most 50 allowed",)
    assert start(pitches=0.9 * way * LONG.before.pitches, **FORBIDDEN).kick is not None
    hit = start(pitches=rate, alignment=KickAlignment.JUST_HIT, **FORBIDDEN)
    assert hit.kick is not None


def test_a_torso_that_does_not_sway_to_the_support_foot_waits_for_another_step() -> None:
    found = start(sways=math.radians(2.0), **FORBIDDEN)
    assert found.missing == ("torso rolls to the support foot at 2 deg/s, at least 8 needed",)
    away = start(sways=-0.5, **FORBIDDEN)
    assert away.kick is None
    hit = start(sways=-0.5, alignment=KickAlignment.JUST_HIT, **FORBIDDEN)
    assert hit.kick is not None


def test_a_fast_ball_is_not_kicked() -> None:
    assert start(ball(x=0.1, vx=0.8)).missing == ("the ball rolls at 0.80 m/s, at most 0.50",)


def test_a_rolling_ball_is_judged_by_its_place_at_the_touch() -> None:
    speed = 0.4
    comes = speed * LONG.touch - 0.15 * LONG.touch**2
    assert start(ball(x=PLACE.ball[0] - comes, vx=speed), **FORBIDDEN).kick is not None
    assert start(ball(x=PLACE.ball[0], vx=speed), **FORBIDDEN).kick is None


def test_a_wide_step_is_closed_before_the_kick_unless_only_the_touch_matters() -> None:
    wide = Step(0.03, -0.09)
    found = start(last=wide, **FORBIDDEN)
    assert found.kick is None
    assert found.missing == ("last step 90 mm sideways, at most 60 allowed",)
    assert start(last=wide, alignment=KickAlignment.JUST_HIT, **FORBIDDEN).kick is not None


def test_a_robot_that_has_just_turned_must_settle_before_it_kicks() -> None:
    turned = Step(0.03, 0.0, math.radians(25.0))
    found = start(last=turned, **FORBIDDEN)
    assert found.missing == ("last step turned by 25 deg, at most 18 allowed",)
    assert start(last=turned, alignment=KickAlignment.JUST_HIT, **FORBIDDEN).kick is not None
    way = math.radians(-20.0)
    # The ball lies where it will be in its place once the robot has turned.
    x, y = rotate_flat(0.02 + PLACE.ball[0], PLACE.ball[1], way)
    prepared = start(ball(x, y), swing=Side.RIGHT, direction=way)
    assert prepared.pre_step is not None
    assert prepared.pre_step.turn == pytest.approx(-LONG.before.turn)


def test_a_preparing_step_is_as_long_as_the_run_up_needs() -> None:
    shortest = LONG.before.ahead[0]
    assert start(last=Step(0.5 * shortest), **FORBIDDEN).kick is None
    found = start(swing=Side.RIGHT)
    assert found.pre_step is not None and found.pre_step.x == pytest.approx(shortest)
    near = ball(x=PLACE.ball[0] + PLACE.ahead[0])
    assert start(near, swing=Side.RIGHT).pre_step is None


def test_a_more_precise_kick_tolerates_less_offset_of_the_ball() -> None:
    seen = ball(x=PLACE.ball[0] - 0.9 * abs(PLACE.ahead[0]))
    assert start(seen, alignment=KickAlignment.PRECISE, **FORBIDDEN).kick is None
    assert start(seen, alignment=KickAlignment.NOT_PRECISE, **FORBIDDEN).kick is not None
    further = ball(x=PLACE.ball[0] - 1.5 * abs(PLACE.ahead[0]))
    assert start(further, alignment=KickAlignment.NOT_PRECISE, **FORBIDDEN).kick is None
    assert start(further, alignment=KickAlignment.JUST_HIT, **FORBIDDEN).kick is not None


def test_a_step_of_the_other_foot_brings_the_ball_into_its_place() -> None:
    found = start(ball(x=PLACE.ball[0] + 0.04), swing=Side.RIGHT)
    assert found.kick is None and found.pre_step is not None
    assert found.pre_step.x == pytest.approx(0.04, abs=1e-6)


def test_a_preparing_step_only_moves_outwards_and_stays_within_reach() -> None:
    found = start(ball(y=PLACE.ball[1] - 0.06), swing=Side.RIGHT)
    assert found.pre_step is not None and found.pre_step.y < 0.0
    inwards = start(ball(y=PLACE.ball[1] + 0.02), swing=Side.RIGHT)
    assert inwards.pre_step is not None and inwards.pre_step.y == 0.0
    assert start(ball(x=PLACE.ball[0] + 0.3), swing=Side.RIGHT).pre_step is None


@pytest.mark.parametrize("name", sorted(KICKS.in_walk))
def test_no_preparing_step_is_wider_than_its_kick_allows(name: str) -> None:
    kick, place = KICKS.in_walk[name], KICKS.table.places[name]
    for off in range(0, 130, 5):
        seen = ball(place.ball[0], place.ball[1] - 1e-3 * off)
        found = start(seen, swing=Side.RIGHT, kick=kick, name=name, place=place)
        step = found.pre_step
        assert step is None or abs(step.y) <= kick.asked_before(KickAlignment.NOT_PRECISE).aside


def test_a_forced_step_comes_first_even_if_the_next_step_could_kick() -> None:
    ahead = ball(y=-PLACE.ball[1], x=PLACE.ball[0] + 0.03)
    found = start(ahead, swing=Side.LEFT, pre_step=KickPreStep.FORCED)
    assert found.kick is None and found.pre_step is not None


def test_a_forced_step_before_a_kick_without_preparation_is_reported() -> None:
    found = start(pre_step=KickPreStep.FORCED, kick=replace(LONG, prepared=False))
    assert found.kick is None and found.pre_step is None
    assert found.missing == ("a preparatory step is required, but none exists for this kick",)


def test_after_the_forced_step_the_foot_kicks() -> None:
    asked = {"kick": KICKS.in_walk["forward"], "pre_step": KickPreStep.FORCED}
    place = KICKS.table.places["forward"]
    asked |= {"name": "forward", "place": place, "direction": place.turn}
    seen = ball(*place.ball)
    assert start(seen, last=Step(0.01), **asked).kick is None
    found = start(seen, last=Step(0.01), prepared=True, **asked)
    assert found.kick is not None and not found.missing


def test_what_is_missing_is_reported_for_either_foot() -> None:
    found = start(ball(x=0.6))
    further = 1e3 * (0.6 - PLACE.ball[0])
    assert found.missing[0].startswith(f"left: ball {further:.0f} mm further ahead")
    assert found.missing[-1].startswith("right after a step: foot ends")


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        (ball(x=-0.12), "the ball is behind the robot by 120 mm"),
        (ball(x=0.03, y=0.05), "the ball is under a foot, 30 mm ahead"),
    ],
)
def test_the_place_of_a_ball_that_no_foot_can_kick_is_reported(
    seen: RollingBall, told: str
) -> None:
    assert start(seen).missing == (told,)


def test_a_ball_is_under_a_foot_up_to_the_toes_and_the_outer_edges_of_the_soles() -> None:
    """The toes of a NAO are 100 mm ahead of the ankles, which are 12 mm behind the hips."""
    hidden = [
        "the ball is under a foot" in start(ball(x=x, y=y)).missing[0]
        for x, y in ((0.087, 0.099), (0.089, 0.099), (0.087, 0.101), (0.087, -0.099))
    ]
    assert hidden == [True, False, False, True]


def test_a_step_too_long_for_the_run_up_delays_the_kick() -> None:
    short = replace(LONG, before=replace(LONG.before, ahead=(0.0, 0.03)))
    given: dict[str, Any] = {"kick": short, "last": Step(0.05), "sways": math.inf, **FORBIDDEN}
    assert start(**given).missing == ("last step 50 mm forward, allowed 0 to 30",)
    assert start(alignment=KickAlignment.JUST_HIT, **given).kick is not None


def test_a_kick_that_only_touches_has_its_own_limits_on_the_step_before() -> None:
    asks = replace(LONG, before_hit=StepBeforeHit(turn=0.3, ahead=(-0.1, 0.04)))
    given: dict[str, Any] = {"kick": asks, "alignment": KickAlignment.JUST_HIT, **FORBIDDEN}
    # A limit that is not given does not apply.
    assert start(last=Step(0.03, 0.1), sways=-0.5, **given).kick is not None
    assert start(last=Step(0.05), **given).missing == (
        "last step 50 mm forward, allowed -100 to 40",
    )
    (told,) = start(last=Step(0.0, 0.0, 0.4), **given).missing
    assert "turned by 23 deg, at most 17 allowed" in told


def test_a_longer_swing_ends_nearer_to_the_ball_if_the_kick_evens_its_speed() -> None:
    """A longer path in the same time would make the foot faster."""
    evened = replace(LONG, evens=0.1)
    hits: dict[str, Any] = {"alignment": KickAlignment.JUST_HIT, **FORBIDDEN}

    def past(kick: InWalkKick, last: float, further: float = 0.0) -> float:
        x = PLACE.ball[0] + further
        aimed = start(ball(x=x), kick=kick, last=Step(last), strength=0.5, **hits).kick
        assert aimed is not None
        return aimed.step.points[-1].forward - x

    assert past(evened, 0.03) < past(evened, 0.0) == past(LONG, 0.0) == past(LONG, 0.03)
    assert past(evened, 0.0, further=0.01) == pytest.approx(past(evened, 0.01))


STEAL, STEAL_PLACE = KICKS.in_walk["steal"], KICKS.table.places["steal"]


def steal(swing: Side, opened: float, *, turned: float = 0.0) -> Start:
    """Return what a step can do for a steal to the right, with the ball before the feet.

    The robot faces `turned` too far to the left, rad.
    """
    # Before the V the robot is turned by the opening angle.
    here = Pose2(0.0, 0.0, STEAL_PLACE.v_feet[1] - opened + turned)
    return start(
        ball(*STEAL_PLACE.ball), swing=swing, last=Step(), here=here, opened=opened,
        sways=math.inf, kick=STEAL, name="steal", place=STEAL_PLACE, direction=STEAL_PLACE.turn,
    )  # fmt: skip


def test_a_ball_is_stolen_with_v_feet_that_the_step_before_makes() -> None:
    least, made = STEAL_PLACE.v_feet
    opens = steal(Side.RIGHT, 0.0)
    assert opens.kick is None and opens.pre_step is not None
    assert opens.pre_step.turn == pytest.approx(-made)
    far = steal(Side.RIGHT, 0.0, turned=math.radians(-8.0))
    assert far.pre_step is not None and far.pre_step.turn <= -made
    closed = steal(Side.LEFT, 0.0)
    assert (
        closed.kick is None
        and f"toes 0 deg apart, at least {math.degrees(least):.0f}" in ", ".join(closed.missing)
    )
    assert steal(Side.LEFT, made).kick is not None


def test_toes_that_point_inwards_do_not_prevent_a_kick_without_v_feet() -> None:
    found = start(opened=math.radians(-2.0), sways=math.inf, **FORBIDDEN)
    assert found.kick is not None
