"""Shorthand of the stories: facts that occur together, leaves, endings."""

from typing import Final

from hsm.chart.proofs.required_story import StoryStep, nothing, s

DOWN: Final = "-upright -calm"  # falling or rolling
LYING: Final = "-upright"
ON_GROUND: Final = "lying -upright"
IN_AIR: Final = "lifted -contact"
RISE: Final = (s("", "rise", "Stand.Rising"), s("done", "risen", "Stand.Normal"))
STOP: Final = (
    s("done", "stop", "WalkPhase.Stopping"),
    s("done feet_closed", "stopped", "Stand.Normal"),
)
GET_UP: Final = "KeyframePhase.GetUp"
SIT: Final = "KeyframePhase.SitDown"
FALL: Final = "FallProtection"
WAVE: Final = "KeyframePhase.Special"
DIVE: Final = "KeyframePhase.Dive"
JUMP: Final = "dive_req jump_req"
PUT_DOWN: Final = (
    nothing(f"{IN_AIR} done", 100),
    StoryStep("walk_req done", "put_down", "Stand.Normal", at_once=True),
)
STARTING: Final = "WalkPhase.Starting"
STEPPING: Final = "WalkPhase.Stepping"
FINISH: Final = (
    s("done", "finished", f"{GET_UP}.Done"),
    s("", "up", STARTING),
)

PRE_STEP: Final = "InWalkKick.PreStep"
KICK_STEP: Final = "InWalkKick.KickStep"
DELAY: Final = "WalkDelayPhase"
KICK: Final = "KickPhase"
