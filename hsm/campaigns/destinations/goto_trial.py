"""One walk to a pose in physics, measured against the true pose and the robot's estimate."""

import math
from dataclasses import dataclass, field, replace

from hardware.props import Cylinder
from hardware.robots.model import Side
from hardware.units import FlatPoint
from hsm.campaigns.context import TrialContext
from hsm.campaigns.destinations.exact_steps import BEHIND, NEAR, WayScene, walked
from hsm.campaigns.destinations.posts import circle_at, drawn_posts
from hsm.campaigns.streams import Stream, stream
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
"""Time limit for a near target, s."""
_PER_METRE = {Engine.PRESSURE: 15.0, Engine.PREVIEW: 45.0}
"""Time limit per metre of a long walk, s: twice the time needed, with the turns at both ends."""
CLOSED_FOR = 0.5
"""The robot has arrived when its errand has been closed for this long in the stance, s."""
VIEW = math.radians(50.0)
"""Half width of the field of view of both cameras, not occluded by the shoulders, rad."""


@dataclass(frozen=True, slots=True)
class GotoTrial:
    """One walk.

    Attributes:
        number: Chooses the robot, the seed, direction and orientation.
        way: Distance to the target, m.
        stand: Time in the stance before the request, s.
        look: The robot is to keep the target in view.
        pose_seen: The robot is localised, and the target is given on the field.
        obstacles: Number of posts on the path, which the robot sees.
        obstacle_speed: Speed at which they cross the path; 0 for static ones, m/s.
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
        """Return the target in the robot's frame: any direction, any orientation."""
        rng = stream(self.number, Stream.TARGET)
        direction, heading = rng.uniform(-math.pi, math.pi, 2).tolist()
        return Pose2(self.way * math.cos(direction), self.way * math.sin(direction), heading)

    @property
    def interest(self) -> Pose2:
        """Return the point of interest in the robot's frame."""
        return self.target @ Pose2(BEHIND)

    @property
    def looked_at(self) -> FlatPoint | None:
        """Return where the robot is to look; None for anywhere."""
        return (self.interest.x, self.interest.y) if self.look else None

    @property
    def posts(self) -> tuple[Cylinder, ...]:
        """Return the posts on the path."""
        return drawn_posts(
            self.number, self.target, self.obstacles, self.obstacle_speed, self.stand
        )

    @property
    def circles(self) -> tuple[Circle, ...]:
        """Return the posts at the time when the robot sets out."""
        return tuple(circle_at(post, self.stand) for post in self.posts)


@dataclass(frozen=True, slots=True)
class GotoResult:
    """Result of one walk.

    Attributes:
        fell: The robot fell.
        seconds: Time from the request until it stood at the target, s; NaN if it did not arrive.
        exact: The same if every step were executed exactly; NaN for the preview walk, whose feet
            land as planned.
        believed: Estimated distance from the target, m.
        believed_turn: Estimated heading error, rad.
        true: True distance from the target, m.
        true_turn: True heading error, rad.
        viewed: Steps with the target in view, after it had come into view.
        steps: All steps since then.
        touched: Number of posts touched.
        walked: Distance walked by the torso, m; NaN for the preview walk.
        shortest: Length of the shortest path past the posts, m; NaN if they move.
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
    """Distance walked, and the number of steps with the target in view.

    The torso sways from foot to foot, so distance is measured between steps of the same foot.
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
    """Run one walk to a pose."""
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
    """Return the duration if every step is executed exactly, s; NaN for the preview walk.

    The delay before the first step and the closing step are included.
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
    """Return the length of the shortest path past the posts, m; NaN if they move."""
    if trial.obstacle_speed > 0.0:
        return math.nan
    radius = context.settings.generators.to_pose.obstacles.robot_radius
    rounds = tuple(Round(each.x, each.y, each.radius + radius) for each in trial.circles)
    path = shortest_path((trial.target.x, trial.target.y), rounds, (0.0,) * len(rounds), 0.0)
    return math.nan if path is None else path.length


def _touched(simulation: Simulation) -> int:
    return sum(prop.touches > 0 for prop in simulation.observed.props)


def _stands(outcome: Outcome) -> bool:
    """Return whether the robot stands and its errand is done."""
    arrived = outcome.info.arrived
    if outcome.request.motion is Motion.PREVIEW:
        arrived = outcome.info.preview.arrived
    return outcome.leaf in STAND_NORMAL and arrived
