"""The ledger of measurements: one entry per command, in a file committed with the code."""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hsm.json_text import json_text
from hsm.output_files import write_whole

Record = Mapping[str, Any]
"""What a measure prints with `--json`."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One measurement.

    Attributes:
        date: When it ended, as 2026-01-31.
        commit: Commit that was checked out; with a plus if files differed from it.
        digest: Digest of the code and the parameters that it depends on.
        record: Its result.
    """

    date: str
    commit: str
    digest: str
    record: Record


class Ledger:
    """The entries in a file, by the words of their commands after `hsm measure`."""

    def __init__(self, path: Path) -> None:
        """Read the file; one that does not exist is empty."""
        self._path = path
        text = path.read_text(encoding="utf-8") if path.is_file() else "{}"
        self.entries = {words: LedgerEntry(**entry) for words, entry in json.loads(text).items()}

    def put(self, words: str, entry: LedgerEntry) -> None:
        """Add or replace an entry, and write the file."""
        self.entries[words] = entry
        self._write()

    def keep(self, words: Collection[str]) -> None:
        """Drop the entries of commands that no row needs any more, and write the file."""
        if self.entries.keys() - set(words):
            self.entries = {each: self.entries[each] for each in self.entries if each in words}
            self._write()

    def _write(self) -> None:
        lines = [
            f"{json_text(each)}: {json_text(asdict(self.entries[each]))}"
            for each in sorted(self.entries)
        ]
        write_whole(self._path, "{\n" + ",\n".join(lines) + "\n}\n")
