"""What `import` and `show` report: values that are not used, or beyond this robot's limits."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from hsm.console import note
from hsm.errors import Problem
from motions.keyframes.interchange.names import LEAKING_PHASE
from motions.keyframes.interchange.reading.fields import SourceProblem
from motions.keyframes.interchange.team_motions import Team

_SHOWN = 8
"""Number of kinds of remarks that are printed; the rest is only counted."""


def remark(
    what: str,
    problems: Sequence[Problem | SourceProblem],
    file: Path | None,
    *,
    everything: bool,
) -> None:
    """Print every kind of remark once, most frequent first, with its first position.

    Args:
        what: What the remarks have in common, after their number.
        problems: The remarks.
        file: The file of a `SourceProblem`.
        everything: Print every remark instead.
    """
    if not problems:
        return
    place = f"{file}:" if file is not None else ""
    note(f"{len(problems)} {what}:")
    if everything:
        for problem in problems:
            note(f"  {place}{problem}")
        return
    kinds = Counter(problem.message for problem in problems)
    first = {problem.message: problem for problem in reversed(problems)}
    for message, count in kinds.most_common(_SHOWN):
        if count == 1:
            note(f"  {place}{first[message]}")
        else:
            where = str(first[message]).removesuffix(message).rstrip(": ")
            note(f"  {message}: {count} times, first at {place}{where}")
    if len(kinds) > _SHOWN:
        note(f"  and {len(kinds) - _SHOWN} other kinds; --all prints everything")


def idle(team: Team) -> Iterator[tuple[str, str]]:
    """Yield what this engine does not use, with the names of the motions or blocks that have it."""
    high = [name for name, motion in team.motions.items() if motion.energy_saving.stand_high]
    if high:
        yield "isStandHigh", ", ".join(high)
    leaking = [
        name
        for name, block in team.blocks.items()
        if any(frame.balance_phase == LEAKING_PHASE and frame.balance for frame in block.keyframes)
    ]
    if leaking:
        yield "decay of the summed error in StandStatic", ", ".join(leaking)
