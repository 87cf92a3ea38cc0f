"""Announcements to people: their text and how often they are repeated."""

import logging

import pytest

from hardware.sensors_and_commands import JointCommand
from hsm.chart.leaves import (
    STAND_NORMAL,
    WALK_EMERGENCY_STAND,
    WALK_STARTING,
    WALK_STEPPING,
    WALK_STOPPING,
)
from hsm.control.assembly import load_settings
from hsm.states.announcement import Announcement
from hsm.states.components import build_components
from hsm.states.state import STATE_FACTORIES, Cause, CycleInput
from motions.requests import Motion, MotionRequest
from tests.fakes import STANCE, robot_state


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.WARNING, logger="hsm")
    return caplog


def test_an_announcement_is_made_at_once_and_repeated_at_its_interval(
    said: pytest.LogCaptureFixture,
) -> None:
    announcement = Announcement("help me", 5.0)
    announcement.begin()
    for cycle in range(1000):
        announcement.update(100.0 + 0.012 * cycle)
    times = [float(record.message.removesuffix(" s: help me")) for record in said.records]
    assert times == pytest.approx([100.0, 105.0, 110.0], abs=0.03)


def test_an_announcement_is_repeated_when_its_state_begins_anew(
    said: pytest.LogCaptureFixture,
) -> None:
    announcement = Announcement("help me", 5.0)
    announcement.update(1.0)
    announcement.update(2.0)
    announcement.begin()
    announcement.update(2.5)
    assert len(said.records) == 2


def test_a_clock_that_jumps_back_does_not_suppress_an_announcement(
    said: pytest.LogCaptureFixture,
) -> None:
    announcement = Announcement("help me", 5.0)
    announcement.update(1000.0)
    announcement.update(3.0)
    announcement.update(4.0)
    assert len(said.records) == 2


def test_current_values_are_appended_to_an_announcement(said: pytest.LogCaptureFixture) -> None:
    announcement = Announcement("I make no progress", 5.0)
    announcement.update(1.0, "planned 0.20 m/s, actual 0.05 m/s")
    assert said.messages == ["1.00 s: I make no progress: planned 0.20 m/s, actual 0.05 m/s"]


def test_a_walk_without_headway_is_announced_once_across_its_leaves(
    said: pytest.LogCaptureFixture,
) -> None:
    settings = load_settings()
    components = build_components(settings)
    components.walking.planner.progress.stalled = True
    inputs = CycleInput(
        robot_state(time=1.0),
        MotionRequest(Motion.WALK, forward=0.1),
        JointCommand(STANCE, (1.0,) * len(STANCE)),
    )
    for leaf in (WALK_STARTING, WALK_STEPPING, WALK_STOPPING, WALK_EMERGENCY_STAND):
        step = STATE_FACTORIES[leaf](components, settings.states)
        step.enter(inputs, Cause("walk", STAND_NORMAL.name))
    assert [text for text in said.messages if "no progress" in text] == [
        "1.00 s: I make no progress"
    ]
