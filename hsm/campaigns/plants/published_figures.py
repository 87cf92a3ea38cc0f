"""The figures that describe a plant, and published values of real NAOs with their sources.

Bounds of None are open. Sources marked "text" are documents, the others files of a code release.
"""

import math
from dataclasses import dataclass
from typing import Final

from hsm.campaigns.plants.play_measure import ANKLE, GOOD, HIP_AND_KNEE, WORN_OUT


@dataclass(frozen=True, slots=True)
class Published:
    """A published value of real robots.

    Attributes:
        text: The value in words.
        source: Its source.
        low: Lower bound, in the unit of the figure.
        high: Upper bound, likewise.
    """

    text: str
    source: str
    low: float | None = None
    high: float | None = None

    def record(self) -> dict[str, object]:
        """Return it as plain values."""
        return {"low": self.low, "high": self.high, "text": self.text, "source": self.source}


@dataclass(frozen=True, slots=True)
class FigureOfPlant:
    """One figure of a robot.

    Attributes:
        words: Description; the unit is at the end of its key.
        digits: Number of decimals.
        published: Value of real robots; None if unknown.
    """

    words: str
    digits: int
    published: Published | None = None


_PLAY = "JointPlayProvider, B-Human code release 2025"
_LATE = Published("36: requests are executed 3 cycles late", _PLAY, None, 42.0)
_HEATS = Published("a motor heats up above 0.3", "B-Human, Berlin United (text)", None, 0.3)


def _missed(reference: float) -> Published:
    degrees = round(math.degrees(reference), 3)
    return Published(f"{degrees:.1f}, the reference of a good robot", _PLAY, None, degrees)


FIGURES: Final[dict[str, FigureOfPlant]] = {
    "play_deg": FigureOfPlant(
        "joint play measure",
        2,
        Published(
            f"good below {math.degrees(GOOD):.1f}, worn out at {math.degrees(WORN_OUT):.1f}",
            _PLAY,
            0.0,
            math.degrees(WORN_OUT),
        ),
    ),
    "quality": FigureOfPlant("hardware quality derived from it", 2),
    "missed_hip_roll_deg": FigureOfPlant("tracking error of hip rolls", 2),
    "missed_hip_pitch_deg": FigureOfPlant("hip pitches", 2, _missed(HIP_AND_KNEE)),
    "missed_knee_pitch_deg": FigureOfPlant("knees", 2, _missed(HIP_AND_KNEE)),
    "missed_ankle_pitch_deg": FigureOfPlant("ankle pitches", 2, _missed(ANKLE)),
    "missed_ankle_roll_deg": FigureOfPlant("ankle rolls", 2),
    "lag_hip_roll_ms": FigureOfPlant("lag of hip rolls", 0, _LATE),
    "lag_hip_pitch_ms": FigureOfPlant("lag of hip pitches", 0, _LATE),
    "lag_knee_pitch_ms": FigureOfPlant("lag of knees", 0, _LATE),
    "lag_ankle_pitch_ms": FigureOfPlant("lag of ankle pitches", 0, _LATE),
    "lag_ankle_roll_ms": FigureOfPlant("lag of ankle rolls", 0, _LATE),
    "standing_current_a": FigureOfPlant("standing: largest current of a leg joint", 2, _HEATS),
    "stopped_current_a": FigureOfPlant(
        "the same after a walk",
        2,
        Published("can exceed 1 A without a visible error", "B-Human, Heat Adjustment (text)"),
    ),
    "current_hip_roll_a": FigureOfPlant("walking: rms current of hip rolls", 2),
    "current_hip_pitch_a": FigureOfPlant("hip pitches", 2),
    "current_knee_pitch_a": FigureOfPlant("knees", 2),
    "current_ankle_pitch_a": FigureOfPlant("ankle pitches", 2),
    "current_ankle_roll_a": FigureOfPlant("ankle rolls", 2),
    "standing_power_w": FigureOfPlant("standing: power from the battery", 1),
    "walking_power_w": FigureOfPlant(
        "walking: power from the battery",
        1,
        Published("42 to 62: 62.5 Wh last 60 to 90 min", "datasheet of the NAO6", 41.7, 62.5),
    ),
    "winding_after_10_min_c": FigureOfPlant(
        "hottest winding after 10 min of walking from cold",
        0,
        Published("70 to 80: sensors show 60 to 80 in play", "HULKs, B-Human (text)", 70.0, 80.0),
    ),
    "winding_after_20_min_c": FigureOfPlant("after 20 min", 0),
    "stiffness_left_after_20_min": FigureOfPlant(
        "stiffness that the driver permits then",
        2,
        Published(
            "below 1: the driver lowers it", "B-Human, Heat Adjustment (text); LoLA", None, 1.0
        ),
    ),
    "standing_soles_n": FigureOfPlant(
        "standing: force on both soles",
        1,
        Published("53.8, of 5.48 kg", "datasheet of the NAO6", 52.0, 55.0),
    ),
    "walking_speed_m_per_s": FigureOfPlant("walking, 0.20 m/s requested: speed", 3),
    "walking_step_ms": FigureOfPlant(
        "duration of a step",
        0,
        Published("250, requested and measured", "rUNSWift, B-Human", 245.0, 255.0),
    ),
    "walking_lean_deg": FigureOfPlant(
        "mean torso pitch",
        1,
        Published("upright; backwards above 0.25 m/s", "B-Human (text)", -2.0, 2.0),
    ),
}
"""Figures by key; a key ends in its unit."""
