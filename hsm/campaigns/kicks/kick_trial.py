"""One walk to a ball and one kick, measured by the true state of the physics."""

import math
from dataclasses import dataclass, field, replace

from hardware.disturbance import TOWARDS
from hardware.disturbances import Push
from hardware.props import PassiveRobot
from hardware.simulation.props.build import BALL
from hardware.simulation.props.on_field import PropTruth
from hardware.units import FlatPoint
from hsm.campaigns.context import TrialContext
from hsm.campaigns.kicks.facing_ball import face_ball
from hsm.campaigns.streams import Stream, stream
from hsm.chart.leaves import IN_WALK_KICK_KICK_STEP, KICK_RECOVER, KICK_STRIKE
from hsm.control.cycle import Outcome
from hsm.simulated.simulation import Simulation
from motions.destinations import SpeedShare
from motions.kicks.wish import Kick, KickKind
from motions.kinematics.geometry import wrap_angle
from motions.limbs.wishes import HeadMode, HeadWish
from motions.perception.world import RollingBall
from motions.requests import Motion, MotionRequest

AWAY = 1.0
"""Initial distance of the ball from the robot, m."""
LONGEST = 40.0
"""Time limit for the kick, s."""
WATCHED = 6.0
"""Time for which the ball is observed after the touch, s."""
_MOVES = 0.1
"""Speed above which the ball has been touched, m/s."""
_RESTS = 0.02
"""Speed below which the ball is at rest, m/s."""
_WIDEST = math.radians(45.0)
"""Directions are drawn within this angle to either side, rad."""
_SLANT = math.radians(15.0)
"""Largest angle between the requested direction of a steal and straight sideways, rad."""
_ASIDE, _OUT_OF_REACH = math.radians(60.0), 0.15
"""A ball is stolen if it has moved this far, m, within this angle of the request, rad."""
_OPPONENT = 0.28
"""Distance of the opponent behind the ball, m: its toes are 0.18 m away."""
_KICKED = 8.0
"""Time after which a kick without a touch is over, s."""
_TAKEN_TO = (0.0, 3.0)
"""Position to which a ball is taken away, m."""
_STAND_PHASE, _STEP_PHASE = 0.5, 0.07
"""Time between the phases of a push, for stand kicks and in-walk kicks, s."""
_SPEED_BEFORE, _SPEED_AFTER = 1.0, 2.0
"""Time before and after the touch over which the walking speed is averaged, s."""


@dataclass(frozen=True, slots=True)
class KickTrial:
    """One kick.

    Attributes:
        number: Chooses the robot, the seed, the direction and the foot.
        kick: The requested kick, to whose direction the drawn one is added.
        drawn: Whether a direction is drawn.
        taken: The ball is taken away when the kick starts.
        push: Impulse of a push in the kick, N s; the number chooses direction and phase.
        speed: Share of the profile's speed before and, for a kick in the walk, after the kick.
    """

    number: int
    kick: Kick
    drawn: bool = True
    taken: bool = False
    push: float = 0.0
    speed: float = 1.0

    @property
    def steals(self) -> bool:
        """Return whether the ball is to be stolen from another robot."""
        return self.kick.kind is KickKind.STEAL

    @property
    def walks_on(self) -> bool:
        """Return whether the robot walks on after the touch; a thief would hit the opponent."""
        return not self.kick.kind.from_stand and not self.steals


