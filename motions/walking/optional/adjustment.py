"""Step adjustment: keeps the centre of mass between the feet while the step runs.

The centre of mass, looked ahead and projected to the ground, must stay over an area between and
under the planned feet. What it is beyond that area moves the swing foot after it, at a limited
speed, and the support foot half as far the other way; once it is back inside, the feet return to
their plan. Only forward and backward, and nothing happens to a walk that is not disturbed.

It is the alternative to `capture`: that asks where the robot comes to rest, this one reacts only
when the centre of mass has left the feet, and needs no model of the undisturbed step.

Frame: x of the soles in the hip frame, m.

Source: walk step adjustment of the B-Human code release 2023 (Reichenberg and Roefer 2021).
"""

import math
from dataclasses import dataclass, replace
from typing import Annotated

from annotated_types import Ge, Gt

from hardware.robots.model import Side, Sole
from hardware.units import (
    NumberRange,
    PositiveSpeed,
    Ratio,
    RatioBelowOne,
    Speed,
    Unit,
    UnsignedLength,
)
from motions.perception.state import RobotState
from motions.requests import MotionRequest
from motions.scalars import clamp, outside, ramp
from motions.walking.com_ahead import com_ahead
from motions.walking.optional.speed_reduction import SpeedReduction, SpeedReductionParameters
from motions.walking.parameters import LookAhead, SpeedProfile, StanceParameters
from motions.walking.planning.reach import Reach
from motions.walking.terms.term import BalanceTerm, TermContext, Value, WalkState
from motions.walking.trajectories import FeetOffsets


@dataclass(frozen=True, slots=True)
class AdjustmentReachParameters:
    """Speeds whose steps the adjusted feet keep to, as far as the legs reach.

    Attributes:
        forward: m/s.
        backward: m/s, a positive number.
        side: m/s.
    """

    forward: Speed
    backward: Speed
    side: Speed

    def of(self, profile: SpeedProfile) -> SpeedProfile:
        """Return a profile with these speeds, without the margin that it leaves to balancing."""
        return replace(
            profile,
            forward=self.forward,
            backward=self.backward,
            side=self.side,
            reach_margin=(0.0, 0.0),
        )


@dataclass(frozen=True, slots=True)
class StepAdjustmentParameters:
    """Steps that are adjusted to where the centre of mass goes.

    Attributes:
        active: Steps are adjusted.
        ahead: The centre of mass is looked ahead by this, s.
        speed: How fast a foot may be moved beyond its plan, m/s.
        min_speed: It may always be moved this fast, however the plan moves it, m/s.
        return_speed: It returns to its plan this much faster, m/s.
        late: Over this range of the step's duration the speed fades to `min_speed`.
        hold_from: Share of the step from which a swing foot with pressure is held.
        landing_from: Share of the step from which an adjustment that decays may only decay.
        meeting: There it returns in one cycle at least the way to the support foot divided by this.
        low_pass: Share of the old value in the filter of the centre of mass.
        filtered_from: Adjustment from which the centre of mass is filtered, m.
        min_size: A smaller adjustment is none, m.
        settling_cycles: Cycles of decay after which it may only decay.
        area: Part of a sole's length over which the centre of mass may be.
        reach: What limits the adjusted feet.
        speed_reduction: When the walk slows down.
    """

    active: bool
    ahead: LookAhead
    speed: Speed
    min_speed: Speed
    return_speed: PositiveSpeed
    late: NumberRange
    hold_from: Ratio
    landing_from: Ratio
    meeting: Annotated[float, Unit(""), Gt(0.0)]
    low_pass: RatioBelowOne
    filtered_from: UnsignedLength
    min_size: UnsignedLength
    settling_cycles: Annotated[int, Unit(""), Ge(1)]
    area: NumberRange
    reach: AdjustmentReachParameters
    speed_reduction: SpeedReductionParameters


