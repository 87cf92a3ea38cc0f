"""The page of a live run: the actions of a visitor and what the page shows."""

import math
from typing import Any

import numpy as np
import pytest

from hsm.apps.view.chart_pictures import ChartPictures
from hsm.apps.view.live_page import LivePage
from hsm.chart import robot_chart
from hsm.chart.leaves import FALL_PROTECTION, FAULT, ROBOT, WALK_PHASE
from hsm.control.assembly import MotionSettings
from hsm.settings.change_wish import ChangeWish
from motions.requests import Motion
from tests.hsm.apps.view.fake_page import FakePage
from tests.hsm.apps.view.test_session import CYCLE, Run, Wall


@pytest.fixture(scope="module")
def pictures() -> ChartPictures:
    return ChartPictures(robot_chart(CYCLE))


class Visit:
    """A visitor of the page of a live run."""

    def __init__(self, settings: MotionSettings, pictures: ChartPictures) -> None:
        self.page = FakePage()
        wall = Wall()
        self.live = LivePage(  # the page has no browser
            self.page,
            settings,
            pictures,
            wall.tempo,
            "plant ideal",  # type: ignore[arg-type]
        )
        self.begin = lambda: self._begin(settings, wall)
        self.begin()

    def _begin(self, settings: MotionSettings, wall: Wall) -> None:
        self.run = Run(settings, wall, self.live.disturbed)
        self.live.begin(self.run.simulation, self.run.session)
        self.run.observers.append(self.live)

    def go_on(self, seconds: float) -> None:
        self.run.go_on(seconds)
        self.live._due = [0.0, 0.0, 0.0]  # noqa: SLF001 - regardless of the wall clock
        self.run.go_on(CYCLE)


@pytest.fixture
def visit(settings: MotionSettings, pictures: ChartPictures) -> Visit:
    return Visit(settings, pictures)


def test_the_path_of_the_active_leaf_may_break_between_its_states(visit: Visit) -> None:
    visit.go_on(0.3)
    (head,) = (part.content for part in visit.page.parts if "<br>for " in part.content)
    assert ">Active.<wbr>Upright.<wbr><b>Stand.<wbr>Normal</b><" in head


def test_a_push_and_its_transitions_are_shown_with_their_reasons(visit: Visit) -> None:
    visit.go_on(0.3)
    assert "Stand.Normal" in visit.page.words
    visit.page.put("push, N s", 6.0)
    visit.page.press("Push")
    visit.go_on(1.0)
    assert "push 6 Ns forward" in visit.page.words
    assert FALL_PROTECTION.name in visit.page.words and "falling forward" in visit.page.words


def test_sliders_make_the_robot_walk_and_their_middle_makes_it_stand(visit: Visit) -> None:
    visit.page.put("forward, m/s", 0.1)
    visit.go_on(1.0)
    assert visit.run.looking.went_to(WALK_PHASE)
    visit.page.put("forward, m/s", 0.0)
    visit.go_on(2.0)
    assert visit.run.looking.transitions[-1].dest == "Stand.Normal"


def test_sliders_reach_the_speeds_of_a_changed_profile_and_those_of_the_start_in_a_new_run(
    visit: Visit,
) -> None:
    forward = visit.page.widgets["forward, m/s"]
    visit.page.put("forward, m/s", 0.35)
    assert visit.page.refused == ["speed forward 0.35 is not between -0.15 and 0.25"]
    visit.run.simulation.change(ChangeWish(profile="fast"))
    visit.go_on(0.1)
    assert (forward.min, forward.max) == (-0.2, 0.4)
    assert "new parameters of the walk: profile" in visit.page.words
    visit.page.put("forward, m/s", 0.35)
    visit.go_on(CYCLE)
    assert visit.run.session.wish.forward == 0.35
    visit.begin()
    assert (forward.min, forward.max) == (-0.15, 0.25)


def test_a_rest_resets_the_sliders(visit: Visit) -> None:
    visit.page.put("turn, deg/s", 20.0)
    visit.page.press("rest", "Sit")
    visit.go_on(CYCLE)
    assert visit.page.widgets["turn, deg/s"].value == 0.0
    assert visit.run.session.wish.motion is Motion.SIT


def test_a_walk_to_a_pose_and_a_kick_are_requested_with_their_values(visit: Visit) -> None:
    for label, value in (("forward, m", 1.5), ("left, m", -0.5), ("turn, deg", 90.0)):
        visit.page.put(label, value)
    visit.page.press("Go there")
    visit.go_on(CYCLE)
    target = visit.run.session.wish.walk_to
    assert target is not None
    assert (target.x, target.y, target.heading) == (1.5, -0.5, math.pi / 2)
    visit.page.put("kick", "forward_fast")
    visit.page.put("kick to, deg", 10.0)
    visit.page.press("Kick the ball")
    visit.go_on(CYCLE)
    kick = visit.run.session.wish.kick
    assert kick is not None and kick.kind.value == "forward_fast"
    assert kick.direction == pytest.approx(math.radians(10.0))


def test_a_special_motion_is_requested_by_its_button_and_no_other_name_is(visit: Visit) -> None:
    visit.page.press("special", "wave")
    visit.go_on(CYCLE)
    assert visit.run.session.wish.special == "wave"
    assert visit.run.session.wish.motion is Motion.SPECIAL
    visit.page.press("special", "bow")
    assert visit.page.refused == ["unknown special motion 'bow'"]


