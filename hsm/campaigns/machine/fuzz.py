"""`hsm measure fuzz`: arbitrary events happen to the robot, and every cycle is checked."""

import math
import traceback
from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np

from hardware.postures import Posture
from hardware.props import Ball, Cylinder, Prop
from hardware.robot import Robot
from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import JointCommand
from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.machine.draws import Draws
from hsm.campaigns.machine.fuzz_events import FuzzEvents
from hsm.campaigns.machine.fuzz_motions import demanding
from hsm.campaigns.machine.fuzz_wishes import FuzzWishes
from hsm.campaigns.machine.mutating_wire import MutatingWire, WireCounts
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.statistics import Rate
from hsm.campaigns.streams import Stream, stream
from hsm.campaigns.trials import run_campaign
from hsm.campaigns.walking.walking_trial import FALLEN_UP_Z, pose_of
from hsm.chart import Chart, robot_chart
from hsm.chart.engine.transition_checker import TransitionChecker
from hsm.chart.leaves import FALL_WAIT_GET_UP, STAND, STAND_NORMAL, WALK
from hsm.control.cycle import Outcome
from hsm.settings.robot_file import load_robot
from hsm.simulated.simulation import Simulation
from motions.requests import MotionRequest

EPISODE = 5000
"""Ticks of an episode: 60 s."""
_SLACK = 1e-9
"""Tolerance of limits for rounding, rad."""
_LOOK_EVERY = 4
"""Ticks between two looks at the ground truth, each of which costs as much as a cycle."""
_LEFT_LYING = 0.5
"""Time that a robot may lie in a leaf of Stand or Walk, s: a fall is noticed within 0.3 s."""
_MOST_PROBLEMS = 5
"""Number of problems that end an episode."""

_FIELD: tuple[Prop, ...] = (Ball(1.0, 0.2), Cylinder(1.0, -0.6), Cylinder(-0.9, 0.7))
"""Objects around a robot that has a ball."""

_STARTS: tuple[tuple[Posture, str | None], ...] = (
    (Posture.STANDING, STAND_NORMAL.name),
    (Posture.SITTING, None),
    (Posture.STANDING, STAND_NORMAL.name),
    (Posture.LYING_FRONT, FALL_WAIT_GET_UP.name),
    (Posture.STANDING, None),
    (Posture.LYING_BACK, FALL_WAIT_GET_UP.name),
)
"""Starts of the episodes in turn, from Off without a state; each is used with the shipped keyframe
motions and then with demanding ones."""


@dataclass(frozen=True, slots=True)
class Episode:
    """One random run: its number chooses the robot and the start, the seed everything else.

    Attributes:
        number: Number of the episode.
        seed: Seed of the campaign.
        ticks: Length in cycles.
        mutated: Share of the robot's messages that are corrupted on a wire; None for no wire.
        everything: Adds a ball and posts, and requests with destinations, of kicks, footsteps,
            head and arms.
    """

    number: int
    seed: int
    ticks: int
    mutated: float | None = None
    everything: bool = False


@dataclass(slots=True)
class EpisodeResult:
    """Result of one episode.

    Attributes:
        ticks: Number of executed ticks.
        leaves: Number of ticks by leaf.
        events: Number of transitions by event.
        problems: Violations, a sentence each.
        wire: Counts of the wire, if there is one.
    """

    ticks: int = 0
    leaves: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    wire: WireCounts | None = None


@dataclass(frozen=True, slots=True)
class RandomReport(CampaignReport):
    """All episodes together."""

    results: tuple[EpisodeResult, ...]
    all_leaves: tuple[str, ...]

    @property
    def faulty(self) -> Rate:
        """Return the rate of episodes with a problem."""
        return Rate.of(self.results, lambda result: bool(result.problems))

    def findings(self) -> Findings:
        """Return the findings, with the counts of the wires if there are any."""
        leaves, events = Counter[str](), Counter[str]()
        for result in self.results:
            leaves.update(result.leaves)
            events.update(result.events)
        wires = [result.wire for result in self.results if result.wire is not None]
        counts = ("messages", "mutated", "refused") if wires else ()
        return {
            **{name: sum(getattr(wire, name) for wire in wires) for name in counts},
            "episodes": len(self.results),
            "faulty": self.faulty,
            "ticks": sum(result.ticks for result in self.results),
            "problems": [problem for result in self.results for problem in result.problems],
            "leaves": dict(leaves.most_common()),
            "not_visited": [leaf for leaf in self.all_leaves if leaf not in leaves],
            "events": dict(events.most_common()),
        }


def measure_fuzz(
    config: CampaignConfig,
    *,
    ticks: int,
    seed: int,
    jobs: int,
    mutated: float | None = None,
    everything: bool = False,
) -> RandomReport:
    """Run arbitrary events for many ticks, in episodes of 60 s.

    Args:
        config: Settings of the robots.
        ticks: Total number of cycles.
        seed: Seed of all events.
        jobs: Number of processes.
        mutated: Share of the robot's messages that are corrupted on a wire; None for no wire.
        everything: Adds a ball and posts, and requests with destinations, of kicks, footsteps,
            head and arms.
    """
    episodes = [
        Episode(number, seed, min(EPISODE, ticks - start), mutated, everything)
        for number, start in enumerate(range(0, ticks, EPISODE))
    ]
    results = run_campaign(config, episodes, _run, jobs=jobs, label="episodes")
    chart = robot_chart(load_robot().cycle)
    leaves = tuple(sorted(chart.short(leaf) for leaf in chart.options))
    return RandomReport(results, leaves)


