"""Detection of the support foot and prediction of its change.

The balance weights outer cells more than inner ones, because a swinging foot touches down early
with the inner edge of its sole. A switch requires pressure on the new foot; until then the last
support foot is kept, so that it does not flicker in a robot on its heels.
"""

from hardware.robots.model import Side
from motions.perception.parameters import SupportParameters
from motions.perception.sole_cells import SolePressure
from motions.perception.state import FootSupport

# Order of the cells: left FL FR RL RR, right FL FR RL RR. Outer cells: left FL RL, right FR RR.
_OUTER = (0, 2, 5, 7)


class SupportDetector:
    """Detects the support foot from the balance of the sole cells."""

    def __init__(self, parameters: SupportParameters):
        self._parameters = parameters
        outer, inner = parameters.outer_weight, parameters.inner_weight
        self._weights = tuple(outer if i in _OUTER else inner for i in range(8))
        self._side = Side.LEFT
        self._known = False
        self._last = 0.0

    def update(self, pressure: SolePressure, *, walking: bool) -> FootSupport:
        """Return the foot support of this cycle.

        Args:
            pressure: The calibrated cells.
            walking: Whether steps are being executed. A standing robot distributes its weight about
                equally, so its balance must pass zero by a band for a switch; while walking, a band
                would miss switches onto an inner edge.
        """
        p, w = pressure.shares, self._weights
        # Balance of the pressure: 1 all left, -1 all right; 0 if there is too little to judge.
        left = w[0] * p[0] + w[1] * p[1] + w[2] * p[2] + w[3] * p[3]
        right = w[4] * p[4] + w[5] * p[5] + w[6] * p[6] + w[7] * p[7]
        trusted = left + right > pressure.smallest_share
        balance = (left - right) / (left + right) if trusted else 0.0
        band = 0.0 if walking else self._parameters.standing_band
        switched = abs(balance) > band and self._switch(balance, pressure)
        predicted = self._predict(balance, pressure) if trusted and not switched else False
        self._last = balance
        return FootSupport(
            left_force=pressure.forces[0],
            right_force=pressure.forces[1],
            balance=balance,
            side=self._side,
            switched=switched,
            predicted_switch=predicted,
            left_pressure=pressure.pressed[0],
            right_pressure=pressure.pressed[1],
            trusted=trusted,
            cells=pressure.shares,
            dead_cells=pressure.dead_cells,
        )

    def _switch(self, balance: float, pressure: SolePressure) -> bool:
        side = Side.LEFT if balance > 0.0 else Side.RIGHT
        pressed = pressure.pressed[0 if side is Side.LEFT else 1]
        if not pressed or (self._known and side is self._side):
            return False
        self._side = side
        self._known = True
        return True

    def _predict(self, balance: float, pressure: SolePressure) -> bool:
        """Return whether the extrapolated balance changes its sign within the horizon."""
        limits = self._parameters
        # Linear extrapolation of two cycles over the delay of a command.
        future = balance + limits.horizon * (balance - self._last)
        if not pressure.calibrated or future * balance >= 0.0:
            return False
        # Require pressure on the front or rear pair of the coming foot: one cell alone is a scuff.
        left, right = pressure.shares[:4], pressure.shares[4:]
        leaving, coming = (left, right) if balance > 0.0 else (right, left)
        pair = max(coming[0] + coming[1], coming[2] + coming[3])
        return (
            0.25 * sum(leaving) < limits.leaving_below
            and 0.25 * sum(coming) > limits.coming_above
            and 0.5 * pair > pressure.smallest_share
        )
