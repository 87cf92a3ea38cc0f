"""Walk a square, and see how far odometry is off.

The program is a behaviour: in every cycle of 12 ms it looks at where the robot believes to be, and
asks for a speed. It walks along a side until odometry has it at the end, turns until odometry has
it turned by 90 degrees, and so on. You will see one line per corner, where the robot believes to be
and where it is, and at the end how far these are apart. No odometry is exact: feet slip, joints
have play, and all that the robot knows of its way are its joints, soles and inertial unit.

    python examples/walk_a_square.py
"""

import math

import hsm

SIDE = 0.6  # m
SPEED = 0.2  # m/s
TURN = 0.8  # rad/s, to the left
AHEAD = 0.15  # rad: the robot turns on for about so long while it changes to walking straight


def main() -> None:
    """Walk once around."""
    robot = hsm.Simulation(
        hsm.load_settings(), hsm.load_plant("standard"), robot=3, seed=1, state="Stand.Normal"
    )
    now = stand(robot)
    print("corner    believes x, y [m], heading [deg]       is at")
    for corner in range(1, 5):
        now = walk_on(robot, now)
        now = turn_to(robot, math.radians(90.0 * corner), now)
        print(f"{corner:6}    {text(now)}    {text(true_pose(robot))}")
    now, true = stand(robot), true_pose(robot)
    off = math.hypot(now.x - true.x, now.y - true.y)
    print(f"{robot.time:.1f} s: it stands {math.hypot(true.x, true.y):.2f} m from its start,")
    print(f"and where it believes to stand is off by {1e3 * off:.0f} mm")


def walk_on(robot: hsm.Simulation, begin: hsm.Pose2) -> hsm.Pose2:
    """Walk until odometry has moved by a side."""
    now = begin
    while math.hypot(now.x - begin.x, now.y - begin.y) < SIDE:
        now = robot.step(hsm.MotionRequest(hsm.Motion.WALK, forward=SPEED)).robot.odometry
    return now


def turn_to(robot: hsm.Simulation, heading: float, now: hsm.Pose2) -> hsm.Pose2:
    """Turn to the left until odometry has a heading, rad."""
    while math.remainder(heading - now.heading, 2.0 * math.pi) > AHEAD:
        now = robot.step(hsm.MotionRequest(hsm.Motion.WALK, turn=TURN)).robot.odometry
    return now


def stand(robot: hsm.Simulation) -> hsm.Pose2:
    """Stand still for two seconds: a walking robot closes its feet first."""
    end = robot.time + 2.0
    while robot.time < end:
        now = robot.step(hsm.MotionRequest(hsm.Motion.STAND)).robot.odometry
    return now


def true_pose(robot: hsm.Simulation) -> hsm.Pose2:
    """Return where the physics has the torso, which the robot is never told."""
    truth = robot.truth()
    return hsm.Pose2(truth.torso_position[0], truth.torso_position[1], truth.heading)


def text(pose: hsm.Pose2) -> str:
    """Return a pose for people."""
    return f"{pose.x:8.2f} {pose.y:8.2f} {math.degrees(pose.heading):8.0f}"


if __name__ == "__main__":
    main()
