"""Run the state machine on your own robot: any object with `receive`, `send` and `close`.

A robot provides a frame and takes a command once per cycle of 12 ms. The one in this example is
made of paper: it always stands, its joints follow their targets with a lag, and its soles measure
its weight. You will see how the machine wakes up on it (Off, Limp, then rising into the stance) and
stretches its knees on request, printed by an observer, which is called after every cycle. No
physics is loaded: a robot behind a socket is a class like this one.

    python examples/robot_of_your_own.py
"""

import math

import hsm

LAG = 0.3  # share of the remaining distance that a joint moves in a cycle


class PaperRobot:
    """A robot that never falls; it needs no base class."""

    def __init__(self, model: hsm.RobotModel) -> None:
        self._model, self._cycles = model, 0
        self._positions = (0.0,) * len(model.names)
        self._command = hsm.JointCommand(self._positions, self._positions)  # limp

    def receive(self) -> hsm.SensorFrame | None:
        """Return the newest frame; None would mean that none arrived in this cycle."""
        self._cycles += 1
        targets = zip(self._positions, self._command.positions, strict=True)
        self._positions = tuple(now + LAG * (target - now) for now, target in targets)
        count, wobble = len(self._positions), 1e-4 * math.sin(self._cycles)
        return hsm.SensorFrame(
            time=self._cycles * self._model.cycle,
            positions=self._positions,
            stiffness=self._command.stiffness,
            currents=(0.1,) * count,
            temperatures=(40.0,) * count,
            status=(0,) * count,
            gyro=(wobble, 0.0, 0.0),  # a constant value would count as a dead sensor
            accelerometer=(0.0, 0.0, 9.81 + wobble),
            angles=(0.0, 0.0),
            fsr=(6.5,) * 8,  # N: it weighs 5.3 kg
            touch=(0.0,) * len(hsm.Touch),
            battery_charge=0.9,
            battery_current=-1.0,
        )

    def send(self, command: hsm.JointCommand) -> None:
        """Take the command for the next cycle."""
        self._command = command

    def close(self) -> None:
        """Release nothing: there is no socket."""


class Diary:
    """An observer that prints every change of state."""

    def look(self, made: hsm.Cycle) -> None:
        """Process a completed cycle."""
        told = made.outcome.transition
        if told is not None:
            print(f"{told.time:6.2f} s  {told.dest:15} {told.because}")


def main() -> None:
    """Wake up, then stand on straight knees."""
    settings = hsm.load_settings()
    model, control = settings.robot, hsm.build_cycle(settings)
    robot: hsm.Robot = PaperRobot(model)
    for motion, seconds in ((hsm.Motion.STAND, 3.0), (hsm.Motion.STAND_HIGH, 2.0)):
        wish = hsm.Constant(hsm.MotionRequest(motion))
        cycles = round(seconds / model.cycle)
        hsm.run_robot(robot, control, wish, [Diary()], cycles=cycles)
    robot.close()


if __name__ == "__main__":
    main()
