"""The loader: units, places of mistakes, overrides, and all mistakes at once."""

import math
import pickle
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal

import pytest
from annotated_types import Gt

from hardware.robots.nao import Joint
from hardware.units import (
    Angle,
    AngleRange,
    Count,
    JointIndex,
    Length,
    LengthPoint,
    Percent,
    Ratio,
    Time,
    Unit,
)
from hsm.errors import ConfigError, HsmError
from hsm.scenarios.scenario import Scenario
from hsm.settings.fields import Name, keys_of
from hsm.settings.loader import config_folder, load
from hsm.settings.located_yaml import Place, parse
from tests.hsm.settings.mistaken import reported


class Curve(Enum):
    LINEAR = "linear"
    CUBIC = "cubic"


@dataclass(frozen=True, slots=True)
class Keyframe:
    duration: Annotated[float, Unit("ms"), Gt(0.0)]
    interpolation: Curve
    angles: dict[Joint, Angle]
    stiffness: Ratio = 1.0


@dataclass(frozen=True, slots=True)
class BreakUp:
    pitch: AngleRange


@dataclass(frozen=True, slots=True)
class Motion:
    keyframes: tuple[Keyframe, ...]
    break_up: BreakUp | None


@dataclass(frozen=True, slots=True)
class Motions:
    get_up_front: Motion
    get_up_back: Motion


@dataclass(frozen=True, slots=True)
class Box:
    size: tuple[LengthPoint, LengthPoint]
    count: Count
    friction: Percent
    pause: Time
    lid: bool
    colour: str
    wear: Literal["none", "some"]
    shelf: Length | None
    loads: dict[str, Ratio]

    def __post_init__(self) -> None:
        if self.pause > 100.0:
            raise ValueError("pause and patience do not go together")


@dataclass(frozen=True, slots=True)
class Shelf:
    boxes: tuple[Box, ...]


BOX = """\
size_mm: [[1, 2, 3], [4, 5.5, 6]]
count: 3
friction_percent: 60
pause_s: 1e-1
lid: true
colour: no
wear: some
shelf_mm: null
loads: {1: 0.5, 7: 1}
"""

FIVE_MISTAKES = """\
get_up_front:
  keyframes:
    - {duration_ms: -20, interpolation: linear, angles_deg: {l_knee_pitch: 90}}
    - duration_ms: 200
      interpolation: cubik
      angles_deg: {}
      stiffnes: 0.5
  break_up: null
get_up_back:
  keyframes:
    - {duration_ms: 100, interpolation: cubic, angles_deg: {l_knee_pitch: ninety}}
  break_up:
    pitch_deg: [30]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(folder: Path, text: str, name: str = "box.yaml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def complaint(folder: Path, text: str, cls: type = Box) -> str:
    """Return the loader's message about a file with one mistake, without its last line."""
    with pytest.raises(ConfigError) as caught:
        load(written(folder, text), cls)
    *lines, count = str(caught.value).splitlines()
    assert count == "1 error in 1 file. Nothing was loaded.", caught.value
    return lines[0]


def changed(old: str, new: str) -> str:
    assert old in BOX
    return BOX.replace(old, new)


