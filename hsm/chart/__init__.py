"""The state machine as data, and the engine that runs, proves and draws it."""

from hsm.chart.compile import Arrow, Chart, compile_chart
from hsm.chart.errors import ChartError, EngineError
from hsm.chart.machine import Machine
from hsm.chart.rows import Band, Row
from hsm.chart.table import robot_chart
from hsm.chart.transition import Transition
from hsm.chart.tree import Leaf, Tree

__all__ = [
    "Arrow",
    "Band",
    "Chart",
    "EngineError",
    "ChartError",
    "Leaf",
    "Machine",
    "Row",
    "Transition",
    "Tree",
    "compile_chart",
    "robot_chart",
]
