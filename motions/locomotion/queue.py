"""Queue of the coming footsteps, of which the first are unchangeable.

The preview has already moved the weight for the next steps. A step whose double support begins
within the preview is therefore unchangeable; requests take effect after it. Where both feet wait
for a step, the weight moves only shortly before it, and until then the step can be dropped.
Source: NAOqi, locomotion control, robot position.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from hardware.cycle_data import cycle_data
from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2
from motions.locomotion.gait import MoveConfig
from motions.locomotion.info import PlannedFootstep
from motions.scalars import clamp

_ROUNDING: Final = 1e-9
"""Times are sums of cycles, s."""


@cycle_data
class Footstep:
    """One step of a foot.

    Attributes:
        swing: The swing foot.
        move: Where it lands, in the frame of the other foot.
        double: Duration of the double support before it, s.
        single: Duration of the single support, s.
        config: Config for its height and the lean of the torso.
    """

    swing: Side
    move: Pose2
    double: float
    single: float
    config: MoveConfig


@cycle_data
class TimedStep:
    """A step with its times.

    Attributes:
        step: The step.
        begins: Beginning of its double support, s.
        left: Pose of the left foot after the step.
        right: Pose of the right foot after the step.
        last_left: Pose of the left foot before the step.
        last_right: Pose of the right foot before the step.
        carried: Support foot of the step before; None without one.
    """

    step: Footstep
    begins: float
    left: Pose2
    right: Pose2
    last_left: Pose2
    last_right: Pose2
    carried: Side | None

    @property
    def support(self) -> Side:
        """Return the support foot while the other one swings."""
        return self.step.swing.other

    @property
    def lifts(self) -> float:
        """Return the time at which the foot is lifted, s."""
        return self.begins + self.step.double

    @property
    def lands(self) -> float:
        """Return the time at which it lands, s."""
        return self.begins + self.step.double + self.step.single

    def phase(self, time: float) -> float:
        """Return the share of the single support that has passed at a time, 0 to 1."""
        return clamp((time - self.lifts) / self.step.single, 0.0, 1.0)

    def foot(self, side: Side) -> Pose2:
        """Return the pose of a foot after the step."""
        return self.left if side is Side.LEFT else self.right

    def last_foot(self, side: Side) -> Pose2:
        """Return the pose of a foot before the step."""
        return self.last_left if side is Side.LEFT else self.last_right


class FootstepQueue:
    """Steps in order, the running one first.

    Attributes:
        steps: Steps that have not landed yet.
        time: Time since the queue began, s.
        left: Pose of the left foot, before the running step.
        right: Pose of the right foot, likewise.
        carried: Support foot of the step that landed last; None before any.
        landed: Time of that landing, s.
        version: Incremented with every change of the plan.
    """

    def __init__(self, preview: float) -> None:
        """Keep the length of the preview, s."""
        self._preview = preview
        self.version = 0
        self.begin(Pose2(), Pose2())

    def begin(self, left: Pose2, right: Pose2) -> None:
        """Begin an empty queue with the poses of the standing feet."""
        self.steps: list[TimedStep] = []
        self.time = 0.0
        self.left = left
        self.right = right
        self.carried: Side | None = None
        self.landed = 0.0
        self._fixed = 0
        self.version += 1

    def append(self, steps: Iterable[Footstep]) -> None:
        """Append steps; each begins when the one before lands."""
        for step in steps:
            left, right, begins = self.end
            other = right if step.swing is Side.LEFT else left
            landed = other @ step.move
            after = (landed, right) if step.swing is Side.LEFT else (left, landed)
            carried = self.steps[-1].support if self.steps else self.carried
            self.steps.append(TimedStep(step, begins, *after, left, right, carried))
        if self.time > 0.0:  # in a running walk a late step is unchangeable at once
            self._settle()
        self.version += 1

    def clear(self) -> None:
        """Drop the changeable steps."""
        if len(self.steps) > self._fixed:
            del self.steps[self._fixed :]
            self.version += 1

    def cut(self, *, running: bool) -> None:
        """Drop all steps after the running one, and that too if its foot is not lifted yet."""
        keep = 1 if running and self.steps else 0
        del self.steps[keep:]
        self._fixed = min(self._fixed, keep)
        self.version += 1

    def advance(self, cycle: float) -> None:
        """Advance the time; steps that the preview has reached become unchangeable."""
        self.time += cycle
        self._settle()

    def _settle(self) -> None:
        ahead = self.time + self._preview - _ROUNDING
        while self._fixed < len(self.steps):
            step = self.steps[self._fixed]
            if step.begins >= ahead or step.lifts >= ahead + self._preview:
                return
            self._fixed += 1

    def move_running(self, move: Pose2) -> None:
        """Change the landing place of the running step; later steps stay relative to it."""
        steps = [timed.step for timed in self.steps]
        begins = self.steps[0].begins
        fixed, now = self._fixed, self.time
        self.steps.clear()
        self.time = begins
        self.append([replace(steps[0], move=move), *steps[1:]])
        self.time, self._fixed = now, fixed

    def land(self) -> None:
        """Remove the running step, whose foot has landed."""
        done = self.steps.pop(0)
        self.left, self.right = done.left, done.right
        self.carried, self.landed = done.support, self.time
        self._fixed = max(self._fixed - 1, 0)
        self.version += 1

    @property
    def swinging(self) -> TimedStep | None:
        """Return the step whose foot is in the air; None in double support."""
        running = self.steps[0] if self.steps else None
        return None if running is None or self.time < running.lifts - _ROUNDING else running

    @property
    def feet(self) -> dict[Side, Pose2]:
        """Return the poses of both feet, before the running step."""
        return {Side.LEFT: self.left, Side.RIGHT: self.right}

    @property
    def end(self) -> tuple[Pose2, Pose2, float]:
        """Return the poses of both feet after all steps, and the time, s."""
        if not self.steps:
            return self.left, self.right, self.time
        last = self.steps[-1]
        return last.left, last.right, last.lands

    @property
    def fixed_end(self) -> tuple[Pose2, Pose2]:
        """Return the poses of both feet after the last unchangeable step."""
        if not self._fixed:
            return self.left, self.right
        last = self.steps[self._fixed - 1]
        return last.left, last.right

    @property
    def unchangeable(self) -> tuple[PlannedFootstep, ...]:
        """Return the unchangeable steps."""
        return self._footsteps(self.steps[: self._fixed])

    @property
    def changeable(self) -> tuple[PlannedFootstep, ...]:
        """Return the steps that can still be dropped."""
        return self._footsteps(self.steps[self._fixed :])

    @property
    def ahead(self) -> float:
        """Return the time until the last step lands, s."""
        return self.steps[-1].lands - self.time if self.steps else 0.0

    def _footsteps(self, steps: Sequence[TimedStep]) -> tuple[PlannedFootstep, ...]:
        return tuple(
            PlannedFootstep(item.step.swing, item.lands - self.time, item.step.move)
            for item in steps
        )


def between(left: Pose2, right: Pose2) -> Pose2:
    """Return the pose midway between two feet, which is that of the robot."""
    turn = (left.inverse() @ right).heading
    return Pose2(
        left.x + 0.5 * (right.x - left.x),
        left.y + 0.5 * (right.y - left.y),
        left.heading + 0.5 * turn,
    )
