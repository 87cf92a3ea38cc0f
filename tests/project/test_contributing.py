"""What CONTRIBUTING names is there."""

import re
from pathlib import Path

from tests.project.syntax import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text()
FOLDERS = ("hsm/", "motions/", "hardware/", "config/", "tests/", "examples/")


def named() -> set[str]:
    """Return every path of the project in the running text; those with a NAME are patterns."""
    words = re.findall(r"`([^`\s]+)`", TEXT)
    return {word for word in words if word.startswith(FOLDERS) and "NAME" not in word}


def test_every_path_that_contributing_names_is_there() -> None:
    assert len(named()) > 10
    assert [path for path in sorted(named()) if not (ROOT / path).exists()] == []


def test_every_link_of_contributing_and_of_the_examples_leads_somewhere() -> None:
    for page in (ROOT / "CONTRIBUTING.md", ROOT / "examples" / "README.md"):
        links = re.findall(r"\]\(([^)#]+)\)", page.read_text())
        assert links and [link for link in links if not (page.parent / link).exists()] == []


def test_everything_that_one_adds_has_its_section() -> None:
    titles = " ".join(re.findall(r"^## (.*)$", TEXT, re.MULTILINE)).lower()
    wanted = (
        "state", "fact", "term", "disturbance", "measure", "keyframe motion", "backend",
        "scenario", "plant", "parameter",
    )  # fmt: skip
    assert [word for word in wanted if word not in titles] == []


def test_the_modules_that_are_named_without_a_folder_are_there() -> None:
    names = set(re.findall(r"`([a-z_]+\.(?:py|yaml))`", TEXT))
    known = {path.name for folder in FOLDERS for path in Path(ROOT / folder).rglob("*.*")}
    assert names - known == set()
