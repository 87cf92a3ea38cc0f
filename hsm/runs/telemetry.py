"""Telemetry: reports of the control cycle to clients, as plain values in SI units.

A report is made every second cycle, at every transition, and when a new request has been accepted:
clients decide by reports, and the effect of a request must not be lost between two of them.
"""

import math
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from hsm.control.loop import Cycle
from hsm.control.motion_info import MotionInfo
from motions.keyframes.engine.player import KeyframeInfo
from motions.kicks.memory import LastKick
from motions.kinematics.geometry import Pose2
from motions.locomotion.info import PlannedFootstep, PreviewInfo
from motions.requests import MotionRequest

_TELL_EVERY: Final = 2
"""Cycles between two reports: 24 ms, the update period of the NAO's own software."""
_MOST_STEPS: Final = 100
"""Most changeable footsteps in a report, the next ones first: a program may plan ten times as many,
but a report must be built within a cycle and fit into one message between processes."""


class Telemetry:
    """Builds the reports of one robot."""

    def __init__(
        self,
        counters: Callable[[], Mapping[str, int]] = dict,
        specials: Sequence[str] = (),
    ) -> None:
        """Set up.

        Args:
            counters: Returns the counters of the link.
            specials: Names of the special motions that may be requested.
        """
        self._counters = counters
        self._specials = list(specials)
        self._cycles = 0
        self._number = 0

    def look(self, made: Cycle) -> dict[str, Any] | None:
        """Return the report after a cycle; None if none is due."""
        self._cycles += 1
        outcome = made.outcome
        new = outcome.request.number != self._number
        self._number = outcome.request.number
        if outcome.transition is None and not new and self._cycles % _TELL_EVERY:
            return None
        return self.report(made)

    def report(self, made: Cycle) -> dict[str, Any]:
        """Return the report on a cycle."""
        outcome, frame = made.outcome, made.frame
        robot, transition = outcome.robot, outcome.transition
        support, preview = robot.support, outcome.info.preview
        report: dict[str, Any] = {
            "process": os.getpid(),
            "time": robot.time,
            "cycles": self._cycles,
            "leaf": outcome.leaf,
            "motion": outcome.request.motion.value,
            "number": outcome.request.number,
            "specials": self._specials,
            "silent": outcome.silent,
            "forgotten": None if outcome.forgotten is None else _request(outcome.forgotten),
            "errand_open": outcome.info.open,
            "fall": robot.fall.value,
            "heat": robot.health.heat.name.lower(),
            "battery_empty": robot.health.empty,
            "odometry": [robot.odometry.x, robot.odometry.y, robot.odometry.heading],
            "tilt": [robot.roll, robot.pitch],
            "up": list(robot.up),
            "on_ground": robot.contact,
            "forces": [support.left_force, support.right_force],
            "positions": list(robot.positions),
            "commanded": list(outcome.command.positions),
            "stiffness": list(outcome.command.stiffness),
            "info": info_told(outcome.info),
            "parameters": {
                "waits": outcome.parameters.waits,
                "taken": outcome.parameters.taken,
            },
            "footsteps": len(preview.unchangeable) + len(preview.changeable),
            "link": dict(self._counters()),
        }
        if transition is not None:
            report["transition"] = (
                f"{transition.source} -> {transition.dest} by {transition.event}:"
                f" {transition.because}"
            )
        if frame is not None:
            hottest = max(
                (value for value in frame.temperatures if value == value), default=math.nan
            )
            report["battery"] = _known(frame.battery_charge)
            report["battery_current_a"] = _known(frame.battery_current)
            report["hottest_c"] = _known(hottest)
            report["sensors"] = {
                "gyro": list(frame.gyro),
                "accelerometer": list(frame.accelerometer),
                "fsr": list(frame.fsr),
                "touch": list(frame.touch),
                "temperatures": list(frame.temperatures),
                "currents": list(frame.currents),
            }
        return report


def info_told(info: MotionInfo) -> dict[str, Any]:
    """Return the progress of the request as plain values.

    It is written out field by field, because it runs in the thread of the control cycle, and
    introspection of the fields costs four times as much.
    """
    return {
        "open": info.open,
        "arrived": info.arrived,
        "left": None if info.left is None else _pose(info.left),
        "speed": list(info.speed),
        "tries": info.tries,
        "preview": _plan(info.preview),
        "last_kick": None if info.last_kick is None else _kick(info.last_kick),
        "unfollowed": list(info.unfollowed),
        "stable": info.stable,
        "keyframe": None if info.keyframe is None else _keyframe(info.keyframe),
        "footstep": None if info.footstep is None else _footstep(info.footstep),
    }


def _request(request: MotionRequest) -> dict[str, Any]:
    return {"motion": request.motion.value, "number": request.number}


def _kick(kick: LastKick) -> dict[str, Any]:
    return {"name": kick.name, "time": kick.time, "hit": kick.hit}


def _keyframe(played: KeyframeInfo) -> dict[str, Any]:
    return {"motion": played.motion, "keyframe": played.keyframe, "mirrored": played.mirrored}


def _plan(plan: PreviewInfo) -> dict[str, Any]:
    return {
        "active": plan.active,
        "number": plan.number,
        "arrived": plan.arrived,
        "left": _pose(plan.left),
        "right": _pose(plan.right),
        "robot": _pose(plan.robot),
        "following": _pose(plan.following),
        "unchangeable": [_footstep(step) for step in plan.unchangeable],
        "changeable": [_footstep(step) for step in plan.changeable[:_MOST_STEPS]],
        "made": plan.made,
        "ended": plan.ended,
        "refused": plan.refused,
    }


def _footstep(step: PlannedFootstep) -> dict[str, Any]:
    return {"swing": step.swing.name, "lands_in": step.lands_in, "move": _pose(step.move)}


def _pose(pose: Pose2) -> dict[str, float]:
    return {"x": pose.x, "y": pose.y, "heading": pose.heading}


def _known(number: float) -> float | None:
    return number if math.isfinite(number) else None
