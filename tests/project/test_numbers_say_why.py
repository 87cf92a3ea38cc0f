"""Every number to be tuned in `config/` has its reason beside it: in words, not in figures.

The reason is a comment on its line, on the line above, or the comment of a group around it (the
head of the file is one), which must name the key. Of groups with the same keys, one explains all.
Exempt are tables and postures: robots, scenarios, keyframe blocks, kicks, and tunings, whose ranges
have a `because`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

CONFIG = Path(__file__).resolve().parents[2] / "config"
EXEMPT = ("robots", "scenarios", "tuning", "keyframes/blocks", "keyframes/motions", "kicks/stand/")
FILES = [
    path
    for path in sorted(CONFIG.rglob("*.yaml"))
    if not path.relative_to(CONFIG).as_posix().startswith(EXEMPT)
]
NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")
MEASURED = re.compile(r"\b\d+ of \d+\b|[\d.]+ instead of [\d.]|\d ?-> ?\d")
"""Figures of trials belong on generated, dated pages and not in comments."""
UNIT = re.compile(r"_(m|mm|deg|ms|s|n|nm|a|k|percent|cycles)(_per_.*)?$")


def comment(lines: list[str], number: int) -> str:
    """Return the comment on a line, or an empty text for a line that does not exist."""
    return lines[number].partition("#")[2] if 0 <= number < len(lines) else ""


def above(lines: list[str], number: int) -> str:
    """Return the pure comment lines directly above a line."""
    found = []
    while number > 0 and lines[number - 1].lstrip().startswith("#"):
        number -= 1
        found.append(comment(lines, number))
    return " ".join(reversed(found))


def numbers(
    node: yaml.Node, lines: list[str], key: str, line: int, around: str, shape: tuple[str, ...]
) -> Iterator[tuple[tuple[tuple[str, ...], str], int, bool]]:
    """Yield keys of numbers, the keys beside them, their lines, and whether they are explained."""
    if isinstance(node, yaml.MappingNode):
        keys = tuple(name.value for name, _ in node.value)
        around += f" {above(lines, line)} {comment(lines, line)}"
        for name, value in node.value:
            yield from numbers(value, lines, name.value, name.start_mark.line, around, keys)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from numbers(item, lines, key, line, around, shape)
    elif node.tag in NUMBERS:
        named = {key, UNIT.sub("", key)} & set(re.findall(r"\w+", around))
        own = comment(lines, line) or above(lines, line)
        yield (shape, key), line, bool(own.strip() or named)


def silent(text: str) -> list[str]:
    """Return the keys of a file, with their lines, whose numbers are not explained."""
    lines = text.splitlines()
    head = text[: text.find("\n" + next(one for one in lines if not one.startswith("#")))]
    root = yaml.compose(text, yaml.SafeLoader)
    found = list(numbers(root, lines, "", 0, head, ()))
    told = {name for name, _, is_told in found if is_told}
    return [f"{line + 1}: {name[1]}" for name, line, _ in found if name not in told]


def test_every_number_has_a_reason() -> None:
    unexplained = [
        f"{path.relative_to(CONFIG)}:{key}" for path in FILES for key in silent(path.read_text())
    ]
    assert len(FILES) > 40
    assert unexplained == [], "write behind each what is worse with more, and with less"


def measured(text: str) -> list[str]:
    """Return the comments with measured figures of trials."""
    return [line for line in text.splitlines() if MEASURED.search(line.partition("#")[2])]


def test_no_comment_contains_a_measured_figure() -> None:
    files = sorted(CONFIG.rglob("*.yaml"))
    told = [f"{path.stem}: {line}" for path in files for line in measured(path.read_text())]
    assert len(files) > 100 and told == []


@pytest.mark.parametrize("told", ["77 of 80 survived", "0.252 instead of 0.243 m/s", "61 -> 76"])
def test_a_measured_figure_in_a_comment_is_found(told: str) -> None:
    assert measured(f"gain: 0.5   # {told}\nlimit_deg: 4   # three cycles\n") != []


def test_without_comments_no_number_of_a_file_counts_as_explained() -> None:
    for path in FILES:
        bare = "\n".join(line.partition("#")[0] for line in path.read_text().splitlines())
        lines = bare.splitlines()
        root = yaml.compose(bare, yaml.SafeLoader)
        found = list(numbers(root, lines, "", 0, "", ()))
        assert len(silent(bare)) == len(found), path
        assert found or path.parent.name == "plants", f"{path}: a plant may differ in a word only"


def test_a_single_number_that_loses_its_comment_is_found() -> None:
    text = (CONFIG / "walking" / "engine.yaml").read_text()
    (line,) = (line for line in text.splitlines() if line.startswith("  lift_apex_time_ms:"))
    (found,) = silent(text.replace(line, line.partition("#")[0]))
    assert found.endswith(": lift_apex_time_ms")


def test_the_comment_of_a_group_explains_only_the_numbers_that_it_names() -> None:
    group = "# Limits.\n\nlimits: # reach, forward: as far as the legs go\n  {}_mm: 5\n"
    assert silent(group.format("forward")) == []
    assert silent(group.format("side")) == ["4: side_mm"]
