"""Exported motions are the same after import, and motions that cannot be exported are refused."""

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from hardware.robots.nao import Joint
from hsm.settings.loader import load
from hsm.settings.writer import plain, yaml_text
from motions.keyframes.engine.parameters import BalancePhase
from motions.keyframes.interchange.exporter import ExportError, export_motions, export_phases
from motions.keyframes.interchange.importer import import_motions, import_phases
from motions.keyframes.interchange.names import PHASES
from motions.keyframes.interchange.normal_form import normal_block, normal_motion
from motions.keyframes.interchange.team_motions import Team
from motions.keyframes.motions.conditions import Condition, Conditions, Match
from motions.keyframes.motions.keyframe import (
    BalanceShare,
    Branch,
    Compensation,
    Held,
    Interpolation,
    JointShare,
    Keyframe,
    KeyframeBalance,
    Limb,
    LimbPose,
    TorsoWindow,
    Wait,
    WaitBreak,
)
from motions.keyframes.motions.motion import (
    Block,
    BlockEnergySaving,
    KeyframeMotion,
    MotionChoice,
    Saving,
)
from tests.fakes import NAO
from tests.motions.keyframes.interchange.made import irregular, teams
from tests.motions.keyframes.interchange.test_importer import phases_text
from tests.motions.keyframes.made import BLOCKS, MOTIONS, PARAMETERS

QUICK = settings(max_examples=25, suppress_health_check=list(HealthCheck))


def written(team: Team) -> dict[str, object]:
    """Return all motions and blocks as written in a file, rounded in the same way."""
    return {
        f"{kind} {name}": plain(value, NAO.known)
        for kind, values in (("motion", team.motions), ("block", team.blocks))
        for name, value in values.items()
    }


def test_the_irregular_file_survives_a_round_trip() -> None:
    team = irregular()
    again = import_motions(export_motions(team, NAO), "again.cfg")
    assert written(again) == written(team)
    assert plain(again.engine) == plain(team.engine)
    assert again.counts["angles"] == team.counts["angles"]


@QUICK
@given(teams())
def test_any_motions_survive_a_round_trip_through_a_source_file(team: Team) -> None:
    again = import_motions(export_motions(team, NAO), "again.cfg")
    assert written(again) == written(team)


@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(teams())
def test_any_motions_survive_a_round_trip_through_yaml(
    tmp_path_factory: pytest.TempPathFactory, team: Team
) -> None:
    folder: Path = tmp_path_factory.mktemp("yaml")
    for name, block in team.blocks.items():
        path = folder / f"{name}.yaml"
        path.write_text(yaml_text(block, names=NAO.known))
        assert plain(load(path, Block, names=NAO.known), NAO.known) == plain(block, NAO.known)
    for name, motion in team.motions.items():
        path = folder / f"motion_{name}.yaml"
        path.write_text(yaml_text(motion, names=NAO.known))
        assert plain(load(path, KeyframeMotion, names=NAO.known), NAO.known) == plain(
            motion, NAO.known
        )


@QUICK
@given(teams())
def test_the_normal_form_is_idempotent(team: Team) -> None:
    for block in team.blocks.values():
        assert normal_block(normal_block(block, NAO), NAO) == normal_block(block, NAO)
    for motion in team.motions.values():
        assert normal_motion(motion) == motion


def test_limbs_of_both_sides_are_written_separately() -> None:
    arms = (0.5, 0.2, 0.1, -0.3, 0.0)
    keyframe = Keyframe("bow", 0.5, {Limb.ARMS: arms})
    team = Team({}, {"bow": Block({Limb.LEGS: 0.5}, Interpolation.LINEAR, (keyframe,))})
    again = import_motions(export_motions(team, NAO), "again.cfg").blocks["bow"]
    assert again.keyframes[0].angles[Limb.RIGHT_ARM] == pytest.approx((0.5, -0.2, -0.1, 0.3, 0.0))
    assert again.stiffness == {Limb.LEFT_LEG: 0.5, Limb.RIGHT_LEG: 0.5}


def test_gains_of_the_balance_survive_a_round_trip() -> None:
    phases = import_phases(phases_text("1"), "parameters.cfg")
    again = import_phases(export_phases(phases), "again.cfg")
    assert {name: plain(phase) for name, phase in again.items()} == {
        name: plain(phase) for name, phase in phases.items()
    }


def test_gains_that_fade_beyond_the_toes_are_refused() -> None:
    phases = import_phases(phases_text("1"), "parameters.cfg")
    phases["stand"] = replace(phases["stand"], beyond=(0.015, 0.045))
    with pytest.raises(
        ExportError,
        match="phase 'stand' of the balance: KF146 B-Human's format cannot express beyond",
    ):
        export_phases(phases)


