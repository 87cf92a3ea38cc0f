"""The tree of states, with queries over it.

A state is identified by its path, `Active.Upright.Stand.Normal`. Some levels only group states that
share rows of the table; the short name, `Stand.Normal`, omits them. Tables, records and diagrams
use short names. Every function accepts both and returns paths.
"""

import re
from collections.abc import Iterator, Sequence

from hsm.chart.engine.errors import ChartError, unknown
from hsm.chart.engine.states import Leaf, shortened

_SEGMENT = re.compile(r"[A-Z][A-Za-z0-9]*")
_CHOICE = re.compile(r"\{([^{}]*)\}")


class Tree:
    """All states, in the order of their declaration.

    Attributes:
        leaves: The leaves, by path.
        states: Paths of all compounds and leaves, each parent before its children.
        children: Children of every compound; the first one is entered with it.
    """

    def __init__(self, leaves: Sequence[Leaf]) -> None:
        """Build the tree; the first leaf of a compound is its initial one."""
        self.leaves = {leaf.path: leaf for leaf in leaves}
        self.children: dict[str, tuple[str, ...]] = {}
        self.states = tuple(dict.fromkeys(p for leaf in leaves for p in lineage(leaf.path)))
        for state in self.states:
            parent = state.rpartition(".")[0]
            self.children[parent] = (*self.children.get(parent, ()), state)
        self._names = {
            state: shortened(state, leaf.hidden) for leaf in leaves for state in lineage(leaf.path)
        }
        self._check(leaves)
        self._by_name = {self.short(state): state for state in self.states}
        self._by_name.update((state, state) for state in self.states)

    def path(self, name: str) -> str:
        """Return the path of a state, given by its path or short name."""
        if name not in self._by_name:
            raise ChartError([unknown("state", name, map(self.short, self.states))])
        return self._by_name[name]

    def short(self, path: str) -> str:
        """Return the short name, without the leading levels that only group rows."""
        return self._names.get(path, path)

    def first_leaf(self, state: str) -> str:
        """Return the leaf that becomes active when a state is entered."""
        path = self.path(state)
        while path not in self.leaves:
            path = self.children[path][0]
        return path

    def inside(self, path: str, state: str) -> bool:
        """Return whether a state equals another one or lies inside it."""
        inner, outer = self.path(path), self.path(state)
        return inner == outer or inner.startswith(outer + ".")

    def leaves_of(self, state: str) -> tuple[str, ...]:
        """Return the leaves inside a state; a leaf contains itself."""
        outer = self.path(state)
        return tuple(leaf for leaf in self.leaves if leaf == outer or leaf.startswith(outer + "."))

    def expand(self, pattern: str) -> Iterator[tuple[str, str]]:
        """Yield every state that a pattern matches, with the child that `*` matched.

        Args:
            pattern: A state; `{A, B}` stands for either, one `*` for any child.
        """
        for name in _choices(pattern):
            before, star, after = name.partition("*")
            if not star:
                yield self.path(name), ""
                continue
            compound = self.path(before.removesuffix("."))
            for child in self.children.get(compound, ()):
                yield self.path(child + after), child.rpartition(".")[2]

    def _check(self, leaves: Sequence[Leaf]) -> None:
        problems = [f"leaf '{p}' is declared twice" for p in _doubles([x.path for x in leaves])]
        for path in self.leaves:
            if not all(_SEGMENT.fullmatch(part) for part in path.split(".")):
                problems.append(f"leaf '{path}' is not written in CamelCase with dots")
            if path in self.children:
                problems.append(f"'{path}' is a leaf and the parent of '{self.children[path][0]}'")
        for name in _doubles([self.short(state) for state in self.states]):
            problems.append(f"two states have the short name '{name}'")
        if problems:
            raise ChartError(problems)


def lineage(path: str) -> tuple[str, ...]:
    """Return a state and its ancestors, outermost first."""
    parts = path.split(".")
    return tuple(".".join(parts[: end + 1]) for end in range(len(parts)))


def _choices(pattern: str) -> Iterator[str]:
    """Yield the patterns without braces that a pattern with braces expands to."""
    choice = _CHOICE.search(pattern)
    if choice is None:
        yield pattern
        return
    for option in choice.group(1).split(","):
        yield from _choices(pattern[: choice.start()] + option.strip() + pattern[choice.end() :])


def _doubles(names: Sequence[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})