@dataclass(frozen=True, slots=True)
class KickResult:
    """Result of one trial.

    Attributes:
        fell: The robot fell.
        kicked: It kicked, and the ball was touched by it.
        touched_before: The ball was touched before the robot kicked.
        direction: Direction error of the ball, positive to the left, rad; NaN without a kick.
        length: Distance that the ball rolls by the kick alone, m.
        asked: Requested distance, m.
        seconds: Time from the request to the touch, s.
        speed_kept: Mean walking speed around the kick over the requested one; NaN for a stand
            kick, and for a steal, after which the robot stops.
        swung: A kick was started, whatever became of the ball.
        again: The robot walked into the ball that it had kicked.
    """

    fell: bool
    kicked: bool = False
    touched_before: bool = False
    direction: float = math.nan
    length: float = math.nan
    asked: float = math.nan
    seconds: float = math.nan
    speed_kept: float = math.nan
    swung: bool = False
    again: bool = False

    @property
    def length_ratio(self) -> float:
        """Return the ratio of the ball's distance to the requested one."""
        return self.length / self.asked

    @property
    def hit(self) -> bool:
        """Return whether direction and distance of the ball were close to the request."""
        return (
            self.kicked
            and not self.fell
            and abs(self.direction) <= math.radians(15.0)
            and 0.7 <= self.length_ratio <= 1.3
        )

    @property
    def taken(self) -> bool:
        """Return whether the ball was moved out of the opponent's reach."""
        aside = abs(self.direction) <= _ASIDE and self.length >= _OUT_OF_REACH
        return self.kicked and not self.fell and aside


def drawn_direction(trial: KickTrial) -> float:
    """Return the direction of a trial, rad: to the left for even numbers, right for odd ones."""
    if not trial.drawn:
        return 0.0
    rng = stream(trial.number, Stream.KICK)
    side = 1.0 if trial.number % 2 == 0 else -1.0
    if trial.steals:
        return side * (0.5 * math.pi + float(rng.uniform(-_SLANT, _SLANT)))
    return side * float(rng.uniform(0.0, _WIDEST))


@dataclass(slots=True)
class BallWatch:
    """Observes the ball and the walk in a trial.

    A robot that walks on after a short kick may walk into its ball, which is not part of the kick.
    What counts is where the ball would have come to rest.

    Attributes:
        begin: Start of the trial, s.
        ball: Last state of the ball before the robot walked into it.
        kicks: A kick has started.
        began: Start of the kick, s.
        touched: Time of the ball's first motion, s.
        before: It was moved before the kick.
        quality: Estimated quality of the hardware at the start of the kick, 0..1.
        touches: Number of touches when the kick was over; None before.
        again: The robot walked into the ball after that.
        ways: Positions of the torso, per cycle, m.
    """

    begin: float
    ball: PropTruth
    kicks: bool = False
    began: float = math.nan
    touched: float = math.nan
    before: bool = False
    quality: float = math.nan
    touches: int | None = None
    again: bool = False
    ways: list[FlatPoint] = field(default_factory=list)

    def look(self, simulation: Simulation, outcome: Outcome) -> None:
        """Process one cycle."""
        truth, ball = simulation.observed, ball_in(simulation)
        kicking = any(
            outcome.leaf in leaf for leaf in (KICK_STRIKE, KICK_RECOVER, IN_WALK_KICK_KICK_STEP)
        )
        if not self.kicks and kicking:
            self.kicks, self.began = True, simulation.time
            self.quality = simulation.cycle.components.walking.joints.play.quality
        if self.touches is None and self.kicks and not kicking:
            self.touches = ball.touches
        self.again = self.touches is not None and ball.touches > self.touches
        if not self.again:
            self.ball = ball
        self.ways.append((truth.torso_position[0], truth.torso_position[1]))
        if math.isnan(self.touched) and math.hypot(*ball.velocity) > _MOVES:
            self.touched = simulation.time
            self.before = not self.kicks

    def rests_at(self, deceleration: float) -> FlatPoint:
        """Return where the ball comes to rest if untouched, m, at a deceleration, m/s2."""
        (x, y, _), (vx, vy, _) = self.ball.position, self.ball.velocity
        rests = RollingBall(0.0, x, y, vx, vy, deceleration).at(math.inf)
        return rests.x, rests.y


def ball_in(simulation: Simulation) -> PropTruth:
    """Return the true state of the ball."""
    return next(prop for prop in simulation.observed.props if prop.name == BALL)


