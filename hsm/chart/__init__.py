"""The state machine as data, with the engine that runs it, the proofs and the diagrams.

The robot's states and facts are constants of `hsm.chart.leaves` and `hsm.chart.facts`.
"""

from hsm.chart.engine.compile import Arrow, Chart
from hsm.chart.engine.errors import ChartError
from hsm.chart.engine.factset import Fact, FactSet
from hsm.chart.engine.machine import Machine
from hsm.chart.engine.rows import Priority
from hsm.chart.engine.states import Appearance, Leaf
from hsm.chart.engine.transition import Transition
from hsm.chart.table import robot_chart

__all__ = [
    "Arrow",
    "Chart",
    "ChartError",
    "Fact",
    "FactSet",
    "Leaf",
    "Appearance",
    "Machine",
    "Priority",
    "Transition",
    "robot_chart",
]
