"""Callbacks of programs: slow, disconnected and failing ones."""

from threading import Event

from hsm.apps.naoqi.hosting.signals import LiveSignal


def test_a_callback_that_blocks_delays_neither_the_robot_nor_other_callbacks() -> None:
    signal, goes_on, told, over = LiveSignal(), Event(), Event(), Event()
    heard: list[int] = []

    def waits(value: int) -> None:
        goes_on.wait(10.0)
        heard.append(value)
        if value == 2:
            over.set()

    signal.connect(waits)
    signal.connect(lambda value: told.set() if value == 2 else None)
    signal(1)
    signal(2)
    assert told.wait(10.0) and not heard
    goes_on.set()
    assert over.wait(10.0) and heard == [1, 2]


def test_a_disconnected_callback_is_not_called() -> None:
    signal, last = LiveSignal(), Event()
    heard: list[int] = []
    number = signal.connect(heard.append)
    signal.connect(lambda value: last.set() if value == 2 else None)
    assert signal.disconnect(number) and not signal.disconnect(number)
    signal(2)
    assert last.wait(10.0) and not heard


def test_a_callback_that_raised_is_called_again() -> None:
    signal, again = LiveSignal(), Event()

    def fails(value: int) -> None:
        if value == 2:
            again.set()
        raise ValueError(value)

    signal.connect(fails)
    signal(1)
    signal(2)
    assert again.wait(10.0)
