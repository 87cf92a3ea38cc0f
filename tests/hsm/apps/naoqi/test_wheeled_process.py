"""A base in a separate process: its end is reported to callers and listeners."""

from threading import Event

import pytest

from hardware.errors import HsmError
from hsm.apps.naoqi.wheeled.process import BaseProcess
from hsm.control.base_cycle import BaseOutcome
from hsm.simulated.base import load_base


class Listener:
    """Listener of a base; raises at the first report if `fails` is set."""

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails
        self.lost = Event()

    def receive(self, report: BaseOutcome) -> None:
        if self.fails:
            raise ValueError("a defect of whoever hears")

    def lose(self, why: str) -> None:
        self.lost.set()


def killed(base: BaseProcess) -> None:
    """Kill the process of a base."""
    base._process.kill()  # noqa: SLF001
    base._process.join()  # noqa: SLF001


def test_a_base_whose_process_has_ended_is_an_error_in_one_sentence() -> None:
    base = BaseProcess(load_base("pepper"))
    killed(base)
    with pytest.raises(HsmError, match="the process of the simulated base has ended with code -9"):
        base.open(Listener())


@pytest.mark.parametrize("fails", [False, True])
def test_a_listener_is_notified_when_the_reports_end(fails: bool) -> None:
    base, listener = BaseProcess(load_base("pepper")), Listener(fails=fails)
    base.open(listener)
    if not fails:
        killed(base)
    assert listener.lost.wait(30.0)
    assert base.report is None
    base.close()
