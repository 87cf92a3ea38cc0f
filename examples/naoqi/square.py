"""Walk a square: you will see four corners, each with the place where the robot believes to be.

python examples/naoqi/square.py
"""

from collections.abc import Callable
from typing import Any

SIDE = 0.2
"""m."""
QUARTER = 1.5708
"""rad."""


def main(motion: Any, posture: Any, sleep: Callable[[float], None]) -> None:
    """Walk a square."""
    motion.wakeUp()
    posture.goToPosture("StandInit", 0.5)
    for _ in range(4):
        reached = motion.moveTo(SIDE, 0.0, QUARTER)
        x, y, theta = motion.getRobotPosition(True)
        print(f"reached {reached}: {x:.2f} m, {y:.2f} m, {theta:.2f} rad")
    motion.rest()


if __name__ == "__main__":
    import time

    from hsm.apps.naoqi import Motion, Posture

    main(Motion(), Posture(), time.sleep)
