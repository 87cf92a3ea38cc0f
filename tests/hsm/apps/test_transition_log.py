"""The table of transitions, as printed to a pipe."""

import pytest

from hsm.apps.transition_log import TransitionLog
from hsm.chart import Transition, robot_chart
from hsm.chart.engine.rows import Priority
from hsm.settings.robot_file import load_robot


def test_state_and_reason_are_always_separated_by_a_space(
    capsys: pytest.CaptureFixture[str],
) -> None:
    chart = robot_chart(load_robot().cycle)
    story = TransitionLog()
    for leaf in map(chart.short, chart.tree.leaves):
        story.tell(
            Transition(
                1, 1.0, "Off", leaf, "event", Priority.REQUEST, "", 1, 0.012, 0, (), "because", ""
            )
        )
        assert f"{leaf} " in capsys.readouterr().out
