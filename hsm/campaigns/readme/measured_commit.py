"""The measured checkout: its pages and its commit."""

import shutil
import subprocess
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from hsm.campaigns.readme.table_place import TablePlace
from hsm.settings.loader import config_folder

_MEASURED = ("hsm", "motions", "hardware", "config")


@dataclass(frozen=True, slots=True)
class Checkout:
    """The folder with the packages, `config/`, the README and the tests."""

    root: Path

    @classmethod
    def of_this_code(cls) -> "Checkout":
        """Return the checkout of the running code; an installed package has no pages."""
        return cls(config_folder().parent)

    @property
    def benchmarks(self) -> Path:
        """Return the folder of the measured pages."""
        return self.root / "tests" / "benchmarks"

    @property
    def ledger(self) -> Path:
        """Return the file of the ledger."""
        return self.benchmarks / "figures.json"

    def table(self) -> TablePlace:
        """Return the place of the README's table.

        Raises:
            HsmError: If it is missing.
        """
        return TablePlace.found(self.root / "README.md", "figures")

    def page(self) -> TablePlace:
        """Return the place of the table with the origin of every figure.

        Raises:
            HsmError: If it is missing.
        """
        return TablePlace.found(self.benchmarks / "README.md", "figures")

    def stamp(self) -> str:
        """Return the commit and today's date, for a page."""
        return f"commit {self.commit()} on {date.today().isoformat()}"

    def commit(self) -> str:
        """Return the commit checked out; `unknown` outside a Git repository.

        It ends in a plus if code or parameters differ from it.
        """
        commit = self._git("rev-parse", "--short=7", "HEAD")
        changed = self._git("status", "--porcelain", "--", *_MEASURED)
        return commit + ("+" if changed else "") if commit else "unknown"

    def _git(self, *words: str) -> str:
        """Return the output of Git; empty without Git or a repository."""
        if shutil.which("git") is None:
            return ""
        done = subprocess.run(["git", *words], cwd=self.root, capture_output=True, text=True)
        return done.stdout.strip() if done.returncode == 0 else ""
