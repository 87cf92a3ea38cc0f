"""Which speed a request means: for whoever draws, judges or explains what was asked."""

from motions.requests import MotionRequest
from motions.walking.parameters import SpeedProfile


def speed_asked(request: MotionRequest, profile: SpeedProfile | None) -> tuple[float, float, float]:
    """Return the speed that a request asks for, m/s and rad/s; shares are of the profile's."""
    if not request.relative or profile is None:
        return request.forward, request.left, request.turn
    ahead = profile.forward if request.forward >= 0.0 else profile.backward
    return request.forward * ahead, request.left * profile.side, request.turn * profile.turn