class StepAdjustment(BalanceTerm):
    """What the feet have beyond their plan.

    Attributes:
        swing: Addition to the swing foot's forward offset, m.
        support: The same of the support foot, m.
        com: Filtered x of the projected centre of mass in the hip frame, m.
        excess: How far that is beyond its area, m; negative when falling backward.
        speed_reduction: Slows the walk down after large adjustments.
    """

    group = "adjustment"

    def __init__(
        self,
        parameters: StepAdjustmentParameters,
        stance: StanceParameters,
        outline: Sole,
        reach: Reach,
    ) -> None:
        self._parameters: StepAdjustmentParameters = parameters
        self._stance = stance
        self._outline = outline
        self._reach = reach
        self.speed_reduction = SpeedReduction(parameters.speed_reduction)
        length = outline.back + outline.front
        rear, front = parameters.area
        self._area = (rear * length - outline.back, front * length - outline.back)
        self.reset()

    @classmethod
    def of(cls, parameters: StepAdjustmentParameters, context: TermContext) -> "StepAdjustment":
        """Return the adjustment of a robot whose feet may go as far as its reach says."""
        furthest = context.reach(parameters.reach.of(context.profile))
        return cls(parameters, context.stance, context.model.dimensions.sole, furthest)

    def reset(self) -> None:
        """Begin anew: the walk starts from standing."""
        self._last: dict[Side, float] | None = None
        self._measured_com = self.com = 0.0
        self._contact = self._blocked = False
        self.speed_reduction.reset()
        self._begin_feet()

    def _begin_feet(self) -> None:
        self.swing = self.support = self.excess = 0.0
        self._furthest_back = self._furthest_ahead = 0.0
        self._decaying = self._growing = 0

    def request(self, request: MotionRequest, robot: RobotState) -> MotionRequest:
        """Return a slower request after steps that were adjusted much."""
        self.speed_reduction.finish(robot.time, self._furthest_back, self._furthest_ahead)
        return replace(request, forward=request.forward * self.speed_reduction.speed_factor)

    def begin(self, robot: RobotState, walk: WalkState) -> None:
        """Begin a step: it starts where the last command left the adjusted feet."""
        self._begin_feet()
        self._look(robot, walk)

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Look at the robot, once per cycle."""
        self._look(robot, walk)
        walk.caught += self.swing

    def _look(self, robot: RobotState, walk: WalkState) -> None:
        support, swing = walk.support, walk.step.swing
        self._contact = robot.contact
        self._blocked = robot.support.side is support and robot.support.pressure(swing)
        self._measured_com = com_ahead(robot, support, self._outline, self._parameters.ahead)

    def feet(self, feet: FeetOffsets, walk: WalkState) -> None:
        """Move the adjustment on by one cycle and add it to the feet."""
        running, tilt = walk.step, walk.tilt
        swing, support = feet.of(running.swing), feet.of(running.support)
        phase = running.phase
        forward = self._stance.torso_forward
        x, standing = swing.forward - forward, support.forward - forward
        last = self._last or {running.swing: x, running.support: standing}
        last_x, last_standing = last[running.swing], last[running.support]
        min_move, max_move, returning = self.speeds(phase, running.cycle)

        # What the plan alone moves the foot in this cycle. A foot that goes one way by plan may be
        # held back by as much more: the limits are those of its own motion, not of the addition.
        planned = x - (last_x - self.swing)
        low = max_move + returning + max(planned, 0.0)
        high = max_move + returning + max(-planned, 0.0)
        back = self._return(low, high, phase, last_standing - last_x)
        kept = self.swing + back
        self._filter(kept)
        lowest, highest, shifted = self.tolerance(x + kept, standing - 0.5 * kept)
        height = self._stance.hip_height - max(swing.lift, support.lift)
        self.excess = outside(
            self.com, _tilted(lowest, height, tilt), _tilted(highest, height, tilt)
        )
        # What the return has used up of this cycle's motion is not there for the excess.
        slowest = min(-min_move, -low - planned) - max(back, 0.0)
        fastest = max(min_move, high - planned) - min(back, 0.0)
        wanted = kept + clamp(self.excess, slowest, fastest)
        if abs(wanted) < self._parameters.min_size:
            wanted = 0.0
        wanted = self._landing(wanted, self.swing - planned, phase)

        # Within reach, but a plan that lies further out is not cut: that is the planner's affair.
        rear, front = self._range(feet)
        self.swing = clamp(x + wanted, min(rear, x, standing), max(front, x, standing)) - x
        # The support foot goes half as far the other way, so that the hips, between both feet,
        # follow the centre of mass by half; not where an end of the area was drawn in to the swing
        # sole.
        way = clamp(-0.5 * self.swing - self.support, -fastest - returning, returning - slowest)
        answer = self.support + way
        answer -= clamp(answer, min(0.0, shifted), max(0.0, shifted))
        answered = clamp(standing + answer, min(rear, x, standing), max(front, x, standing))
        self.support = answered - standing

        swing.forward += self.swing
        support.forward += self.support
        self._last = {running.swing: x + self.swing, running.support: answered}
        self._furthest_back = min(self._furthest_back, self.swing)
        self._furthest_ahead = max(self._furthest_ahead, self.swing)

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return what the feet have beyond their plan."""
        return self.length("swing foot", self.swing), self.length("support foot", self.support)

    def speeds(self, phase: float, cycle: float) -> tuple[float, float, float]:
        """Return the least and the largest motion per cycle, and what a return may add to it, m.

        Args:
            phase: Share of the step's duration that has passed.
            cycle: Length of the control cycle, s.
        """
        parameters = self._parameters
        if not self._contact or (self._blocked and phase >= parameters.hold_from):
            return 0.0, 0.0, 0.0
        begin, end = parameters.late
        fresh = ramp(phase, end, begin)
        slowest = parameters.min_speed
        speed = slowest + fresh * (parameters.speed - slowest)
        return slowest * cycle, speed * cycle, parameters.return_speed * cycle

    def tolerance(self, swing: float, support: float) -> tuple[float, float, float]:
        """Return between which x the centre of mass may be, and by how much an end was drawn in.

        Both feet's areas and what lies between them, but not beyond the swing foot's own sole: it
        is the one that will carry the robot. Drawn in, positive at the lower end and negative at
        the upper one, makes an adjustment that the support foot must not answer.

        Args:
            swing: Sole of the swing foot, m.
            support: Sole of the support foot, m.
        """
        rear, front = self._area
        lowest, highest = min(swing, support) + rear, max(swing, support) + front
        heel, toes = swing - self._outline.back, swing + self._outline.front
        drawn = max(heel - lowest, 0.0) - max(highest - toes, 0.0)
        return max(lowest, heel), min(highest, toes), drawn

    def _return(self, low: float, high: float, phase: float, to_support: float) -> float:
        """Return how far the swing foot goes back to its plan in this cycle, m."""
        back = -clamp(self.swing, -low, high)
        if phase >= self._parameters.landing_from:
            meeting = to_support / self._parameters.meeting
            if back < 0.0:
                back = max(-self.swing, min(back, meeting))
            elif back > 0.0:
                back = min(-self.swing, max(back, meeting))
        return back

    def _filter(self, kept: float) -> None:
        """Take in the centre of mass: filtered while adjusting, else at once."""
        parameters = self._parameters
        if not self._contact:
            self.com = 0.0
            return
        keep = parameters.low_pass if abs(kept) > parameters.filtered_from else 0.0
        self.com = keep * self.com + (1.0 - keep) * self._measured_com

    def _landing(self, wanted: float, held: float, phase: float) -> float:
        """Return the adjustment, which before the landing only decays once it has begun to, m.

        Args:
            wanted: The new adjustment, m.
            held: The one that would leave the foot where it is, m.
            phase: Share of the step's duration that has passed.
        """
        parameters = self._parameters
        decays = abs(wanted) < abs(held) and wanted * held >= 0.0
        if phase >= parameters.landing_from and self.swing != 0.0 and decays:
            self._decaying += 1
        elif self._decaying >= parameters.settling_cycles:
            self._growing += 1
        if self._growing >= parameters.settling_cycles:
            self._decaying = self._growing = 0
        if self._decaying < parameters.settling_cycles:
            return wanted
        wanted = clamp(wanted, min(0.0, held), max(0.0, held))
        if wanted == 0.0:
            self._decaying = 0
        return wanted

    def _range(self, feet: FeetOffsets) -> tuple[float, float]:
        """Return between which x a sole may be at the present distance of the feet, m."""
        forward = self._stance.torso_forward
        front = 0.5 * self._reach.forward_limit(feet.gap)
        return -0.5 * self._reach.backward - forward, front - forward


def _tilted(x: float, height: float, tilt: float) -> float:
    """Return the x of a point that far below the hips after the torso was tilted back, m."""
    return x if tilt == 0.0 else x * math.cos(tilt) - height * math.sin(tilt)
