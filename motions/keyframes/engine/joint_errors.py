"""Lag of joints behind their requests: the first half of joint compensation.

The difference between a request and its measurement some cycles later is filtered by a low pass
that follows a trend faster than noise, and extrapolated along that trend where requested.
Source: `LowPassFilterPR` and joint differences of the B-Human keyframe engine.
"""

from collections import deque
from collections.abc import Iterable, Sequence

from motions.keyframes.engine.parameters import TrendFilter


class TrendLowPass:
    """A low pass whose weight grows while the input keeps moving in one direction.

    It recomputes the last three inputs from a checkpoint, so that a reversal takes effect in the
    same cycle. Its lag for a ramp is below that of a plain low pass with the slow weight.
    """

    def __init__(self, parameters: TrendFilter) -> None:
        self._slow = parameters.slow
        self._fast = parameters.fast
        self._damped = min(parameters.slow, 1.0 - parameters.slow)
        self.clear()

    def clear(self) -> None:
        """Forget everything: output 0."""
        self.output = 0.0
        self._inputs: deque[float] = deque(maxlen=4)
        self._last = 0.0
        self._before = 0.0

    def update(self, value: float) -> float:
        """Take one input and return the output."""
        inputs = self._inputs
        if len(inputs) < 4:
            inputs.append(value)
            self._last = self._before = self.output
            self.output = (1.0 - self._slow) * self.output + self._slow * value
            return self.output
        inputs.append(value)
        return self._recompute()

    def _recompute(self) -> float:
        trend = self._last - self._before
        output = self._last
        self._before = self._last
        blended = self._inputs[0]
        reversals = 0
        for step in (1, 2, 3):
            value = self._inputs[step]
            growth = value - output
            turned = growth * trend < 0.0
            reversals += turned
            if reversals >= 2:
                blended = self._damped * value + (1.0 - self._damped) * output
            elif turned:
                blended = self._slow * value + (1.0 - self._slow) * blended
            else:
                blended = self._fast * value + (1.0 - self._fast) * output
            output = blended
            if step == 1:
                self._last = output
            trend = growth
        self.output = output
        return output


class JointErrors:
    """Filtered and predicted errors of the joints that a motion observes.

    Attributes:
        hip_pitches: Left and right hip pitch, whose difference may be observed too.
    """

    def __init__(
        self,
        delay: int,
        prediction: float,
        parameters: TrendFilter,
        hip_pitches: tuple[int, int],
    ) -> None:
        self.hip_pitches = hip_pitches
        self._requests: deque[Sequence[float]] = deque(maxlen=delay)
        self._prediction = prediction
        self._parameters = parameters
        self._filters: dict[int, TrendLowPass] = {}
        self._errors: dict[int, tuple[float, float]] = {}

    def observe(self, joints: Iterable[int]) -> None:
        """Begin a motion that observes these joints, with filters and requests reset."""
        self._filters.clear()
        self.go_on(joints)

    def go_on(self, joints: Iterable[int]) -> None:
        """Observe these joints from now on; those observed before keep their errors."""
        known = self._filters
        if not known:  # no request was kept
            self._requests.clear()
        self._filters = {
            joint: known.get(joint) or TrendLowPass(self._parameters) for joint in joints
        }
        self._errors = {
            joint: self._errors[joint] if joint in known else (0.0, 0.0) for joint in self._filters
        }

    def update(self, request: Sequence[float], measured: Sequence[float]) -> None:
        """Take the request of the last cycle and the measurement of this one, rad."""
        if not self._filters:
            return
        self._requests.appendleft(request)
        full = len(self._requests) == self._requests.maxlen
        oldest = self._requests[-1]
        for joint, low_pass in self._filters.items():
            before = low_pass.output
            now = low_pass.update(oldest[joint] - measured[joint] if full else 0.0)
            self._errors[joint] = (now, self._predicted(before, now))

    def _predicted(self, before: float, now: float) -> float:
        """Return the value between the present one and its extrapolation nearest to zero."""
        later = now + self._prediction * (now - before)
        if now * later <= 0.0:
            return 0.0
        return now if abs(now) < abs(later) else later

    def error(self, joint: int, *, predict: bool) -> float:
        """Return request minus measurement of an observed joint, rad."""
        return self._errors[joint][predict]
