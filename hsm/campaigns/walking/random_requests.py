"""Walks with random requests: a new speed every two seconds."""

from dataclasses import dataclass

import numpy as np

from hsm.campaigns.walking.walking_trial import Speed
from motions.requests import Motion, MotionRequest
from motions.walking.parameters import SpeedProfile

EVERY = 2.0
"""Time between two requests, s."""
ZERO = 1.0 / 8.0
"""Share of requests to stand."""


@dataclass(slots=True)
class RandomRequests:
    """Requests drawn uniformly within the speeds of a profile.

    Attributes:
        profile: The largest speeds.
        rng: Random generator.
    """

    profile: SpeedProfile
    rng: np.random.Generator
    _until: float = 0.0
    _request: MotionRequest = MotionRequest()

    def __call__(self, time: float) -> MotionRequest:
        """Return the request at a time of the trial, s; times must not decrease."""
        if time >= self._until:
            self._until += EVERY
            self._request = self._draw()
        return self._request

    def _draw(self) -> MotionRequest:
        forward, left, turn = drawn_speed(self.profile, self.rng)
        stops = self.rng.random() < ZERO
        return MotionRequest() if stops else MotionRequest(Motion.WALK, forward, left, turn)


def drawn_speed(profile: SpeedProfile, rng: np.random.Generator) -> Speed:
    """Return forward and left, m/s, and turn, rad/s, drawn uniformly within a profile."""
    forward = float(rng.uniform(-profile.backward, profile.forward))
    left = float(rng.uniform(-profile.side, profile.side))
    turn = float(rng.uniform(-profile.turn, profile.turn))
    return forward, left, turn
