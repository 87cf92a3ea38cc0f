"""The courses by which the walk is judged: three easy ones, and three at the profiles' limits."""

from dataclasses import dataclass

from hsm.campaigns.walking.walking_trial import Speed, WalkResult


@dataclass(frozen=True, slots=True)
class Course:
    """A walk at one speed.

    Attributes:
        profile: Speed profile that allows it.
        speed: Forward and left, m/s, and turn, rad/s.
    """

    profile: str
    speed: Speed

    def error(self, result: WalkResult) -> float:
        """Return the relative error of the speed along the requested one."""
        along = sum(
            asked * reached for asked, reached in zip(self.speed, result.speed, strict=True)
        )
        return abs(along / sum(asked * asked for asked in self.speed) - 1.0)


COURSES = {
    "walk": Course("normal", (0.25, 0.0, 0.0)),
    "turn": Course("normal", (0.0, 0.0, 1.0)),
    "side": Course("normal", (0.0, 0.15, 0.0)),
    "fast": Course("fast", (0.35, 0.0, 0.0)),
    "back": Course("fast", (-0.20, 0.0, 0.0)),
    "diagonal": Course("competition", (0.27, 0.23, 0.0)),
}
"""Three easy courses, and three at the limits of the walk, where it needs all its decisions."""