def test_the_project_has_every_balance_phase_that_source_files_name() -> None:
    phases = import_phases(phases_text("1"), "parameters.cfg")
    assert phases.keys() <= PARAMETERS.balance.phases.keys()
    assert all(isinstance(phase, BalancePhase) for phase in PARAMETERS.balance.phases.values())


TILTED = Conditions((Condition(torso_pitch=(0.0, 1.0)),))
BOTH = (Condition(torso_pitch=(0.0, 1.0)), Condition(tries=(0.0, 1.0)))
NEITHER = Condition(torso_pitch=(0.0, 1.0), tries=(0.0, 1.0), negate=True)
ENTRY = Compensation(0.0, 0.1, (JointShare(Joint.HEAD_YAW, 1.0),), observe=Joint.HEAD_YAW, clip=1.0)
PLAIN = Keyframe("bow", 0.5, {})


@pytest.mark.parametrize(
    ("keyframe", "what"),
    [
        (replace(PLAIN, compensation=(ENTRY,)), "clip"),
        (replace(PLAIN, balance_phase="rise"), "phase 'rise'"),
        (replace(PLAIN, soles_stand=True), "soles_stand"),
        (replace(PLAIN, release_step=0.2), "release_step"),
        (replace(PLAIN, stiffness_changes={Joint.HEAD_YAW: 0.555}), "expected a whole number"),
        (replace(PLAIN, wait=Wait(1.0, TILTED, WaitBreak.STALL)), "stalls"),
        (replace(PLAIN, wait=Wait(1.0, Conditions(BOTH, Match.ANY))), "any of several"),
        (replace(PLAIN, wait=Wait(2.0, Conditions(BOTH))), "1000 ms"),
        (replace(PLAIN, wait=Wait(1.0, Conditions())), "without conditions"),
        (replace(PLAIN, branches=(Branch("bow", at_end=Conditions()),)), "never fires"),
        (
            replace(PLAIN, wait=Wait(1.0, Conditions((Condition(leg_error=(0.0, 1.0)),)))),
            "'leg_error'",
        ),
        (
            replace(
                PLAIN,
                wait=Wait(
                    1.0,
                    Conditions((Condition(torso_pitch=(0.0, 1.0), tries=(0.0, 1.0), negate=True),)),
                ),
            ),
            "several quantities",
        ),
    ],
)
def test_what_a_source_file_cannot_express_is_refused(keyframe: Keyframe, what: str) -> None:
    with pytest.raises(ExportError, match=what) as caught:
        export_motions(Team({}, {"bow": Block({}, Interpolation.LINEAR, (keyframe,))}), NAO)
    assert "KF146" in caught.value.problems[0]


@pytest.mark.parametrize(
    "motion", [KeyframeMotion((), mirrored_by_roll=True), KeyframeMotion((), end_pitch=(-0.5, 0.5))]
)
def test_motions_with_an_outcome_known_to_this_engine_only_are_refused(
    motion: KeyframeMotion,
) -> None:
    with pytest.raises(ExportError, match="KF146"):
        export_motions(Team({"bow": motion}, {}), NAO)


