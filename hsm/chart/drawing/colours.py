"""The colours of the pictures; each has one meaning, given in the legend of every picture."""

from typing import Final

from hsm.chart.engine.rows import Priority

PRIORITIES: Final = {
    Priority.SAFETY: "#c0261c",
    Priority.OPERATOR: "#c46a00",
    Priority.REACTION: "#1f5fa8",
    Priority.SEQUENCE: "#4a4a4a",
    Priority.REQUEST: "#1c7a3a",
}

TITLE: Final = "#000000"
SMALL: Final = "#5b6673"  # small print
OUTLINE: Final = "#5b6673"
PASSING: Final = "#ffffff"  # a state that ends
RESTING: Final = "#e4f1e6"
OUTSIDE: Final = "#fafafa"  # rows from and to other pages, and the line to them
OUTSIDE_LINE: Final = "#8a949e"
FRAMES: Final = ("#f4f6f8", "#e9edf1")  # alternating with the depth of nested frames
FRAME_LINE: Final = "#b4bcc6"