def test_five_mistakes_give_five_lines_with_their_places(folder: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(written(folder, FIVE_MISTAKES, "motions.yaml"), Motions)
    assert str(caught.value).splitlines() == [
        "motions.yaml:3:21: get_up_front.keyframes[0].duration_ms: "
        "must be > 0 and <= 60000 (got -20)",
        "motions.yaml:5:22: get_up_front.keyframes[1].interpolation: "
        "expected 'linear' or 'cubic' (got 'cubik')",
        "motions.yaml:7:7: get_up_front.keyframes[1].stiffnes: "
        "unknown key, did you mean 'stiffness'?",
        "motions.yaml:11:75: get_up_back.keyframes[0].angles_deg.l_knee_pitch: "
        "expected a number (got 'ninety')",
        "motions.yaml:13:16: get_up_back.break_up.pitch_deg: expected [min, max], got 1 value",
        "5 errors in 1 file. Nothing was loaded.",
    ]


def test_an_error_has_its_place_as_attributes(folder: Path) -> None:
    with pytest.raises(HsmError) as caught:
        load(written(folder, changed("count: 3", "count: many")), Box)
    assert isinstance(caught.value, ConfigError)
    (problem,) = caught.value.problems
    assert (problem.file, problem.line, problem.column) == ("box.yaml", 2, 8)
    assert problem.path == "count"


def test_an_error_can_be_pickled(folder: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(folder / "gone.yaml", Box)
    assert pickle.loads(pickle.dumps(caught.value)).problems == caught.value.problems


def test_numbers_are_converted_to_si_units(folder: Path) -> None:
    box = load(written(folder, BOX), Box)
    assert box.size[0] == pytest.approx((1e-3, 2e-3, 3e-3))
    assert box.size[1] == pytest.approx((4e-3, 5.5e-3, 6e-3))
    assert box.friction == pytest.approx(0.6)
    assert box.pause == 0.1


def test_degrees_in_mappings_are_converted_to_radians(folder: Path) -> None:
    text = (
        FIVE_MISTAKES.replace("-20", "20")
        .replace("cubik", "cubic")
        .replace("stiffnes:", "stiffness:")
    )
    text = text.replace("ninety", "-90").replace("[30]", "[-30, 60]")
    motions = load(written(folder, text), Motions)
    assert motions.get_up_back.keyframes[0].angles == {Joint.L_KNEE_PITCH: -math.pi / 2}
    assert motions.get_up_back.break_up == BreakUp((-math.radians(30), math.radians(60)))
    assert motions.get_up_front.break_up is None


def test_a_default_in_the_class_makes_a_key_optional(folder: Path) -> None:
    text = "{duration_ms: 20, interpolation: linear, angles_deg: {}}"
    assert load(written(folder, text), Keyframe).stiffness == 1.0


def test_words_that_were_booleans_in_yaml_1_1_stay_text(folder: Path) -> None:
    assert load(written(folder, BOX), Box).colour == "no"


def test_keys_are_text(folder: Path) -> None:
    assert load(written(folder, BOX), Box).loads == {"1": 0.5, "7": 1.0}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("count: 3", "count: 3.0", "2:8: count: expected a whole number (got 3.0)"),
        ("count: 3", "count: true", "2:8: count: expected a whole number (got true)"),
        ("count: 3", "count:", "2:7: count: expected a whole number (got nothing)"),
        ("60", "'60'", "3:19: friction_percent: expected a number (got '60')"),
        ("60", "true", "3:19: friction_percent: expected a number (got true)"),
        ("60", ".nan", "3:19: friction_percent: expected a finite number (got nan)"),
        ("60", ".inf", "3:19: friction_percent: expected a finite number (got inf)"),
        ("60", "101", "3:19: friction_percent: must be from 0 to 100 (got 101)"),
        ("1e-1", "-1", "4:10: pause_s: must be from 0 to 14400 (got -1)"),
        ("lid: true", "lid: 1", "5:6: lid: expected true or false (got 1)"),
        ("colour: no", "colour: 7", "6:9: colour: expected text (got 7)"),
        ("wear: some", "wear: lots", "7:7: wear: expected 'none' or 'some' (got 'lots')"),
        ("[1, 2, 3]", "[1, 2]", "1:11: size_mm[0]: expected a list of 3 values, got 2 values"),
        ("[1, 2, 3]", "9", "1:11: size_mm[0]: expected a list of 3 values (got 9)"),
        ("[4, 5.5", "[4, x", "1:26: size_mm[1][1]: expected a number (got 'x')"),
        ("7: 1", "7: x", "9:20: loads.7: expected a number (got 'x')"),
        ("{1: 0.5, 7: 1}", "[1]", "9:8: loads: expected a mapping (got a list)"),
        ("7: 1", "1: 1", "9:17: loads.1: duplicate key, first given in line 9"),
        ("count: 3\n", "", "1:1: missing key 'count'"),
    ],
)
def test_a_wrong_value_is_reported_at_its_place(
    folder: Path, old: str, new: str, message: str
) -> None:
    assert complaint(folder, changed(old, new)) == f"box.yaml:{message}"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("shelf_mm", "shelf", "this value is in mm: write 'shelf_mm'"),
        ("shelf_mm", "shelf_m", "this value is in mm: write 'shelf_mm'"),
        ("friction_percent", "friction", "this value is in percent: write 'friction_percent'"),
        ("colour:", "colour_deg:", "this value has no unit: write 'colour'"),
        ("colour:", "color:", "did you mean 'colour'?"),
        ("colour: no", "colour: no\nvolume: 1", "expected one of size_mm, count, "),
        ("colour: no", "colour: no\n'[key]': 1", "expected one of size_mm, count, "),
    ],
)
def test_an_unknown_key_names_the_key_that_was_meant(
    folder: Path, old: str, new: str, message: str
) -> None:
    line = complaint(folder, changed(old, new))
    assert "unknown key, " + message in line


