"""The pages: true to the chart, and the same on every machine."""

import logging
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import graphviz
import pytest

from hsm.chart.drawing import write as draw
from hsm.chart.drawing.page import Page, Shape, Spec
from hsm.chart.drawing.write import PAGES, make_page, stale, texts, write
from hsm.chart.table import robot_chart
from tests.hsm.chart.mini import lamp

CHART = robot_chart(0.012)
ROOT = Path(__file__).parents[4]
needs_dot = pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")


@cache
def chart_texts() -> dict[str, str]:
    return texts(CHART)


@pytest.fixture
def told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the texts of the chart be those that were made once: proofs take half a second."""
    monkeypatch.setattr(draw, "texts", lambda chart: dict(chart_texts()))


def page_of(name: str) -> Page:
    return make_page(CHART, next(spec for spec in PAGES if spec.name == name))


def test_the_pages_in_the_repository_match_the_table() -> None:
    assert stale(CHART, ROOT / "diagrams") == [], "run `hsm diagrams`"


def test_every_page_in_the_repository_has_its_picture() -> None:
    pictures = {path.stem for path in (ROOT / "diagrams").glob("*.svg")}
    assert pictures == {spec.name for spec in PAGES}


def test_the_text_does_not_depend_on_the_hash_seed() -> None:
    program = (
        "import hashlib; from hsm.chart import robot_chart;"
        "from hsm.chart.drawing.write import texts;"
        "print(hashlib.sha256(repr(texts(robot_chart(0.012))).encode()).hexdigest())"
    )
    prints = {
        subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True, check=True, text=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(prints) == 1


@pytest.mark.parametrize("leaf", CHART.tree.leaves, ids=CHART.short)
def test_every_leaf_is_drawn_on_some_page(leaf: str) -> None:
    # The other kinds of keyframe motion have the leaves of GetUp.
    same = re.sub(r"KeyframePhase\.\w+", "KeyframePhase.GetUp", leaf)
    assert any(same in make_page(CHART, spec).nodes for spec in PAGES if not spec.overview)


def test_every_row_is_drawn_on_some_page() -> None:
    ranks = set()
    for spec in PAGES:
        page = make_page(CHART, spec)
        ranks |= {label.rank for edge in page.edges.values() for label in edge.labels}
        ranks |= {label.rank for node in page.nodes.values() for _, label in node.entries}
    assert ranks - {0} == {arrow.rank for arrow in CHART.arrows}


@pytest.mark.parametrize("spec", PAGES, ids=lambda spec: spec.name)
def test_every_edge_has_its_ends_on_the_page(spec: Spec) -> None:
    page = make_page(CHART, spec)
    for edge in page.edges.values():
        assert edge.tail in page.nodes and edge.head in page.nodes
        assert not edge.frame or edge.frame in page.frames


def test_a_row_that_many_leaves_share_is_drawn_once() -> None:
    page = page_of("keyframe_phase")
    touched = [e for e in page.edges.values() if any(x.event == "head_touch" for x in e.labels)]
    assert [page.nodes[edge.tail].title for edge in touched] == ["any but Decide"]


def test_a_page_of_own_rows_leaves_the_common_ones_out() -> None:
    page = page_of("sit_down")
    leaves = {node.title for node in page.nodes.values() if node.shape is Shape.LEAF}
    assert leaves == {"Decide", "Done", "BreakUp"}


def test_what_leaves_several_states_at_once_is_listed_on_a_page_of_own_rows() -> None:
    lists = [node for node in page_of("special").nodes.values() if node.shape is Shape.ANY]
    left = {(label.event, state) for node in lists for state, label in node.entries}
    assert ("fall", "FallProtection") in left


@pytest.mark.parametrize("spec", PAGES, ids=lambda spec: spec.name)
def test_a_page_tells_every_event_that_its_leaves_may_see(spec: Spec) -> None:
    page = make_page(CHART, spec)
    leaves = [node.id for node in page.nodes.values() if node.shape is Shape.LEAF]
    seen = {arrow.event for leaf in leaves for *_, arrow in CHART.options[leaf]}
    common = {row.event for row in CHART.rows if "*" in str(row)} if spec.own_only else set()
    told = {label.event for label in page.labels()} | set(re.findall(r"\w+", page.captions[-1]))
    assert seen - common - {"timeout"} <= told


def test_the_overview_tells_in_words_what_would_touch_everything() -> None:
    page = page_of("overview")
    assert page.captions[-1] == (
        "From anywhere in Active: frames_lost → Off, hw_fault → Fault, force_limp → Limp."
    )


def test_the_fall_starts_at_the_frame_of_what_can_fall() -> None:
    edges = page_of("overview").edges.values()
    fall = next(e for e in edges if any(label.event == "fall" for label in e.labels))
    assert fall.frame == "Active.Upright"


@pytest.mark.parametrize("spec", PAGES, ids=lambda spec: spec.name)
def test_mermaid_declares_every_state_that_it_connects(spec: Spec) -> None:
    lines = chart_texts()[f"{spec.name}.mmd"].splitlines()
    declared = {line.split(" as ")[1].split()[0] for line in lines if " as " in line}
    for line in lines:
        if "-->" in line:
            ends, _, text = line.partition(" : ")
            assert set(re.findall(r"[\w\[\]*]+", ends)) - {"[*]"} <= declared
            assert not set(":;") & set(text)
    assert sum(line.endswith("{") for line in lines) == lines.count("  }") + lines.count("    }")


def test_the_safety_matrix_joins_leaves_that_answer_alike() -> None:
    lines = chart_texts()["safety.md"].splitlines()
    air = "| `PickedUp` | Off | Fault | Limp | - | FallProtection.WaitGetUp | Freeze | {} |"
    assert air.format("already active") in lines
    assert "| `KeyframePhase.SitDown.Decide` | Off | Fault | Limp | - | - | Freeze | - |" in lines


def test_every_leaf_has_its_resolved_order_in_the_documentation() -> None:
    sections = chart_texts()["leaves.md"].split("\n## ")[1:]
    assert [section.splitlines()[0] for section in sections] == [
        CHART.short(leaf) for leaf in CHART.tree.leaves
    ]
    for section, options in zip(sections, CHART.options.values(), strict=True):
        events = re.findall(r"^\| \d+ \| [A-Z]+ \| `(\w+)`", section, re.MULTILINE)
        assert events == [arrow.event for *_, arrow in options]


@needs_dot
@pytest.mark.parametrize("spec", PAGES, ids=lambda spec: spec.name)
def test_graphviz_draws_a_page_without_complaint(spec: Spec) -> None:
    done = subprocess.run(
        ["dot", "-Tsvg"],
        input=chart_texts()[f"{spec.name}.dot"].encode(),
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""


def test_a_viewer_finds_every_leaf_by_its_path() -> None:
    svg = (ROOT / "diagrams" / "walk.svg").read_text(encoding="utf-8")
    for leaf in CHART.tree.leaves_of("WalkPhase"):
        assert f'id="{leaf}"' in svg


@pytest.mark.usefixtures("told_once")
def test_a_changed_a_missing_and_a_foreign_page_are_stale(tmp_path: Path) -> None:
    for name, text in chart_texts().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "walk.dot").write_text("digraph {}", encoding="utf-8")
    (tmp_path / "stand.mmd").unlink()
    (tmp_path / "old.dot").touch()
    assert stale(CHART, tmp_path) == ["old.dot", "stand.mmd", "walk.dot"]


@pytest.mark.usefixtures("told_once")
def test_everything_is_stale_where_there_is_nothing(tmp_path: Path) -> None:
    assert stale(CHART, tmp_path / "nowhere") == sorted(chart_texts())


@pytest.mark.usefixtures("told_once")
def test_without_graphviz_the_text_is_written_with_one_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def missing(dot: str) -> str:
        raise graphviz.ExecutableNotFound(["dot"])

    monkeypatch.setattr(draw, "svg", missing)
    with caplog.at_level(logging.WARNING):
        written = write(CHART, tmp_path)
    assert {path.name for path in written} == set(chart_texts())
    assert len(caplog.records) == 1
    assert stale(CHART, tmp_path) == []


@pytest.mark.usefixtures("told_once")
def test_a_second_writing_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw, "svg", lambda dot: "<svg/>")
    assert len(write(CHART, tmp_path)) == len(chart_texts()) + len(PAGES)
    assert write(CHART, tmp_path) == []


@pytest.mark.usefixtures("told_once")
def test_a_picture_of_another_text_is_stale_until_it_is_drawn_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draw, "svg", lambda dot: "<svg/>")
    write(CHART, tmp_path)
    (tmp_path / "walk.svg").write_text(draw.picture("digraph {}"), encoding="utf-8")
    (tmp_path / "old.svg").touch()
    assert stale(CHART, tmp_path) == ["old.svg", "walk.svg"]
    assert write(CHART, tmp_path) == [tmp_path / "walk.svg"]


def test_any_chart_can_be_drawn() -> None:
    page = make_page(lamp(), Spec("lamp", "Lamp", "", ("Dark", "Lit")))
    titles = {node.title for node in page.nodes.values()}
    outside = {state for node in page.nodes.values() for state, _ in node.entries}
    assert {"Dark", "Warming", "Bright", "Night", "any"} <= titles
    assert "Broken" in outside
