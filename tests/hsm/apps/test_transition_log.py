"""The table of transitions, as a pipe gets it."""

import pytest

from hsm.apps.transition_log import TransitionLog
from hsm.chart import Transition, robot_chart
from hsm.chart.engine.rows import Priority
from hsm.control.assembly import load_robot


def test_a_state_and_its_reason_never_run_into_each_other(
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
