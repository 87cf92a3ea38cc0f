"""State of a base as programs command it: the last request wins, and futures get the results."""

from concurrent.futures import Future
from typing import Any

from hsm.apps.naoqi.argument_checks import Call
from hsm.apps.naoqi.link.link import ServiceLink
from hsm.apps.naoqi.link.program import LinkedProgram
from hsm.apps.naoqi.link.waits import fulfilled
from hsm.control.base_cycle import BaseOutcome
from motions.locomotion.wheeled.limits import DriveLimits, DriveParameters
from motions.locomotion.wheeled.wish import DriveEnd, DriveVelocity, DriveWay, DriveWish

BaseLink = ServiceLink[BaseOutcome, DriveWish]


class BaseProgram(LinkedProgram[BaseOutcome, DriveWish]):
    """State of one base as programs command it.

    Attributes:
        drive: Limits that programs may set.
        number: Number of the last request.
    """

    def __init__(self, link: BaseLink, drive: DriveParameters) -> None:
        """Start with the motors off."""
        super().__init__(link)
        self.drive = drive
        self.number = 0
        self._arrival: Future[bool] = fulfilled(False)
        link.open(self)

    @property
    def active(self) -> bool:
        """Return whether a move is in progress or has just been requested."""
        report = self.link.report
        return report is not None and (report.number < self.number or report.active)

    def demand_closed(self, call: Call) -> None:
        """Refuse a call if the power hatch is open.

        Raises:
            NaoqiError: If it is open.
        """
        if self.report(call).hatch_open:
            call.refuse("refused: the power hatch is open; close it first")

    def demand_ready(self, call: Call) -> None:
        """Refuse a call unless the base may be driven.

        Raises:
            NaoqiError: If it may not, with the reason.
        """
        self.demand_closed(call)
        if not self.awake:
            call.refuse("refused: the robot is not awake; call wakeUp first")

    def wish(self, goal: DriveVelocity | DriveWay | DriveEnd, limits: DriveLimits) -> None:
        """Replace the current request; a path that it overrides was not driven to its end."""
        if not self._arrival.done():
            self._arrival.set_result(False)
        self.number += 1
        self.link.send(DriveWish(self.number, self.awake, goal, limits))

    def go(self, way: DriveWay, limits: DriveLimits) -> Future[bool]:
        """Follow a path; the future returns whether its end was reached."""
        self.wish(way, limits)
        self._arrival = self._waits.add(
            lambda report: (
                report.arrived if report.number >= self.number and not report.active else None
            )
        )
        return self._arrival

    def finished(self) -> Future[Any]:
        """Return a future for when no move is active."""
        if not self.active:
            return fulfilled(())
        return self._waits.add(lambda _: None if self.active else ())

    def receive(self, report: BaseOutcome) -> None:
        """Process a new report."""
        with self.lock:
            self._waits.update(report)

    def lose(self, why: str) -> None:
        """Handle the loss of the base: its motors are off, and all waiting futures fail."""
        with self.lock:
            self.awake = False
            super().lose(why)
