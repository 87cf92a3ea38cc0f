"""A minute of walking with a push every 8 s: how often do fall detectors cry wolf?"""

import math
from dataclasses import dataclass, replace

from hardware.disturbance import DIRECTIONS, TOWARDS
from hardware.disturbances import Push
from hsm.campaigns.falling.detectors import DetectorRow
from hsm.campaigns.falling.falling_trial import world_of
from hsm.campaigns.streams import Stream, stream
from hsm.campaigns.trials import TrialContext
from hsm.campaigns.walking.walking_trial import DOUBLE_STEP, FALLEN_UP_Z, WALKING

EPISODE = 60.0
"""Length of a walk, s."""
_EVERY = 8.0
"""Time from push to push, s."""
_VERDICT_AFTER = 2.0
"""An alarm is false if the robot does not lie that long after it, s."""


@dataclass(frozen=True, slots=True)
class PushedWalk:
    """What one walk showed.

    Attributes:
        seconds: Time walked, s: until the end or the robot's fall.
        pushes: How many it got.
        fell: It fell at last.
        false_alarms: Of every detector.
    """

    seconds: float
    pushes: int
    fell: bool
    false_alarms: tuple[int, ...]


def walk_pushed(
    impulse: float, thresholds: tuple[float, ...], context: TrialContext, number: int
) -> PushedWalk:
    """Walk without protection, so that it shows whether an alarm was right; motors grow warm.

    Args:
        impulse: Of every push, N s.
        thresholds: Of the detectors that watch, m.
        context: Settings and plant.
        number: Chooses the robot and the seed.
    """
    rng = stream(number, Stream.PUSH_PHASES)
    warming = replace(context, plant=context.plant.with_heat())
    simulation = world_of(warming, "stiff").simulation(number)
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
