"""Random streams: every quantity drawn from a trial's number has its own stream.

A trial's number is also the plant's seed. Two uses of one stream would draw the same numbers, so
that fast walks would coincide with dry gears, for example. NumPy treats `k` as `(k, 0)`, so a plain
number is not a separate stream. The plant's streams of a seed are 0 terrain, 1 sensors, 2 lost
frames, 3 limbs of a lying start, 4 late frames, 5 eyes
(`hardware/simulation/plant/mujoco_robot.py`).
"""

from enum import IntEnum, unique

import numpy as np


@unique
class Stream(IntEnum):
    """Quantities drawn from a trial's number; values never change, as they determine the draw."""

    TROUBLE = 11
    """The disturbance of a get-up, and its time."""
    GET_UP_PLACE = 17
    """Ground and motors of a get-up in a study."""
    TARGET = 22
    """The target of a walk to a pose."""
    POSTS = 23
    """Obstacles on its path."""
    BALL_TO_WALK_BEHIND = 24
    """Position of a ball, and where it is to go."""
    PLANT = 31
    """The plant drawn around the named one."""
    SPEED = 32
    """The constant speed of a walk."""
    SPEEDS = 33
    """The changing speeds of a walk."""
    PUSH_PHASES = 34
    """Phases of the pushes of a long walk within a double step."""
    DIFFICULTY = 35
    """Details of a difficulty, such as which cells are dead."""
    KICK = 41
    """Target of a kick."""
    PASSING_BALL = 43
    """Lateral distance and speed of a passing ball."""
    PASSING_FROM = 44
    """Direction from which a passing ball comes, relative to straight ahead."""
    WIRE = 51
    """Messages changed on a wire, and the changes."""
    PROGRAM = 52
    """Requests of a program: its target, its footsteps."""


def stream(number: int, use: Stream) -> np.random.Generator:
    """Return the random generator for one use of a trial's number.

    Args:
        number: Number of the trial.
        use: The quantity to draw.
    """
    return np.random.default_rng((number, use))
