"""The deciding part of the software: the chart, its states, the control cycle and the commands.

For programs, `hsm.api` lists the whole public interface, and `hsm.NAME` is `hsm.api.NAME`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hsm.api import *  # noqa: F403 - the page lists the names

    __version__: str
else:

    def __getattr__(name: str) -> object:
        """Return a public name from `hsm.api`."""
        from importlib import import_module, metadata

        if name == "__version__":
            return metadata.version("nao-hsm")
        page = None if name.startswith("_") and name != "__all__" else import_module("hsm.api")
        if page is None or name not in ("__all__", *page.__all__):
            raise AttributeError(f"module 'hsm' has no attribute '{name}'; hsm.api lists all")
        return getattr(page, name)

    def __dir__() -> list[str]:
        from importlib import import_module

        return import_module("hsm.api").__all__
