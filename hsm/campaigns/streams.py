"""Whose chance is whose: whatever is drawn by a trial's number has a stream of its own.

A trial's number is the plant's seed too. Two draws from one stream are the same numbers: who walks
fast would have dry gears. NumPy takes `k` for `(k, 0)`, so a number alone is no stream of its own.

The plant's streams of a seed are 0 the terrain, 1 its sensors, 2 frames that get lost, 3 the limbs
of a lying start, 4 frames that come late, 5 its eyes (`hardware/simulation/plant/mujoco_robot.py`).
"""

from enum import IntEnum, unique

import numpy as np


@unique
class Stream(IntEnum):
    """What is drawn by a trial's number; a value never changes, for it makes the draw."""

    TROUBLE = 11
    """What happens to a robot that gets up, and when."""
    GET_UP_PLACE = 17
    """Ground and motors of a get-up of a study."""
    TARGET = 22
    """Where a walk to a pose ends."""
    POSTS = 23
    """What stands on its way."""
    BALL_TO_WALK_BEHIND = 24
    """Where a ball lies, and where it shall go."""
    PLANT = 31
    """The plant that is drawn around the named one."""
    SPEED = 32
    """The speed of a walk that is held."""
    SPEEDS = 33
    """The speeds of a walk that change all the time."""
    PUSH_PHASES = 34
    """When the pushes of a long walk come within a double step."""
    DIFFICULTY = 35
    """What a difficulty needs, such as which cells are dead."""
    KICK = 41
    """Where a ball shall be kicked to."""
    PASSING_BALL = 43
    """How far aside and how fast a ball passes."""
    PASSING_FROM = 44
    """From how far beside straight ahead it comes."""
    WIRE = 51
    """Which messages on a wire change, and how."""
    PROGRAM = 52
    """What a program asks for: its target, its footsteps."""


def stream(number: int, use: Stream) -> np.random.Generator:
    """Return where one use of a trial's number draws from.

    Args:
        number: Of the trial.
        use: What is drawn.
    """
    return np.random.default_rng((number, use))