def kick_once(context: TrialContext, trial: KickTrial) -> KickResult:
    """Run one walk to the ball and one kick."""
    # Slightly to one side, so that the foot whose turn it is has the shorter path.
    aside = 0.1 if trial.number % 2 == 0 else -0.1
    place = (AWAY, aside)
    opponent = (PassiveRobot(AWAY + _OPPONENT, aside),) if trial.steals else ()
    simulation, watch = face_ball(context, trial.number, place, opponent)
    asked = wrap_angle(trial.kick.direction + drawn_direction(trial))
    kick = replace(trial.kick, direction=asked, share=SpeedShare(trial.speed))
    request = MotionRequest(Motion.KICK, kick=kick, head=HeadWish(HeadMode.BALL))
    heading = simulation.observed.heading
    ball = BallWatch(simulation.time, ball_in(simulation))
    fell = disturbed = False
    fastest = context.settings.profile.fastest.forward
    while not fell and not _over(simulation, ball):
        if not kick.kind.from_stand and not math.isnan(ball.touched):
            goes_on = trial.walks_on and simulation.time < ball.touched + _SPEED_AFTER
            request = MotionRequest(
                Motion.WALK, trial.speed * fastest if goes_on else 0.0, head=request.head
            )
        outcome = simulation.step(request)
        ball.look(simulation, outcome)
        fell = watch.look(simulation, outcome)
        if not disturbed and ball.kicks:
            disturbed = True
            _disturb(simulation, trial)
    if math.isnan(ball.touched) or not ball.kicks:
        return KickResult(fell, touched_before=ball.before, swung=ball.kicks)
    rests = ball.rests_at(context.plant_of(trial.number).ball.deceleration)
    x, y = rests[0] - place[0], rests[1] - place[1]
    return KickResult(
        fell,
        kicked=True,
        touched_before=ball.before,
        direction=wrap_angle(math.atan2(y, x) - heading - asked),
        length=math.hypot(x, y),
        asked=trial.kick.length or _reach(context, kick.kind, ball),
        seconds=ball.touched - ball.begin,
        speed_kept=_kept(context, ball, trial),
        swung=True,
        again=ball.again,
    )


def _disturb(simulation: Simulation, trial: KickTrial) -> None:
    """Apply the trial's disturbances when the kick has started."""
    if trial.taken:
        simulation.robot.place_ball(*_TAKEN_TO)
    if trial.push > 0.0:
        direction, phase = trial.number % 4, trial.number // 4 % 4
        spread = _STAND_PHASE if trial.kick.kind.from_stand else _STEP_PHASE
        towards = sorted(TOWARDS.values())[direction]
        simulation.disturb(Push(towards, trial.push), after=phase * spread)


def _over(simulation: Simulation, ball: BallWatch) -> bool:
    """Return whether the trial is over."""
    now, velocity = simulation.time, ball_in(simulation).velocity
    if now > ball.began + _KICKED:
        return True
    if math.isnan(ball.touched):
        return now > ball.begin + LONGEST
    rests = math.hypot(*velocity) < _RESTS and now > ball.touched + 1.0
    stands = now > ball.touched + _SPEED_AFTER
    return now > ball.touched + WATCHED or (rests and stands)


def _reach(context: TrialContext, kind: KickKind, ball: BallWatch) -> float:
    """Return the full distance of a kick at this robot's estimated wear, m."""
    table = context.settings.kicks.table
    return table.places[kind.value].reach(table.wear(ball.quality))[1]


def _kept(context: TrialContext, ball: BallWatch, trial: KickTrial) -> float:
    """Return the mean speed around the touch over the requested one."""
    if not trial.walks_on:
        return math.nan
    cycle = context.settings.robot.cycle
    touch = round((ball.touched - ball.begin) / cycle)
    first = max(touch - round(_SPEED_BEFORE / cycle), 0)
    last = min(touch + round(_SPEED_AFTER / cycle), len(ball.ways) - 1)
    way = math.dist(ball.ways[first], ball.ways[last])
    asked = trial.speed * context.settings.profile.fastest.forward
    return way / ((last - first) * cycle) / asked
