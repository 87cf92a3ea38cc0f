"""The joint play of robots that kick."""

from dataclasses import replace
from functools import cache

from hsm.control.assembly import load_settings
from motions.walking.joints.play import JointPlay


@cache
def joints(*, worn_out: bool = False) -> JointPlay:
    """Return joints of which nothing is known, which count as worn out, or sound joints."""
    settings = load_settings()
    return JointPlay(replace(settings.walking.play_measure, active=worn_out), settings.robot)
