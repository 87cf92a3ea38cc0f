"""Everything that `config/generators.yaml` says."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge

from hardware.units import Unit


@dataclass(frozen=True, slots=True)
class ErrandParameters:
    """When an errand is over.

    Attributes:
        inside_steps: So many steps in a row have ended inside the tolerance.
        reopen: It is open again at so many times the tolerance.
    """

    inside_steps: Annotated[int, Unit(""), Ge(1)]
    reopen: Annotated[float, Unit(""), Ge(1.0)]


@dataclass(frozen=True, slots=True)
class GeneratorParameters:
    """All of `config/generators.yaml`."""

    errand: ErrandParameters
