"""Events for older programs, which subscribe by the names of their module and its method.

class Touched(ALModule):
def onTouched(self, event, value): ...

touched = Touched("touched")
ALProxy("ALMemory").subscribeToEvent("TouchChanged", "touched", "onTouched")
"""

import inspect
from collections.abc import Callable
from typing import Any, Final
from weakref import WeakKeyDictionary

from hsm.apps.naoqi.argument_checks import NaoqiError
from hsm.apps.naoqi.programs.proxy import Proxy
from hsm.apps.naoqi.services import RobotServices

_MODULES: Final[dict[str, "ALModule"]] = {}
_HEARD: Final[WeakKeyDictionary[RobotServices, dict[tuple[str, str], tuple[Any, int]]]] = (
    WeakKeyDictionary()
)
"""Subscriptions of each robot by event and module: the signal, and the connection's number."""
_VALUES: Final = 3
"""Largest number of arguments of a method: the event, its value, and a message."""


class ALModule:
    """Object with callbacks for events; found by its name, only within this program."""

    def __init__(self, name: str) -> None:
        """Register under a name."""
        self._name = name
        _MODULES[name] = self

    def getName(self) -> str:
        """Return the name."""
        return self._name


class MemoryProxy(Proxy):
    """ALMemory with callbacks to modules of this program."""

    def __init__(self, services: RobotServices, name: str) -> None:
        super().__init__(services, name)
        self._heard = _HEARD.setdefault(services, {})  # one for all proxies of a robot

    def subscribeToEvent(self, event: str, module: str, method: str) -> None:
        """Call a method of a module with name and value of an event, whenever it occurs.

        Raises:
            NaoqiError: If the module or method does not exist.
        """
        self._subscribe("subscribeToEvent", event, module, method, "")

    def subscribeToMicroEvent(self, event: str, module: str, message: str, method: str) -> None:
        """Do the same as subscribeToEvent; the method also gets a message."""
        self._subscribe("subscribeToMicroEvent", event, module, method, message)

    def unsubscribeToEvent(self, event: str, module: str) -> None:
        """Stop calling a module; earlier events are still delivered."""
        signal, number = self._heard.pop((event, module), (None, 0))
        if signal is not None:
            signal.disconnect(number)

    def unsubscribeToMicroEvent(self, event: str, module: str) -> None:
        """Do the same as unsubscribeToEvent."""
        self.unsubscribeToEvent(event, module)

    def _subscribe(self, asked: str, event: str, module: str, method: str, message: str) -> None:
        if module not in _MODULES:
            known = ", ".join(_MODULES) or "none yet"
            reason = f"'{module}' is no ALModule of this program; there are: {known}"
            raise NaoqiError("ALMemory", asked, reason)
        called = getattr(_MODULES[module], method, None)
        if not callable(called):
            raise NaoqiError("ALMemory", asked, f"'{module}' has no method '{method}'")
        takes = _takes(called)
        self.unsubscribeToEvent(event, module)
        signal = self.subscriber(event).signal
        number = signal.connect(lambda value: called(*(event, value, message)[:takes]))
        self._heard[event, module] = signal, number


def _takes(called: Callable[..., Any]) -> int:
    """Return the number of arguments that a method takes."""
    kinds = [parameter.kind for parameter in inspect.signature(called).parameters.values()]
    if inspect.Parameter.VAR_POSITIONAL in kinds:
        return _VALUES
    return sum(kind is not inspect.Parameter.KEYWORD_ONLY for kind in kinds)
