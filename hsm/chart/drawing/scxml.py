"""Writes the chart as SCXML for other tools: states, named events, destinations.

SCXML cannot express the search that decides which event fires (priorities, order, guards, dwell);
every transition carries it as attributes of a separate namespace, which other tools ignore.
"""

from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from hsm.chart.engine.compile import Arrow, Chart

NAMESPACE = "urn:nao-hsm:chart"

_HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- generated from chart {structure} -->
<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:hsm="{namespace}" version="1.0"
       name="nao_hsm" initial="{initial}">
"""


def scxml_text(chart: Chart) -> str:
    """Return the whole chart as SCXML; the same chart gives the same text, byte for byte."""
    head = _HEAD.format(
        structure=chart.structure, namespace=NAMESPACE, initial=state_id(chart.initial)
    )
    lines = [line for state in chart.tree.children[""] for line in _state(chart, state, 1)]
    return head + "\n".join(lines) + "\n</scxml>\n"


def state_id(path: str) -> str:
    """Return the id of a state: its path with underscores, as some tools misread dots."""
    return path.replace(".", "_")


def _state(chart: Chart, path: str, depth: int) -> Iterator[str]:
    indent = "  " * depth
    children = chart.tree.children.get(path, ())
    initial = f" initial={quoteattr(state_id(children[0]))}" if children else ""
    yield f"{indent}<state id={quoteattr(state_id(path))}{initial}>"
    for arrow in chart.arrows:
        if arrow.source == path:
            yield f"{indent}  {_transition(arrow)}"
    for child in children:
        yield from _state(chart, child, depth + 1)
    yield f"{indent}</state>"


def _transition(arrow: Arrow) -> str:
    attributes = {
        "event": arrow.event,
        "target": state_id(arrow.dest),
        "hsm:priority": arrow.priority.name,
        "hsm:rank": str(arrow.rank),
        "hsm:guard": arrow.guard_text or "always",
    }
    if arrow.seconds:
        attributes["hsm:after"] = f"{arrow.seconds:g}s"
    return "<transition {}/>".format(
        " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items())
    )
