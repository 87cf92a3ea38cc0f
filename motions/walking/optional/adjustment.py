"""Step adjustment: keeps the centre of mass between the feet during a step.

The predicted centre of mass, projected to the ground, must stay over an area between and under the
planned feet. If it leaves that area, the swing foot follows it at a limited speed and the support
foot moves half as far the other way; once it is back inside, the feet return to their plan. The
adjustment acts only forward and backward, and leaves an undisturbed walk unchanged.

It is the alternative to `capture`, which computes where the robot would come to rest. The
adjustment reacts only when the centre of mass has left the feet, and needs no model of the
undisturbed step.

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
    """Speeds whose step lengths limit the adjusted feet, within the reach of the legs.

    Attributes:
        forward: m/s.
        backward: m/s, a positive number.
        side: m/s.
    """

    forward: Speed
    backward: Speed
    side: Speed

    def of(self, profile: SpeedProfile) -> SpeedProfile:
        """Return a profile with these speeds and without the margin for balancing steps."""
        return replace(
            profile,
            forward=self.forward,
            backward=self.backward,
            side=self.side,
            reach_margin=(0.0, 0.0),
        )


@dataclass(frozen=True, slots=True)
class StepAdjustmentParameters:
    """Parameters of the step adjustment.

    Attributes:
        active: Whether steps are adjusted.
        ahead: Prediction horizon of the centre of mass, s.
        speed: Maximum speed of a foot beyond its plan, m/s.
        min_speed: Speed that is always allowed, whatever the planned motion, m/s.
        return_speed: Additional speed allowed for the return to the plan, m/s.
        late: Range of the step's duration over which the speed fades to `min_speed`.
        hold_from: Share of the step from which a swing foot with pressure is held.
        landing_from: Share of the step from which a decaying adjustment may only decay.
        meeting: Divisor of the distance to the support foot that gives the smallest return per
            cycle after `landing_from`.
        low_pass: Share of the old value in the filter of the centre of mass.
        filtered_from: Adjustment above which the centre of mass is filtered, m.
        min_size: Adjustment below which it is set to zero, m.
        settling_cycles: Number of cycles of decay after which the adjustment may only decay.
        area: Part of a sole's length over which the centre of mass may be.
        reach: Limits of the adjusted feet.
        speed_reduction: Slow-down of the walk after large adjustments.
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
    """Adjusts the feet to the predicted centre of mass.

    Attributes:
        swing: Addition to the swing foot's forward offset, m.
        support: Likewise for the support foot, m.
        com: Filtered x of the projected centre of mass in the hip frame, m.
        excess: Distance of the centre of mass beyond its area, m; negative when falling backward.
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
        """Return the adjustment with the reach of a walk's robot."""
        furthest = context.reach(parameters.reach.of(context.profile))
        return cls(parameters, context.stance, context.model.dimensions.sole, furthest)

    def reset(self) -> None:
        """Reset the adjustment: the walk starts from standing."""
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
        """Return the request, slowed down after large adjustments."""
        self.speed_reduction.finish(robot.time, self._furthest_back, self._furthest_ahead)
        return replace(request, forward=request.forward * self.speed_reduction.speed_factor)

    def begin(self, robot: RobotState, walk: WalkState) -> None:
        """Start a step from where the last command left the adjusted feet."""
        self._begin_feet()
        self._look(robot, walk)

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Predict the centre of mass, once per cycle."""
        self._look(robot, walk)
        walk.caught += self.swing

    def _look(self, robot: RobotState, walk: WalkState) -> None:
        support, swing = walk.support, walk.step.swing
        self._contact = robot.contact
        self._blocked = robot.support.side is support and robot.support.pressure(swing)
        self._measured_com = com_ahead(robot, support, self._outline, self._parameters.ahead)

    def feet(self, feet: FeetOffsets, walk: WalkState) -> None:
        """Advance the adjustment by one cycle and add it to the feet."""
        running, tilt = walk.step, walk.tilt
        swing, support = feet.of(running.swing), feet.of(running.support)
        phase = running.phase
        forward = self._stance.torso_forward
        x, standing = swing.forward - forward, support.forward - forward
        last = self._last or {running.swing: x, running.support: standing}
        last_x, last_standing = last[running.swing], last[running.support]
        min_move, max_move, returning = self.speeds(phase, running.cycle)

        # Motion of the foot by the plan alone in this cycle. The adjustment may hold the foot back
        # by as much more: the limits apply to the foot's motion, not to the addition.
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
        # The motion used by the return in this cycle is not available for the excess.
        slowest = min(-min_move, -low - planned) - max(back, 0.0)
        fastest = max(min_move, high - planned) - min(back, 0.0)
        wanted = kept + clamp(self.excess, slowest, fastest)
        if abs(wanted) < self._parameters.min_size:
            wanted = 0.0
        wanted = self._landing(wanted, self.swing - planned, phase)

        # Clip to the reach, but never the plan itself, which is the planner's responsibility.
        rear, front = self._range(feet)
        self.swing = clamp(x + wanted, min(rear, x, standing), max(front, x, standing)) - x
        # The support foot moves half as far the other way, so that the hips between the feet follow
        # the centre of mass by half; except for the part due to an end of the area that was drawn
        # in to the swing sole.
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
        """Return the additions to both feet."""
        return self.length("swing foot", self.swing), self.length("support foot", self.support)

    def speeds(self, phase: float, cycle: float) -> tuple[float, float, float]:
        """Return the minimum and maximum motion per cycle, and the addition for a return, m.

        Args:
            phase: Elapsed share of the step's duration.
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
        """Return the range allowed for the centre of mass's x, and the drawn-in part of it, m.

        The range covers both feet's areas and the space between them, but not beyond the swing
        sole, which will carry the robot. The part of the adjustment that is due to a drawn-in end,
        positive for the lower and negative for the upper one, must not move the support foot.

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
        """Return the swing foot's return to its plan in this cycle, m."""
        back = -clamp(self.swing, -low, high)
        if phase >= self._parameters.landing_from:
            meeting = to_support / self._parameters.meeting
            if back < 0.0:
                back = max(-self.swing, min(back, meeting))
            elif back > 0.0:
                back = min(-self.swing, max(back, meeting))
        return back

    def _filter(self, kept: float) -> None:
        """Update the centre of mass, filtered only while adjusting."""
        parameters = self._parameters
        if not self._contact:
            self.com = 0.0
            return
        keep = parameters.low_pass if abs(kept) > parameters.filtered_from else 0.0
        self.com = keep * self.com + (1.0 - keep) * self._measured_com

    def _landing(self, wanted: float, held: float, phase: float) -> float:
        """Return the adjustment, which before the landing may only decay once it has begun to, m.

        Args:
            wanted: The new adjustment, m.
            held: The adjustment that would keep the foot where it is, m.
            phase: Elapsed share of the step's duration.
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
        """Return the allowed range of a sole's x at the current gap between the feet, m."""
        forward = self._stance.torso_forward
        front = 0.5 * self._reach.forward_limit(feet.gap)
        return -0.5 * self._reach.backward - forward, front - forward


def _tilted(x: float, height: float, tilt: float) -> float:
    """Return the x of a point `height` below the hips after tilting the torso back, m."""
    return x if tilt == 0.0 else x * math.cos(tilt) - height * math.sin(tilt)
