"""The pages of the ablations: a table per plant, below a line that states its origin.

This line is the only record of the measurement. It is read back, so that a table whose code has
changed is marked without measuring it again.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from hsm.campaigns.readme.code_digest import MeasuredCode
from hsm.campaigns.readme.measured_commit import Checkout
from hsm.campaigns.readme.pages import STALE
from hsm.campaigns.readme.table_place import TablePlace
from hsm.campaigns.registry import module_of
from hsm.errors import HsmError
from hsm.runs.provenance import digest
from hsm.runs.serialisation import plain
from hsm.simulated.simulation import load_plant

PAGES = {"ablation": "ablation_walking.md", "get-up-ablation": "ablation_get_up.md"}
"""Pages by the verb that measures them."""
ABLATED = {"ablation": ("standard", "worn", "exam"), "get-up-ablation": ("standard", "worn")}
"""Plants with a table on the page of a verb."""
_ORIGIN = re.compile(r"Measured at commit \S+ on \S+, code (\S+), plant \S+\.")
"""Date and commit, digest of the measure's code and of all parameters, digest of the plant's."""


@dataclass(frozen=True, slots=True)
class AblationPage:
    """The table of an ablation on one plant.

    Attributes:
        verb: Verb that measures it.
        plant: Name of the plant.
        place: Place of the table.
    """

    verb: str
    plant: str
    place: TablePlace

    @classmethod
    def found(cls, checkout: Checkout, verb: str, plant: str) -> "AblationPage":
        """Return the table's page in a checkout.

        Raises:
            HsmError: If there is no such page, or no place for the plant on it.
        """
        page = checkout.benchmarks / PAGES[verb]
        return cls(verb, plant, TablePlace.found(page, f"ablation {plant}"))

    def origin(self, checkout: Checkout) -> str:
        """Return the line that states the origin of a table measured now."""
        code = self._digest(MeasuredCode(checkout.root))
        plant = digest(plain(load_plant(self.plant)))
        return f"Measured at {checkout.stamp()}, code {code}, plant {plant}."

    def put(self, table: str, origin: str, code: MeasuredCode) -> None:
        """Replace the table; it is marked if the code changed while it was measured."""
        self.place.put(f"{origin}\n\n{table}")
        self.mark(code)

    def mark(self, code: MeasuredCode) -> None:
        """Mark the table if it is older than the code, and remove the mark otherwise."""
        self.place.put(self.marked(code))

    def marked(self, code: MeasuredCode) -> str:
        """Return the table and its origin, marked if it is older than the code.

        Raises:
            HsmError: If the page does not state the origin of the table.
        """
        line, _, table = self.place.text().partition("\n\n")
        origin = _ORIGIN.match(line)
        if origin is None:
            raise HsmError(
                f"{self.place.page} does not state the origin of the table of '{self.plant}': "
                f"run `hsm measure {self.verb} --plant {self.plant} --write`"
            )
        mark = "" if origin[1] == self._digest(code) else f" {STALE} older than the code."
        return f"{origin[0]}{mark}\n\n{table}"

    def _digest(self, code: MeasuredCode) -> str:
        return code.digest(module_of(self.verb))


def ablation_pages(checkout: Checkout) -> list[AblationPage]:
    """Return the tables of all ablations."""
    return [
        AblationPage.found(checkout, verb, plant)
        for verb, plants in ABLATED.items()
        for plant in plants
    ]


def measured_into(verb: str, plant: str) -> Callable[[str], None]:
    """Return a function that writes a measured table into its page.

    Called before the trials run: its origin is the code they run with, and a missing place is
    reported before hours of physics.

    Raises:
        HsmError: If there is no such page, or no place for the plant on it.
    """
    checkout = Checkout.of_this_code()
    page = AblationPage.found(checkout, verb, plant)
    origin = page.origin(checkout)
    return lambda table: page.put(table, origin, MeasuredCode(checkout.root))
