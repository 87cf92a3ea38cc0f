"""One walk to a pose in physics, measured against the truth and against what the robot believes."""

import math
from dataclasses import dataclass, field

import numpy as np

from hsm.campaigns.trials import TrialContext
from hsm.campaigns.walking.walking_trial import FallWatch
from hsm.chart.leaves import STAND_NORMAL
from hsm.control.cycle import Outcome
from hsm.simulated.simulation import Simulation
from motions.destinations import TargetFrame, WalkTo
from motions.kinematics.geometry import Pose2
from motions.requests import Motion, MotionRequest

LONGEST = 40.0
"""A robot that has not arrived after this time will not, s."""
CLOSED_FOR = 0.5
"""It has arrived when its errand has been closed for so long in the stance, s."""
VIEW = math.radians(50.0)
"""Half width of what both cameras see beside each other, without the shoulders, rad."""
AHEAD = 0.18
"""What is looked at lies so far behind the target if nothing else is asked, m."""


@dataclass(frozen=True, slots=True)
class GotoTrial:
    """One walk.

    Attributes:
        number: Chooses the robot, the seed, direction and orientation.
        way: Distance to the target, m.
        stand: Time in the stance before the wish, s.
        look: The robot shall see where it goes.
    """

    number: int
    way: float
    stand: float
    look: bool


@dataclass(frozen=True, slots=True)
class GotoResult:
    """What one walk showed.

    Attributes:
        fell: The robot fell.
        seconds: From the wish until it stood at the target; NaN if it did not arrive.
        exact: The same, had every step been executed exactly.
        believed: How far it believes to be from the target, m.
        believed_turn: How far its heading seems off, rad.
        true: How far it is from it, m.
        true_turn: How far its heading is off, rad.
        viewed: Steps with the target in view, once it had come into view.
        steps: All steps since then.
    """

    fell: bool
    seconds: float = math.nan
    exact: float = math.nan
    believed: float = math.nan
    believed_turn: float = math.nan
    true: float = math.nan
    true_turn: float = math.nan
    viewed: int = 0
    steps: int = 0

    @property
    def arrived(self) -> bool:
        """Return whether it stood at the target."""
        return not math.isnan(self.seconds)


def drawn_target(trial: GotoTrial) -> Pose2:
    """Return the target of a trial, seen from the robot: any direction, any orientation."""
    rng = np.random.default_rng((trial.number, 22))
    direction, heading = rng.uniform(-math.pi, math.pi, 2).tolist()
    return Pose2(trial.way * math.cos(direction), trial.way * math.sin(direction), heading)


@dataclass(slots=True)
class _View:
    """Counts the steps with the target in view."""

    interest: Pose2
    viewed: int = 0
    steps: int = 0
    _step: object = field(default=None)

    def look(self, simulation: Simulation, pose: Pose2) -> None:
        running = simulation.cycle.components.walking.running
        if running is None or running is self._step:
            return
        self._step = running
        seen = pose.inverse() @ self.interest
        near = math.hypot(seen.x, seen.y) < AHEAD
        inside = near or abs(math.atan2(seen.y, seen.x)) <= VIEW
        if inside or self.steps:
            self.steps += 1
            self.viewed += inside


def go_once(context: TrialContext, trial: GotoTrial) -> GotoResult:
    """Walk to a pose once."""
    simulation = context.simulation(trial.number)
    watch = FallWatch(simulation.truth().torso_height)
    while simulation.time < trial.stand:
        outcome = simulation.step(MotionRequest())
    start = _pose(simulation)
    target = drawn_target(trial)
    interest = target @ Pose2(AHEAD)
    wish = WalkTo(
        target.x,
        target.y,
        target.heading,
        TargetFrame.ROBOT,
        interest=(interest.x, interest.y) if trial.look else None,
    )
    request = MotionRequest(Motion.WALK_TO, walk_to=wish)
    view = _View(start @ interest)
    closed = 0.0
    while simulation.time < trial.stand + LONGEST:
        outcome = simulation.step(request)
        if watch.look(simulation, outcome):
            return GotoResult(fell=True)
        view.look(simulation, _pose(simulation))
        closed = closed + outcome.robot.cycle if _stands(simulation, outcome) else 0.0
        if closed >= CLOSED_FOR:
            break
    else:
        return GotoResult(fell=False)
    off = (start @ target).inverse() @ _pose(simulation)
    seems = simulation.cycle.components.errand.left or Pose2()
    return GotoResult(
        fell=False,
        seconds=simulation.time - CLOSED_FOR - trial.stand,
        exact=math.nan,
        believed=math.hypot(seems.x, seems.y),
        believed_turn=abs(seems.heading),
        true=math.hypot(off.x, off.y),
        true_turn=abs(off.heading),
        viewed=view.viewed,
        steps=view.steps,
    )


def _stands(simulation: Simulation, outcome: Outcome) -> bool:
    """Return whether the robot stands and has nothing to do any more."""
    return outcome.leaf in STAND_NORMAL and simulation.cycle.components.errand.arrived


def _pose(simulation: Simulation) -> Pose2:
    truth = simulation.truth()
    return Pose2(truth.torso_position[0], truth.torso_position[1], truth.heading)
