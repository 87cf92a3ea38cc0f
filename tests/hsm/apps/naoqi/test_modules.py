"""Modules of older programs are called back with as many arguments as they accept."""

from collections.abc import Iterator

import pytest

from hsm.apps.naoqi import ALModule
from hsm.apps.naoqi.programs.modules import MemoryProxy
from tests.hsm.apps.naoqi.fake_robot import Program


class Listens(ALModule):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.heard: list[object] = []

    def on_all(self, *given: object) -> None:
        self.heard.append(given)

    def on_value(self, event: str, value: object) -> None:
        self.heard.append((event, value))

    def on_any(self) -> None:
        self.heard.append(())


@pytest.fixture
def memory() -> Iterator[MemoryProxy]:
    yield MemoryProxy(Program().services, "ALMemory")


def test_a_method_gets_event_value_and_message_as_far_as_it_accepts_them(
    memory: MemoryProxy,
) -> None:
    module = Listens("listens")
    assert module.getName() == "listens"
    for method in ("on_all", "on_value", "on_any"):
        memory.subscribeToEvent("Said", "listens", method)  # replaces the subscription before
        memory.raiseEvent("Said", 1)
    memory.subscribeToMicroEvent("Said", "listens", "hello", "on_all")
    memory.raiseEvent("Said", 2)
    memory.unsubscribeToEvent("Said", "listens")
    memory.unsubscribeToMicroEvent("Said", "listens")  # no error although already removed
    memory.raiseEvent("Said", 3)
    assert module.heard == [("Said", 1, ""), ("Said", 1), (), ("Said", 2, "hello")]


def test_unknown_modules_and_methods_are_refused(memory: MemoryProxy) -> None:
    Listens("listens")
    with pytest.raises(RuntimeError, match="subscribeToEvent 'other' is no ALModule .* listens"):
        memory.subscribeToEvent("Said", "other", "on_all")
    with pytest.raises(RuntimeError, match="'listens' has no method 'on_none'"):
        memory.subscribeToEvent("Said", "listens", "on_none")


def test_any_proxy_of_a_robot_can_end_the_subscription_of_another() -> None:
    """Callbacks often create a proxy of their own to unsubscribe for the time being."""
    module, services = Listens("listens"), Program().services
    MemoryProxy(services, "ALMemory").subscribeToEvent("Said", "listens", "on_value")
    memory = MemoryProxy(services, "ALMemory")
    memory.subscribeToEvent("Said", "listens", "on_value")
    memory.raiseEvent("Said", 1)
    memory.unsubscribeToEvent("Said", "listens")
    memory.raiseEvent("Said", 2)
    assert module.heard == [("Said", 1)]
