"""Replays a recorded run and collects its path over the floor: estimated, planned and true."""

import math
from contextlib import suppress
from dataclasses import dataclass, field

from hardware.props import Prop
from hardware.robots.model import Side, Sole
from hardware.units import FlatPoint
from hsm.chart.leaves import WALK
from hsm.control.assembly import MotionSettings, build_cycle
from hsm.control.cycle import ControlCycle, Outcome
from hsm.pictures.path_from_above import PASSIVE_RADIUS
from hsm.runs.falls.evidence import begins_fall
from hsm.runs.reader import RecordedRun
from hsm.runs.replay import replayed
from hsm.runs.truth import RecordedTruth
from hsm.scenarios.set_up import props_told
from hsm.states.components import build_zero_frame
from motions.destinations import TargetFrame
from motions.kinematics.geometry import Pose2
from motions.kinematics.sole_outline import below_ankle
from motions.locomotion.info import NO_PLAN
from motions.perception.state import RobotState
from motions.requests import MotionRequest
from motions.sight import Circle
from motions.walking.rhythm.running_step import RunningStep

_GAZE_EVERY = 2.0
"""Time between two cones of view, s: more of them would hide the path."""
_GAZE_MOVED, _GAZE_TURNED = 0.1, math.radians(15.0)
"""Distance, m, and angle, rad, between any two cones: closer ones would add up to solid colour."""
_UPRIGHT = math.cos(math.radians(45.0))
"""Vertical component of the torso's axis above which the direction of view means something."""
_RADII = {"cylinder": 0.05, "passiverobot": PASSIVE_RADIUS}
"""Default radii, m, of objects for which the run has none: those of older runs, and robots."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """A foot that has landed.

    Attributes:
        side: Side of the foot.
        pose: Pose of the point below the ankle.
    """

    side: Side
    pose: Pose2


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A planned step.

    Attributes:
        start: The zero-step frame at its beginning.
        end: The planned zero-step frame at its end.
    """

    start: Pose2
    end: Pose2


@dataclass(slots=True)
class PathSeries:
    """The path of a run, in the world frame if the truth is known, else in the odometry frame.

    Attributes:
        known: The truth is known.
        sole: Outline of the left sole.
        path: Path of the torso, one pose per cycle.
        estimated: The same path by odometry, aligned at the start; empty without the truth.
        feet: Landed feet.
        steps: Planned steps.
        footholds: Planned footholds of the preview walk.
        target: Requested or intended end of the last errand; None without one.
        falls: Poses at which falls were detected.
        forces: Poses at which forces from outside set in: pushes, a held foot; empty without the
            truth.
        gaze: Poses of the gaze of an upright robot, at intervals, each different from all others.
        ball: Positions of the ball.
        things: Other objects: the true ones if the truth is known, else the last estimate.
        trails: True positions of each of these over time; empty without the truth.
        estimated_things: The last estimate of the obstacles.
        ground: Props, of which patches and cables lie on the ground; empty without the truth.
    """

    known: bool
    sole: Sole
    path: list[Pose2] = field(default_factory=list)
    estimated: list[Pose2] = field(default_factory=list)
    feet: list[Footprint] = field(default_factory=list)
    steps: list[PlannedStep] = field(default_factory=list)
    footholds: list[Footprint] = field(default_factory=list)
    target: Pose2 | None = None
    falls: list[Pose2] = field(default_factory=list)
    forces: list[Pose2] = field(default_factory=list)
    gaze: list[Pose2] = field(default_factory=list)
    ball: list[tuple[float, float]] = field(default_factory=list)
    things: list[Circle] = field(default_factory=list)
    trails: list[tuple[FlatPoint, ...]] = field(default_factory=list)
    estimated_things: list[Circle] = field(default_factory=list)
    ground: tuple[Prop, ...] = ()


def collect_path(run: RecordedRun, truth: RecordedTruth | None) -> PathSeries:
    """Replay a run and return its path; the truth may be None.

    Raises:
        RunError: If the run's parameters do not fit this program.
    """
    settings = run.settings()
    cycle = build_cycle(settings)
    collector = _PathCollector(cycle, settings, truth)
    for row, again in enumerate(replayed(run, cycle)):
        collector.look(row, again.outcome)
    collector.things()
    return collector.series


