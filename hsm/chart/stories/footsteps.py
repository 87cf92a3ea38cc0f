"""Stories of the preview walk: its course, its ends and its interruptions."""

from typing import Final

from hsm.chart.proofs.required_story import Story, nothing, s
from hsm.chart.stories.shorthand import IN_AIR, STEPPING

_WALK = "PreviewWalk"

STORIES: Final = (
    Story("two footsteps", "Stand.Normal", (
        s("preview_req", "preview_walk", f"{_WALK}.InitialDoubleSupport"),
        s("preview_req steps_left done", "lift_off", f"{_WALK}.SingleSupport"),
        s("preview_req steps_left done", "touch_down", f"{_WALK}.DoubleSupport"),
        s("preview_req steps_left done", "lift_off", f"{_WALK}.SingleSupport"),
        s("done", "halt", f"{_WALK}.FinalDoubleSupport"),
        s("done feet_closed", "stopped", "Stand.Normal"))),
    Story("footsteps end with the feet apart", f"{_WALK}.DoubleSupport", (
        s("done", "halt", f"{_WALK}.FinalDoubleSupport"),
        s("done", "close_feet", "WalkPhase.Stopping"),
        s("done", "stop", "WalkPhase.Stopping"),
        s("done feet_closed", "stopped", "Stand.Normal"))),
    Story("the preview walk is killed with a foot in the air", f"{_WALK}.SingleSupport", (
        nothing("preview_req steps_left", 20),
        s("kill_req", "kill", "Freeze.Hold"),
        s("", "rise", "Stand.Rising", 0.5),
        s("done", "risen", "Stand.Normal"))),
    *(Story(f"killed in {leaf}", leaf, (s("walk_req kill_req", "kill", "Freeze.Hold"),))
      for leaf in (STEPPING, "WalkDelayPhase", f"{_WALK}.FinalDoubleSupport")),
    Story("lifted between footsteps", f"{_WALK}.SingleSupport", (
        s(f"steps_left {IN_AIR}", "lifted", "PickedUp.HoldStep"),
        s(f"done {IN_AIR}", "step_over", "PickedUp.Returning"),
        s(f"done {IN_AIR}", "returned", "PickedUp.Hanging"))),
    Story("both feet wait for a late footstep", "Stand.Normal", (
        s("preview_req", "preview_walk", f"{_WALK}.InitialDoubleSupport"),
        nothing("preview_req steps_left", 500),
        s("preview_req steps_left done", "lift_off", f"{_WALK}.SingleSupport"),
        s("preview_req steps_left done", "touch_down", f"{_WALK}.DoubleSupport"),
        nothing("preview_req steps_left", 500),
        nothing("steps_left -contact", 5),
        s("steps_left", "withdrawn", f"{_WALK}.FinalDoubleSupport"))),
    Story("the request ends without the walk noticing", f"{_WALK}.DoubleSupport", (
        s("steps_left", "withdrawn", f"{_WALK}.FinalDoubleSupport", 0.1),)),
    Story("a footstep does not end", f"{_WALK}.SingleSupport", (
        s("steps_left", "timeout", f"{_WALK}.FinalDoubleSupport", 5.0),
        s("", "timeout", "WalkPhase.Stopping", 1.0),
        s("done feet_closed", "stopped", "Stand.Normal"))),
)  # fmt: skip
