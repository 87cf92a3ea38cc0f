"""Every folder of the project has a page that explains its content."""

from pathlib import Path

import pytest

from tests.project.pages import GENERATED

ROOT = Path(__file__).resolve().parents[2]


def folders() -> list[Path]:
    packages = {
        path.parent
        for name in ("hsm", "motions", "hardware")
        for path in (ROOT / name).rglob("*.py")
    }
    pages = {
        ROOT / name
        for name in ("config", "diagrams", "examples", "tests")
        if (ROOT / name).is_dir()
    }
    return sorted(packages | pages)


@pytest.mark.parametrize("folder", folders(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_folder_has_a_page_that_explains_it(folder: Path) -> None:
    page = folder / "README.md"
    assert page.is_file(), f"{folder.relative_to(ROOT)} has no README.md"
    written = GENERATED.sub("", page.read_text())
    assert 15 <= len(written.splitlines()) <= 40


@pytest.mark.parametrize("folder", folders(), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_page_of_a_folder_names_each_of_its_modules(folder: Path) -> None:
    text = (folder / "README.md").read_text()
    modules = [path for path in sorted(folder.glob("*.py")) if path.name != "__init__.py"]
    if folder.name == "tests":
        return
    silent = [path.name for path in modules if path.name not in text and path.stem not in text]
    assert silent == []
