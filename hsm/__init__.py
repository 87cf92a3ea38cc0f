"""What decides: the chart, its states, the control cycle and the commands.

As a library: `hsm.api` lists everything that a program imports, and `hsm.NAME` finds it there.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hsm.api import *  # noqa: F403 - the page says what
else:

    def __getattr__(name: str) -> object:
        """Find what the page lists."""
        from importlib import import_module

        if name.startswith("_") or name not in (page := import_module("hsm.api")).__all__:
            raise AttributeError(f"module 'hsm' has no attribute '{name}'; hsm.api lists all")
        return getattr(page, name)

    def __dir__() -> list[str]:
        from importlib import import_module

        return import_module("hsm.api").__all__
