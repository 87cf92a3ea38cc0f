"""One walk in physics: stand, ramp up to the request, hold it, and measure against the truth."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from hardware.simulation.plant.truth import GroundTruth
from hsm.campaigns.context import TrialContext
from hsm.chart.leaves import FALL_PROTECTION, WALK_STEPPING
from hsm.control.cycle import Outcome
from hsm.simulated.simulation import Simulation
from motions.kinematics.geometry import Pose2
from motions.requests import Motion, MotionRequest

STAND = 1.0
"""Time before the ramp, s."""
RAMP = 4.0
"""Time from zero to the full request, s."""
SETTLE = 2.0
"""Part of the held time that does not count for the speed, s."""
LOOK = 1.0
"""Distance is summed over pieces of this duration, s: about four steps, so that sway is ignored."""
DOUBLE_STEP = 0.5
"""Duration of two steps, s: onsets spread over it cover every phase."""
WALKING_SPEED = 0.15
"""Forward speed of a robot that is disturbed in mid-walk, m/s."""
WALKING = MotionRequest(Motion.WALK, forward=WALKING_SPEED)
FALLEN_UP_Z = 0.5
FALLEN_HEIGHT = 0.6

Speed = tuple[float, float, float]


def ramped(request: Speed, time: float) -> MotionRequest:
    """Return the request at a time of the trial: nothing, a growing share, or all of it."""
    share = min(max((time - STAND) / RAMP, 0.0), 1.0)
    if share <= 0.0:
        return MotionRequest()
    return MotionRequest(Motion.WALK, *(share * value for value in request))


def pose_of(truth: GroundTruth) -> Pose2:
    """Return the pose of the torso on the floor."""
    return Pose2(truth.torso_position[0], truth.torso_position[1], truth.heading)


def phase(trial: int) -> float:
    """Return the trial's phase within a double step, s: eight trials cover all of it."""
    return DOUBLE_STEP * (trial % 8) / 8.0


@dataclass(slots=True)
class FallWatch:
    """Detects the first fall of a trial, from the active leaf or the true state.

    Attributes:
        standing_height: Torso height while standing, m.
        fell_at: Time of the first fall, s; NaN while there is none.
    """

    standing_height: float
    fell_at: float = math.nan

    def look(self, simulation: Simulation, outcome: Outcome) -> bool:
        """Return whether the robot has fallen by now."""
        truth = simulation.observed
        if math.isnan(self.fell_at) and (
            outcome.leaf in FALL_PROTECTION
            or truth.up_z < FALLEN_UP_Z
            or truth.torso_height < FALLEN_HEIGHT * self.standing_height
        ):
            self.fell_at = simulation.time
        return not math.isnan(self.fell_at)


@dataclass(slots=True)
class WalkMeter:
    """Integrates the torso's motion in its own yaw frame, so that turning does not hide it.

    Attributes:
        way: Forward, left (m) and turn (rad) since the start.
        time: Time since the start, s.
        steps: Durations of the finished steps, s.
    """

    way: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    time: float = 0.0
    steps: list[float] = field(default_factory=list)
    _pieces: float = 0.0
    _corner: tuple[float, float, float] = (0.0, 0.0, 0.0)
    _last: tuple[float, float, float] | None = None
    _landed: float | None = None

    def look(self, simulation: Simulation, outcome: Outcome) -> None:
        """Process one cycle."""
        truth = simulation.observed
        x, y, heading = truth.torso_position[0], truth.torso_position[1], truth.heading
        if self._last is not None:
            dx, dy = x - self._last[0], y - self._last[1]
            turn = math.remainder(heading - self._last[2], 2.0 * math.pi)
            middle = self._last[2] + 0.5 * turn
            c, s = math.cos(middle), math.sin(middle)
            self.way[0] += c * dx + s * dy
            self.way[1] += -s * dx + c * dy
            self.way[2] += turn
            self.time += outcome.robot.cycle
            if self.time >= self._corner[2] + LOOK:
                self._pieces = self.metres
                self._corner = (self.way[0], self.way[1], self.time)
        self._last = (x, y, heading)
        told = outcome.transition
        # A delay between two steps also ends with `next_step`, but is not a step.
        if (
            told is not None
            and told.source in WALK_STEPPING
            and told.event in ("next_step", "delay")
        ):
            self.steps.append(told.seconds_in_state)
        if told is not None and told.event == "touch_down":
            if self._landed is not None:
                self.steps.append(told.time - self._landed)
            self._landed = told.time

    @property
    def metres(self) -> float:
        """Return the length of the path, m: walking back does not reduce it."""
        x, y, _ = self._corner
        return self._pieces + math.hypot(self.way[0] - x, self.way[1] - y)

    @property
    def speed(self) -> Speed:
        """Return the mean speed, m/s and rad/s; NaN before the second cycle."""
        if self.time <= 0.0:
            return (math.nan,) * 3
        time = self.time
        return (self.way[0] / time, self.way[1] / time, self.way[2] / time)


@dataclass(frozen=True, slots=True)
class WalkResult:
    """Result of one walk.

    Attributes:
        fell_at: Time of the fall, s; NaN if there was none.
        speed: Mean speed after settling, m/s and rad/s; NaN if it fell before.
        metres: Length of the torso's path over the whole trial, m.
        step_duration: Mean duration of the steps after settling, s.
        mean_pitch: Mean true torso pitch after settling, rad.
        roll_rate: Rms of the torso's true roll rate after settling, rad/s.
        pitch_rate: The same of its pitch rate, rad/s.
        stalled: The walk's last report of lack of progress; empty if there was none.
    """

    fell_at: float
    speed: Speed
    metres: float
    step_duration: float
    mean_pitch: float
    roll_rate: float
    pitch_rate: float
    stalled: str = ""

    @property
    def fell(self) -> bool:
        """Return whether the robot fell."""
        return not math.isnan(self.fell_at)

    @property
    def oscillation(self) -> float:
        """Return the rms of roll and pitch rate together, rad/s; NaN after an early fall."""
        return math.hypot(self.roll_rate, self.pitch_rate)


def walk(
    context: TrialContext,
    trial: int,
    request: Callable[[float], MotionRequest],
    hold: float,
) -> WalkResult:
    """Run one walk.

    Args:
        context: Settings and plant.
        trial: Number of the trial.
        request: Returns the request at a time of the trial, s.
        hold: Time after the ramp, s.
    """
    simulation = context.simulation(trial)
    watch = FallWatch(simulation.observed.torso_height)
    whole, settled = WalkMeter(), WalkMeter()
    pitches: list[float] = []
    roll_rates: list[float] = []
    pitch_rates: list[float] = []
    end, count_from = STAND + RAMP + hold, STAND + RAMP + SETTLE
    while simulation.time < end:
        outcome = simulation.step(context.asked(request(simulation.time)))
        if watch.look(simulation, outcome):
            break
        whole.look(simulation, outcome)
        if simulation.time >= count_from:
            settled.look(simulation, outcome)
            truth = simulation.observed
            pitches.append(truth.rpy[1])
            roll_rates.append(truth.angular_velocity[0])
            pitch_rates.append(truth.angular_velocity[1])
    return WalkResult(
        fell_at=watch.fell_at,
        speed=settled.speed,
        metres=whole.metres,
        step_duration=_mean(settled.steps),
        mean_pitch=_mean(pitches),
        roll_rate=_rms(roll_rates),
        pitch_rate=_rms(pitch_rates),
        stalled=simulation.cycle.components.walking.planner.progress.said,
    )


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else math.nan


def _rms(values: list[float]) -> float:
    return math.sqrt(_mean([value * value for value in values]))
