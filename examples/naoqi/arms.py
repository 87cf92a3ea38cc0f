"""Wave while walking: you will see an arm that leaves its swing, waves, and swings again by itself.

python examples/naoqi/arms.py
"""

from collections.abc import Callable
from typing import Any

UP = [-0.8, 0.3]
"""rad: shoulder pitch and roll."""


def main(motion: Any, posture: Any, sleep: Callable[[float], None]) -> None:
    """Wave."""
    motion.wakeUp()
    posture.goToPosture("StandInit", 0.5)
    motion.moveToward(0.6, 0.0, 0.0)
    sleep(1.5)
    motion.angleInterpolation(["LShoulderPitch", "LShoulderRoll"], UP, [1.0, 1.0], True)
    # To a tenth: the arms swing on as soon as they are up, and a cycle of that may have passed.
    print("up:", [round(angle, 1) for angle in motion.getAngles("LArm", False)[:2]])
    sleep(2.0)
    print("swings:", [round(angle, 2) for angle in motion.getAngles("LArm", False)[:2]])
    motion.setMoveArmsEnabled(False, True)
    motion.setAngles("HeadYaw", 0.5, 0.2)
    sleep(1.0)
    print("looks:", round(motion.getAngles("HeadYaw", False)[0], 2))
    motion.stopMove()
    motion.rest()


if __name__ == "__main__":
    import time

    from hsm.apps.naoqi import Motion, Posture

    main(Motion(), Posture(), time.sleep)
