"""Generator of the page of all functions and keys: supported, refused with a reason, or absent."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from hsm.apps.naoqi.argument_checks import MOST_SAID
from hsm.apps.naoqi.body import reflexes
from hsm.apps.naoqi.body.devices import devices
from hsm.apps.naoqi.body.refusals import ON_LEGS, ON_WHEELS, is_refusal
from hsm.apps.naoqi.deprecated import OLD, OldMotion
from hsm.apps.naoqi.memory import EVENTS, ALMemory
from hsm.apps.naoqi.posture import ALRobotPosture
from hsm.apps.naoqi.robot_program import FOOT_CONTACT, STIFFNESS
from hsm.apps.naoqi.services import functions
from hsm.apps.naoqi.wheeled.motion import WheeledMotion
from hsm.output_files import write_whole
from motions.locomotion.config import FREQUENCY
from motions.locomotion.gait import FIXED_KEYS, KEYS
from motions.locomotion.wheeled.limits import DRIVE_KEYS, OLD_DRIVE_KEYS
from motions.locomotion.wish import MOST_FOOTSTEPS

PAGE: Final = Path(__file__).with_name("FUNCTIONS.md")
_WORKS: Final = "works"
_NEEDS_A_PERSON: Final = (
    "works; a robot that lies limp needs a person who holds it upright, a simulated one a new"
    " server; the server logs it"
)
_NOTES: Final = {
    **{f"set{switch.named}Enabled": switch.note for switch in reflexes.ON_LEGS},
    "wakeUp": _NEEDS_A_PERSON,
    "rest": _NEEDS_A_PERSON,
    "setAngles": "works; leg joints are refused: only walks and postures move them",
    "changeAngles": "works; leg joints are refused",
    "angleInterpolation": "works; linear; leg joints are refused",
    "angleInterpolationWithSpeed": "works; leg joints are refused",
    "angleInterpolationBezier": "works, with eight linear pieces per curve; leg joints are refused",
    "getTaskList": "works for joints of head and arms, stiffness, postures, and a walk, which is"
    " Move of both legs; setAngles is no task",
    "killTask": "works; joints stay where they are, a walk ends as by killMove",
    "areResourcesAvailable": "works; a motion never waits for its joints, but ends the one before",
    "declareEvent": "is checked, but has no effect",
    "setMaxTryNumber": "is checked, but has no effect",
    "applyPosture": "works like goToPosture; speed is checked, but has no effect",
    "goToPosture": "works for Crouch, Stand, StandInit, StandZero; LyingBack, LyingBelly, Sit and"
    " SitRelax are refused: there are no motions to them; speed is checked, but has no effect: the"
    " motions are only known to be safe at their own",
    "getPosture": "works; Stand and StandInit are the same, reported by the requested name",
    "getRobotPosition": "works; planned only by the preview walk: otherwise always the estimate",
    "getNextRobotPosition": "works; after the running step, or the unchangeable ones of the preview"
    " walk",
    "setMotionConfig": f"works for {FOOT_CONTACT} and {STIFFNESS}; other keys are refused",
    "setStiffnesses": "works as a ceiling: no motion makes a joint stiffer; giving both legs"
    " stiffness wakes a resting robot; the legs of a sitting one keep the low stiffness that holds"
    " it, and it rests once theirs is set to 0",
    "getStiffnesses": "works; at rest or limp, the actual stiffness; otherwise the ceiling, the"
    " stiffness used by a motion is in Hardness",
    "getRobotVelocity": "works; planned: of the current step, or of the unchangeable footsteps",
    "getTransform": "works like getPosition",
    "getPosition": "works for Torso, Head (neck), LArm, RArm (hands), LLeg, RLeg (soles)",
    "setFootSteps": f"works; at most {MOST_SAID} in one call and {MOST_FOOTSTEPS} planned, within"
    " at most an hour",
    "setFootStepsWithSpeed": f"works; at most {MOST_SAID} in one call and {MOST_FOOTSTEPS} planned",
    "getFootSteps": "works; three empty lists unless the robot walks; without the preview walk only"
    " the running step is known",
}
_NOTES_ON_WHEELS: Final = {
    **{f"set{switch.named}Enabled": switch.note for switch in reflexes.ON_WHEELS},
    "moveTo": "works; a moving base stops first",
}
_SLOWER: Final = "works; without the preview walk steps become shorter instead of slower"
_GAIT_NOTES: Final = {
    "MaxStepFrequency": _SLOWER,
    "StepHeight": "works; uses the preview walk",
    "TorsoWx": "works; uses the preview walk",
    "TorsoWy": "works; uses the preview walk",
}
_SWITCHES: Final = {
    FOOT_CONTACT: "works; when disabled, moves use the preview walk",
    STIFFNESS: _WORKS,
}
_OTHER_SWITCHES: Final = ("ENABLE_MOVE_PROTECTION", "DIAGNOSTIC_IS_OK")
_DEVICES: Final = tuple(devices({"JOINT": 0}))
_ABSENT: Final = (
    ("ALMemory", "keys of sonar, lights, and all others"),
    (
        "ALMemory",
        "getTimestamp, getDataOnChange, getSubscribers and others",
    ),
    (
        "ALTextToSpeech, ALLeds, ALVideoDevice, ALSonar, ALBehaviorManager, ALAutonomousLife,"
        " ALNavigation, ALVisualCompass, ALTracker and all others",
        "whole services; remove these calls",
    ),
)


def page() -> str:
    """Return the page of all functions and keys of a NAO's services and of a robot on wheels."""
    lines = [
        "# Functions and keys",
        "",
        "Generated by `hsm serve naoqi --page hsm/apps/naoqi/FUNCTIONS.md`.",
        "",
        "All arguments are checked; errors have the form `Service::function reason`.",
        "Functions that move the robot are refused while it is asleep, lying, off the ground, or",
        "has a soft leg joint; head and arms also move only while it stands or walks.",
        "Functions that take the robot time return when it is done.",
    ]
    for service in (OldMotion, ALRobotPosture, ALMemory):
        lines += _functions(service.name, service, _NOTES)
        if service is OldMotion:
            lines += _refused(service.name, ON_LEGS)
    lines += [
        "",
        "`ALProxy` and `Memory()` also have `subscribeToEvent`, `unsubscribeToEvent` and the same",
        "for micro events, with methods of an `ALModule` of the same program.",
    ]
    lines += _functions("ALMotion of a robot on wheels", WheeledMotion, _NOTES_ON_WHEELS)
    lines += _refused("ALMotion of a robot on wheels", ON_WHEELS)
    lines += [
        "",
        "`hsm serve naoqi --model pepper`. While its power hatch is open, every function that",
        "moves it is refused, and a move in progress is stopped. It has no other services here.",
    ]
    lines += ["", "## Keys", "", "| key | of | |", "|---|---|---|"]
    for key in KEYS:
        lines.append(f"| `{key}` | move config | {_GAIT_NOTES.get(key, _WORKS)} |")
        lines.append(f"| `Left{key}`, `Right{key}` | move config of `move` and `moveToward` |"
                     " works; different feet use the preview walk |")  # fmt: skip
    lines.append(f"| `{FREQUENCY}` | move config of `move` and `moveToward` | {_SLOWER} |")
    lines += [f"| `{key}` | move config of a robot on wheels | {_WORKS} |" for key in DRIVE_KEYS]
    lines += [
        f"| `{key}` | move config of a robot on wheels | works; deprecated: limits both axes |"
        for key in OLD_DRIVE_KEYS
    ]
    lines += [f"| `{key}` | move config | fixed: ignored with a warning |" for key in FIXED_KEYS]
    lines += [f"| `{key}` | setMotionConfig | {what} |" for key, what in _SWITCHES.items()]
    lines += [f"| `{key}` | setMotionConfig | is refused |" for key in _OTHER_SWITCHES]
    lines += [f"| `{key}` | ALMemory | {_WORKS} |" for key in _DEVICES]
    lines += [f"| `{key}` | ALMemory, event | {_WORKS} |" for key in EVENTS]
    lines += ["", "## Absent", "", "| service | what |", "|---|---|"]
    lines += [f"| {service} | {what} |" for service, what in _ABSENT]
    return "\n".join(lines) + "\n"


