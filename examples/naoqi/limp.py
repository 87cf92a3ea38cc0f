"""Walk like a sailor: you will see a left foot that steps higher and shorter than the right one.

python examples/naoqi/limp.py
"""

from collections.abc import Callable
from typing import Any

LIMP = [["LeftStepHeight", 0.03], ["LeftMaxStepX", 0.02], ["RightTorsoWx", -0.06]]


def main(motion: Any, posture: Any, sleep: Callable[[float], None]) -> None:
    """Limp."""
    motion.wakeUp()
    posture.goToPosture("StandInit", 0.5)
    motion.moveToward(0.8, 0.0, 0.0, LIMP)
    sleep(3.0)
    x, y, _ = motion.getRobotPosition(True)
    print(f"limped to {x:.2f} m, {y:.2f} m")
    motion.stopMove()
    motion.rest()


if __name__ == "__main__":
    import time

    from hsm.apps.naoqi import Motion, Posture

    main(Motion(), Posture(), time.sleep)
