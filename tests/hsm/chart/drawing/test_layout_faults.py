"""Faulty lines of a layout, found in the output of `dot -Tjson0`."""

import json

import pytest

from hsm.chart.drawing.layout_faults import faults

_STRAIGHT = "50,100 50,80 50,40 50,20"


def box(number: int, name: str, centre: str) -> dict[str, object]:
    """Return a box of 36 x 14.4 pt."""
    return {"_gvid": number, "name": name, "pos": centre, "width": "0.5", "height": "0.2"}


def frame(bounds: str, title: str, nodes: list[int]) -> dict[str, object]:
    """Return a frame with a title of 36 x 14.4 pt."""
    return {
        "name": "f",
        "bb": bounds,
        "nodes": nodes,
        "lp": title,
        "lwidth": "0.5",
        "lheight": "0.2",
    }


def line(path: str, name: str = "line", ends: tuple[int, int] = (0, 1)) -> dict[str, object]:
    return {"id": name, "tail": ends[0], "head": ends[1], "pos": f"e,{path.split()[-1]} {path}"}


def found(objects: list[dict[str, object]], *lines: dict[str, object]) -> list[str]:
    ends = [box(0, "a", "50,110"), box(1, "b", "50,10")]
    return faults(json.dumps({"objects": [*ends, *objects], "edges": lines}).encode())


def test_a_straight_line_between_two_boxes_has_no_faults() -> None:
    around = frame("0,0,120,150", "20,140", [0, 1])
    assert found([box(2, "c", "100,60"), around], line(_STRAIGHT)) == []


@pytest.mark.parametrize(
    ("item", "fault"),
    [
        (box(2, "c", "60,60"), "line runs through c"),
        (frame("30,0,51,150", "200,140", [0, 1]), "line leaves f"),
        (frame("0,0,120,150", "50,60", [0, 1]), "line runs through the title of f"),
        (frame("51,0,120,150", "90,140", []), "line runs along the border of f"),
    ],
)
def test_a_line_across_a_box_frame_or_title_is_reported(
    item: dict[str, object], fault: str
) -> None:
    assert fault in found([item], line(_STRAIGHT))


def test_two_lines_that_look_like_one_are_reported() -> None:
    beside = line("51,100 51,80 51,40 51,20", "other")
    assert found([], line(_STRAIGHT), beside) == ["line runs along other"]


def test_two_lines_that_only_meet_at_their_end_are_no_fault() -> None:
    assert found([], line(_STRAIGHT), line("90,100 90,80 52,40 52,20", "other")) == []