def _functions(title: str, service: type[Any], notes: Mapping[str, str]) -> list[str]:
    """Return a table of the functions of a service, old names last."""
    head = ["", f"## {title}", "", "| function | takes | | what it does |", "|---|---|---|---|"]
    names = sorted(functions(service), key=lambda name: (name in OLD, name.lower()))
    own = [name for name in names if not is_refusal(getattr(service, name))]
    return head + [_row(service, name, notes) for name in own]


def _refused(title: str, table: Mapping[str, str]) -> list[str]:
    """Return a table of the functions that a service always refuses."""
    rows = [f"| {', '.join(f'`{n}`' for n in names.split())} | {why} |" for names, why in
            table.items()]  # fmt: skip
    return ["", f"### Refused by {title}", "", "| functions | because |", "|---|---|", *rows]


def _row(service: type[Any], name: str, notes: Mapping[str, str]) -> str:
    function = getattr(service, name)
    about = function.__doc__.splitlines()[0]
    state = f"works; deprecated: {OLD[name]}" if name in OLD else notes.get(name, _WORKS)
    return f"| `{name}` | {function.takes} | {state} | {about} |"


def write_page(path: Path) -> None:
    """Write the page of all functions and keys.

    Args:
        path: File to write; replaced as a whole.
    """
    write_whole(path, page())
