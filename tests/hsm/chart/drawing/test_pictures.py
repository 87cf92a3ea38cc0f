"""The committed pictures are legible: nothing overlaps, and every number is explained."""

import re
import shutil
from pathlib import Path

import pytest

from hsm.chart.drawing import layout
from hsm.chart.drawing.dot import dot_text
from hsm.chart.drawing.page import Spec
from hsm.chart.drawing.write import PAGES, make_page
from hsm.chart.table import robot_chart
from tests.hsm.chart.drawing.picture import Picture, faults, read
from tests.hsm.chart.mini import lamp

CHART = robot_chart(0.012)
FOLDER = Path(__file__).parents[4] / "diagrams"
TABLES = (FOLDER / "pages.md").read_text(encoding="utf-8")

# A README is about 1000 pixels wide; letters below 9 pixels are not legible.
_README_WIDTH = 1000.0
_SMALLEST = 9.0
_PIXELS_PER_POINT = 96.0 / 72.0

needs_dot = pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
of_every_page = pytest.mark.parametrize("spec", PAGES, ids=lambda spec: spec.name)


def picture_of(spec: Spec) -> Picture:
    return read((FOLDER / f"{spec.name}.svg").read_text(encoding="utf-8"))


@of_every_page
def test_no_text_box_or_line_overlaps_another(spec: Spec) -> None:
    assert faults(picture_of(spec)) == []


@of_every_page
def test_the_smallest_letters_are_legible_in_a_readme(spec: Spec) -> None:
    seen = picture_of(spec)
    width = (seen.page.right - seen.page.left) * _PIXELS_PER_POINT
    shrunk = min(1.0, _README_WIDTH / width)
    assert min(text.size for text in seen.texts) * _PIXELS_PER_POINT * shrunk >= _SMALLEST


@of_every_page
def test_every_number_on_a_page_is_explained_in_the_table_below(spec: Spec) -> None:
    section = TABLES.split(f"\n## {spec.title}\n")[1].split("\n## ")[0]
    assert f"({spec.name}.svg)" in section
    explained = set(re.findall(r"^\| (\d+) \| [A-Z]+ \| `(\w+)`", section, re.MULTILINE))
    owned = [text for text in picture_of(spec).texts if text.owner]
    drawn = {tuple(m) for text in owned for m in re.findall(r"^(\d+) (\w+)$", text.words)}
    assert drawn == explained
    assert drawn or spec.overview


@of_every_page
def test_the_index_links_to_every_page(spec: Spec) -> None:
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    anchor = re.sub(r"[^\w -]", "", spec.title.lower()).replace(" ", "-")
    assert f"- [{spec.title}](pages.md#{anchor})" in index


_NODE = '<g class="node"><title>{0}</title><polygon stroke="#111111" points="{1}"/>{2}</g>'
_A = _NODE.format("a", "0,0 60,0 60,-20 0,-20", "")
_B = _NODE.format("b", "0,-80 60,-80 60,-100 0,-100", "")
_WORD = '<text text-anchor="start" x="{}" y="{}" font-size="10">{}</text>'
_EDGE = '<g class="edge"><title>a-&gt;b</title><path stroke="#222222" d="M{}"/></g>'
_STRAIGHT = "30,-20C30,-40 30,-60 30,-80"
_FRAME = '<g class="cluster"><title>f</title><polygon stroke="#111111" points="{}"/></g>'


def drawn(*items: str, legend: str = "#111111 #222222 #000000") -> Picture:
    signs = "".join(f'<polygon stroke="{colour}" points="0,0"/>' for colour in legend.split())
    return read(
        '<svg xmlns="http://www.w3.org/2000/svg"><g>'
        '<polygon fill="white" points="-20,20 200,20 200,-120 -20,-120"/>'
        f"{signs}{''.join(items)}</g></svg>"
    )


def test_a_clean_drawing_has_no_faults() -> None:
    word = _WORD.format(40, -50, "go")
    assert faults(drawn(_A, _B, _EDGE.format(_STRAIGHT), word)) == []


@pytest.mark.parametrize(
    ("items", "fault"),
    [
        ([_WORD.format(5, -50, "one"), _WORD.format(10, -52, "two")], "'one' lies on 'two'"),
        ([_WORD.format(5, -50, "41 up"), _WORD.format(35, -50, "from")], "'41 up' lies on 'from'"),
        ([_WORD.format(180, -50, "longer")], "'longer' sticks out of 'the page'"),
        ([_WORD.format(15, -50, "label"), _EDGE.format(_STRAIGHT)], "line a -> b runs through"),
        (
            [_NODE.format("c", "20,-40 90,-40 90,-60 20,-60", ""), _EDGE.format(_STRAIGHT)],
            "line a -> b runs through box c",
        ),
        ([_EDGE.format("30,-20C30,-30 30,-40 30,-50")], "line a -> b ends nowhere"),
        (
            [_EDGE.format("30,-20C30,-40 30,-60 30,-60 30,-20 30,-40 30,-80")],
            "line a -> b doubles back",
        ),
        (
            [_WORD.format(80, -50, "label"), _FRAME.format("70,10 95,10 95,-110 70,-110")],
            "'label' lies on the border of f",
        ),
        (
            [_EDGE.format(_STRAIGHT), _FRAME.format("-10,10 31,10 31,-110 -10,-110")],
            "line a -> b runs along the border of f",
        ),
        ([_NODE.format("c", "50,-10 90,-10 90,-30 50,-30", "")], "box a lies on box c"),
        ([_EDGE.format(_STRAIGHT).replace("#222222", "#333333")], "#333333 is not in the legend"),
    ],
)
def test_every_kind_of_layout_fault_is_found(items: list[str], fault: str) -> None:
    found = faults(drawn(_A, _B, *items))
    assert any(sentence.startswith(fault) for sentence in found), found


@needs_dot
def test_a_faulty_layout_makes_graphviz_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    dot = dot_text(make_page(lamp(), Spec("lamp", "Lamp", "", ("Dark", "Lit"))))
    found = iter([["a line runs through a box"], ["another"], []])
    tried: list[bytes] = []

    def twice_bad(layout: bytes) -> list[str]:
        tried.append(layout)
        return next(found)

    monkeypatch.setattr(layout, "faults", twice_bad)
    assert layout.svg(dot).startswith("<?xml")
    assert len(tried) == 3
