"""States as they are declared: leaves, the compounds around them, and how people recognise both.

A state is declared once, inside the compound around it, and whoever needs it uses the constant:
`leaf in FALL_PROTECTION` asks with the short name that records carry.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Appearance:
    """What people tell apart at a glance, the same in every picture and table.

    Attributes:
        label: What is written on it.
        colour: Hexadecimal RGB, readable under black text.
    """

    label: str
    colour: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The page of the diagrams that shows a state; several states may share one.

    Attributes:
        name: File name without its ending.
        caption: A sentence below the heading.
        title: Heading; empty for the names of the states.
        own_only: Rows that all kinds of the state have (with a `*`) are left out, and so are
            leaves without any other row.
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
        output: How stiff the joints are and what corrects their targets, in words.
        at_most: Seconds that it can last in a working link; 0 is one tick, None a resting place.
        done_when: What the fact `done` means here; empty if it means nothing.
        hidden: How many levels in front only group rows, so that the short name leaves them out.
        look: How people recognise it, by itself or with the states around it.
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
        """The short name, which tables, records, diagrams and people use."""
        return shortened(self.path, self.hidden)

    @property
    def rests(self) -> bool:
        """Whether the robot may stay here for ever."""
        return self.at_most is None

    def __contains__(self, name: str) -> bool:
        """Return whether a leaf, given by its short name, is this one."""
        return name == self.name


@dataclass(eq=False)
class Compound:
    """A state around others, which are declared in it.

    Attributes:
        path: Segments in CamelCase, joined by dots; empty for what is around everything.
        hidden: How many levels in front the short name leaves out.
        silent: It only groups rows: the names of what is inside leave it out.
        look: How people recognise what is inside.
        sheet: The page that shows it.
        leaves: The leaves inside, in the order of their declaration.
        states: Everything inside, each compound before what is in it.
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
        """Declare a state around others; the leaf that is declared in it first is entered first."""
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
    """Return a path without its first levels, but never without its last."""
    segments = path.split(".")
    return ".".join(segments[min(hidden, len(segments) - 1) :])
