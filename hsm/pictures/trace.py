"""The trace of a run as JSON lines: what was run, then every transition with its reason.

It holds nothing of the machine it ran on and no clock but the robot's: the same scenario, plant,
robot and seed give the same bytes.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from hsm.chart import Transition
from hsm.json_text import json_text
from hsm.output_files import write_whole


def write_trace(path: Path, about: Mapping[str, object], transitions: Iterable[Transition]) -> None:
    """Write a trace.

    Args:
        path: The file, replaced if it is there; its folder is made if it is missing.
        about: What was run; the first line.
        transitions: The other lines.
    """
    records = [dict(about), *(transition.record() for transition in transitions)]
    write_whole(path, "".join(f"{json_text(record)}\n" for record in records))