LIMP = (Held.OFF,) * 6
SET_KEYFRAMES = {
    "label": replace(PLAIN, label="rise"),
    "duration": replace(PLAIN, duration=0.7),
    "angles": replace(PLAIN, angles={Limb.LEFT_LEG: LIMP}),
    "poses": replace(PLAIN, poses={Limb.LEFT_LEG: LimbPose((0.0, 0.05, -0.3), (0.0, 0.1, 0.0))}),
    "hands": replace(PLAIN, hands=(0.5, 1.0)),
    "interpolation": replace(PLAIN, interpolation=Interpolation.SOFT),
    "stiffness_changes": replace(PLAIN, stiffness_changes={Joint.HEAD_YAW: 0.5}),
    "compensation": replace(PLAIN, compensation=(replace(ENTRY, clip=None),)),
    "release_step": replace(PLAIN, compensation=(replace(ENTRY, clip=None),), release_step=0.2),
    "balance": replace(
        PLAIN, balance=KeyframeBalance((BalanceShare(Joint.L_ANKLE_PITCH, 0.5),), ())
    ),
    "balance_phase": replace(PLAIN, balance_phase="sit"),
    "goal_com": replace(PLAIN, goal_com=(0.01, -0.02)),
    "set_last_com": replace(PLAIN, set_last_com=True),
    "soles_stand": replace(PLAIN, soles_stand=True),
    "torso": replace(PLAIN, torso=TorsoWindow(pitch=(-0.5, 0.5))),
    "torso_start": replace(PLAIN, torso_start=TorsoWindow(roll=(-0.5, 0.5))),
    "wait": replace(PLAIN, wait=Wait(0.5, TILTED)),
    "branches": replace(PLAIN, branches=(Branch("bow", at_end=TILTED),)),
}
SET_BLOCKS = {
    "stiffness": Block({Limb.HEAD: 0.5}, Interpolation.LINEAR, ()),
    "interpolation": Block({}, Interpolation.FAST_START, ()),
    "keyframes": Block({}, Interpolation.LINEAR, (PLAIN,)),
}
SET_MOTIONS = {
    "blocks": KeyframeMotion(("bow",)),
    "balance_out": KeyframeMotion((), balance_out=True),
    "follow_ups": KeyframeMotion((), follow_ups=(MotionChoice("rise", TILTED),)),
    "mirrored_by_roll": KeyframeMotion((), mirrored_by_roll=True),
    "end_pitch": KeyframeMotion((), end_pitch=(-0.5, 0.5)),
    "energy_saving": KeyframeMotion((), energy_saving=BlockEnergySaving(legs=Saving.ALWAYS)),
    "is_stable": KeyframeMotion((), is_stable=True),
}
PHASE = PARAMETERS.balance.phases["stand"]
SET_PHASES = {
    "pitch": replace(PHASE, pitch=replace(PHASE.pitch, kp=0.123)),
    "roll": replace(PHASE, roll=replace(PHASE.roll, kd_add=0.123)),
    "beyond": replace(PHASE, beyond=(0.015, 0.045)),
}


@pytest.mark.parametrize(
    ("kind", "set_", "plain_"),
    [
        (Keyframe, SET_KEYFRAMES, PLAIN),
        (Block, SET_BLOCKS, Block({}, Interpolation.LINEAR, ())),
        (KeyframeMotion, SET_MOTIONS, KeyframeMotion(())),
        (BalancePhase, SET_PHASES, PHASE),
    ],
)
def test_every_field_is_set_to_a_value_of_its_own(
    kind: type[Any], set_: dict[str, Any], plain_: Any
) -> None:
    assert set_.keys() == {item.name for item in fields(kind)}
    assert all(getattr(changed, name) != getattr(plain_, name) for name, changed in set_.items())


@pytest.mark.parametrize("name", SET_KEYFRAMES)
def test_every_field_of_a_keyframe_survives_a_round_trip_or_is_refused(name: str) -> None:
    block = Block({}, Interpolation.LINEAR, (SET_KEYFRAMES[name],))
    assert comes_back_or_is_refused(Team({}, {"bow": block}))


@pytest.mark.parametrize("name", SET_BLOCKS)
def test_every_field_of_a_block_survives_a_round_trip_or_is_refused(name: str) -> None:
    assert comes_back_or_is_refused(Team({}, {"bow": SET_BLOCKS[name]}))


@pytest.mark.parametrize("name", SET_MOTIONS)
def test_every_field_of_a_motion_survives_a_round_trip_or_is_refused(name: str) -> None:
    assert comes_back_or_is_refused(Team({"bow": SET_MOTIONS[name]}, {}))


@pytest.mark.parametrize("name", SET_PHASES)
def test_every_field_of_a_balance_phase_survives_a_round_trip_or_is_refused(name: str) -> None:
    try:
        text = export_phases(dict.fromkeys(PHASES, SET_PHASES[name]))
    except ExportError:
        return
    assert plain(import_phases(text, "again.cfg")["stand"]) == plain(SET_PHASES[name])


def test_every_motion_and_block_of_this_robot_survives_a_round_trip_or_is_refused() -> None:
    outcomes = {
        name: comes_back_or_is_refused(team)
        for name, team in (
            *((name, Team({name: motion}, {})) for name, motion in MOTIONS.items()),
            *((name, Team({}, {name: block})) for name, block in BLOCKS.items()),
        )
    }
    assert [name for name, sound in outcomes.items() if not sound] == []


def comes_back_or_is_refused(team: Team) -> bool:
    """Return whether the export is refused or equals the motions after its import."""
    try:
        text = export_motions(team, NAO)
    except ExportError:
        return True
    normal = Team(
        {name: normal_motion(motion) for name, motion in team.motions.items()},
        {name: normal_block(block, NAO) for name, block in team.blocks.items()},
    )
    return written(import_motions(text, "again.cfg")) == written(normal)


def test_a_name_that_would_be_imported_as_another_is_refused() -> None:
    with pytest.raises(ExportError, match="step_2"):
        export_motions(Team({"step_2": KeyframeMotion(())}, {}), NAO)
