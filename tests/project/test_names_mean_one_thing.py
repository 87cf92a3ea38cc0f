"""A class name has one meaning in the whole project, and folders and modules stay small."""

import ast
from collections import defaultdict

from tests.project.syntax import ROOT, sources, syntax_of


def test_no_two_classes_have_the_same_name() -> None:
    homes = defaultdict(list)
    for path in sources("hsm", "motions", "hardware"):
        for node in syntax_of(path).body:
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(path.relative_to(ROOT).as_posix())
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def test_no_folder_has_more_than_15_modules() -> None:
    folders = defaultdict(list)
    for path in sources("hsm", "motions", "hardware"):
        if path.name != "__init__.py":
            folders[path.parent.relative_to(ROOT).as_posix()].append(path.name)
    assert {name: len(files) for name, files in folders.items() if len(files) > 15} == {}


def test_no_module_has_more_than_350_lines() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text().splitlines())
        for path in sources("hsm", "motions", "hardware")
    }
    assert {name: lines for name, lines in lengths.items() if lines > 350} == {}
