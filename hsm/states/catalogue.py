"""Which class stands behind which leaf of the chart."""

from dataclasses import dataclass

from hsm.states.announcement import Announcement, AnnouncementParameters
from hsm.states.components import Components
from hsm.states.fall_protection import Falling, WaitGetUp
from hsm.states.freeze import FreezeParameters, Frozen
from hsm.states.keyframe import keyframe_states
from hsm.states.picked_up import Hanging, HoldStep, Returning
from hsm.states.resting import Fault, FaultParameters, Limp, Off
from hsm.states.stand import High, Lowering, Normal, Raising, Rising
from hsm.states.state import State
from hsm.states.walk import WalkDelayPhase, WalkStep
from motions.picked_up import ReturnParameters
from motions.walking.step import StepKind

_UPRIGHT = "Active.Upright"


@dataclass(frozen=True, slots=True)
class StateParameters:
    """Everything in `config/states.yaml`: what the states do themselves.

    Attributes:
        fault: A robot with a defect.
        freeze: A robot without a link.
        announce: How often people are asked for help.
        picked_up: Return of the feet in the air.
    """

    fault: FaultParameters
    freeze: FreezeParameters
    announce: AnnouncementParameters
    picked_up: ReturnParameters


def build_states(components: Components, parameters: StateParameters) -> dict[str, State]:
    """Return the state of every leaf, by path."""
    freeze, announce = parameters.freeze, parameters.announce
    hold_upright = Announcement("hold me upright, then I stand up", announce.hold_upright)
    return {
        "Off": Off(),
        "Fault": Fault(parameters.fault),
        "Active.Limp.Limp": Limp(),
        "Active.Limp.HoldUpright": Limp(hold_upright),
        f"{_UPRIGHT}.Stand.Rising": Rising(components),
        f"{_UPRIGHT}.Stand.Normal": Normal(components),
        f"{_UPRIGHT}.Stand.Raising": Raising(components),
        f"{_UPRIGHT}.Stand.High": High(components),
        f"{_UPRIGHT}.Stand.Lowering": Lowering(components),
        f"{_UPRIGHT}.Walk.WalkDelayPhase": WalkDelayPhase(components),
        f"{_UPRIGHT}.Walk.WalkPhase.Starting": WalkStep(components, StepKind.STARTING),
        f"{_UPRIGHT}.Walk.WalkPhase.Stepping": WalkStep(components, StepKind.STEPPING),
        f"{_UPRIGHT}.Walk.WalkPhase.Stopping": WalkStep(components, StepKind.STOPPING),
        f"{_UPRIGHT}.Walk.WalkPhase.EmergencyStand": WalkStep(components, StepKind.EMERGENCY_STAND),
        f"{_UPRIGHT}.Walk.WalkPhase.EmergencyStep": WalkStep(components, StepKind.EMERGENCY_STEP),
        "Active.FallProtection.Early": Falling(components, begins=True),
        "Active.FallProtection.Late": Falling(components, begins=False),
        "Active.FallProtection.WaitGetUp": WaitGetUp(components),
        "Active.PickedUp.HoldStep": HoldStep(components),
        "Active.PickedUp.Returning": Returning(components),
        "Active.PickedUp.Hanging": Hanging(components),
        "Active.Freeze.Hold": Frozen(components, freeze.hold),
        "Active.Freeze.Tilted": Frozen(components, freeze.tilted),
        **keyframe_states(components, help_every=announce.help),
    }
