"""A base in a process of its own: whoever waits for one that has ended is told."""

from threading import Event

import pytest

from hardware.errors import HsmError
from hsm.apps.naoqi.wheeled.process import BaseProcess
from hsm.control.base_cycle import BaseOutcome
from hsm.simulated.base import load_base


class Listener:
    """Hears what a base tells; the first report is one too many for it, if it is said so."""

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails
        self.lost = Event()

    def hear(self, report: BaseOutcome) -> None:
        if self.fails:
            raise ValueError("a defect of whoever hears")

    def lose(self, why: str) -> None:
        self.lost.set()


def killed(base: BaseProcess) -> None:
    """Kill the process of a base."""
    base._process.kill()  # noqa: SLF001
    base._process.join()  # noqa: SLF001


def test_a_base_whose_process_ends_at_once_is_an_error_in_one_sentence() -> None:
    base = BaseProcess(load_base("pepper"))
    killed(base)
    with pytest.raises(HsmError, match="the process of the simulated base has ended with code -9"):
        base.open(Listener())


@pytest.mark.parametrize("fails", [False, True])
def test_whoever_waits_is_told_when_nothing_is_heard_any_more(fails: bool) -> None:
    base, listener = BaseProcess(load_base("pepper")), Listener(fails=fails)
    base.open(listener)
    if not fails:
        killed(base)
    assert listener.lost.wait(30.0)
    assert base.report is None
    base.close()
