"""A minute of walking with a push every 8 s, to count the false alarms of fall detectors."""

import math
from dataclasses import dataclass, replace

from hardware.disturbance import DIRECTIONS, TOWARDS
from hardware.disturbances import Push
from hsm.campaigns.context import TrialContext
from hsm.campaigns.falling.detectors import DetectorRow, without_detector
from hsm.campaigns.streams import Stream, stream
from hsm.campaigns.walking.walking_trial import DOUBLE_STEP, FALLEN_UP_Z, WALKING

EPISODE = 60.0
"""Length of a walk, s."""
_EVERY = 8.0
"""Time between pushes, s."""
_VERDICT_AFTER = 2.0
"""An alarm is false if the robot has not fallen this long after it, s."""


@dataclass(frozen=True, slots=True)
class PushedWalk:
    """Result of one walk.

    Attributes:
        seconds: Time walked, until the end or a fall, s.
        pushes: Number of pushes.
        fell: It fell.
        false_alarms: Number of false alarms of each detector.
    """

    seconds: float
    pushes: int
    fell: bool
    false_alarms: tuple[int, ...]


def walk_pushed(
    impulse: float, thresholds: tuple[float, ...], context: TrialContext, number: int
) -> PushedWalk:
    """Run a walk without protection, which reveals whether alarms were right; motors warm up.

    Args:
        impulse: Impulse of every push, N s.
        thresholds: Thresholds of the detectors, m.
        context: Settings and plant.
        number: Chooses the robot and the seed.
    """
    rng = stream(number, Stream.PUSH_PHASES)
    warming = replace(context, plant=context.plant.with_heat())
    simulation = without_detector(warming).simulation(number)
    detectors = DetectorRow(context.settings, thresholds)
    alarms = [math.nan] * len(thresholds)
    false_alarms = [0] * len(thresholds)
    pushes, fell, next_push = 0, False, _EVERY
    while simulation.time < EPISODE and not fell:
        if simulation.time >= next_push - 0.5 * context.settings.robot.cycle:
            direction = DIRECTIONS[(number + pushes) % len(DIRECTIONS)]
            phase = float(rng.uniform(0.0, DOUBLE_STEP))
            simulation.disturb(Push(TOWARDS[direction], impulse), after=phase)
            pushes, next_push = pushes + 1, next_push + _EVERY
        detectors.look(simulation.step(WALKING).robot)
        fell = simulation.observed.up_z < FALLEN_UP_Z
        for index, alarm in enumerate(detectors.fell):
            if alarm and math.isnan(alarms[index]):
                alarms[index] = simulation.time
            elif simulation.time > alarms[index] + _VERDICT_AFTER:
                false_alarms[index] += 1
                alarms[index] = math.nan
                detectors.forget(index)
    return PushedWalk(simulation.time, pushes, fell, tuple(false_alarms))
