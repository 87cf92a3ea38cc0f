"""The inputs of errand tasks, with the shipped parameters."""

import pytest

from motions.errands.task import TaskContext
from motions.generators.parameters import GeneratorParameters
from motions.generators.zero_frame import ZeroFrame
from motions.kicks.memory import KickMemory
from motions.kicks.parameters import KickParameters
from motions.kicks.steady_ball import SteadyBall
from tests.motions.errands.joints import joints


@pytest.fixture
def context(parameters: GeneratorParameters, kicks: KickParameters) -> TaskContext:
    memory = KickMemory(SteadyBall(kicks.table.ready), kicks.table.ready.result)
    frame = ZeroFrame(0.05, 0.012, parameters.errand.last_miss)
    return TaskContext(frame, parameters, kicks, memory, joints())
