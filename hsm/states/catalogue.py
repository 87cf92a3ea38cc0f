"""Which class stands behind which leaf of the chart."""

from hsm.states.components import Components
from hsm.states.fall_protection import Falling, WaitGetUp
from hsm.states.keyframe import keyframe_states
from hsm.states.resting import Fault, FaultParameters, Limp, Off
from hsm.states.stand import Normal, Rising
from hsm.states.state import State
from hsm.states.walk import WalkDelayPhase, WalkStep
from motions.walking.step import StepKind

_UPRIGHT = "Active.Upright"


def build_states(components: Components, fault: FaultParameters) -> dict[str, State]:
    """Return the state of every leaf, by path."""
    return {
        "Off": Off(),
        "Fault": Fault(fault),
        "Active.Limp.Limp": Limp(),
        "Active.Limp.HoldUpright": Limp(),
        f"{_UPRIGHT}.Stand.Rising": Rising(components),
        f"{_UPRIGHT}.Stand.Normal": Normal(components),
        f"{_UPRIGHT}.Walk.WalkDelayPhase": WalkDelayPhase(components),
        f"{_UPRIGHT}.Walk.WalkPhase.Starting": WalkStep(components, StepKind.STARTING),
        f"{_UPRIGHT}.Walk.WalkPhase.Stepping": WalkStep(components, StepKind.STEPPING),
        f"{_UPRIGHT}.Walk.WalkPhase.Stopping": WalkStep(components, StepKind.STOPPING),
        "Active.FallProtection.Early": Falling(components, begins=True),
        "Active.FallProtection.Late": Falling(components, begins=False),
        "Active.FallProtection.WaitGetUp": WaitGetUp(components),
        **keyframe_states(components),
    }
