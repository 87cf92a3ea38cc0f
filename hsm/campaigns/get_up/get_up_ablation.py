"""`hsm measure get-up-ablation`: the contribution of each part of the get-ups, switched in turn.

The same robots get up from the same postures with the motions as shipped, without balance, with
joint compensation and with rocking ankles; the last two are off as shipped.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial

from hardware.robots.model import RobotModel, Side
from hsm.campaigns.changed import changed
from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.get_up.get_up import ALLOWED, GetUpReport, GetUpResult, GetUpTrial, run_get_up
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.significance import LEVEL, PairedComparison, compare, differences
from hsm.campaigns.trials import run_groups
from hsm.control.assembly import MotionSettings
from hsm.settings.keyframe_files import load_keyframes
from hsm.settings.loader import config_folder
from motions.keyframes.motions.keyframe import Compensation, JointShare, Keyframe
from motions.keyframes.motions.library import MotionLibrary

SIDES = ("front", "back")


class Part(Enum):
    """The parts that are switched."""

    SHIPPED = "as shipped"
    BALANCE = "balance off"
    COMPENSATION = "compensation on"
    OSCILLATION = "oscillation on"


def _lagging_hip_yaw(robot: RobotModel) -> Compensation:
    """Return the compensation for a hip yaw that sticks and leaves the torso less folded.

    In return, the ankles lean the robot forward, by 5 degrees at most. With the opposite sign or
    without a limit, most robots fail to stand up.
    """
    return Compensation(
        start=math.radians(-1.0),
        full=math.radians(-10.0),
        clip=1.0,
        observe=robot.legs[Side.LEFT].hip_yaw,
        predict=True,
        apply=tuple(JointShare(leg.ankle_pitch, 0.5) for leg in robot.legs.values()),
    )


@dataclass(frozen=True, slots=True)
class GetUpAblation(CampaignReport):
    """Results of all rows.

    Attributes:
        config: Settings shared by all trials.
        reports: Reports by part.
    """

    config: CampaignConfig
    reports: dict[Part, GetUpReport]

    def findings(self) -> Findings:
        """Return the findings."""
        found = self.differences()
        return {
            part.value: report.findings() | {"differences": found[part]}
            for part, report in self.reports.items()
        }

    def markdown(self) -> str:
        """Return the table in Markdown."""
        lines = [
            f"Plant {self.config.plant_text}: stood within {ALLOWED:.0f} s, on the first try, "
            "median time, with 95 % intervals. Differences from the first row in the same trials "
            f"are significant by an exact sign test, at {LEVEL:.0%} for the whole table (Holm).",
            "",
            "| | " + " | ".join(SIDES) + " | significant difference |",
            "|---" * (len(SIDES) + 2) + "|",
        ]
        differences = self.differences()
        for part, report in self.reports.items():
            cells = [_cell(report.figures(side)) for side in SIDES]
            told = "" if part is Part.SHIPPED else ", ".join(differences[part]) or "none"
            lines.append(f"| {' | '.join([part.value, *cells, told])} |")
        return "\n".join(lines)

    def differences(self) -> dict[Part, list[str]]:
        """Return significant differences from the motions as shipped, in words."""
        return differences({part: self._compared(part) for part in self.reports})

    def _compared(self, part: Part) -> dict[str, PairedComparison]:
        found: dict[str, PairedComparison] = {}
        for side in SIDES if part is not Part.SHIPPED else ():
            ours, shipped = (self.reports[each].results[side] for each in (part, Part.SHIPPED))
            pairs = list(zip(ours, shipped, strict=True))
            found |= {
                f"often stood ({side})": compare((a.succeeded, b.succeeded) for a, b in pairs),
                f"often at once ({side})": compare((a.at_once, b.at_once) for a, b in pairs),
                f"time ({side})": compare((a.stood_after, b.stood_after) for a, b in pairs),
            }
        return found


def measure_get_up_ablation(config: CampaignConfig, *, trials: int, jobs: int) -> GetUpAblation:
    """Measure get-ups from front and back with each part switched in turn."""
    asked = {side: [GetUpTrial(side, number) for number in range(trials)] for side in SIDES}
    reports = {
        part: GetUpReport(
            run_groups(config, asked, partial(_run, part), jobs=jobs, label=part.value)
        )
        for part in Part
    }
    return GetUpAblation(config, reports)


def _run(part: Part, context: TrialContext, trial: GetUpTrial) -> GetUpResult:
    return run_get_up(replace(context, settings=switched(context.settings, part)), trial)


def switched(settings: MotionSettings, part: Part) -> MotionSettings:
    """Return the settings with one part switched."""
    match part:
        case Part.SHIPPED:
            return settings
        case Part.OSCILLATION:
            return changed(settings, "keyframes.engine.oscillation.active", True)
        case Part.BALANCE:
            return _with_changed_keyframes(settings, _unbalanced)
        case Part.COMPENSATION:
            compensated = partial(_compensated, _lagging_hip_yaw(settings.robot))
            return _with_changed_keyframes(settings, compensated)


def _with_changed_keyframes(
    settings: MotionSettings, change: Callable[[Keyframe], Keyframe]
) -> MotionSettings:
    _, files = load_keyframes(config_folder() / "keyframes", settings.robot)
    blocks = {
        name: replace(block, keyframes=tuple(map(change, block.keyframes)))
        for name, block in files.resolved.items()
    }
    return replace(settings, motions=MotionLibrary(settings.robot, files.motions, blocks))


def _unbalanced(keyframe: Keyframe) -> Keyframe:
    return replace(keyframe, balance=None)


def _compensated(compensation: Compensation, keyframe: Keyframe) -> Keyframe:
    """Add the compensation if the motion balances, which it does while the feet bear load."""
    if keyframe.balance is None:
        return keyframe
    return replace(keyframe, compensation=(*keyframe.compensation, compensation))


def _cell(figures: dict[str, object]) -> str:
    return (
        f"{figures['succeeded']}, {figures['first_try']} on the first try, {figures['median_s']} s"
    )
