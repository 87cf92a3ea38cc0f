"""Walk a square, and measure the drift of odometry.

The program is a behaviour: in every cycle of 12 ms it reads the odometry and requests a speed. The
robot walks along a side until odometry says it has reached the end, turns until odometry says it
has turned by 90 degrees, and so on. You will see one line per corner, with the estimated and the
true pose, and finally the distance between the two. No odometry is exact: feet slip, joints have
play, and the robot estimates its path only from its joints, soles and inertial unit.

    python examples/walk_a_square.py
"""

import math

import hsm

SIDE = 0.6  # m
SPEED = 0.2  # m/s
TURN = 0.8  # rad/s, to the left
AHEAD = 0.15  # rad: the robot turns about this much further while it changes to walking straight


def main() -> None:
    """Walk around the square once."""
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
    """Walk until odometry has advanced by one side."""
    now = begin
    while math.hypot(now.x - begin.x, now.y - begin.y) < SIDE:
        now = robot.step(hsm.MotionRequest(hsm.Motion.WALK, forward=SPEED)).robot.odometry
    return now


def turn_to(robot: hsm.Simulation, heading: float, now: hsm.Pose2) -> hsm.Pose2:
    """Turn left until odometry is about to reach a heading, rad."""
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
    """Return the true pose of the torso, which is unknown to the robot."""
    truth = robot.truth()
    return hsm.Pose2(truth.torso_position[0], truth.torso_position[1], truth.heading)


def text(pose: hsm.Pose2) -> str:
    """Return a pose as text: m, m, deg."""
    return f"{pose.x:8.2f} {pose.y:8.2f} {math.degrees(pose.heading):8.0f}"


if __name__ == "__main__":
    main()
