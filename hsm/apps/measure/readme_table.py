"""The place of a measured table in a README: between the two markers of its plant.

It is looked for before the trials run, so that an hour of physics does not end in an error.
"""

from dataclasses import dataclass
from pathlib import Path

from hsm.errors import HsmError
from hsm.runtime.settings import config_folder


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Where a table goes.

    Attributes:
        page: The README.
        plant: Name of the plant that the table was measured on.
    """

    page: Path
    plant: str

    @classmethod
    def in_checkout(cls, part: str, plant: str) -> "TablePlace":
        """Return the place in the README of a part of `motions`.

        Raises:
            HsmError: If this is an installed package without its sources' pages, or the page has
                no markers.
        """
        place = cls(config_folder().parent / "motions" / part / "README.md", plant)
        if not place.page.is_file():
            raise HsmError(f"{place.page} does not exist: --write works in a checkout only")
        place._around()
        return place

    def put(self, table: str) -> None:
        """Replace what stands between the markers.

        Raises:
            HsmError: If the page has no markers.
        """
        before, after = self._around()
        self.page.write_text(f"{before}\n{table}\n{after}", encoding="utf-8")

    def _around(self) -> tuple[str, str]:
        """Return the page up to and with the first marker, and from the second one on."""
        begin, end = (f"<!-- ablation {self.plant}: {word} -->" for word in ("begin", "end"))
        before, found, rest = self.page.read_text(encoding="utf-8").partition(begin)
        _, closed, after = rest.partition(end)
        if not found or not closed:
            raise HsmError(
                f"{self.page} has no place for the table: add the lines '{begin}' and '{end}'"
            )
        return before + begin, end + after
