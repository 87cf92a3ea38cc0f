"""A behaviour: read reports, send sightings, request a kick, and wait until it is done.

The robot runs in another process, on a NAO or on a simulated one. This program has no camera and
reports the ball where the scenario has placed it. You will see every change of state with its
reason, then the kick that was executed. `hsm serve lola` prints the final ball position on exit.

    hsm serve lola --scenario stand_kick      # in one terminal
    hsm robot run                             # in another one
    python examples/behaviour.py
"""

import time
from pathlib import Path
from typing import Any

import hsm

BALL = hsm.Pose2(0.195, 0.055)  # m, in the frame of the robot at the start of its run
KICK = hsm.Kick(hsm.KickKind.FORWARD_FAST)
PAUSE = 0.05  # s, like the time between two images of a camera


def main(requests: Path | None = None) -> None:
    """Kick once; `requests` is the robot's socket, the default one if None."""
    with hsm.RobotClient(requests) as robot:
        robot.stand()
        report = robot.status()
        while report.get("leaf") != "Stand.Normal":
            report = tell_changes(report, robot.status())
        before = report["info"]["last_kick"]
        robot.hold(motion=hsm.Motion.KICK, kick=KICK, number=report["cycles"])
        while report["info"]["last_kick"] == before:
            report = tell_changes(report, robot.see(ball_seen(report)))
        made = report["info"]["last_kick"]
        print(f"{made['time']:6.2f} s  kicked: {made['name']}")
        robot.stand()


def ball_seen(report: dict[str, Any]) -> hsm.Sighting:
    """Return a sighting of the ball in the robot's frame, at the time and odometry of a report."""
    here = hsm.Pose2(*report["odometry"])
    ball = here.inverse() @ BALL
    return hsm.Sighting(ball=hsm.SeenBall(report["time"], here, ball.x, ball.y))


def tell_changes(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Print a new transition, call for help or refused sighting; return the report."""
    for key in ("transition", "asks", "refused_sighting"):
        if now.get(key) and now[key] != before.get(key):
            print(f"{now['time']:6.2f} s  {now[key]}")
    time.sleep(PAUSE)
    return now


if __name__ == "__main__":
    try:
        main()
    except hsm.HsmError as error:  # there is no robot, for example
        raise SystemExit(f"{error}\n{error.hint}".strip()) from None
