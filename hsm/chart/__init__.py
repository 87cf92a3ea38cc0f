"""The state machine as data, and the engine that runs, proves and draws it.

The robot's states and facts are constants of `hsm.chart.leaves` and `hsm.chart.facts`.
"""

from hsm.chart.engine.compile import Arrow, Chart, compile_chart
from hsm.chart.engine.errors import ChartError, EngineError
from hsm.chart.engine.factset import Fact, FactSet
from hsm.chart.engine.machine import Machine
from hsm.chart.engine.rows import Priority, Row
from hsm.chart.engine.states import Appearance, Compound, Leaf
from hsm.chart.engine.transition import Transition
from hsm.chart.engine.tree import Tree
from hsm.chart.table import robot_chart

__all__ = [
    "Arrow",
    "Chart",
    "ChartError",
    "Compound",
    "EngineError",
    "Fact",
    "FactSet",
    "Leaf",
    "Appearance",
    "Machine",
    "Priority",
    "Row",
    "Transition",
    "Tree",
    "compile_chart",
    "robot_chart",
]
