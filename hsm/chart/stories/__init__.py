"""Stories of the robot's chart: facts, the event that must follow, the leaf that is entered."""

from typing import Final

from hsm.chart.proofs.required_story import Stories
from hsm.chart.stories import down, footsteps, keyframes, upright

STORIES: Final = Stories(
    healthy="frames_ok link_ok contact upright calm tries_left",
    over="done",
    told=(*upright.STORIES, *footsteps.STORIES, *keyframes.STORIES, *down.STORIES),
)
"""All stories; their facts are differences from a healthy robot that stands still."""
