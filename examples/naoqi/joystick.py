"""Walk as a joystick says: you will see a walk that speeds up, turns, and ends gracefully.

python examples/naoqi/joystick.py
"""

from collections.abc import Callable
from typing import Any

STICK = [(0.5, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 0.0, 0.5), (0.5, 0.5, 0.0)]
"""Forward, left and turn, in shares of the longest steps."""
EVERY = 1.0
"""s."""


def main(motion: Any, posture: Any, sleep: Callable[[float], None]) -> None:
    """Follow a joystick."""
    motion.wakeUp()
    posture.goToPosture("StandInit", 0.5)
    for x, y, theta in STICK:
        motion.moveToward(x, y, theta, [["Frequency", 1.0]])
        sleep(EVERY)
        vx, vy, turn = motion.getRobotVelocity()
        print(f"{vx:.2f} m/s, {vy:.2f} m/s, {turn:.2f} rad/s")
    motion.moveToward(0.0, 0.0, 0.0)
    motion.waitUntilMoveIsFinished()
    motion.rest()


if __name__ == "__main__":
    import time

    from hsm.apps.naoqi import Motion, Posture

    main(Motion(), Posture(), time.sleep)
