"""The public interface, on one page; `hsm.NAME` is the same as `hsm.api.NAME`.

    import hsm

    run = hsm.play("push_falls_and_gets_up", plant="worn", seed=3)
    print(run)

Everything that is not listed is internal and may change without notice; `examples/` uses nothing
else. A name is imported on first use: `import hsm` costs nothing, and a program that runs a robot
loads no physics. Modules of the project import from the defining module, never from here.
"""

from functools import cache
from typing import TYPE_CHECKING

__all__ = [
    # Play a scenario, judge it, draw it, explain it.
    "PlayedRun", "play", "RunSeries", "read_series", "Explanation", "RowResult", "explain",
    "RecordedRun", "read_run",
    "load_scenarios", "Scenario", "Verdict", "Summary", "FallAccount", "accounts_of_falls",
    "ScenarioStart", "TimelineEntry", "TimelineRequest", "OneKind", "OneProp", "Expectation",
    # Request motions of a robot that runs in another process, `hsm robot run`.
    "RobotClient",
    # A robot in this process, and the loop that runs it.
    "Robot", "SensorFrame", "JointCommand", "Lights", "Touch", "RobotModel", "load_robot", "Joint",
    "Side", "MotionSettings", "config_folder", "load_settings", "build_cycle", "ControlCycle",
    "Outcome", "run_robot", "make_cycle", "Cycle", "Requests", "Constant", "Observer", "RobotState",
    "Pose2",
    # Requests.
    "MotionRequest", "Motion", "Dive", "WhileRolling", "WalkTo", "WalkBehindBall",
    "LeaveBallLine", "FreeStuckBall", "ReplaySteps", "ReplayedStep", "TargetFrame", "SideWalking",
    "PathShape", "SpeedShare", "Kick", "KickKind", "KickAlignment", "KickPreStep", "Dribble",
    "Intercept", "HeadWish", "HeadMode", "CameraChoice", "ArmWish", "ArmProgram", "MotionInfo",
    "KeyframeInfo", "LastKick",
    # The preview walk: footsteps, velocities and paths, and its plan.
    "PreviewWish", "Footsteps", "FootstepWish", "PreviewVelocity", "StepShares", "MoveTo",
    "PathPose", "PreviewEnd", "MoveConfig", "PreviewInfo", "PlannedFootstep",
    # Sightings and the world model.
    "Sighting", "SeenBall", "SeenObstacles", "SeenPose", "Circle", "World", "RollingBall",
    # The robot in physics, and disturbances.
    "Simulation", "ChangeWish", "load_plant", "PlantParameters", "GroundTruth", "Posture",
    "Disturbance", "Push",
    "Lean", "Jostle", "BlockFoot", "SeizeJoint", "Lift", "HoldUpright", "PutDown", "LayDown",
    "LetGo", "MoveBall", "LoseFrames", "KillImu", "KillMotor", "Press", "Spoil", "FreezeValue",
    "ShiftValue", "TorsoForce",
    # Props on the field, and the ground truth of a run.
    "Prop", "Ball", "Cylinder", "PassiveRobot", "Patch", "Cable", "RecordedTruth", "read_truth",
    # Campaigns of many trials, and their statistics.
    "CampaignConfig", "Engine", "ModelFiles", "TrialContext", "run_campaign", "measure_walk",
    "measure_push", "measure_get_up", "measure_falls", "Rate", "Average", "mean",
    "PairedComparison", "compare",
    # The walk, terms of its balance, and what they read and change.
    "WalkingParameters", "BalanceTerm", "TermContext", "WalkState", "DcmError", "GyroFilter",
    "RunningStep", "Leg", "Value", "FeetOffsets", "with_term",
    # The chart: states, rows, claimed properties, the proof.
    "Chart", "compile_chart", "robot_chart", "Tree", "Leaf", "Row", "Priority", "Transition",
    "Properties", "Response", "Invariant", "Refusal", "PROPERTIES", "prove", "Report",
    # Base of all errors, each with a message of one sentence.
    "HsmError",
]  # fmt: skip

