"""Parameters of the monitors: the thresholds of the facts."""

from dataclasses import dataclass

from hardware.units import (
    Angle,
    AngularSpeed,
    Cycles,
    Length,
    LengthRange,
    Milliseconds,
    Ratio,
    Time,
    demand_order,
)


@dataclass(frozen=True, slots=True)
class LinkFacts:
    """When the link counts as lost.

    Attributes:
        lost_after: Time without a frame after which `link_ok` is lost, s.
        back_after: Frames in a row that restore `link_ok`.
        off_after: Time without a frame after which `frames_ok` is lost, s.
    """

    lost_after: Milliseconds
    back_after: Cycles
    off_after: Time

    def __post_init__(self) -> None:
        demand_order(self, "lost_after", "off_after")


@dataclass(frozen=True, slots=True)
class HardwareFacts:
    """When a measurement counts as a defect.

    Attributes:
        fault_after: Frames in a row with an implausible value that raise `hw_fault`.
        clean_after: Time without implausible values that clears it, s.
        stiff_above: Reported leg stiffness above which the robot is `stiff`.
    """

    fault_after: Cycles
    clean_after: Time
    stiff_above: Ratio


@dataclass(frozen=True, slots=True)
class AttitudeFacts:
    """When the torso counts as upright and calm.

    Attributes:
        upright_roll: Largest roll to become upright, rad.
        upright_pitch: Largest pitch to become upright, rad.
        upright_after: Frames in a row until `upright`.
        tilted_roll: Roll that ends `upright` at once, rad.
        tilted_pitch: Pitch that ends `upright` at once, rad.
        calm_below: Largest gyro rate to become calm, rad/s.
        restless_above: Gyro rate that ends `calm`, rad/s.
        blind_stands_for: Time for which an upright robot with a dead inertial unit stands before it
            sits down, s.
    """

    upright_roll: Angle
    upright_pitch: Angle
    upright_after: Cycles
    tilted_roll: Angle
    tilted_pitch: Angle
    calm_below: AngularSpeed
    restless_above: AngularSpeed
    blind_stands_for: Time

    def __post_init__(self) -> None:
        demand_order(self, "upright_roll", "tilted_roll")
        demand_order(self, "upright_pitch", "tilted_pitch")
        demand_order(self, "calm_below", "restless_above")


@dataclass(frozen=True, slots=True)
class SquatFacts:
    """When the robot counts as sunk below its walking height.

    Attributes:
        below: Height of the centre of mass below which `squats` becomes true, m.
        above: Height above which it becomes false again, m.
    """

    below: Length
    above: Length

    def __post_init__(self) -> None:
        demand_order(self, "below", "above")


@dataclass(frozen=True, slots=True)
class SoleFacts:
    """When the soles count as being at walking height.

    Attributes:
        level: Smallest and largest distance below the hips, m.
        slack: Hysteresis: margin by which `level` widens while it holds, m.
    """

    level: LengthRange
    slack: Length


@dataclass(frozen=True, slots=True)
class OperatorFacts:
    """Buttons and the behaviour's silence.

    Attributes:
        touched_above: Reading from which a pad counts as touched, 0..1.
        touch_pause: Time until the next head touch counts, s.
        chest_held: Time for which the chest button must be held to force limp, s.
        silent_after: Time without a request after which the robot sits down, s.
        silent_from: The same time before the first request, from the start, s.
    """

    touched_above: Ratio
    touch_pause: Time
    chest_held: Time
    silent_after: Time
    silent_from: Time


@dataclass(frozen=True, slots=True)
class KickFacts:
    """When a stand kick counts as ready.

    Attributes:
        ready_for: Cycles in a row in which it must be possible.
    """

    ready_for: Cycles


@dataclass(frozen=True, slots=True)
class FactParameters:
    """Everything in `config/facts.yaml`.

    Attributes:
        link: Link monitor.
        hardware: Frame check.
        attitude: Attitude monitor.
        squat: Height monitor.
        operator: Buttons and request watch.
        soles: Height of the soles.
        kick: Stand kicks.
    """

    link: LinkFacts
    hardware: HardwareFacts
    attitude: AttitudeFacts
    squat: SquatFacts
    operator: OperatorFacts
    soles: SoleFacts
    kick: KickFacts
