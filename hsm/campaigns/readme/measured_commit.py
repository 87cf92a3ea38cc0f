"""The checkout that is measured: where its pages are, and which commit it is."""

import shutil
import subprocess
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from hsm.campaigns.readme.table_place import TablePlace
from hsm.settings.loader import config_folder

_MEASURED = ("hsm", "motions", "hardware", "config")


@dataclass(frozen=True, slots=True)
class Stamp:
    """When something was measured, and with which code.

    Attributes:
        date: As 2026-01-31.
        commit: What was checked out; with a plus if code or parameters were changed since.
    """

    date: str
    commit: str

    def __str__(self) -> str:
        return f"commit {self.commit} on {self.date}"


@dataclass(frozen=True, slots=True)
class Checkout:
    """The folder with the packages, `config/`, the README and the tests."""

    root: Path

    @classmethod
    def of_this_code(cls) -> "Checkout":
        """Return the one that is running; an installed package is none, and lacks the pages."""
        return cls(config_folder().parent)

    @property
    def benchmarks(self) -> Path:
        """Return the folder of the measured pages."""
        return self.root / "tests" / "benchmarks"

    @property
    def ledger(self) -> Path:
        """Return the file of what was measured."""
        return self.benchmarks / "figures.json"

    def table(self) -> TablePlace:
        """Return the place of the README's table.

        Raises:
            HsmError: If it is not there.
        """
        return TablePlace.found(self.root / "README.md", "figures")

    def page(self) -> TablePlace:
        """Return the place of the table that tells where every figure comes from.

        Raises:
            HsmError: If it is not there.
        """
        return TablePlace.found(self.benchmarks / "README.md", "figures")

    def stamp(self) -> Stamp:
        """Return today and the commit.

        The digest of a figure says with which code it was measured, with and without a commit.
        """
        return Stamp(date.today().isoformat(), self.commit())

    def commit(self) -> str:
        """Return what is checked out; `unknown` where Git does not know the folder.

        It ends in a plus if code or parameters were changed since.
        """
        commit = self._git("rev-parse", "--short=7", "HEAD")
        changed = self._git("status", "--porcelain", "--", *_MEASURED)
        return commit + ("+" if changed else "") if commit else "unknown"

    def _git(self, *words: str) -> str:
        """Return what Git says; nothing if there is no Git, or no repository."""
        if shutil.which("git") is None:
            return ""
        done = subprocess.run(["git", *words], cwd=self.root, capture_output=True, text=True)
        return done.stdout.strip() if done.returncode == 0 else ""
