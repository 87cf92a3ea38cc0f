"""Every folder of the project has a page that explains its content."""

from pathlib import Path

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


def test_every_folder_has_a_page_of_15_to_40_lines_that_explains_it() -> None:
    lines = {}
    for page in (folder / "README.md" for folder in folders()):
        text = page.read_text() if page.is_file() else ""
        lines[str(page.relative_to(ROOT))] = len(GENERATED.sub("", text).splitlines())
    assert len(lines) > 60
    assert {page: count for page, count in lines.items() if not 15 <= count <= 40} == {}


def test_the_page_of_a_folder_names_each_of_its_modules() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for folder in folders()
        if folder.name != "tests"
        for path in sorted(folder.glob("*.py"))
        if path.name != "__init__.py" and path.stem not in (folder / "README.md").read_text()
    ]
    assert silent == []
