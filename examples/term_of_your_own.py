"""Add your own balance term to the walk, and measure its effect.

The idea: a walking robot sways, so let the support ankle roll against the sway. A term is one
class; hooks that it does not override do nothing. The same eight robots, each with its own play,
friction and calibration, walk twice over the same ground, with and without the term. You will see
the sway of every pair, and whether the difference is statistically significant (an exact test).

    python examples/term_of_your_own.py

Less sway is not yet a better walk. Once the term is in the project (extending/term.md), `hsm
measure ablation --only sway_damping --plant worn` measures its cost, on the same robots.
"""

import math
from dataclasses import dataclass, replace

import hsm

TRIALS = 8
GAIN = 0.09  # rad of ankle roll per rad/s of sway; try a negative value
SPEED = 0.2  # m/s
SECONDS = 4.0  # s of walking, of which the first second does not count


@dataclass(frozen=True, slots=True)
class SwayDampingParameters:
    """Roll of the support ankle against the torso's sway.

    Attributes:
        active: The term is used.
        gain: Ankle roll per roll rate of the torso, rad per rad/s.
    """

    active: bool
    gain: float


class SwayDamping(hsm.BalanceTerm):
    """Rolls the support ankle against the sway."""

    group = "sway_damping"

    def __init__(self, parameters: SwayDampingParameters) -> None:
        self._gain = parameters.gain

    def joints(self, joints: list[float], walk: hsm.WalkState) -> None:
        """Add to the joint targets of this cycle, rad."""
        joints[walk.legs[walk.support].ankle_roll] += self._gain * walk.gyro.roll_rate


def sway(context: hsm.TrialContext, trial: tuple[int, bool]) -> float:
    """Walk once and return the RMS of the torso's true roll rate, rad/s."""
    number, damped = trial
    group = SwayDampingParameters(active=damped, gain=GAIN)
    walking = hsm.with_term(context.settings.walking, SwayDamping, group)
    own = replace(context, settings=replace(context.settings, walking=walking))
    robot = own.simulation(number)
    squares = []
    while robot.time < SECONDS:
        robot.step(hsm.MotionRequest(hsm.Motion.WALK, forward=SPEED))
        if robot.time > 1.0:
            squares.append(robot.truth().angular_velocity[0] ** 2)
    return math.sqrt(sum(squares) / len(squares))


def main() -> None:
    """Run and compare all pairs."""
    config = hsm.CampaignConfig("standard")
    trials = [(number, damped) for number in range(TRIALS) for damped in (False, True)]
    results = hsm.run_campaign(config, trials, sway)
    pairs = list(zip(results[::2], results[1::2], strict=True))
    print("robot   sway without, with [deg/s]")
    for number, (without, damped) in enumerate(pairs):
        print(f"{number:5}   {math.degrees(without):12.1f} {math.degrees(damped):6.1f}")
    found = hsm.compare(pairs)
    print(f"less sway with it: {found.more} of {TRIALS}; by chance alone: p = {found.p_value:.3f}")


if __name__ == "__main__":
    main()
