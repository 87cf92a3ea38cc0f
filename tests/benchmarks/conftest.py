"""Modules with benchmarks only are not imported when benchmarks are deselected."""

from pathlib import Path

import pytest

CAMPAIGNS_ALONE = "\npytestmark = pytest.mark.benchmark\n"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if config.option.markexpr != "not benchmark" or collection_path.suffix != ".py":
        return None
    return CAMPAIGNS_ALONE in collection_path.read_text() or None
