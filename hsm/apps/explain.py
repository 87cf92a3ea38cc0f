"""`hsm explain RUN --at T`: why the robot did what it did in one cycle, or why it did not."""

import json
from pathlib import Path

from hardware.frames import CYCLE
from hsm.apps.console import say
from hsm.chart import robot_chart
from hsm.runtime.account import Account, Asked, account, cycle_at
from hsm.runtime.assembly import load_settings
from hsm.runtime.recorded import RecordedRun, RecordingError, read_run
from hsm.runtime.replay import warnings


def explain(path: Path, at: float, *, as_json: bool) -> int:
    """Print the account of one cycle.

    Args:
        path: The run, or the folder that it is in.
        at: Time in the run, s; the nearest cycle is told.
        as_json: Print it as JSON.

    Returns:
        Exit code.

    Raises:
        RecordingError: If the file is no run, or the time is not in it.
    """
    run, settings = read_run(path), load_settings()
    _check_time(run, at)
    remarks = warnings(run, settings)
    found = account(run, settings, cycle_at(run, at), robot_chart(CYCLE))
    if as_json:
        plain = found.plain()
        plain["remarks"] = [*remarks, *found.remarks]
        say(json.dumps(plain, ensure_ascii=False, indent=2))
        return 0
    for remark in (*remarks, *found.remarks):
        say(f"warning: {remark}")
    say(_told(found, len(run.rows)))
    return 0


def _check_time(run: RecordedRun, at: float) -> None:
    if not run.rows:
        raise RecordingError(run.path, 0, "has no cycles", "Record a run that lasts longer.")
    first, last = run.rows[0].time, run.rows[-1].time
    if not first - CYCLE <= at <= last + CYCLE:
        what = f"has no cycle at {at:g} s; it lasts from {first:.2f} s to {last:.2f} s"
        raise RecordingError(run.path, 0, what, f"Give --at a time between, such as {last:.2f}.")


def _told(found: Account, cycles: int) -> str:
    lines = [
        f"t={found.time:.3f} s, cycle {found.cycle} of {cycles}: {found.leaf} for"
        f" {found.seconds:.2f} s ({found.age} cycles)",
        f"  wish   {found.request or 'unknown'}",
        f"  true   {', '.join(found.facts) or 'nothing'}",
    ]
    return "\n".join([*lines, *(_fired(found) if found.fired else _waited(found))])


def _fired(found: Account) -> list[str]:
    fired = found.fired or {}
    lines = [f"  fired  {fired['event']} to {fired['to']}: {fired['because']}"]
    own = next((row for row in found.rows if row.event == fired["event"]), None)
    if own is None:
        return lines
    lines.append(f"         row {own.place} of {len(found.rows)}, {own.band}: {own.row}")
    changed = fired["changed"]
    if isinstance(changed, tuple) and changed:
        lines.append(f"         changed in this cycle: {', '.join(changed)}")
    before = found.rows[: own.place - 1]
    return [*lines, *(["rows asked before it:"] if before else []), *_list(before)]


def _waited(found: Account) -> list[str]:
    return ["no row fired; what each was missing, in the order of asking:", *_list(found.rows)]


def _list(rows: tuple[Asked, ...]) -> list[str]:
    lines = []
    for row in rows:
        lacks = ", ".join(map(str, row.lacks)) or "nothing"
        lines += [f"  {row.place:2d} {row.band:<8} {row.row}", f"       missing {lacks}"]
    return lines
