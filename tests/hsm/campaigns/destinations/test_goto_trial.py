"""Scenes of walks to a pose."""

import math

import pytest

from hsm.campaigns.destinations.goto_trial import GotoTrial
from hsm.campaigns.destinations.posts import ROOM


@pytest.mark.parametrize("number", [0, 115])
def test_posts_that_leave_no_room_for_another_one_are_drawn_anew(number: int) -> None:
    """The first two of trial 115 did; it never began."""
    posts = GotoTrial(number, 2.0, 4.0, obstacles=3).posts
    assert len(posts) == 3
    for at, one in enumerate(posts):
        assert all(math.hypot(one.x - o.x, one.y - o.y) >= ROOM for o in posts[at + 1 :])
