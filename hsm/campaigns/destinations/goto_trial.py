"""One walk to a pose in physics, measured against the truth and against what the robot believes."""

import math
from dataclasses import dataclass, field, replace

from hardware.props import Cylinder
from hardware.robots.model import Side
from hardware.units import FlatPoint
from hsm.campaigns.destinations.exact_steps import BEHIND, NEAR, WayScene, walked
from hsm.campaigns.destinations.posts import circle_at, drawn_posts
from hsm.campaigns.streams import Stream, stream
from hsm.campaigns.trials import TrialContext
from hsm.campaigns.walking.engines import Engine, way_to
from hsm.campaigns.walking.walking_trial import FallWatch, pose_of
from hsm.chart.leaves import STAND_NORMAL
from hsm.control.cycle import Outcome
from hsm.simulated.simulation import Simulation
from motions.destinations import TargetFrame, WalkTo
from motions.generators.situation import PoseTarget
from motions.generators.taut_path import Round, shortest_path
from motions.generators.to_pose import WalkToPose
from motions.kinematics.geometry import Pose2
from motions.limbs.wishes import HeadMode, HeadWish
from motions.requests import Motion, MotionRequest
from motions.sight import Circle
from motions.walking.planning.limits import StepLimits

LONGEST = 40.0
"""A robot that has not arrived at something near after this time will not, s."""
_PER_METRE = {Engine.PRESSURE: 15.0, Engine.PREVIEW: 45.0}
"""Twice what each walk needs for a metre of a long way, with the turns at its ends, s."""
CLOSED_FOR = 0.5
"""It has arrived when its errand has been closed for so long in the stance, s."""
VIEW = math.radians(50.0)
"""Half width of what both cameras see beside each other, without the shoulders, rad."""


@dataclass(frozen=True, slots=True)
class GotoTrial:
    """One walk.

    Attributes:
        number: Chooses the robot, the seed, direction and orientation.
        way: Distance to the target, m.
        stand: Time in the stance before the wish, s.
        look: The robot shall see where it goes.
        pose_seen: A localisation tells the robot where it is; the target is on the field then.
        obstacles: Posts on the way, which the robot sees.
        obstacle_speed: Speed at which they cross the way instead of standing in it, m/s.
    """

    number: int
    way: float
    stand: float
    look: bool = True
    pose_seen: bool = False
    obstacles: int = 0
    obstacle_speed: float = 0.0

    @property
    def target(self) -> Pose2:
        """Return the target, seen from the robot: any direction, any orientation."""
        rng = stream(self.number, Stream.TARGET)
        direction, heading = rng.uniform(-math.pi, math.pi, 2).tolist()
        return Pose2(self.way * math.cos(direction), self.way * math.sin(direction), heading)

    @property
    def interest(self) -> Pose2:
        """Return what there is to look at, likewise seen."""
        return self.target @ Pose2(BEHIND)

    @property
    def looked_at(self) -> FlatPoint | None:
        """Return where the robot shall look; None if it need not."""
        return (self.interest.x, self.interest.y) if self.look else None

    @property
    def posts(self) -> tuple[Cylinder, ...]:
        """Return the posts on the way."""
        return drawn_posts(
            self.number, self.target, self.obstacles, self.obstacle_speed, self.stand
        )

    @property
    def circles(self) -> tuple[Circle, ...]:
        """Return the posts as they are when the robot sets out."""
        return tuple(circle_at(post, self.stand) for post in self.posts)


