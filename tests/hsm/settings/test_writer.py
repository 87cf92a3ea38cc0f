"""Parameter classes are written as YAML that the loader reads as the same values."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from hsm.settings.loader import load
from hsm.settings.writer import yaml_text


@dataclass(frozen=True, slots=True)
class Labels:
    title: str
    notes: dict[str, str]


@pytest.mark.parametrize(
    "text", ["a b", "~", "é: ü", "\U0001f600", "\t\n", "\x7f", "\x85", "\u2028", "\ufeff", "\ufffe"]
)
def test_any_text_is_read_as_it_was_written(tmp_path: Path, text: str) -> None:
    labels = Labels(text, {text: text})
    path = tmp_path / "labels.yaml"
    path.write_text(yaml_text(labels), encoding="utf-8")
    assert load(path, Labels) == labels
