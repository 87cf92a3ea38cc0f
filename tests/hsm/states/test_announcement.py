"""What the robot says to people, and how often."""

import logging

import pytest

from hsm.states.announcement import Announcement


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.WARNING, logger="hsm")
    return caplog


def test_it_is_said_at_once_and_then_at_its_pace(said: pytest.LogCaptureFixture) -> None:
    announcement = Announcement("help me", 5.0)
    announcement.begin()
    for cycle in range(1000):
        announcement.update(100.0 + 0.012 * cycle)
    times = [float(record.message.removesuffix(" s: help me")) for record in said.records]
    assert times == pytest.approx([100.0, 105.0, 110.0], abs=0.03)


def test_a_new_beginning_says_it_again(said: pytest.LogCaptureFixture) -> None:
    announcement = Announcement("help me", 5.0)
    announcement.update(1.0)
    announcement.update(2.0)
    announcement.begin()
    announcement.update(2.5)
    assert len(said.records) == 2


def test_time_that_jumps_back_does_not_silence_it(said: pytest.LogCaptureFixture) -> None:
    announcement = Announcement("help me", 5.0)
    announcement.update(1000.0)
    announcement.update(3.0)
    announcement.update(4.0)
    assert len(said.records) == 2


def test_numbers_of_the_moment_follow_the_sentence(said: pytest.LogCaptureFixture) -> None:
    announcement = Announcement("I make no headway", 5.0)
    announcement.update(1.0, "plans 0.20 m/s, makes 0.05 m/s")
    assert said.messages == ["1.00 s: I make no headway: plans 0.20 m/s, makes 0.05 m/s"]
