"""The place of a measured table in a page: between two markers that name it.

It is located before the trials run, so that an hour of physics does not end in an error.
"""

from dataclasses import dataclass
from pathlib import Path

from hsm.errors import HsmError
from hsm.output_files import demand_file, write_whole


@dataclass(frozen=True, slots=True)
class TablePlace:
    """The place of a table.

    Attributes:
        page: The file.
        name: Name of the table in its markers.
    """

    page: Path
    name: str

    @classmethod
    def found(cls, page: Path, name: str) -> "TablePlace":
        """Return a place after checking that it can be written.

        Raises:
            HsmError: If there is no such page, as in an installed package, or if it has no
                markers or is not writable.
        """
        if not page.is_file():
            raise HsmError(f"{page} does not exist: tables are written in a checkout only")
        place = cls(page, name)
        place.text()
        demand_file(page, option="")
        return place

    def text(self) -> str:
        """Return the text between the markers.

        Raises:
            HsmError: If the page has no markers.
        """
        return self._parts()[1].strip("\n")

    def put(self, table: str) -> None:
        """Replace the text between the markers.

        Raises:
            HsmError: If the page has no markers.
        """
        before, _, after = self._parts()
        write_whole(self.page, f"{before}\n{table}\n{after}")

    def _parts(self) -> tuple[str, str, str]:
        """Return the page up to and including the first marker, the table, and the rest."""
        begin, end = (f"<!-- {self.name}: {word} -->" for word in ("begin", "end"))
        before, found, rest = self.page.read_text(encoding="utf-8").partition(begin)
        table, closed, after = rest.partition(end)
        if not found or not closed:
            raise HsmError(
                f"{self.page} has no place for the table: add the lines '{begin}' and '{end}'"
            )
        return before + begin, table, end + after
