"""The joints of robots that kick."""

from dataclasses import replace

from hsm.control.assembly import load_settings
from motions.walking.joints.play import JointPlay


def joints(quality: float = 1.0) -> JointPlay:
    """Return joints of a hardware quality of 0 or 1."""
    settings = load_settings()
    play = replace(settings.walking.play_measure, active=quality == 0.0)
    return JointPlay(play, settings.robot)
