"""ALMemory: values by key, and events, from the robot and from programs."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from hsm.apps.naoqi.argument_checks import Call, function, takes
from hsm.apps.naoqi.body.devices import TOUCH_CHANGED, TOUCHES, devices, pads, touched
from hsm.apps.naoqi.link.report import RobotReport
from hsm.apps.naoqi.robot_program import RobotProgram
from hsm.chart.leaves import FALL_PROTECTION, PICKED_UP

_MOST_KEYS: Final = 100_000
"""Largest number of keys of programs: an endless loop must not exhaust the memory."""
EVENTS: Final = (
    "footContactChanged", "robotIsWakeUp", "robotHasFallen", "PostureChanged",
    "PostureFamilyChanged", "ALMotion/MoveFailed", "ALMotion/Stiffness/wakeUpStarted",
    "ALMotion/Stiffness/wakeUpFinished", "ALMotion/Stiffness/restStarted",
    "ALMotion/Stiffness/restFinished", TOUCH_CHANGED, *TOUCHES,
)  # fmt: skip


class ALMemory:
    """Values by key, and events."""

    name = "ALMemory"

    def __init__(self, program: RobotProgram, subscriber: Callable[[], Any]) -> None:
        """Serve one robot; `subscriber` creates an object with a signal."""
        self._lock = threading.Lock()
        self._values: dict[str, Any] = {"robotIsWakeUp": program.awake, "robotHasFallen": False}
        self._subscribers: dict[str, Any] = {}
        self._make = subscriber
        self._devices = devices(program.names.body)
        self._report: RobotReport | None = None
        self._fallen = False
        program.event = self._publish
        program.listeners.append(self._update)
        program.lost.append(self._forget)
        if program.link.report is not None:
            self._update(program.link.report)

    @takes("key", 1, 2)
    def getData(self, call: Call, key: Any, _: Any = 0) -> Any:  # old programs pass the 0
        """Return the value of a key."""
        known, value = self._value(call.text(key, "key"))
        if not known:
            call.refuse(f"'{key[:80]}' has no value; getDataListName lists the keys that have one")
        return value

    @function
    def getListData(self, call: Call, keys: Any) -> list[Any]:
        """Return the values of several keys; None where there is none."""
        texts = [call.text(key, "a key") for key in call.items(keys, "keys")]
        return [self._value(key)[1] for key in texts]

    @function
    def getDataListName(self, call: Call) -> list[str]:
        """Return all keys that have a value."""
        return self._names()

    @function
    def getDataList(self, call: Call, filter: Any) -> list[str]:
        """Return the keys with a value whose names contain a string."""
        text = call.text(filter, "filter")
        return [name for name in self._names() if text in name]

    @function
    def getEventList(self, call: Call) -> list[str]:
        """Return the names of the robot's events, and of events with subscribers."""
        with self._lock:
            return sorted({*EVENTS, *self._subscribers})

    @function
    def removeData(self, call: Call, key: Any) -> None:
        """Delete a key and its value."""
        call.text(key, "key")
        if key in self._devices or key in EVENTS:
            call.refuse(f"'{key[:80]}' belongs to the robot")
        with self._lock:
            if key not in self._values:
                call.refuse(f"'{key[:80]}' has no value")
            del self._values[key]

    @function
    def insertData(self, call: Call, key: Any, value: Any) -> None:
        """Set the value of a key."""
        self._insert(call, call.text(key, "key"), value)

    @function
    def insertListData(self, call: Call, list: Any) -> None:
        """Set the values of several keys, [[key, value], ...]."""
        for entry in call.items(list, "list"):
            key, value = call.items(entry, "an entry", length=2)
            self._insert(call, call.text(key, "a key"), value)

    @function
    def raiseEvent(self, call: Call, event: Any, value: Any) -> None:
        """Set the value of a key and notify subscribers."""
        self._raise(call, event, value)

    @function
    def raiseMicroEvent(self, call: Call, event: Any, value: Any) -> None:
        """Do the same as raiseEvent."""
        self._raise(call, event, value)

    @function
    def declareEvent(self, call: Call, event: Any, module: Any = "") -> None:
        """Do nothing: events need not be declared."""
        call.text(event, "event")

    @function
    def subscriber(self, call: Call, event: Any) -> Any:
        """Return an object whose `signal` emits the values of an event."""
        key = call.text(event, "event")
        with self._lock:
            if key not in self._subscribers:
                if len(self._subscribers) >= _MOST_KEYS:
                    call.refuse(f"more than {_MOST_KEYS} events have subscribers")
                self._subscribers[key] = self._make()
            return self._subscribers[key]

    def _raise(self, call: Call, event: Any, value: Any) -> None:
        key = call.text(event, "event")
        self._insert(call, key, value)
        self._emit(key, value)

    def _publish(self, key: str, value: Any) -> None:
        """Set a value of the robot and notify subscribers."""
        with self._lock:
            self._values[key] = value
        self._emit(key, value)

    def _value(self, key: str) -> tuple[bool, Any]:
        """Return whether a key has a value, and the value."""
        with self._lock:
            if key in self._values:
                return True, self._values[key]
        value = self._told(key)
        return value is not None, value

    def _told(self, key: str) -> float | None:
        """Return the robot's value of one of its keys; None if it has none."""
        report, read = self._report, self._devices.get(key)
        return None if report is None or read is None else read(report)

    def _names(self) -> list[str]:
        with self._lock:
            known = set(self._values)
        told = (key for key in self._devices if self._told(key) is not None)
        return sorted(known.union(told))

    def _insert(self, call: Call, key: str, value: Any) -> None:
        if key in self._devices:
            call.refuse(f"'{key}' belongs to the robot")
        with self._lock:
            if key not in self._values and len(self._values) >= _MOST_KEYS:
                call.refuse(f"more than {_MOST_KEYS} keys have a value")
            self._values[key] = value

    def _emit(self, key: str, value: Any) -> None:
        with self._lock:
            subscriber = self._subscribers.get(key)
        if subscriber is not None:
            subscriber.signal(value)

    def _forget(self) -> None:
        """Handle the loss of the robot: its sensor values are unknown."""
        self._report = None

    def _update(self, report: RobotReport) -> None:
        before = self._report
        if before is not None and report.sensors is None:  # a frame is missing
            report = replace(report, sensors=before.sensors)
        self._report = report
        was = {} if before is None else dict(touched(before))
        for event, value in touched(report):
            if was.get(event) != value:
                self._publish(event, value)
        on = set() if before is None else pads(before)
        changed = [[pad, pad not in on] for pad in sorted(pads(report) ^ on)]
        if changed:
            self._publish(TOUCH_CHANGED, changed)
        if before is None or before.on_ground != report.on_ground:
            self._publish("footContactChanged", report.on_ground)
        fallen = self._has_fallen(report)
        if fallen != self._fallen:
            self._fallen = fallen
            self._publish("robotHasFallen", fallen)

    def _has_fallen(self, report: RobotReport) -> bool:
        """Return whether the robot is falling, lying in any state, or still getting up."""
        lies = report.lies and report.leaf not in PICKED_UP
        return report.leaf in FALL_PROTECTION or lies or (self._fallen and report.is_down)
