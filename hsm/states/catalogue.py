"""Catalogue of the states; every class of this folder names the leaf that it implements."""

from collections.abc import Iterator
from typing import cast

from hsm.chart import Leaf
from hsm.chart.leaves import ROBOT
from hsm.states import (
    fall_protection,
    freeze,
    in_walk_kick,
    keyframe,
    kick,
    picked_up,
    preview_walk,
    resting,
    stand,
    walk,
)
from hsm.states.components import Components
from hsm.states.state import STATE_FACTORIES, State
from hsm.states.state_parameters import StateParameters

_MODULES = (
    fall_protection, freeze, in_walk_kick, keyframe, kick, picked_up, preview_walk, resting,
    stand, walk,
)  # fmt: skip


def build_states(components: Components, parameters: StateParameters) -> dict[str, State]:
    """Return the state of every leaf, by path."""
    return {leaf.path: STATE_FACTORIES[leaf](components, parameters) for leaf in ROBOT.leaves}


def asks_for() -> dict[str, str]:
    """Return what the robot asks a person for, by short name of the leaf; only leaves that ask."""
    return {leaf.name: cls.asks for leaf in STATE_FACTORIES if (cls := _class_of(leaf)).asks}


def goes_on(name: str) -> bool:
    """Return whether a leaf, given by its short name, continues what the previous leaf began."""
    return any(leaf.name == name and _class_of(leaf).goes_on for leaf in STATE_FACTORIES)


def mismatches() -> list[str]:
    """Return one sentence per leaf without a class, and per class without a leaf."""
    leaves = set(ROBOT.leaves)
    used = {make.func for leaf, make in STATE_FACTORIES.items() if leaf in leaves}
    return [
        *(f"leaf '{leaf.name}' has no class in hsm/states" for leaf in ROBOT.leaves
          if leaf not in STATE_FACTORIES),
        *(f"'{leaf.name}' has a class, {make.func.__name__}, but is not a leaf of the chart"
          for leaf, make in STATE_FACTORIES.items() if leaf not in leaves),
        *(f"class {cls.__name__} in hsm/states belongs to no leaf"
          for cls in _classes() if cls not in used),
    ]  # fmt: skip


def _class_of(leaf: Leaf) -> type[State]:
    return cast(type[State], STATE_FACTORIES[leaf].func)


def _classes() -> Iterator[type[State]]:
    """Yield the classes that need a leaf: all except the bases."""
    for module in _MODULES:
        for name, item in vars(module).items():
            if isinstance(item, type) and issubclass(item, State):
                if item.__module__ == module.__name__ and not name.startswith("_"):
                    yield item