@pytest.fixture(scope="module")
def patient(settings: MotionSettings, pictures: ChartPictures) -> Visit:
    """Return a page that all invalid inputs are tried on."""
    return Visit(settings, pictures)


@pytest.mark.parametrize(
    ("label", "button"),
    [
        ("forward, m/s", "Walk"),
        ("left, m/s", "Walk"),
        ("turn, deg/s", "Walk"),
        ("forward, m", "Go there"),
        ("left, m", "Go there"),
        ("turn, deg", "Go there"),
        ("push, N s", "Push"),
        ("distance, m", "Throw the ball"),
        ("speed, m/s", "Throw the ball"),
        ("to its left, m", "Throw the ball"),
        ("kick to, deg", "Kick the ball"),
    ],
)
def test_an_input_that_is_no_number_or_out_of_range_is_refused(
    patient: Visit, label: str, button: str
) -> None:
    usual = patient.page.widgets[label].value
    for value in (math.nan, math.inf, -math.inf, 1e12, None, "many"):
        patient.page.refused.clear()
        patient.page.put(label, value)
        patient.page.press(button)
        assert patient.page.refused
        said = "is not a number" if value in (None, "many") else "is not between"
        assert all(said in told for told in patient.page.refused)
        assert patient.page.refused[-1] in patient.page.words
    patient.page.widgets[label].value = usual
    patient.go_on(CYCLE)
    assert patient.run.session.wish.motion is Motion.STAND
    assert patient.run.looking.transitions == []


@pytest.mark.parametrize(
    ("label", "value", "button"),
    [("direction", "up", "Push"), ("what", "", "Do it"), ("kick", "bicycle", "Kick the ball")],
)
def test_a_choice_that_was_not_offered_is_refused(
    patient: Visit, label: str, value: str, button: str
) -> None:
    patient.page.refused.clear()
    patient.page.put(label, value)
    patient.page.press(button)
    assert len(patient.page.refused) == 1 and value in patient.page.refused[0]


def test_a_defect_is_shown_and_the_robot_is_in_fault(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("a step of no length")

    visit.page.put("forward, m/s", 0.1)
    monkeypatch.setattr(visit.run.simulation.cycle.components.errand, "update", broken)
    visit.go_on(0.1)
    assert visit.run.simulation.cycle.machine.name in FAULT
    assert "Fault: ZeroDivisionError: a step of no length" in visit.page.words


def test_a_run_that_breaks_off_is_reported_with_the_button_to_press(visit: Visit) -> None:
    visit.live.fail("OSError: no space left")
    assert "OSError: no space left. The run has ended; press Start again." in visit.page.words


def test_pause_single_cycle_and_speed_are_set_from_the_page(visit: Visit) -> None:
    tempo = visit.run.session.tempo
    visit.page.press("time", "Pause")
    assert tempo.paused
    visit.page.press("time", "One cycle")
    visit.run.go_on(CYCLE)
    assert tempo.paused
    visit.page.press("time", "Go on")
    assert not tempo.paused
    visit.page.put("speed", "1/32x")
    assert tempo.speed == 1 / 32


def test_start_again_ends_the_run(visit: Visit) -> None:
    visit.page.press("Start again")
    assert visit.run.session.over


def test_the_robot_stays_in_the_middle_of_the_view(visit: Visit) -> None:
    visit.go_on(0.1)
    visit.page.put("forward, m/s", 0.2)
    for _ in range(80):
        visit.go_on(0.05)  # about the interval of pictures at full speed
    places, turns, world = visit.page.moves[-1]
    torso = places[visit.live._poses.names.index("torso")]  # noqa: SLF001
    assert torso[0] > 0.3
    assert np.abs(torso[:2] + world[:2]).max() < 0.15
    assert np.linalg.norm(turns, axis=1) == pytest.approx(1.0)


def test_every_leaf_is_highlighted_on_its_page(pictures: ChartPictures) -> None:
    if not pictures.drawn:
        pytest.skip("no Graphviz `dot` here")
    for leaf in ROBOT.leaves:
        svg = pictures.picture(leaf.name)
        assert f'id="{leaf.path}"' in svg, leaf.name
        style = pictures.highlight(leaf.name, "#8ecae6")
        assert leaf.path.replace(".", r"\.") in style and "fill:#8ecae6" in style


def test_diagrams_fit_into_the_column(pictures: ChartPictures) -> None:
    for leaf in ROBOT.leaves:
        svg = pictures.picture(leaf.name)
        assert svg == "" or ("width:100%" in svg[:200] and "max-height" in svg[:200])


def test_actions_before_a_run_has_begun_are_refused(
    settings: MotionSettings, pictures: ChartPictures
) -> None:
    """A page left open over a restart of the program is connected before the run begins."""
    page: Any = FakePage()
    LivePage(page, settings, pictures, Wall().tempo, "plant ideal")
    for label, option in (("Push", None), ("rest", "Sit"), ("Start again", None)):
        page.press(label, option)
    assert page.refused == ["the run has not begun yet: try again in a moment"] * 3


def test_actions_after_a_run_broke_off_are_refused_until_the_next_run(
    visit: Visit,
) -> None:
    visit.go_on(0.1)
    visit.live.fail("ZeroDivisionError: division by zero")
    visit.page.press("Push")
    assert visit.page.refused == ["the run has ended: press Start again"]
    visit.page.press("Start again")
    assert visit.run.session.over and len(visit.page.refused) == 1
    visit.live.begin(visit.run.simulation, visit.run.session)
    visit.page.press("Push")
    assert len(visit.page.refused) == 1
