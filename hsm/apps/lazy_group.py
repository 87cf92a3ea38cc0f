"""Verbs that have verbs of their own: their module is loaded when one of them is called."""

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from hsm.apps.error_boundary import interrupts_told

VERB_GROUPS = {
    "measure": "hsm.apps.measure.commands",
    "motion": "hsm.apps.motion.commands",
    "plot": "hsm.apps.plot",
    "serve": "hsm.apps.serve.commands",
    "robot": "hsm.apps.robot.commands",
    "ask": "hsm.apps.robot.ask",
}
"""Verbs with verbs of their own, and the module whose `app` holds them."""


class LazyGroup(TyperGroup):
    """Loads the module of a group of verbs when it is called, not when it is listed."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the words name; its group is loaded now."""
        if args and args[0] in VERB_GROUPS:
            module = import_module(VERB_GROUPS[args[0]])
            return args[0], typer.main.get_group(module.app), args[1:]
        return super().resolve_command(ctx, args)

    def make_context(self, *words: Any, **more: Any) -> Any:
        """Return the context of a call; an interrupt of it is told."""
        with interrupts_told():
            return super().make_context(*words, **more)

    def invoke(self, ctx: Any) -> Any:
        """Call the command; an interrupt of it is told."""
        with interrupts_told():
            return super().invoke(ctx)
