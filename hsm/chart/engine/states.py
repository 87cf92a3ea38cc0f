"""Declarations of states: leaves, the compounds around them, and their look in diagrams.

A state is declared once, inside the compound around it, and used through its constant:
`leaf in FALL_PROTECTION` takes a short name, as found in records.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Appearance:
    """Label and colour of a state, the same in every picture and table.

    Attributes:
        label: Text in pictures.
        colour: Hexadecimal RGB, readable under black text.
    """

    label: str
    colour: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The page of the diagrams that shows a state; several states may share one.

    Attributes:
        name: File name without extension.
        caption: A sentence below the heading.
        title: Heading; if empty, the names of the states.
        own_only: Omit rows that all kinds of the state share (with a `*`), and leaves without any
            other row.
    """

    name: str
    caption: str
    title: str = ""
    own_only: bool = False


@dataclass(frozen=True, slots=True)
class Leaf:
    """A mode of control: exactly one leaf is active, and it owns the joints.

    Attributes:
        path: Segments in CamelCase, joined by dots.
        purpose: What it is for, in one sentence.
        owner: The component that moves the joints.
        output: Stiffness of the joints and corrections of their targets, in words.
        at_most: Longest time in the leaf while the link works, s; 0 is one tick, None no bound.
        done_when: What the fact `done` means here; empty if it means nothing.
        hidden: Number of leading levels that only group rows, which the short name omits.
        look: Label and colour, its own or those of a state around it.
        sheet: The page that shows it, if not that of a state around it.
    """

    path: str
    purpose: str
    owner: str
    output: str
    at_most: float | None
    done_when: str = ""
    hidden: int = 0
    look: Appearance | None = None
    sheet: Sheet | None = None

    @property
    def name(self) -> str:
        """The short name, used in tables, records and diagrams."""
        return shortened(self.path, self.hidden)

    @property
    def rests(self) -> bool:
        """Whether the robot may stay here forever."""
        return self.at_most is None

    def __contains__(self, name: str) -> bool:
        """Return whether a short name is that of this leaf."""
        return name == self.name


@dataclass(eq=False)
class Compound:
    """A state that contains others, which are declared in it.

    Attributes:
        path: Segments in CamelCase, joined by dots; empty for the root.
        hidden: Number of leading levels that the short name omits.
        silent: It only groups rows: the short names of the states inside omit it.
        look: Label and colour of the states inside.
        sheet: The page that shows it.
        leaves: The leaves inside, in the order of their declaration.
        states: All states inside, each compound before its contents.
    """

    path: str = ""
    hidden: int = 0
    silent: bool = False
    look: Appearance | None = None
    sheet: Sheet | None = None
    around: "Compound | None" = None
    leaves: list[Leaf] = field(default_factory=list)
    states: "list[Compound | Leaf]" = field(default_factory=list)

    def __post_init__(self) -> None:
        self._names: set[str] = set()

    @property
    def name(self) -> str:
        """The short name."""
        return shortened(self.path, self.hidden)

    def __contains__(self, name: str) -> bool:
        """Return whether a leaf, given by its short name, lies in this state."""
        return name in self._names

    def compound(
        self,
        segment: str,
        *,
        silent: bool = False,
        look: Appearance | None = None,
        sheet: Sheet | None = None,
    ) -> "Compound":
        """Declare a compound; the first leaf declared in it is its initial leaf."""
        made = Compound(
            self._path(segment), self._hidden(), silent, look or self.look, sheet, around=self
        )
        self._admit(made)
        return made

    def leaf(
        self,
        segment: str,
        purpose: str,
        owner: str,
        output: str,
        at_most: float | None,
        done_when: str = "",
        *,
        look: Appearance | None = None,
        sheet: Sheet | None = None,
    ) -> Leaf:
        """Declare a leaf; the arguments are those of `Leaf`."""
        made = Leaf(
            self._path(segment), purpose, owner, output, at_most, done_when, self._hidden(),
            look or self.look, sheet,
        )  # fmt: skip
        self._admit(made)
        return made

    def _path(self, segment: str) -> str:
        return f"{self.path}.{segment}" if self.path else segment

    def _hidden(self) -> int:
        return self.hidden + self.silent

    def _admit(self, state: "Compound | Leaf") -> None:
        self.states.append(state)
        if isinstance(state, Leaf):
            self.leaves.append(state)
            self._names.add(state.name)
        if self.around is not None:
            self.around._admit(state)


def shortened(path: str, hidden: int) -> str:
    """Return a path without its first `hidden` levels, but always with its last."""
    segments = path.split(".")
    return ".".join(segments[min(hidden, len(segments) - 1) :])
