"""Timing and distances of a walk, in physics, more precisely than a scenario can check."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from hardware.disturbances import Lift, PutDown
from hardware.robots.nao import LEG_JOINTS
from hardware.sensors_and_commands import CYCLE
from hsm.campaigns.context import CampaignConfig, TrialContext, build_context
from hsm.control.cycle import Outcome
from hsm.simulated.simulation import Simulation
from motions.requests import Motion, MotionRequest
from motions.walking.terms.capture import CaptureStep
from tests.truths import soles_apart

STAND = MotionRequest()
ROBOTS = [("standard", 0), ("worn", 2)]
"""Plants and individuals; the benchmarks cover all of them."""

Run = Callable[[float, MotionRequest], list["Change"]]


@dataclass(frozen=True, slots=True)
class Change:
    """A transition: time, s, event, leaf entered, and time spent in the leaf before, s."""

    time: float
    event: str
    leaf: str
    lasted: float


@dataclass(slots=True)
class Story:
    """A simulated robot and the transitions that it has made.

    Attributes:
        simulation: The robot; it starts in a stand.
        changes: Its transitions so far.
        last: Outcome of the last cycle.
    """

    simulation: Simulation
    changes: list[Change] = field(default_factory=list)
    last: Outcome | None = None

    def until(self, time: float, request: MotionRequest) -> list[Change]:
        """Run until a time, s, and return the transitions during this run."""
        before = len(self.changes)
        while self.simulation.time < time:
            self.step(request)
        return self.changes[before:]

    def step(self, request: MotionRequest) -> Outcome:
        """Run one cycle."""
        self.last = outcome = self.simulation.step(request)
        told = outcome.transition
        if told is not None:
            now = self.simulation.time
            self.changes.append(Change(now, told.event, outcome.leaf, told.seconds_in_state))
        return outcome


def walk(speed: float) -> MotionRequest:
    return MotionRequest(Motion.WALK, forward=speed)


@pytest.fixture(scope="module")
def worlds() -> dict[str, TrialContext]:
    return {plant: build_context(CampaignConfig(plant)) for plant in ("standard", "worn")}


@pytest.fixture(params=ROBOTS, ids=lambda robot: f"{robot[0]}-{robot[1]}")
def story(request: pytest.FixtureRequest, worlds: dict[str, TrialContext]) -> Story:
    plant, number = request.param
    return Story(worlds[plant].simulation(number))


def test_the_first_three_steps_last_about_a_quarter_of_a_second(story: Story) -> None:
    story.until(1.0, STAND)
    durations = [c.lasted for c in story.until(2.0, walk(0.2)) if c.event == "next_step"]
    assert durations[:3] == pytest.approx([0.25, 0.25, 0.25], rel=0.2)


def test_a_walk_at_full_speed_stops_within_two_steps_and_then_stays_in_place(
    story: Story,
) -> None:
    """A sole may slip while the torso settles; the benchmarks measure the typical slip."""
    story.until(7.0, walk(0.25))
    simulation = story.simulation
    while not story.changes or story.changes[-1].event != "stopped":
        story.step(STAND)
        assert simulation.time < 9.0, story.changes[-3:]
    stopping = [change for change in story.changes if change.leaf == "WalkPhase.Stopping"]
    assert 1 <= len(stopping) <= 2
    stopped = simulation.truth()
    assert story.until(simulation.time + 0.3, STAND) == []
    at_rest = simulation.truth()
    assert story.until(simulation.time + 3.7, STAND) == []
    stands = simulation.truth()
    assert soles_apart(stopped, stands) < 0.05
    assert soles_apart(at_rest, stands) < 5e-3


def test_a_walking_robot_goes_soft_and_takes_no_step_when_lifted_and_stands_when_put_down(
    story: Story,
) -> None:
    simulation, engine = story.simulation, story.simulation.cycle.components.walking
    (capture,) = [term for term in engine.terms if isinstance(term, CaptureStep)]
    story.until(3.0, walk(0.15))
    simulation.disturb(Lift(height=0.15, duration=0.4))
    loaded, added = math.nan, []
    soft_after = pressing_until = math.nan
    while simulation.time < 7.0:
        outcome = story.step(walk(0.15))
        truth = simulation.truth()
        held = outcome.leaf.startswith("PickedUp")
        if not held and truth.left_force + truth.right_force > 0.5:
            loaded = simulation.time
        if held and math.isnan(soft_after):
            soft_after = simulation.time - loaded
        if outcome.leaf == "PickedUp.HoldStep":
            added.append((capture.forward, capture.outward))
            if engine.gyros.ankle_pitch != 0.0:
                pressing_until = simulation.time - loaded
        assert not held or max(outcome.command.stiffness[j] for j in LEG_JOINTS) <= 0.3
    assert soft_after <= 0.25
    assert pressing_until <= 0.25 + 0.1
    assert len(set(added)) == 1, "the capture offset of the swing foot is frozen"
    over = next(change for change in story.changes if change.event == "step_over")
    assert 1.0 <= over.lasted <= 2.5
    assert over.leaf == "PickedUp.Returning", "no further step in the air"
    simulation.disturb(PutDown())
    story.until(10.0, STAND)
    assert story.last is not None and story.last.leaf == "Stand.Normal"
    assert not any(change.leaf.startswith("FallProtection") for change in story.changes)


def test_a_delayed_step_waits_36_ms(worlds: dict[str, TrialContext]) -> None:
    """The trigger's own tests cover which steps must wait; here every step does."""
    world = worlds["standard"]
    walking = world.settings.walking
    always = replace(walking.delay_trigger, soon=-9.0, turning=-9.0)
    settings = replace(world.settings, walking=replace(walking, delay_trigger=always))
    story = Story(replace(world, settings=settings).simulation(0))
    told = story.until(3.0, walk(0.1))
    waits = [i for i, change in enumerate(told[:-1]) if change.event == "delay"]
    assert len(waits) >= 3
    for i in waits:
        assert told[i].leaf == "WalkDelayPhase"
        assert (told[i + 1].event, told[i + 1].leaf) == ("next_step", "WalkPhase.Stepping")
        assert told[i + 1].lasted == pytest.approx(0.036, abs=0.5 * CYCLE)