def test_a_missing_key_is_reported_at_its_parent(folder: Path) -> None:
    text = FIVE_MISTAKES.replace("    pitch_deg: [30]\n", "    {}\n")
    with pytest.raises(ConfigError) as caught:
        load(written(folder, text), Motions)
    last = caught.value.problems[-1]
    assert (last.line, last.column, last.path) == (12, 3, "get_up_back.break_up")
    assert last.message == "missing key 'pitch_deg'"


def test_a_range_must_not_descend(folder: Path) -> None:
    line = complaint(folder, "pitch_deg: [5, -5]", BreakUp)
    assert line == "box.yaml:1:12: pitch_deg: expected the smaller value first"


def test_a_value_error_of_the_class_is_reported(folder: Path) -> None:
    line = complaint(folder, changed("1e-1", "101"))
    assert line == "box.yaml:1:1: pause and patience do not go together"


@dataclass(frozen=True, slots=True)
class Watched:
    joint: JointIndex


@pytest.mark.parametrize("given, told", [("[l_knee]", "a list"), ("{l_knee: 1}", "a mapping")])
def test_a_joint_given_as_a_list_or_mapping_is_refused(
    tmp_path: Path, given: str, told: str
) -> None:
    (tmp_path / "watched.yaml").write_text(f"joint: {given}\n")
    names = {"joint": ("l_knee", "r_knee")}
    problem = reported(lambda: load(tmp_path / "watched.yaml", Watched, names=names))
    assert problem.message == f"expected 'l_knee' or 'r_knee' (got {told})"


@dataclass(frozen=True, slots=True)
class Visit:
    place: Annotated[str, Name("place")] | None = None


def test_an_unknown_name_is_reported_at_its_place(folder: Path) -> None:
    path = written(folder, "place: hrbour")
    with pytest.raises(ConfigError, match=r"box.yaml:1:8: place: unknown place \(got 'hrbour'\)"):
        load(path, Visit, names={"place": ["harbour"]})


def test_a_known_or_omitted_name_is_accepted(folder: Path) -> None:
    names = {"place": ["harbour"]}
    assert load(written(folder, "place: harbour"), Visit, names=names) == Visit("harbour")
    assert load(written(folder, "{}"), Visit, names=names) == Visit()


def test_a_wrong_joint_name_suggests_the_nearest(folder: Path) -> None:
    text = "{duration_ms: 20, interpolation: linear, angles_deg: {l_kne_pitch: 1}}"
    assert complaint(folder, text, Keyframe).endswith("did you mean 'l_knee_pitch'?")


@pytest.mark.parametrize("name", ["x", "[key]"])
def test_a_wrong_key_is_reported_at_its_place(folder: Path, name: str) -> None:
    text = f"{{duration_ms: 20, interpolation: linear, angles_deg: {{'{name}': 1}}}}"
    told = f"box.yaml:1:55: angles_deg.{name}: expected one of "
    assert complaint(folder, text, Keyframe).startswith(told)


