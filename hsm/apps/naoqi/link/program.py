"""What programs command of any robot: the part that robots on legs and on wheels share."""

import threading
from typing import Any, ClassVar, Generic, TypeVar

from hsm.apps.naoqi.argument_checks import Call
from hsm.apps.naoqi.link.link import ServiceLink
from hsm.apps.naoqi.link.waits import ReportWaits, Timed

ReportT = TypeVar("ReportT", bound=Timed)
WishT = TypeVar("WishT")


class LinkedProgram(Generic[ReportT, WishT]):
    """State of one robot as programs command it.

    Attributes:
        lock: Must be held to read or change anything here.
        link: Connection to the robot; a subclass opens it once it is ready to listen.
        awake: Whether the motors are on.
    """

    silent: ClassVar[str] = "the robot does not answer"
    """Why a call is refused before the first report."""

    def __init__(self, link: ServiceLink[ReportT, WishT]) -> None:
        self.lock = threading.RLock()
        self.link = link
        self.awake = False
        self._waits = ReportWaits[ReportT]()

    def report(self, call: Call) -> ReportT:
        """Return the newest report.

        Raises:
            NaoqiError: If there is none.
        """
        report = self.link.report
        if report is None:
            call.refuse(self.silent)
        return report

    def lose(self, why: str) -> None:
        """Handle the loss of the robot: fail all waiting futures."""
        with self.lock:
            self._waits.fail(why)

    def close(self) -> None:
        """Fail all waiting futures and stop sending requests."""
        self.lose("the services have ended")
        self.link.close()


AnyProgram = LinkedProgram[Any, Any]
