"""Stories that begin elsewhere: in a fall, picked up, limp, or without a link."""

from typing import Final

from hsm.chart.proofs.required_story import Story, nothing, s
from hsm.chart.stories.shorthand import (
    DOWN,
    FALL,
    GET_UP,
    IN_AIR,
    LYING,
    PUT_DOWN,
    RISE,
    SIT,
    STARTING,
)

STORIES: Final = (
    Story("rises when stand is requested", "Limp.Limp", RISE),
    Story("lying, waits to be held upright", "Limp.Limp", (
        nothing(f"limp_req {LYING}", 50), s(LYING, "hold_upright", "Limp.HoldUpright"),
        nothing(LYING, 200), RISE[0])),
    Story("caught by a person", f"{FALL}.Early", (
        nothing("falling", 5), nothing("-calm", 5), nothing("-upright", 5),
        s("", "caught", "Stand.Rising"), RISE[1])),
    Story("set down while the feet return", "PickedUp.Returning", (
        s("", "put_down", "WalkPhase.Stopping"),)),
    Story("fallen, lifted by a person", f"{FALL}.WaitGetUp", (
        s(f"{IN_AIR} get_up_req", "lifted", "PickedUp.Hanging"), *PUT_DOWN)),
    Story("the link is restored at once", "Freeze.Hold", (
        s("soles_level", "step_on", STARTING, 0.5),)),
    Story("falls while frozen", "Freeze.Tilted", (
        s(f"-link_ok falling {DOWN}", "fall", f"{FALL}.Early"),)),
    Story("limp is requested on the floor", f"{FALL}.WaitGetUp", (
        s(f"limp_req {LYING}", "rest", "Limp.Limp"),)),
    Story("rolls over and gets up", f"{FALL}.Early", (
        nothing(f"falling {DOWN}", 5), s(f"done {DOWN}", "landed", f"{FALL}.WaitGetUp"),
        s(f"get_up_req {LYING}", "get_up", f"{GET_UP}.Decide"))),
    Story("boots limp", "Off", (
        nothing("-link_ok hw_fault", 10), nothing("-link_ok", 10), s("", "boot", "Limp.Limp"))),
    Story("boots limp without a frame in between", "Off", (
        nothing("-frames_ok -link_ok stiff", 200), s("", "boot", "Limp.Limp"))),
    Story("our process restarts under a standing robot", "Off", (
        nothing("stiff -link_ok", 10),
        s("stiff", "reconnect", "Freeze.Hold"), s("stiff", "rise", "Stand.Rising", 0.5),
        s("stiff limp_req", "sit_down", f"{SIT}.Decide"))),
    Story("our process starts on a robot with a defect", "Off", (
        nothing("-link_ok", 10), s("stiff hw_fault", "hw_fault", "Fault"),
        s("clear_req", "fault_acknowledged", "Limp.Limp", 1.0))),
    Story("the frames are lost in a fault", "Fault", (
        s("-link_ok -frames_ok", "frames_lost", "Off"),)),
    Story("a fault lasts at least a second", "Fault", (
        s("head_touch", "fault_cleared", "Limp.Limp", 1.0),)),
    Story("the behaviour confirms a fault", "Fault", (
        nothing("hw_fault clear_req", 120),
        s("clear_req limp_req", "fault_acknowledged", "Limp.Limp"))),
    Story("a fault is not confirmed within a second", "Fault", (
        s("clear_req", "fault_acknowledged", "Limp.Limp", 1.0),)),
    Story("person and behaviour confirm a fault together", "Fault", (
        s("clear_req head_touch", "fault_cleared", "Limp.Limp", 1.0),)),
    Story("limp is requested in the air", "PickedUp.Hanging", (
        s(f"{IN_AIR} limp_req", "sit_down", f"{SIT}.Decide"),
        s(f"{IN_AIR} limp_req", "chosen", f"{SIT}.Execute"),
        s(f"{IN_AIR} limp_req done", "finished", f"{SIT}.Done"),
        s(f"{IN_AIR} limp_req", "taken", "Limp.Limp"))),
    Story("limp is requested during the step in the air", "PickedUp.HoldStep", (
        s(f"{IN_AIR} limp_req", "sit_down", f"{SIT}.Decide"),)),
    Story("put down before the stance is reached", "PickedUp.Hanging", (
        s("", "put_down_early", "Stand.Rising"), RISE[1])),
    Story("never quiet on the floor", f"{FALL}.Late", (
        s(DOWN, "timeout", f"{FALL}.WaitGetUp", 2.0),
        s(DOWN, "timeout", f"{GET_UP}.Decide", 20.0))),
    Story("a dive is requested on the floor", f"{FALL}.Early", (
        s(f"dive_req {DOWN}", "timeout", f"{FALL}.WaitGetUp", 2.0),
        s(f"dive_req {LYING}", "timeout", f"{GET_UP}.Decide", 20.0))),
    Story("never quiet in the first phase of a fall", f"{FALL}.Early", (
        s(DOWN, "timeout", f"{FALL}.WaitGetUp", 2.0),)),
    Story("rolls while it waits to get up", f"{FALL}.WaitGetUp", (
        nothing(f"falling {LYING}", 20),)),
    Story("lies on the ground, undetected by the fall detector", f"{FALL}.WaitGetUp", (
        nothing(f"dive_req {LYING}", 20), s(LYING, "get_up", f"{GET_UP}.Decide"))),
    Story("limp is requested again", "Limp.HoldUpright", (
        s("limp_req", "rest", "Limp.Limp"), nothing("limp_req", 50))),
    Story("the step in the air does not end", "PickedUp.HoldStep", (
        s(IN_AIR, "timeout", "PickedUp.Returning", 3.0),
        s(IN_AIR, "timeout", "PickedUp.Hanging", 3.0))),
    Story("the link is lost in the air", "PickedUp.Returning", (
        s(f"{IN_AIR} -link_ok", "freeze", "Freeze.Hold"),)),
    Story("caught in a squat", f"{FALL}.Early", (
        nothing("get_up_req -calm", 5), s("get_up_req", "get_up", f"{GET_UP}.Decide"))),
    Story("laid down by a person", "PickedUp.Hanging", (
        nothing(IN_AIR, 20), s(f"lying -contact {LYING}", "lies", f"{FALL}.WaitGetUp"))),
    Story("lies and loses the link", "PickedUp.Returning", (
        s(f"lying -link_ok {LYING}", "lies", f"{FALL}.WaitGetUp"),)),
)  # fmt: skip