BROKEN = [
    ("a:\n\tb: 1\n", "2:1", "a tab in the indentation: use spaces"),
    ("a:\n  b: 1\n \tc: 2\n", "3:2", "a tab in the indentation"),
    ("a: 1\nb:2\nc: 3\n", "2:2", "a space is missing after ':': write 'b: 2'"),
    ("a:\n  b:2  # two\n  c: 3\n", "2:4", "a space is missing after ':': write 'b: 2'"),
    ("a:2  # two\nb: 1\n", "1:2", "a space is missing after ':': write 'a: 2'"),
    ("a:\n  -b: 1\n  - c: 2\n", "2:3", "a space is missing after '-'"),
    ("a:\n  -b: 1\n    c: 2\n", "2:3", "a space is missing after '-': write '- ' before the entry"),
    ("a:\n  -b:1\n   c: 2\n", "2:3", "a space is missing after '-'"),
    ("a:\n  -{b: 1, c: 2}\n", "2:3", "a space is missing after '-'"),
    ("a: 1\nb 2\nc: 3\n", "2:1", "a ':' is missing: write 'key: value'"),
    ("a: b: c\n", "1:5", "a second ': ' in one value"),
    ("a: - b\n", "1:4", "an entry '- ' must begin its own line"),
    ("a: 1\nb: 'x\nc: 3\n", "2:4", "the quote that begins here is never closed: add '"),
    ('a: "x\nb: "y"\n', "1:4", 'begins here is not closed before line 2: add "'),
    ("a: 'x' y\n", "1:8", "text after the end of a value"),
    ("a: {b: 1\nc: 3\n", "1:4", "the brace '{' that opens here is not closed before line 2"),
    ("a:\n- {b: {c: 1}, d: 2\n- {b: 1}\n", "2:3", "is not closed before line 3: add '}'"),
    ("b: {a: 1}\nd: {\n", "2:4", "the brace '{' that opens here is never closed: add '}'"),
    ("a: [1, 2\nb: 3\n", "1:4", "the bracket '[' that opens here is not closed before line 2"),
    ("a: [1, 2\n", "1:4", "the bracket '[' that opens here is never closed: add ']'"),
    ("\ufeffa: [1, 2\n", "1:4", "the bracket '[' that opens here is never closed: add ']'"),
    ("a: [1, 2}\n", "1:9", "the bracket '[' of line 1 is still open at this '}': write ']'"),
    ("a: [1, 2]]\n", "1:10", "']' closes nothing: remove it"),
    ("a: {b: 1 c: 2}\n", "1:11", "a ',' is missing before this"),
    ("a: {b: 1,, c: 2}\n", "1:10", "nothing stands before this ','"),
    ("a:\n    b: 1\n  c: 2\n", "3:3", "indentation of 2, unlike the lines above: expected 0 or 4"),
    ("a:\n  b: 1\n    c: 2\n", "3:5", "indentation of 4, unlike the lines above: expected 2 or 0"),
    ("a:\n  - b: 1\n   c: 2\n", "3:4", "indentation of 3, unlike the lines above: expected 2 or 4"),
    ("a:\n  - 1\n  b: 2\n", "3:3", "a key among the entries of a list"),
    ("a:\n  b: 2\n  - 1\n", "3:3", "an entry '- ' among keys"),
    ("a: @x\n", "1:4", "a text with '@' at its beginning needs quotes"),
    ("a: 1\nb: \x01\n", "2:4", "the invisible character '\\x01' is not allowed: remove it"),
    ("a: 1\n---\nb: 2\n", "2:1", "'---' begins a second document: remove it"),
]


@pytest.mark.parametrize(("text", "place", "words"), BROKEN)
def test_broken_syntax_is_reported_in_plain_words_where_it_is_corrected(
    text: str, place: str, words: str
) -> None:
    (problem,) = parse(text, "box.yaml").problems
    assert f"{problem.line}:{problem.column}" == place
    assert words in problem.message


@pytest.mark.parametrize("sign", ["", *"{}[]:,'\"-\t\n &*!@#|>?%"])
def test_any_character_put_into_a_file_leaves_it_readable_or_has_a_place_in_it(sign: str) -> None:
    for at in range(len(FIVE_MISTAKES)):
        text = FIVE_MISTAKES[:at] + sign + FIVE_MISTAKES[at + 1 :]
        for problem in parse(text, "box.yaml").problems:
            assert 1 <= problem.line <= len(text.splitlines()) + 1


