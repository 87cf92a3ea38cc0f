"""Events as older programs take them: by a name of their own module and of one of its methods.

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
from hsm.apps.naoqi.proxy import Proxy, Reached

_MODULES: Final[dict[str, "ALModule"]] = {}
_HEARD: Final[WeakKeyDictionary[Reached, dict[tuple[str, str], tuple[Any, int]]]] = (
    WeakKeyDictionary()
)
"""What modules hear of each robot, by event and module: a signal, and the number there."""
_VALUES: Final = 3
"""That a method may take: the event, its value, and a message."""


class ALModule:
    """Something whose methods events call: it is found by its name, in this program alone."""

    def __init__(self, name: str) -> None:
        """Be found by a name."""
        self._name = name
        _MODULES[name] = self

    def getName(self) -> str:
        """Return the name."""
        return self._name


class MemoryProxy(Proxy):
    """ALMemory, with modules of this program that are called back."""

    def __init__(self, services: Reached, name: str) -> None:
        super().__init__(services, name)
        self._heard = _HEARD.setdefault(services, {})  # one for all proxies of a robot

    def subscribeToEvent(self, event: str, module: str, method: str) -> None:
        """Call a method of a module with the event and its value, whenever it happens.

        Raises:
            NaoqiError: If there is no such module, or method.
        """
        self._subscribe("subscribeToEvent", event, module, method, "")

    def subscribeToMicroEvent(self, event: str, module: str, message: str, method: str) -> None:
        """Do as subscribeToEvent; the method is told a message, too."""
        self._subscribe("subscribeToMicroEvent", event, module, method, message)

    def unsubscribeToEvent(self, event: str, module: str) -> None:
        """Call a module no more; what has happened before is still told."""
        signal, number = self._heard.pop((event, module), (None, 0))
        if signal is not None:
            signal.disconnect(number)

    def unsubscribeToMicroEvent(self, event: str, module: str) -> None:
        """Do as unsubscribeToEvent."""
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
    """Return how many values a method takes."""
    kinds = [parameter.kind for parameter in inspect.signature(called).parameters.values()]
    if inspect.Parameter.VAR_POSITIONAL in kinds:
        return _VALUES
    return sum(kind is not inspect.Parameter.KEYWORD_ONLY for kind in kinds)
