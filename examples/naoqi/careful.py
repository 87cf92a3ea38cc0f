"""Walk with a move config: you will see longer and higher steps, and what a robot may set.

python examples/naoqi/careful.py
"""

from collections.abc import Callable
from typing import Any

CAREFUL = [["MaxStepX", 0.05], ["StepHeight", 0.03]]


def main(motion: Any, posture: Any, sleep: Callable[[float], None]) -> None:
    """Walk."""
    motion.wakeUp()
    posture.goToPosture("StandInit", 0.5)
    least, most = dict(motion.getMoveConfig("Min")), dict(motion.getMoveConfig("Max"))
    print(f"StepHeight may be {least['StepHeight']} to {most['StepHeight']} m")
    reached = motion.moveTo(0.1, 0.0, 0.0, CAREFUL)
    x, y, theta = motion.getRobotPosition(True)
    print(f"reached {reached}: {x:.2f} m, {y:.2f} m, {theta:.2f} rad")
    motion.rest()


if __name__ == "__main__":
    import time

    from hsm.apps.naoqi import Motion, Posture

    main(Motion(), Posture(), time.sleep)