def test_a_missing_space_in_braces_is_told(folder: Path) -> None:
    text = "{duration_ms:20, interpolation: linear, angles_deg: {}}"
    assert complaint(folder, text, Keyframe).endswith(
        "a space is missing after ':': write 'duration_ms: 20'"
    )


@dataclass(frozen=True, slots=True)
class Listed:
    entries: tuple[Visit, ...]


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("- place:home", "entries[0]: a space is missing after ':': write 'place: home'"),
        ("-place: home", "entries: a space is missing after '-': write '- ' before the entry"),
        ("-place:home", "entries: a space is missing after '-': write '- ' before the entry"),
        ("- 'place: home'", "entries[0]: expected a mapping with the keys place"),
        ("place: home", "entries: expected a list (got a mapping)"),
    ],
)
def test_a_key_that_is_glued_to_its_dash_or_value_in_a_list_is_told(
    folder: Path, entry: str, told: str
) -> None:
    assert f": {told}" in complaint(folder, f"entries:\n  {entry}\n", Listed)


def test_a_yaml_alias_is_refused(folder: Path) -> None:
    text = changed("[[1, 2, 3], [4, 5.5, 6]]", "[&a [1, 2, 3], *a]")
    assert "aliases are not supported" in complaint(folder, text)


@pytest.mark.parametrize("text", ["a: &x 1\nb: *x", "- &x 1\n- *x", "a: &x 1\n*x : 2"])
def test_an_alias_of_a_single_value_is_refused_too(text: str) -> None:
    problems = parse(text, "box.yaml").problems
    assert ["aliases are not supported" in problem.message for problem in problems] == [True]


def test_an_empty_file_is_refused_with_the_expected_keys(folder: Path) -> None:
    assert complaint(folder, "", BreakUp) == (
        "box.yaml:1:1: expected a mapping with the keys pitch_deg (got nothing)"
    )


def test_a_missing_file_is_reported_like_any_other_problem(folder: Path) -> None:
    with pytest.raises(ConfigError, match=r"gone\.yaml:1:1: cannot be read: No such file"):
        load(folder / "gone.yaml", Box)


def test_changes_to_a_parsed_file_do_not_affect_later_reads() -> None:
    text = "a: {b: [1, 2]}\nc: 3\n"
    first = parse(text, "file")
    first.override(parse("a: {b: {1: 5}}", "over"))
    first.data["a"]["b"].append(9)
    first.values.clear()
    first.keys.clear()
    first.problems.append(Place("file").problem((), "wrong"))
    again = parse(text, "file")
    assert again.data == {"a": {"b": [1, 2]}, "c": 3}
    assert again.place(("a", "b", 1)) == Place("file", 1, 12)
    assert again.keys[("c",)] == Place("file", 2, 1)
    assert again.problems == []


def test_an_override_replaces_single_values(folder: Path) -> None:
    over = written(folder, "loads: {7: 0.25}\nsize_mm: [[0, 0, 0], [1, 1, 1]]\n", "over.yaml")
    box = load(written(folder, BOX), Box, overrides=[over])
    assert box.loads == {"1": 0.5, "7": 0.25}
    assert box.size[0] == (0.0, 0.0, 0.0)
    assert box.count == 3


def test_a_mistake_in_an_override_is_reported_there(folder: Path) -> None:
    over = written(folder, "# mine\ncount: few\nlod: 1\n", "over.yaml")
    with pytest.raises(ConfigError) as caught:
        load(written(folder, BOX), Box, overrides=[over])
    assert [(p.file, p.line, p.path) for p in caught.value.problems] == [
        ("over.yaml", 2, "count"),
        ("over.yaml", 3, "lod"),
    ]


def test_an_override_changes_single_entries_of_a_list(folder: Path) -> None:
    over = written(folder, "size_mm: {1: {2: 8}}\n", "over.yaml")
    box = load(written(folder, BOX), Box, overrides=[over])
    assert box.size == ((0.001, 0.002, 0.003), (0.004, 0.0055, 0.008))