if TYPE_CHECKING:  # read by linters, and by `__getattr__` at run time
    from hardware.disturbance import Disturbance, TorsoForce
    from hardware.disturbances import (
        BlockFoot,
        FreezeValue,
        HoldUpright,
        Jostle,
        KillImu,
        KillMotor,
        LayDown,
        Lean,
        LetGo,
        Lift,
        LoseFrames,
        MoveBall,
        Press,
        Push,
        PutDown,
        SeizeJoint,
        ShiftValue,
        Spoil,
    )
    from hardware.postures import Posture
    from hardware.props import Ball, Cable, Cylinder, PassiveRobot, Patch, Prop
    from hardware.robot import Robot
    from hardware.robots.model import Leg, RobotModel, Side
    from hardware.robots.nao import Joint
    from hardware.sensors_and_commands import JointCommand, Lights, SensorFrame, Touch
    from hardware.simulation.plant.parameters import PlantParameters
    from hardware.simulation.plant.truth import GroundTruth
    from hsm.apps.robot.client import RobotClient
    from hsm.campaigns.context import CampaignConfig, TrialContext
    from hsm.campaigns.falling.falls import measure_falls
    from hsm.campaigns.get_up.get_up import measure_get_up
    from hsm.campaigns.significance import PairedComparison, compare
    from hsm.campaigns.statistics import Average, Rate, mean
    from hsm.campaigns.trials import run_campaign
    from hsm.campaigns.walking.engines import Engine
    from hsm.campaigns.walking.push import measure_push
    from hsm.campaigns.walking.walk import measure_walk
    from hsm.chart.engine.compile import Chart, compile_chart
    from hsm.chart.engine.rows import Priority, Row
    from hsm.chart.engine.states import Leaf
    from hsm.chart.engine.transition import Transition
    from hsm.chart.engine.tree import Tree
    from hsm.chart.proofs.check import Report
    from hsm.chart.proofs.check import check as prove
    from hsm.chart.proofs.property_kinds import Invariant, Properties, Refusal, Response
    from hsm.chart.proven_properties import PROPERTIES
    from hsm.chart.table import robot_chart
    from hsm.control.assembly import MotionSettings, build_cycle, load_settings
    from hsm.control.cycle import ControlCycle, Outcome
    from hsm.control.loop import Constant, Cycle, Observer, Requests, make_cycle
    from hsm.control.loop import run as run_robot
    from hsm.control.motion_info import MotionInfo
    from hsm.errors import HsmError
    from hsm.playing import PlayedRun, play
    from hsm.runs.explanation import Explanation, RowResult, explain
    from hsm.runs.falls.account import FallAccount, accounts_of_falls
    from hsm.runs.reader import RecordedRun, read_run
    from hsm.runs.truth import RecordedTruth, read_truth
    from hsm.scenarios.expectation import Expectation
    from hsm.scenarios.field import OneProp
    from hsm.scenarios.loader import load_scenarios
    from hsm.scenarios.scenario import Scenario, ScenarioStart
    from hsm.scenarios.timeline import OneKind, TimelineEntry, TimelineRequest
    from hsm.scenarios.verdict import Verdict
    from hsm.series import RunSeries, read_series
    from hsm.settings.change_wish import ChangeWish
    from hsm.settings.loader import config_folder
    from hsm.settings.robot_file import load_robot
    from hsm.simulated.other_model import ModelFiles
    from hsm.simulated.simulation import Simulation, load_plant
    from hsm.simulated.summary import Summary
    from motions.destinations import (
        FreeStuckBall,
        LeaveBallLine,
        PathShape,
        ReplayedStep,
        ReplaySteps,
        SideWalking,
        SpeedShare,
        TargetFrame,
        WalkBehindBall,
        WalkTo,
    )
    from motions.keyframes.engine.player import KeyframeInfo
    from motions.kicks.memory import LastKick
    from motions.kicks.wish import (
        Dribble,
        Intercept,
        Kick,
        KickAlignment,
        KickKind,
        KickPreStep,
    )
    from motions.kinematics.geometry import Pose2
    from motions.limbs.wishes import ArmProgram, ArmWish, CameraChoice, HeadMode, HeadWish
    from motions.locomotion.gait import MoveConfig
    from motions.locomotion.info import PlannedFootstep, PreviewInfo
    from motions.locomotion.wish import (
        Footsteps,
        FootstepWish,
        MoveTo,
        PathPose,
        PreviewEnd,
        PreviewVelocity,
        PreviewWish,
        StepShares,
    )
    from motions.perception.state import RobotState
    from motions.perception.world import RollingBall, World
    from motions.requests import Dive, Motion, MotionRequest, WhileRolling
    from motions.sight import Circle, SeenBall, SeenObstacles, SeenPose, Sighting
    from motions.walking.configuration import WalkingParameters, with_term
    from motions.walking.rhythm.running_step import RunningStep
    from motions.walking.terms.gyro_filter import GyroFilter
    from motions.walking.terms.pendulum import DcmError
    from motions.walking.terms.term import BalanceTerm, TermContext, Value, WalkState
    from motions.walking.trajectories import FeetOffsets


def __dir__() -> list[str]:
    return __all__


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import a listed name on first use."""
        if name not in __all__:
            raise AttributeError(f"module 'hsm.api' has no attribute '{name}'")
        from importlib import import_module

        module, there = _homes()[name]
        found = globals()[name] = getattr(import_module(module), there)
        return found


@cache
def _homes() -> dict[str, tuple[str, str]]:
    """Return the module and the name there from which the block above imports each name."""
    import ast
    from pathlib import Path

    page = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    block = next(node for node in page.body if isinstance(node, ast.If))
    return {
        item.asname or item.name: (statement.module or "", item.name)
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for item in statement.names
    }
