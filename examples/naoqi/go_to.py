"""Drive a robot on wheels to places: you will see it arrive, and footsteps refused.

hsm serve naoqi --model pepper &
python examples/naoqi/go_to.py
"""

from collections.abc import Callable
from typing import Any

PLACES = [(0.6, 0.0, 0.0), (0.0, 0.4, 1.5708), (-0.3, 0.0, -1.5708)]
"""Each seen from the one before: m, m, rad."""
CAREFUL = [["MaxVelXY", 0.25], ["MaxAccXY", 0.2]]


def main(motion: Any, sleep: Callable[[float], None]) -> None:
    """Go to places."""
    motion.wakeUp()
    sleep(1.0)
    for place in PLACES:
        reached = motion.moveTo(*place, CAREFUL)
        x, y, theta = motion.getRobotPosition(True)
        print(f"reached {reached}: {x:.2f} m, {y:.2f} m, {theta:.2f} rad")
    motion.moveToward(0.5, 0.0, 0.3)
    sleep(1.5)
    vx, vy, turn = motion.getRobotVelocity()
    print(f"{vx:.2f} m/s, {vy:.2f} m/s, {turn:.2f} rad/s")
    motion.stopMove()
    try:
        motion.setFootSteps(["LLeg"], [[0.06, 0.1, 0.0]], [0.6], False)
    except Exception as error:
        print(error)
    motion.rest()


if __name__ == "__main__":
    import time

    import qi

    session = qi.Session()
    session.connect("tcp://127.0.0.1:9559")
    main(session.service("ALMotion"), time.sleep)