class _PathCollector:
    def __init__(
        self, cycle: ControlCycle, settings: MotionSettings, truth: RecordedTruth | None
    ) -> None:
        self._components = cycle.components
        self._pan = settings.robot.head[0]
        self._frame = build_zero_frame(settings)
        self._truth = truth
        self._step: RunningStep | None = None
        self._plan = NO_PLAN
        self._start: Pose2 | None = None
        self._next_gaze = 0.0
        self._request: MotionRequest | None = None
        self._asked: Pose2 | None = None
        self._pushed = False
        self.series = PathSeries(truth is not None, settings.robot.dimensions.sole)

    def look(self, row: int, outcome: Outcome) -> None:
        """Add a cycle."""
        series, robot, truth = self.series, outcome.robot, self._truth
        pose = robot.odometry
        if truth is not None:
            if row >= len(truth.columns["time"]):
                return
            pose = self._true(row, "torso")
            if self._start is None:
                self._start = pose @ robot.odometry.inverse()
            series.estimated.append(self._start @ robot.odometry)
            self._look_at_force(row, pose)
            if "ball.x" in truth.columns:
                series.ball.append((truth.columns["ball.x"][row], truth.columns["ball.y"][row]))
        elif robot.world.ball is not None:
            ball = robot.world.ball.at(robot.time)
            series.ball.append((ball.x, ball.y))
        series.path.append(pose)
        here = pose @ robot.odometry.inverse()  # the odometry frame, in that of the figure
        self._look_at_gaze(robot, pose)
        self._look_at_step(row, outcome, here)
        self._look_at_plan(row, outcome, here)
        if outcome.transition is not None and begins_fall(outcome.transition):
            series.falls.append(pose)
        if outcome.request != self._request:
            self._request = outcome.request
            self._asked = self._pose_asked(outcome.request, pose)
            series.target = self._asked or series.target
        errand = self._components.errand
        if self._asked is None and errand.left is not None and outcome.leaf in WALK:
            running = self._components.walking.running
            support = robot.support.side if running is None else running.support
            series.target = here @ self._frame.over(robot, support) @ errand.left
        seen = robot.world.obstacles_at(robot.time)
        series.estimated_things = [circle.in_frame_of(here) for circle in seen]

    def things(self) -> None:
        """Add the other objects, as they were at the end."""
        truth = self._truth
        if truth is None:
            self.series.things = self.series.estimated_things
            return
        with suppress(ValueError, TypeError):  # a run of a program with other props
            self.series.ground = props_told(truth.about.get("props", ()))
        radii = truth.about.get("radius_m", {})
        for column in truth.columns:
            name, _, part = column.rpartition(".")
            kind = name.partition(" ")[0]
            if part == "x" and kind in _RADII:
                xs, ys = truth.columns[column], truth.columns[f"{name}.y"]
                self.series.things.append(Circle(xs[-1], ys[-1], radii.get(name, _RADII[kind])))
                self.series.trails.append(tuple(zip(xs, ys, strict=True)))

    def _pose_asked(self, request: MotionRequest, pose: Pose2) -> Pose2 | None:
        """Return the requested end of a walk when the request arrives; None if unknown.

        Later, the remaining path is only an estimate of the robot, which errs by odometry drift.
        """
        to = request.walk_to
        if to is None or to.frame is TargetFrame.FIELD:
            return None
        begin = pose if to.frame is TargetFrame.ROBOT else self._start or Pose2()
        return begin @ Pose2(to.x, to.y, to.heading)

    def _look_at_force(self, row: int, pose: Pose2) -> None:
        assert self._truth is not None
        columns = self._truth.columns
        pushed = any(columns[f"outer_force.{axis}"][row] for axis in "xyz")
        if pushed and not self._pushed:
            self.series.forces.append(pose)
        self._pushed = pushed

    def _look_at_gaze(self, robot: RobotState, pose: Pose2) -> None:
        if robot.time < self._next_gaze:
            return
        self._next_gaze = robot.time + _GAZE_EVERY
        gaze = Pose2(pose.x, pose.y, pose.heading + robot.positions[self._pan])
        is_new = all(_is_elsewhere(gaze, other) for other in self.series.gaze)
        if robot.up[2] > _UPRIGHT and is_new:
            self.series.gaze.append(gaze)

    def _look_at_step(self, row: int, outcome: Outcome, here: Pose2) -> None:
        running = self._components.walking.running if outcome.leaf in WALK else None
        if running is None or running is self._step:
            return
        self._step = running
        robot, series, side = outcome.robot, self.series, running.support
        frame = here @ self._frame.over(robot, side)
        step = running.step
        series.steps.append(PlannedStep(frame, frame @ Pose2(step.x, step.y, step.turn)))
        series.feet.append(self._foot(row, robot, side, here))

    def _look_at_plan(self, row: int, outcome: Outcome, here: Pose2) -> None:
        """Add the landed feet of the preview walk, and both feet before the first step."""
        before, plan = self._plan, outcome.info.preview
        self._plan, robot, series = plan, outcome.robot, self.series
        if plan.active and not before.active:
            series.feet += [self._foot(row, robot, side, here) for side in Side]
        if plan.made > before.made and before.unchangeable:
            side = before.unchangeable[0].swing
            series.feet.append(self._foot(row, robot, side, here))
            planned = plan.left if side is Side.LEFT else plan.right
            series.footholds.append(Footprint(side, here @ planned))

    def _foot(self, row: int, robot: RobotState, side: Side, here: Pose2) -> Footprint:
        if self._truth is not None:
            middle = self._true(row, f"{side.name.lower()}_sole")
            return Footprint(side, below_ankle(middle, side, self.series.sole))
        sole = robot.sole(side)
        return Footprint(side, here @ robot.odometry @ Pose2(sole.x, sole.y, sole.yaw))

    def _true(self, row: int, what: str) -> Pose2:
        assert self._truth is not None
        x, y, yaw = (self._truth.columns[f"{what}.{part}"][row] for part in ("x", "y", "yaw"))
        return Pose2(x, y, math.remainder(yaw, math.tau))


def _is_elsewhere(gaze: Pose2, other: Pose2) -> bool:
    turned = abs(math.remainder(gaze.heading - other.heading, math.tau))
    return math.dist((gaze.x, gaze.y), (other.x, other.y)) > _GAZE_MOVED or turned > _GAZE_TURNED
