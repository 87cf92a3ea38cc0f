"""Move configs: lists of names and values that set the gait of one command, per foot or for both.

Every command carries its whole config: omitted values are the defaults, not those of the last
command or of the other foot. The config of a foot governs the step in which that foot swings.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from hardware.declared import finite_number, shortened
from hardware.errors import HsmError
from hardware.robots.model import Side
from motions.locomotion.gait import KEYS, GaitParameters, MoveConfig
from motions.scalars import clamp

_PREFIXES: Final = ("Left", "Right", "")
FREQUENCY: Final = "Frequency"
WHICH: Final = ("Default", "Min", "Max")
"""Sets of values of the settable parameters."""


class MoveConfigError(HsmError):
    """A malformed move config."""

    hint = 'Give a list of names and values: [["StepHeight", 0.02], ["MaxStepX", 0.06]].'


@dataclass(frozen=True, slots=True)
class FeetConfig:
    """Configs of both feet.

    Attributes:
        left: Config while the left foot swings.
        right: Config while the right foot swings.
        frequency: Wished step frequency, from the slowest, 0, to the fastest, 1.
        warnings: Sentences about ignored or clipped values.
    """

    left: MoveConfig
    right: MoveConfig
    frequency: float = 1.0
    warnings: tuple[str, ...] = ()

    def of(self, side: Side) -> MoveConfig:
        """Return the config of the foot that swings."""
        return self.left if side is Side.LEFT else self.right


def told_config(which: str, gait: GaitParameters) -> list[list[Any]]:
    """Return the settable parameters in the robot's format: names and values.

    Args:
        which: 'Default', 'Min' or 'Max'.
        gait: Gait of the robot.

    Raises:
        MoveConfigError: If it is another word.
    """
    if which not in WHICH:
        raise MoveConfigError(f"'{which}' is unknown; expected one of {', '.join(WHICH)}")
    told = {"Default": gait.default, "Min": gait.least, "Max": gait.most}[which]
    return [[name, getattr(told, field)] for name, field in KEYS.items()]


def read_config(entries: Any, gait: GaitParameters, *, per_foot: bool) -> FeetConfig:
    """Return the configs of both feet set by a move config.

    A name with 'Left' or 'Right' takes precedence over the bare one for that foot; of equal names
    the last one counts. Values out of range are clipped and unknown names ignored, with a warning.

    Args:
        entries: Pairs of a name and a number.
        gait: Defaults and ranges.
        per_foot: Whether the command accepts 'Left', 'Right' and 'Frequency'.

    Raises:
        MoveConfigError: If an entry is no pair, or its value no finite number.
    """
    set_by = {prefix: dict[str, float]() for prefix in _PREFIXES}
    frequency = 1.0
    warnings: list[str] = []
    for key, value in pairs_of(entries):
        prefix = next(each for each in _PREFIXES if key.startswith(each))
        field = KEYS.get(key.removeprefix(prefix))
        if key == FREQUENCY and per_foot:
            frequency = clipped(key, value, 0.0, 1.0, warnings)
        elif field is None or (prefix and not per_foot):
            warnings.append(f"'{key}' is ignored; this command knows {', '.join(KEYS)}")
        else:
            least, most = getattr(gait.least, field), getattr(gait.most, field)
            set_by[prefix][field] = clipped(key, value, least, most, warnings)
    both = set_by[""]
    return FeetConfig(
        left=replace(gait.default, **{**both, **set_by["Left"]}),
        right=replace(gait.default, **{**both, **set_by["Right"]}),
        frequency=frequency,
        warnings=tuple(warnings),
    )


def pairs_of(entries: Any) -> Iterable[tuple[str, float]]:
    """Yield names and finite numbers.

    Raises:
        MoveConfigError: If an entry is no pair, or its value no finite number.
    """
    if not isinstance(entries, Sequence) or isinstance(entries, str | bytes):
        raise MoveConfigError(f"the move config is {shortened(entries)}; expected a list")
    for entry in entries:
        pair = isinstance(entry, Sequence) and not isinstance(entry, str | bytes)
        if not pair or len(entry) != 2:
            raise MoveConfigError(f"entry {shortened(entry)} of the move config is not a pair")
        key, value = entry
        if not isinstance(key, str):
            raise MoveConfigError(f"name {shortened(key)} in the move config is not a string")
        try:
            number = finite_number(value)
        except ValueError as wrong:
            raise MoveConfigError(f"{shortened(key)} is {shortened(value)}; {wrong}") from None
        yield key, number


def clipped(key: str, value: float, least: float, most: float, warnings: list[str]) -> float:
    """Return a value of a move config within its range, with a warning if it was outside."""
    allowed = clamp(value, least, most)
    if allowed != value:
        warnings.append(f"{key} {value:g} is clipped to {allowed:g}; allowed {least:g} to {most:g}")
    return allowed
