"""The speed that a request stands for, for plots, verdicts and explanations."""

from motions.requests import MotionRequest
from motions.walking.parameters import SpeedProfile


def speed_asked(request: MotionRequest, profile: SpeedProfile) -> tuple[float, float, float]:
    """Return the requested speed, m/s, m/s and rad/s; shares are relative to the profile."""
    if not request.relative:
        return request.forward, request.left, request.turn
    ahead = profile.forward if request.forward >= 0.0 else profile.backward
    return request.forward * ahead, request.left * profile.side, request.turn * profile.turn
