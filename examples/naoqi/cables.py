"""Walk over cables: you will see feet that are lifted higher, and steps that are a little shorter.

python examples/naoqi/cables.py
"""

from collections.abc import Callable
from typing import Any

HEIGHT = 0.035
OVER_CABLES = [["StepHeight", HEIGHT], ["MaxStepX", 0.035]]
SECONDS = 12.0


def main(motion: Any, posture: Any, sleep: Callable[[float], None]) -> None:
    """Walk ahead."""
    motion.wakeUp()
    posture.goToPosture("StandInit", 0.5)
    motion.moveToward(1.0, 0.0, 0.0, OVER_CABLES)
    sleep(SECONDS)
    motion.moveToward(0.0, 0.0, 0.0)
    motion.waitUntilMoveIsFinished()
    x, _, _ = motion.getRobotPosition(True)
    print(f"walked {x:.2f} m with feet {1000.0 * HEIGHT:.0f} mm high")
    motion.rest()


if __name__ == "__main__":
    import time

    from hsm.apps.naoqi import Motion, Posture

    main(Motion(), Posture(), time.sleep)
