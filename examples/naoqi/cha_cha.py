"""Dance a cha-cha: you will see sixteen footsteps, and how many of those sent are already fixed.

python examples/naoqi/cha_cha.py
"""

from collections.abc import Callable
from typing import Any

STEPS = [
    ("LLeg", [0.06, 0.1, 0.0]),
    ("LLeg", [0.00, 0.16, 0.0]),
    ("RLeg", [0.00, -0.1, 0.0]),
    ("LLeg", [0.00, 0.16, 0.0]),
    ("RLeg", [-0.04, -0.1, 0.0]),
    ("RLeg", [0.00, -0.16, 0.0]),
    ("LLeg", [0.00, 0.1, 0.0]),
    ("RLeg", [0.00, -0.16, 0.0]),
]
"""Leg and its place, seen from the other one: m, m, rad."""
SPEED = 0.8
TIMES = 2


def main(motion: Any, posture: Any, sleep: Callable[[float], None]) -> None:
    """Dance."""
    motion.wakeUp()
    posture.goToPosture("StandInit", 0.5)
    for _ in range(TIMES):
        for leg, place in STEPS:
            motion.setFootStepsWithSpeed([leg], [place], [SPEED], False)
            _, fixed, free = motion.getFootSteps()
            print(f"{leg} {place}: {len(fixed)} steps are fixed, {len(free)} are not")
    motion.waitUntilMoveIsFinished()
    motion.rest()


if __name__ == "__main__":
    import time

    from hsm.apps.naoqi import Motion, Posture

    main(Motion(), Posture(), time.sleep)
