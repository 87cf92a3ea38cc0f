"""Pages that explain how to add something, read as instructions and followed in a copy.

A section whose heading names a file tells what to do with it. A block marked as a difference
changes it: lines without a mark must be there, once and in this order, lines with a plus are added,
lines with a minus are removed. Any other block is the whole of a new file. Shell blocks are what
the page promises.
"""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.project.syntax import ROOT

GENERATED = re.compile(r"^<!-- .*: begin -->$.*?^<!-- .*: end -->\n", re.DOTALL | re.MULTILINE)
"""A generated table, which does not count as text to be read first."""
EXTENDING = ROOT / "examples" / "extending"
_COPIED = (
    "hsm",
    "motions",
    "hardware",
    "config",
    "tests",
    "diagrams",
    "examples",
    "pyproject.toml",
)
_PART = re.compile(r"^## .*?$|^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"`([\w./]+)`\s*$")


@dataclass(frozen=True)
class Edit:
    """A piece of a page.

    Attributes:
        file: File in the project.
        language: Language of the block: `diff` changes a file, any other is a new file.
        text: Content of the block.
    """

    file: str
    language: str
    text: str


def edits_of(page: Path) -> Iterator[Edit]:
    """Yield the edits of a page to files, in order."""
    file = ""
    for part in _PART.finditer(page.read_text(encoding="utf-8")):
        language, text = part.groups()
        if language is None:
            named = _FILE.search(part[0])
            file = named[1] if named else ""
        elif language != "sh":
            assert file, f"{page.name}: a block below a heading that names no file:\n{text}"
            yield Edit(file, language, text)


def commands_of(page: Path) -> list[str]:
    """Return the commands that a page promises, without comments."""
    blocks = [part[2] for part in _PART.finditer(page.read_text()) if part[1] == "sh"]
    lines = [line.split("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line]


def copied(folder: Path) -> Path:
    """Copy the project without its generated files."""
    ignored = shutil.ignore_patterns("__pycache__", "benchmarks")
    for name in _COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, folder / name)
    for page in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        shutil.copy(ROOT / page, folder / page)
    return folder


def follow(page: Path, copy: Path, leave_out: tuple[str, ...] = ()) -> None:
    """Apply the edits of a page to a copy.

    Args:
        page: The page.
        copy: Copy of the project.
        leave_out: Files whose edits are skipped.

    Raises:
        AssertionError: If a new file exists already, or the place of a difference is missing or
            ambiguous.
    """
    for edit in edits_of(page):
        path = copy / edit.file
        if edit.file in leave_out:
            continue
        if edit.language != "diff":
            assert not path.exists(), f"{page.name}: {edit.file} is no new file"
            path.write_text(edit.text, encoding="utf-8")
            continue
        text = path.read_text(encoding="utf-8")
        before, after = _sides(edit.text)
        where = f"{page.name}: the place in {edit.file} of\n{edit.text}"
        assert text.count(before) == 1, f"{where}is there {text.count(before)} times"
        path.write_text(text.replace(before, after), encoding="utf-8")


def _sides(difference: str) -> tuple[str, str]:
    """Return what a difference expects to find, and what it leaves."""
    lines = difference.splitlines()
    before = [line[1:] for line in lines if not line.startswith("+")]
    after = [line[1:] for line in lines if not line.startswith("-")]
    return "\n".join(before) + "\n", "\n".join(after) + "\n"
