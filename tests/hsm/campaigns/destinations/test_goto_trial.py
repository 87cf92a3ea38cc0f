"""Scenes of walks to a pose."""

import math

import pytest

from hsm.campaigns.destinations.goto_trial import GotoTrial
from hsm.campaigns.destinations.posts import ROOM
from hsm.errors import HsmError


@pytest.mark.parametrize(("way", "count"), [(0.7, 1), (1.0, 3)])
def test_posts_for_which_a_path_is_too_short_are_refused(way: float, count: int) -> None:
    with pytest.raises(HsmError, match=f"no room for {count} posts on a path of {way:g} m"):
        assert GotoTrial(0, way, 1.0, obstacles=count).posts


@pytest.mark.parametrize("number", [0, 115])
def test_posts_that_leave_no_room_for_another_one_are_drawn_anew(number: int) -> None:
    """The first two of trial 115 did; it never began."""
    posts = GotoTrial(number, 2.0, 4.0, obstacles=3).posts
    assert len(posts) == 3
    for at, one in enumerate(posts):
        assert all(math.hypot(one.x - o.x, one.y - o.y) >= ROOM for o in posts[at + 1 :])
