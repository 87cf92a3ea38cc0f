"""Modules with benchmarks only are not imported when benchmarks are deselected."""

from pathlib import Path

import pytest

CAMPAIGNS_ALONE = "\npytestmark = pytest.mark.benchmark\n"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if config.option.markexpr != "not benchmark" or collection_path.suffix != ".py":
        return None
    return CAMPAIGNS_ALONE in collection_path.read_text() or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Accept as an expected failure only a claim that does not hold, never a crash of its test."""
    for item in items:
        for mark in list(item.iter_markers("xfail")):
            told = {"raises": (AssertionError, pytest.fail.Exception), **mark.kwargs}
            item.add_marker(pytest.mark.xfail(*mark.args, **told), append=False)