@dataclass(frozen=True, slots=True)
class GotoResult:
    """What one walk showed.

    Attributes:
        fell: The robot fell.
        seconds: From the wish until it stood at the target; NaN if it did not arrive.
        exact: The same, had every step been executed exactly; NaN for the preview walk, whose
            feet go where they are planned.
        believed: How far it believes to be from the target, m.
        believed_turn: How far its heading seems off, rad.
        true: How far it is from it, m.
        true_turn: How far its heading is off, rad.
        viewed: Steps with the target in view, once it had come into view.
        steps: All steps since then.
        touched: Posts that were touched.
        walked: Way of the torso, m; NaN for the preview walk.
        shortest: The shortest way past the posts, m; NaN if they move.
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
    touched: int = 0
    walked: float = math.nan
    shortest: float = math.nan

    @property
    def arrived(self) -> bool:
        """Return whether it stood at the target."""
        return not math.isnan(self.seconds)


@dataclass(slots=True)
class _Track:
    """Where the robot went, and in which of its steps the target was in view.

    The torso sways from foot to foot, so its way is that between steps of the same foot.
    """

    interest: Pose2
    viewed: int = 0
    steps: int = 0
    walked: float = 0.0
    _step: object = field(default=None)
    _from: Pose2 | None = None

    def look(self, simulation: Simulation, pose: Pose2) -> None:
        running = simulation.cycle.components.walking.running
        if running is None or running is self._step:
            return
        self._step = running
        seen = pose.inverse() @ self.interest
        near = math.hypot(seen.x, seen.y) < BEHIND
        inside = near or abs(math.atan2(seen.y, seen.x)) <= VIEW
        if inside or self.steps:
            self.steps += 1
            self.viewed += inside
        if running.swing is Side.LEFT:
            if self._from is not None:
                self.walked += math.hypot(pose.x - self._from.x, pose.y - self._from.y)
            self._from = pose


def go_once(context: TrialContext, trial: GotoTrial) -> GotoResult:
    """Walk to a pose once."""
    posts, target, interest = trial.posts, trial.target, trial.interest
    sight = trial.pose_seen or bool(posts)
    simulation = context.simulation(trial.number, props=posts, sight=sight)
    watch = FallWatch(simulation.observed.torso_height)
    frame = TargetFrame.FIELD if trial.pose_seen else TargetFrame.ROBOT
    wish = WalkTo(target.x, target.y, target.heading, frame, interest=trial.looked_at)
    head = HeadWish(HeadMode.TARGET, target=(interest.x, interest.y, 0.0)) if sight else None
    believed = Pose2()
    while simulation.time < trial.stand:
        believed = simulation.step(MotionRequest(head=head)).robot.odometry
    start = Pose2() if trial.pose_seen else pose_of(simulation.observed)
    request = MotionRequest(Motion.WALK_TO, walk_to=wish, head=head)
    if context.config.engine is Engine.PREVIEW:
        request = replace(way_to(target), head=head)
    way = _Track(start @ interest)
    closed = 0.0
    longest = max(LONGEST, _PER_METRE[context.config.engine] * trial.way)
    while simulation.time < trial.stand + longest:
        outcome = simulation.step(request)
        if watch.look(simulation, outcome):
            return GotoResult(fell=True, touched=_touched(simulation))
        way.look(simulation, pose_of(simulation.observed))
        closed = closed + outcome.robot.cycle if _stands(outcome) else 0.0
        if closed >= CLOSED_FOR:
            break
    else:
        return GotoResult(fell=False, touched=_touched(simulation))
    off = (start @ target).inverse() @ pose_of(simulation.observed)
    seems = outcome.info.left or Pose2()
    if context.config.engine is Engine.PREVIEW:
        seems = (believed @ target).inverse() @ outcome.robot.odometry
    return GotoResult(
        fell=False,
        seconds=simulation.time - CLOSED_FOR - trial.stand,
        exact=_exact(context, trial),
        believed=math.hypot(seems.x, seems.y),
        believed_turn=abs(seems.heading),
        true=math.hypot(off.x, off.y),
        true_turn=abs(off.heading),
        viewed=way.viewed,
        steps=way.steps,
        touched=_touched(simulation),
        walked=way.walked or math.nan,
        shortest=_shortest(context, trial),
    )


def _exact(context: TrialContext, trial: GotoTrial) -> float:
    """Return how long the way takes if every step is executed exactly, s; NaN for planned feet.

    Before the first step there is a delay, and the last one closes the feet.
    """
    if context.config.engine is Engine.PREVIEW:
        return math.nan
    settings = context.settings
    limits = StepLimits(settings.robot, settings.walking, settings.profile)
    target = trial.target
    side = target.y if abs(target.y) > NEAR else target.heading
    generators = settings.generators
    scene = WayScene(
        PoseTarget(target, trial.looked_at, sway=generators.errand.sway),
        Side.LEFT if side > 0.0 else Side.RIGHT,
        trial.circles,
    )
    steps = walked(WalkToPose(generators.to_pose).step, limits, scene)
    walking = settings.walking
    return walking.delay.duration + (len(steps) + 1) * walking.step.duration


def _shortest(context: TrialContext, trial: GotoTrial) -> float:
    """Return the shortest way past the posts, m; NaN if they move."""
    if trial.obstacle_speed > 0.0:
        return math.nan
    radius = context.settings.generators.to_pose.obstacles.robot_radius
    rounds = tuple(Round(each.x, each.y, each.radius + radius) for each in trial.circles)
    path = shortest_path((trial.target.x, trial.target.y), rounds, (0.0,) * len(rounds), 0.0)
    return math.nan if path is None else path.length


def _touched(simulation: Simulation) -> int:
    return sum(prop.touches > 0 for prop in simulation.observed.props)


def _stands(outcome: Outcome) -> bool:
    """Return whether the robot stands and has nothing to do any more."""
    arrived = outcome.info.arrived
    if outcome.request.motion is Motion.PREVIEW:
        arrived = outcome.info.preview.arrived
    return outcome.leaf in STAND_NORMAL and arrived
