"""Limits of the next step: ratchet, turn against translation, leg reach, outward rule.

Converts speeds to steps. Sideways, only every other step goes outwards, so a side step covers the
distance of two; forward steps grow by at most `acceleration` from one to the next.
"""

import math
from collections.abc import Callable

from hardware.errors import HsmError
from hardware.robots.model import RobotModel, Side
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.kinematics.robot_legs import legs_of
from motions.requests import MotionRequest
from motions.scalars import clamp
from motions.walking.configuration import WalkingParameters
from motions.walking.parameters import SpeedProfile
from motions.walking.planning.reach import Reach
from motions.walking.planning.region import StepRegion
from motions.walking.planning.wear import Speeds
from motions.walking.step import Step

_BISECTIONS = 12


class NoReachError(HsmError):
    """The legs reach no step from the stance in some direction."""

    hint = "Lower stance.hip_height_mm of the walk, or reduce reach_margin_mm."


class StepLimits:
    """Converts a speed to the next step.

    Attributes:
        reach: Reach of the legs.
        step_duration: Planned duration of every step, s.
    """

    def __init__(
        self, model: RobotModel, parameters: WalkingParameters, profile: SpeedProfile
    ) -> None:
        """Compute the reach of the legs.

        Raises:
            NoReachError: If they reach no step in some direction.
        """
        self._legs = legs_of(model)
        self._hip_offset = model.dimensions.hip_offset_y
        self._parameters = parameters
        self._profile = profile
        self.step_duration = parameters.step.duration
        self.reach = self._find_reach(profile.fastest)
        self._slope, self._edge = self._cut()
        side = parameters.limits.hurry.side
        self._widest = side * self._largest(lambda share: self._reachable(0.0, share * side))
        self.allow(profile.fastest)

    def allow(self, speeds: Speeds) -> None:
        """Set the largest speeds that may be requested, at most those of the profile."""
        duration = self.step_duration
        self._speeds = speeds
        self._forward = speeds.forward * duration
        self._backward = speeds.backward * duration
        self._side = 2.0 * speeds.side * duration
        self._turn = 2.0 * speeds.turn * duration
        # Limits for the step generators, whose steps are not clipped again.
        self._front = min(self._forward, self.reach.forward)
        self._back = min(self._backward, self.reach.backward)
        self._wide = min(self._side, self.reach.side)
        # A robot that may not walk as fast sideways may not step as wide either.
        self._urgent = max(self._wide, self._widest * speeds.side / self._profile.side)
        self._possible = self._possible_at(1.0, 1.0)

    def step(self, request: MotionRequest, swing: Side, last: Step) -> Step:
        """Return the step closest to the requested speed.

        Args:
            request: Requested speed.
            swing: The next swing foot; it only steps outwards.
            last: The previous step, for the ratchet.
        """
        if request.relative:
            request = self._absolute(request)
        turn = self._turn_step(request.turn, swing)
        x_ratio, y_ratio = self._ratios(request)
        x_free, y_free = self._left_by(turn)
        x_factor, y_factor = min(x_free, x_ratio), min(y_free, y_ratio)
        forward = x_factor * (self._forward if request.forward >= 0.0 else -self._backward)
        slowest, fastest = self.ratchet(last.x)
        x = clamp(forward, slowest, fastest)
        side = y_factor * (self._side if request.left >= 0.0 else -self._side)
        y = side if side * swing.sign > 0.0 else 0.0
        if self._parameters.limits.keep_to_reach.active:
            x = clamp(x, -self.reach.backward, self.reach.forward)
            most = self.reach.side_limit(x)
            y = clamp(y, -most, most)
        return Step(x, y, turn)

    def region(
        self,
        turn: float,
        last: float,
        forward_share: float = 1.0,
        side_share: float = 1.0,
        *,
        hurried: bool = False,
    ) -> StepRegion:
        """Return the region in which a step may end.

        Args:
            turn: Turn of the step, positive outwards for its swing foot, rad.
            last: Forward length of the previous step, for the ratchet, m.
            forward_share: Share of the allowed forward length.
            side_share: Likewise sideways.
            hurried: Whether the limits of steps near the ball apply, which start faster and lose no
                side motion by small turns.
        """
        x_free, y_free = self._left_by(turn)
        slowest, fastest = self.ratchet(last)
        if hurried:
            hurry = self._parameters.limits.hurry
            y_free = self._side_left_in_a_hurry(turn)
            slowest, fastest = min(slowest, -hurry.backward), max(fastest, hurry.forward)
        front = (x_free if x_free < forward_share else forward_share) * self._front
        back = -(x_free if x_free < forward_share else forward_share) * self._back
        return StepRegion(
            slowest if front < slowest else fastest if front > fastest else front,
            slowest if back < slowest else fastest if back > fastest else back,
            (y_free if y_free < side_share else side_share) * self._wide,
            self._slope,
            self._edge,
        )

    def urgent(self, last: float) -> StepRegion:
        """Return the region of a step without turn into the path of a ball: wider than usual.

        Args:
            last: Forward length of the previous step, for the ratchet, m.
        """
        usual = self.region(0.0, last, hurried=True)
        edge = self._edge + self._urgent - self._wide
        return StepRegion(usual.front, usual.back, self._urgent, self._slope, edge)

    def possible(self, forward_share: float = 1.0, side_share: float = 1.0) -> StepRegion:
        """Return the region in which a step without turn may end, ignoring the ratchet."""
        if forward_share == side_share == 1.0:
            return self._possible
        return self._possible_at(forward_share, side_share)

    def _possible_at(self, forward_share: float, side_share: float) -> StepRegion:
        return StepRegion(
            forward_share * self._front,
            -forward_share * self._back,
            side_share * self._wide,
            self._slope,
            self._edge,
        )

    def turn_range(self, share: float = 1.0) -> tuple[float, float]:
        """Return the largest turns of a step inwards and outwards, both positive, rad."""
        whole, inside = share * self._turn, self._parameters.limits.inside_turn_share
        return inside * whole, (1.0 - inside) * whole

    def free_turn(self, x: float, y: float) -> float:
        """Return the largest turn, to either side, that does not shorten a step, rad."""
        rule = self._parameters.limits.turn_first
        if not rule.active:
            return math.inf
        along = 1.0 - (x / self._front if x >= 0.0 else -x / self._back)
        aside = 1.0 - abs(y) / self._wide
        if along <= 0.0 or aside <= 0.0:
            return 0.0
        by_x = rule.no_forward_from * math.sqrt(along)
        by_y = rule.no_side_from * math.sqrt(aside)
        return by_y if by_y < by_x else by_x

    def share(self, step: Step) -> float:
        """Return the largest component of a step as a share of its limit, 0..1."""
        reach = self.reach
        along = step.x / reach.forward if step.x >= 0.0 else -step.x / reach.backward
        return min(max(along, abs(step.y) / reach.side, abs(step.turn) / self._turn), 1.0)

    def calibrated(self, step: Step) -> Step:
        """Return the step with slip on the floor compensated."""
        limits = self._parameters.limits
        return Step(
            step.x,
            step.y * limits.side_calibration,
            step.turn * limits.turn_calibration,
        )

    def _absolute(self, request: MotionRequest) -> MotionRequest:
        """Convert a request for shares of the largest speeds to absolute speeds."""
        speeds = self._speeds
        return MotionRequest(
            request.motion,
            request.forward * (speeds.forward if request.forward >= 0.0 else speeds.backward),
            request.left * speeds.side,
            request.turn * speeds.turn,
        )

    def _ratios(self, request: MotionRequest) -> tuple[float, float]:
        speeds = self._speeds
        x = request.forward / (speeds.forward if request.forward >= 0.0 else speeds.backward)
        y = request.left / speeds.side
        largest = max(1.0, abs(x), abs(y), abs(request.turn) / speeds.turn)
        return abs(x) / largest, abs(y) / largest

    def _left_by(self, turn: float) -> tuple[float, float]:
        """Return the shares of forward and side motion that a turn leaves."""
        rule = self._parameters.limits.turn_first
        if turn == 0.0 or not rule.active:
            return 1.0, 1.0
        forward, side = turn / rule.no_forward_from, turn / rule.no_side_from
        return max(0.0, 1.0 - forward**2), max(0.0, 1.0 - side**2)

    def _side_left_in_a_hurry(self, turn: float) -> float:
        hurry = self._parameters.limits.hurry
        end = hurry.no_side_from_outwards if turn > 0.0 else hurry.no_side_from_inwards
        over = max(0.0, abs(turn) - hurry.free_turn) / (end - hurry.free_turn)
        return max(0.0, 1.0 - over**2)

    def _turn_step(self, speed: float, swing: Side) -> float:
        whole = clamp(speed / self._speeds.turn, -1.0, 1.0) * self._turn
        inside = self._parameters.limits.inside_turn_share
        return whole * (1.0 - inside if whole * swing.sign > 0.0 else inside)

    def ratchet(self, last: float) -> tuple[float, float]:
        """Return the smallest and largest forward length after a step of `last`, m."""
        ratchet = self._parameters.limits.ratchet
        if not ratchet.active:
            return -self._backward, self._forward
        if last > 0.0:
            return max(last - ratchet.deceleration, 0.0), last + ratchet.acceleration
        if last < 0.0:
            return last - ratchet.acceleration, min(last + ratchet.deceleration, 0.0)
        return -ratchet.acceleration, ratchet.acceleration

    def _cut(self) -> tuple[float, float]:
        """Return slope and edge of the cut corners of a region."""
        reach, diagonal = self.reach, self._parameters.limits.diagonal
        if not self._parameters.limits.keep_to_reach.active:
            return 0.0, math.inf
        at_forward = min(reach.side_at_forward, diagonal.side_at_forward)
        at_side = min(reach.forward_at_side, diagonal.forward_at_side)
        if at_forward >= reach.side or at_side >= reach.forward:
            return 0.0, reach.side
        slope = (reach.side - at_forward) / (reach.forward - at_side)
        return slope, reach.side + slope * at_side

    def _find_reach(self, fastest: Speeds) -> Reach:
        duration = self.step_duration
        most_forward, most_backward = fastest.forward * duration, fastest.backward * duration
        most_side = 2.0 * fastest.side * duration
        forward = self._largest(lambda share: self._reachable(share * most_forward, 0.0))
        backward = self._largest(lambda share: self._reachable(-share * most_backward, 0.0))
        side = self._largest(lambda share: self._reachable(0.0, share * most_side))
        if not min(forward, backward, side) > 0.0:
            height = 1e3 * self._parameters.stance.hip_height
            raise NoReachError(
                f"with the hips at {height:g} mm the legs reach no step in some direction"
            )
        # A leg stretched forward reaches less far sideways, and vice versa: the corners of the
        # rectangle are cut along the line between the two longest combined steps.
        x, y = forward * most_forward, side * most_side
        at_forward = self._largest(lambda share: self._reachable(x, share * y))
        at_side = self._largest(lambda share: self._reachable(share * x, y))
        return Reach(x, backward * most_backward, y, at_forward * y, at_side * x)

    @staticmethod
    def _largest(reachable: Callable[[float], bool]) -> float:
        if reachable(1.0):
            return 1.0
        low, high = 0.0, 1.0
        for _ in range(_BISECTIONS):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if reachable(middle) else (low, middle)
        return low

    def _reachable(self, x: float, y: float) -> bool:
        """Return whether the end of a step is reachable, with the margin for either foot."""
        return all(
            self._solvable(x, y, left, right)
            for margin in self._profile.reach_margin
            for left, right in ((margin, 0.0), (0.0, margin))
        )

    def _solvable(self, x: float, y: float, left_extra: float, right_extra: float) -> bool:
        stance, hip = self._parameters.stance, self._hip_offset
        share = self._parameters.step.support_share
        flat = rotation_from_rpy(0.0, 0.0, 0.0)
        back = stance.torso_forward
        # The end of the step, as a left step: forward, the hips are midway, so each sole has half
        # the length; sideways, the support foot has its share and the swing foot the rest.
        left = Pose3(0.5 * x + left_extra - back, hip + (1.0 - share) * y, -stance.hip_height, flat)
        right = Pose3(-0.5 * x + right_extra - back, -hip - share * y, -stance.hip_height, flat)
        return self._legs.solve(left, right).reachable
