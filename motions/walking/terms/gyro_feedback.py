"""Gyro feedback to the support ankle: the foot presses against the torso's motion."""

from motions.walking.terms.term import BalanceTerm, Value, WalkState


class GyroFeedback(BalanceTerm):
    """Adds the filtered gyros (`gyro_filter.py`, shared with standing) to the support ankle."""

    group = "balance"

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Turn the support ankle."""
        joints[walk.legs[walk.support].ankle_pitch] += walk.gyro.ankle_pitch

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the turn of the support ankle."""
        return (self.angle("support ankle", walk.gyro.ankle_pitch),)
