"""The wish of a program or a scenario to change parameters of the walk while the robot runs."""

from dataclasses import dataclass
from typing import Annotated, Final

from hsm.settings.fields import Name

NO_FILE: Final = "patch"
"""Name of a patch that is not a file, in messages."""


@dataclass(frozen=True, slots=True)
class ChangeWish:
    """What to change; everything else stays as it is.

    Attributes:
        patch: Text of a patch of `config/walking/engine.yaml`, as in a file for `--patch`.
        profile: Name of a speed profile.
        file: Name of the patch in messages about its mistakes.
    """

    patch: str = ""
    profile: Annotated[str, Name("profile")] | None = None
    file: str = NO_FILE

    def __post_init__(self) -> None:
        if not self.patch.strip() and self.profile is None:
            raise ValueError("changes nothing: expected a 'patch', a 'profile', or both")