def _run(context: TrialContext, episode: Episode) -> EpisodeResult:
    result = EpisodeResult()
    rng = np.random.default_rng((episode.seed, episode.number))
    simulation = _begun(context, episode, result, drawn=int(rng.integers(2**31)))
    draws, robot = Draws(rng), context.settings.robot
    anything, wishes = FuzzEvents(draws), FuzzWishes(draws)
    judge = Judge(robot, robot_chart(robot.cycle), simulation.cycle.machine.name)
    on_feet = OnFeet(robot.cycle)
    request: MotionRequest | None = MotionRequest()
    next_event = 0.0
    for tick in range(episode.ticks):
        if tick * robot.cycle >= next_event:
            request = wishes.of_any_kind() if episode.everything else wishes.plain()
            _let_happen(anything, simulation, ball=episode.everything)
            next_event = tick * robot.cycle + anything.pause()
        try:
            outcome = simulation.step(request)
        except Exception:
            # Any exception from the loop is a finding, with the place where it was raised.
            _note(result, episode, tick, traceback.format_exc(limit=-3))
            return result
        result.ticks += 1
        result.leaves[outcome.leaf] += 1
        if outcome.transition is not None:
            result.events[outcome.transition.event] += 1
        problems = judge.look(outcome)
        if tick % _LOOK_EVERY == 0:
            problems += on_feet.look(outcome.leaf, simulation.observed.up_z)
        for problem in problems:
            _note(result, episode, tick, problem)
        if len(result.problems) >= _MOST_PROBLEMS:
            break
    return result


def _begun(
    context: TrialContext, episode: Episode, result: EpisodeResult, *, drawn: int
) -> Simulation:
    """Return the simulation of an episode at its start, behind a counting wire if it has one."""
    if episode.number % 2 == 1:
        context = replace(context, settings=demanding(context.settings))

    def wired(robot: Robot) -> Robot:
        chance, cycle = stream(drawn, Stream.WIRE), context.settings.robot.cycle
        wire = MutatingWire(robot, chance, episode.mutated or 0.0, cycle=cycle)
        result.wire = wire.counts
        return wire

    posture, state = _STARTS[episode.number // 2 % len(_STARTS)]
    return context.simulation(
        episode.number,
        posture=posture,
        state=state,
        seed=drawn,
        link=None if episode.mutated is None else wired,
        props=_FIELD if episode.everything else (),
        sight=episode.everything,
    )


def _let_happen(anything: FuzzEvents, simulation: Simulation, *, ball: bool) -> None:
    """Apply random events to the robot, and to the ball if there is one."""
    for what in anything.event():
        simulation.disturb(what)
    if ball:
        simulation.disturb(anything.ball_moved(pose_of(simulation.observed)))


class Judge:
    """Finds violations in a cycle's outcome, from the robot's data and the chart's table alone."""

    def __init__(self, nao: RobotModel, chart: Chart, leaf: str) -> None:
        """Start in a leaf, given by its short name."""
        self._low = {joint: spec.min - _SLACK for joint, spec in enumerate(nao.specs)}
        self._high = {joint: spec.max + _SLACK for joint, spec in enumerate(nao.specs)}
        self._names = nao.names
        self._reach = [nao.cycle * nao.no_load_speed(joint) for joint, _ in enumerate(nao.specs)]
        self._last: JointCommand | None = None
        for hand in nao.hands:
            self._low[hand], self._high[hand] = -_SLACK, 1.0 + _SLACK
        self._transitions = TransitionChecker(chart, leaf)

    def look(self, outcome: Outcome) -> list[str]:
        """Return a sentence for every violation."""
        transitions = self._transitions.look(outcome.leaf, outcome.transition)
        return self._command(outcome.command) + transitions

    def _command(self, command: JointCommand) -> list[str]:
        problems, last = [], self._last
        self._last = command
        if last is not None:
            for joint, reach in enumerate(self._reach):
                turned = abs(command.positions[joint] - last.positions[joint])
                held = min(command.stiffness[joint], last.stiffness[joint]) > 0.0
                if held and turned > reach + _SLACK:
                    problems.append(f"{self._names[joint]} is to move by {turned} rad in a cycle")
        for joint, low in self._low.items():
            position, stiffness = command.positions[joint], command.stiffness[joint]
            if not low <= position <= self._high[joint]:
                problems.append(f"{self._names[joint]} is commanded beyond its limits: {position}")
            if not 0.0 <= stiffness <= 1.0:
                problems.append(f"{self._names[joint]} is given stiffness {stiffness}, not in 0..1")
        if not math.isfinite(sum(command.positions) + sum(command.stiffness)):
            problems.append("the command is not finite")
        return problems


class OnFeet:
    """Reports a robot that truly lies but remains in a leaf of Stand or Walk."""

    def __init__(self, cycle: float) -> None:
        self._cycle = cycle
        self._lying = 0.0

    def look(self, leaf: str, up_z: float) -> list[str]:
        """Return a sentence when it has been lying for too long.

        Args:
            leaf: Short name of the active leaf.
            up_z: Cosine of the torso's true tilt.
        """
        lies = up_z < FALLEN_UP_Z and (leaf in STAND or leaf in WALK)
        before, self._lying = self._lying, self._lying + _LOOK_EVERY * self._cycle if lies else 0.0
        if before <= _LEFT_LYING < self._lying:
            return [f"lies and is in {leaf}"]
        return []


def _note(result: EpisodeResult, episode: Episode, tick: int, problem: str) -> None:
    where = f"seed {episode.seed}, episode {episode.number}, t={tick * load_robot().cycle:.3f}"
    result.problems.append(f"{where}: {problem}")
