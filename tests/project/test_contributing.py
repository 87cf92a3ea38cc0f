"""Everything named by CONTRIBUTING exists, and so does every module named anywhere."""

import re
from pathlib import Path

from tests.project.pages import EXTENDING, edits_of
from tests.project.syntax import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text()
EXTENDED = (
    *EXTENDING.glob("*.md"),
    *(ROOT / "examples" / name for name in ("square.md", "walk_parameters.md")),
)
"""Pages that create files."""
FOLDERS = ("hsm/", "motions/", "hardware/", "config/", "tests/", "examples/")


def named() -> set[str]:
    """Return every project path in the running text; those with a NAME are patterns."""
    words = re.findall(r"`([^`\s]+)`", TEXT)
    return {word for word in words if word.startswith(FOLDERS) and "NAME" not in word}


def test_every_path_named_by_contributing_exists() -> None:
    assert len(named()) > 10
    assert [path for path in sorted(named()) if not (ROOT / path).exists()] == []


def test_every_link_of_contributing_and_of_the_examples_has_a_target() -> None:
    for page in (ROOT / "CONTRIBUTING.md", ROOT / "examples" / "README.md"):
        links = re.findall(r"\]\(([^)#]+)\)", page.read_text())
        assert links and [link for link in links if not (page.parent / link).exists()] == []


def test_everything_that_can_be_added_has_its_section() -> None:
    titles = " ".join(re.findall(r"^## (.*)$", TEXT, re.MULTILINE)).lower()
    wanted = (
        "state", "fact", "term", "disturbance", "measure", "special motion", "backend",
        "scenario", "plant", "parameter",
    )  # fmt: skip
    assert [word for word in wanted if word not in titles] == []


def test_modules_named_by_any_page_or_source_exist() -> None:
    files = [path for folder in FOLDERS for path in Path(ROOT / folder).rglob("*.*")]
    known = {path.name for path in files} | {"imported.yaml"}  # the result of an import
    known |= {Path(edit.file).name for page in EXTENDED for edit in edits_of(page)}
    told = [*ROOT.glob("*.md"), *(path for path in files if path.suffix in (".md", ".py", ".yaml"))]
    gone = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in told
        if path.name != "CHANGELOG.md"
        for name in re.findall(r"`(?:[a-z_]+/)*([a-z_]+\.(?:py|yaml))`", path.read_text())
        if name not in known
    }
    assert gone == set()
