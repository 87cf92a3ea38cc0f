"""Stories of the robot: what is true, which event must follow, which leaf is entered then."""

from typing import Final

from hsm.chart.proofs.required_story import Stories
from hsm.chart.stories import down, footsteps, keyframes, upright

STORIES: Final = Stories(
    healthy="frames_ok link_ok contact upright calm tries_left",
    over="done",
    told=(*upright.STORIES, *footsteps.STORIES, *keyframes.STORIES, *down.STORIES),
)
"""All of them, told as differences from a healthy robot that stands still on its feet."""