def test_a_mistake_in_a_list_entry_of_an_override_is_reported_there(folder: Path) -> None:
    over = written(folder, "size_mm:\n  1: {2: far}\n  7: {0: 1}\n  x: 1\n", "over.yaml")
    with pytest.raises(ConfigError) as caught:
        load(written(folder, BOX), Box, overrides=[over])
    assert [f"{p.file}:{p.line}: {p.path}: {p.message}" for p in caught.value.problems] == [
        "over.yaml:2: size_mm[1][2]: expected a number (got 'far')",
        "over.yaml:3: size_mm.7: expected the index of an entry, 0 to 1",
        "over.yaml:4: size_mm.x: expected the index of an entry, 0 to 1",
    ]


def test_a_field_that_mixes_units_is_a_type_error() -> None:
    @dataclass(frozen=True)
    class Mixed:
        pair: tuple[Length, Angle]

    with pytest.raises(TypeError, match="mixes the units"):
        keys_of(Mixed)


def test_the_config_folder_holds_the_robot_model() -> None:
    assert (config_folder() / "robots" / "nao_v6.yaml").is_file()


def test_a_file_like_another_needs_only_the_differences(folder: Path) -> None:
    written(folder, BOX)
    written(folder, "like: box\ncount: 4\nloads: {7: 0.25}\n", "smaller.yaml")
    path = written(folder, "like: smaller\ncolour: red\n", "smallest.yaml")
    smallest = load(path, Box)
    assert (smallest.count, smallest.colour, smallest.lid) == (4, "red", True)
    assert smallest.loads == {"1": 0.5, "7": 0.25}


@pytest.mark.parametrize(
    "text, mistakes",
    [
        ("like: bx\n", ["mine.yaml:1: like: expected 'box' or 'other' (got 'bx')"]),
        ("like: [box]\n", ["mine.yaml:1: like: expected 'box' or 'other' (got a list)"]),
        (
            "like: mine\n",
            ["mine.yaml:1: like: must not form a cycle (mine like mine)"],
        ),
        (
            "like: other\ncount: 4\n",
            ["other.yaml:1: like: must not form a cycle (mine like other like mine)"],
        ),
        (
            "like: box\ncoutn: 4\nlid: 3\n",
            [
                "mine.yaml:2: coutn: unknown key, did you mean 'count'?",
                "mine.yaml:3: lid: expected true or false (got 3)",
            ],
        ),
    ],
    ids=["unknown", "no name", "itself", "circle", "unknown key"],
)
def test_a_mistake_in_a_file_like_another_is_reported_there(
    folder: Path, text: str, mistakes: list[str]
) -> None:
    written(folder, BOX)
    written(folder, "like: mine\n", "other.yaml")
    with pytest.raises(ConfigError) as caught:
        load(written(folder, text, "mine.yaml"), Box)
    told = [f"{p.file}:{p.line}: {p.path}: {p.message}" for p in caught.value.problems]
    assert told == mistakes


def test_an_error_of_a_group_is_reported_where_the_group_was_changed(folder: Path) -> None:
    written(folder, f"boxes: [{{{', '.join(BOX.splitlines())}}}]\n", "shelf.yaml")
    path = written(folder, "like: shelf\nboxes:\n  0:\n    pause_s: 101\n", "mine.yaml")
    problem = reported(lambda: load(path, Shelf))
    assert (problem.file, problem.line, problem.path) == ("mine.yaml", 4, "boxes[0]")


@pytest.mark.parametrize("digits", [300, 301, 5000])
def test_a_number_of_thousands_of_digits_is_reported_at_its_place(
    tmp_path: Path, digits: int
) -> None:
    """Python refuses to parse integers of more than 4300 digits with an error of its own."""
    path = tmp_path / "big.yaml"
    path.write_text(f"name: big\nseed: {'9' * digits}\n")
    with pytest.raises(ConfigError) as error:
        load(path, Scenario)
    assert [problem.line for problem in error.value.problems if problem.path == "seed"] == [2]


def test_a_list_index_of_thousands_of_digits_is_refused() -> None:
    below, above = parse("list: [1, 2]", "below"), parse(f"list:\n  ? {'1' * 5000}\n  : 3", "above")
    below.override(above)
    (problem,) = below.problems
    assert problem.message == "expected the index of an entry, 0 to 1"
