"""The binding to the library `transitions`: builds a hierarchical machine from a chart.

The library is the authority for the current state and for the order of leaving and entering, and
for nothing else: no automatic transitions, no queue, no timers, no parallel states. The conformance
test runs every leaf and row through it, so that a library update cannot change the robot's
behaviour.
"""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from transitions.extensions.nesting import HierarchicalMachine, NestedState

from hsm.chart.engine.compile import Arrow, Chart
from hsm.chart.engine.tree import Tree

Callback = Callable[[str], None]


class _DotState(NestedState):
    """A state with dotted paths; a subclass, because the separator is a class attribute."""

    separator = "."


class Library(HierarchicalMachine):
    """The library's machine with dotted paths."""

    state_cls = _DotState


class Model:
    """The library's model, to which it adds the state and one method per event."""

    state: str


def build(
    chart: Chart,
    model: Model,
    permits: Callable[[Arrow], bool],
    *,
    enter: Callback | None,
    exit: Callback | None,
) -> Library:
    """Build the library's machine for a chart, in the chart's initial leaf.

    Args:
        chart: The compiled table.
        model: Receives the state and the events.
        permits: Returns whether an arrow may fire; the library's condition for every transition.
        enter: Called with the path of every state that is entered, outermost first.
        exit: Called with the path of every state that is left, innermost first.
    """
    # The library makes 43 debug calls per event; with a root logger at DEBUG a transition becomes
    # several times slower. Messages below a warning are useless, as we record every transition.
    logging.getLogger("transitions").setLevel(logging.WARNING)
    return Library(
        model,
        states=[_state(chart.tree, path, enter, exit) for path in chart.tree.children[""]],
        initial=chart.initial,
        transitions=[
            {
                "trigger": arrow.event,
                "source": arrow.source,
                "dest": arrow.dest,
                "conditions": _condition(arrow, permits),
            }
            for arrow in chart.arrows
        ],
        auto_transitions=False,
        send_event=True,
    )


def _state(tree: Tree, path: str, enter: Callback | None, exit: Callback | None) -> dict[str, Any]:
    """Return a state with its children in the library's format, built anew for every machine."""
    state: dict[str, Any] = {
        "name": path.rpartition(".")[2],
        "on_enter": [partial(_without_event_data, enter, path)] if enter else [],
        "on_exit": [partial(_without_event_data, exit, path)] if exit else [],
    }
    children = tree.children.get(path, ())
    if children:
        state["children"] = [_state(tree, child, enter, exit) for child in children]
        state["initial"] = children[0].rpartition(".")[2]
    return state


def _without_event_data(callback: Callback, path: str, _: Any) -> None:
    callback(path)


def _condition(arrow: Arrow, permits: Callable[[Arrow], bool]) -> Callable[[Any], bool]:
    def condition(_: Any) -> bool:
        return permits(arrow)

    condition.__name__ = arrow.guard_text or "always"  # the library prints it
    return condition
