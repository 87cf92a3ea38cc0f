"""The checker proves the robot's chart and finds every kind of fault in a broken one."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from hsm.chart.engine.compile import compile_chart
from hsm.chart.engine.rows import Priority, Row
from hsm.chart.engine.tree import Tree
from hsm.chart.proofs import check as checks
from hsm.chart.proofs.check import Finding, Report, check
from hsm.chart.proofs.longest_times import longest
from hsm.chart.proofs.property_kinds import (
    BoundedResponse,
    Invariant,
    Properties,
    Refusal,
    Response,
    Tries,
)
from hsm.chart.proofs.state_space import StateSpace
from hsm.chart.proven_properties import PROPERTIES
from hsm.chart.table import ROWS as ROBOT_ROWS
from hsm.chart.table import robot_chart
from tests.hsm.chart.mini import LEAVES, ROWS, lamp, leaf

CHART = robot_chart(0.012)
SPACE = StateSpace(CHART)


@pytest.fixture(scope="module")
def report() -> Report:
    """Return what the checker says about the robot's chart."""
    return check(CHART, PROPERTIES)


def test_every_property_holds_for_the_robot(report: Report) -> None:
    assert report.findings
    assert [str(finding) for finding in report.findings if not finding.holds] == []


@pytest.mark.parametrize("response", PROPERTIES.responses, ids=lambda response: response.given)
def test_a_response_applies_to_some_leaf(response: Response) -> None:
    assert checks.responds(SPACE, response).figure != "0 leaves"


def robot_rows(event: str, **change: object) -> list[Row]:
    """Return the robot's table with every row of an event changed."""
    return [replace(r, **change) if r.event == event else r for r in ROBOT_ROWS]  # type: ignore[arg-type]


# Frozen: a change here changes what the robot guarantees. Bounds in s, with every leaf lasting up
# to its limit; a healthy robot is 5 to 20 times faster.
BOUNDS = {
    ("stand", "Stand"): 3.0,
    ("stand", "WalkDelayPhase"): 6.0,
    ("stand", "WalkPhase"): 6.0,
    ("stand", "InWalkKick"): 9.0,
    ("stand", "PreviewWalk"): 12.12,
    ("stand", "KickPhase"): 11.412,
    ("stand", "KeyframePhase.GetUp"): 24.036,
    ("stand", "KeyframePhase.SitDown"): 40.056,
    ("stand", "KeyframePhase.Dive"): 40.056,
    ("stand", "KeyframePhase.Special"): 33.036,
    ("stand", "FallProtection"): 3.036,
    ("stand", "PickedUp"): 6.012,
    ("stand", "Freeze"): 6.504,
    ("stand", "Limp"): 3.012,
    ("stand high", "Stand"): 4.512,
    ("stand high", "WalkDelayPhase"): 7.512,
    ("stand high", "WalkPhase"): 7.512,
    ("stand high", "InWalkKick"): 10.512,
    ("stand high", "PreviewWalk"): 13.632,
    ("stand high", "KickPhase"): 12.924,
    ("stand high", "KeyframePhase.GetUp"): 25.548,
    ("stand high", "KeyframePhase.SitDown"): 41.568,
    ("stand high", "KeyframePhase.Dive"): 41.568,
    ("stand high", "KeyframePhase.Special"): 34.548,
    ("stand high", "FallProtection"): 4.548,
    ("stand high", "PickedUp"): 7.524,
    ("stand high", "Freeze"): 8.016,
    ("stand high", "Limp"): 4.524,
    ("special", "Stand"): 0.024,
    ("special", "WalkDelayPhase"): 3.024,
    ("special", "WalkPhase"): 3.024,
    ("special", "InWalkKick"): 6.024,
    ("special", "PreviewWalk"): 9.144,
    ("special", "KickPhase"): 8.436,
    ("special", "KeyframePhase.GetUp"): 21.06,
    ("special", "KeyframePhase.SitDown"): 37.08,
    ("special", "KeyframePhase.Dive"): 37.08,
    ("special", "FallProtection"): 0.06,
    ("special", "PickedUp"): 3.036,
    ("special", "Freeze"): 3.528,
    ("special", "Limp"): 0.036,
    ("dive", "Stand"): 0.024,
    ("dive", "WalkDelayPhase"): 3.024,
    ("dive", "WalkPhase"): 3.024,
    ("dive", "InWalkKick"): 6.024,
    ("dive", "PreviewWalk"): 9.144,
    ("dive", "KickPhase"): 8.436,
    ("dive", "PickedUp"): 3.036,
    ("dive", "Freeze"): 3.528,
    ("jump with the feet together", "Stand"): 0.024,
    ("jump with the feet together", "WalkDelayPhase"): 0.648,
    ("jump with the feet together", "WalkPhase"): 0.048,
    ("jump with the feet together", "InWalkKick"): 3.648,
    ("jump with the feet together", "PreviewWalk"): 6.168,
    ("jump with the feet together", "KickPhase"): 6.06,
    ("jump with the feet together", "PickedUp"): 0.06,
    ("jump with the feet together", "Freeze"): 0.552,
    ("walk", "Stand"): 3.012,
    ("walk", "KeyframePhase.GetUp"): 16.044,
    ("walk", "KeyframePhase.SitDown"): 32.064,
    ("walk", "KeyframePhase.Dive"): 32.064,
    ("walk", "KeyframePhase.Special"): 25.044,
    ("walk", "FallProtection"): 3.048,
    ("walk", "PickedUp"): 3.024,
    ("walk", "Freeze"): 3.516,
    ("walk", "Limp"): 3.024,
    ("preview walk", "Stand"): 3.012,
    ("preview walk", "WalkDelayPhase"): 6.012,
    ("preview walk", "WalkPhase"): 6.012,
    ("preview walk", "InWalkKick"): 9.012,
    ("preview walk", "PreviewWalk"): 0.0,
    ("preview walk", "KickPhase"): 11.424,
    ("preview walk", "KeyframePhase.GetUp"): 24.048,
    ("preview walk", "KeyframePhase.SitDown"): 40.068,
    ("preview walk", "KeyframePhase.Dive"): 40.068,
    ("preview walk", "KeyframePhase.Special"): 33.048,
    ("preview walk", "FallProtection"): 3.048,
    ("preview walk", "PickedUp"): 6.024,
    ("preview walk", "Freeze"): 6.516,
    ("preview walk", "Limp"): 3.024,
    ("stand kick", "Stand"): 3.012,
    ("stand kick", "WalkDelayPhase"): 6.012,
    ("stand kick", "WalkPhase"): 6.012,
    ("stand kick", "InWalkKick"): 9.012,
    ("stand kick", "PreviewWalk"): 12.132,
    ("stand kick", "KickPhase"): 0.0,
    ("stand kick", "KeyframePhase.GetUp"): 24.048,
    ("stand kick", "KeyframePhase.SitDown"): 40.068,
    ("stand kick", "KeyframePhase.Dive"): 40.068,
    ("stand kick", "KeyframePhase.Special"): 33.048,
    ("stand kick", "FallProtection"): 3.048,
    ("stand kick", "PickedUp"): 6.024,
    ("stand kick", "Freeze"): 6.516,
    ("stand kick", "Limp"): 3.024,
    ("limp", "Stand"): 17.04,
    ("limp", "WalkDelayPhase"): 20.04,
    ("limp", "WalkPhase"): 20.04,
    ("limp", "InWalkKick"): 23.04,
    ("limp", "PreviewWalk"): 26.16,
    ("limp", "KickPhase"): 25.452,
    ("limp", "KeyframePhase.GetUp"): 37.068,
    ("limp", "KeyframePhase.SitDown"): 37.068,
    ("limp", "KeyframePhase.Dive"): 37.068,
    ("limp", "KeyframePhase.Special"): 37.068,
    ("limp", "FallProtection"): 17.064,
    ("limp", "PickedUp"): 20.052,
    ("limp", "Freeze"): 20.544,
    ("get up", "Stand"): 3.012,
    ("get up", "FallProtection"): 0.036,
    ("get up from the ground", "Stand"): 0.024,
    ("get up from the ground", "WalkDelayPhase"): 0.024,
    ("get up from the ground", "WalkPhase"): 0.024,
    ("get up from the ground", "InWalkKick"): 0.024,
    ("get up from the ground", "PreviewWalk"): 0.024,
    ("get up from the ground", "KickPhase"): 0.024,
    ("get up from the ground", "FallProtection"): 0.036,
    ("get up from the ground", "PickedUp"): 0.024,
    ("or give up after 6 failures", "KeyframePhase.GetUp.Decide"): 125.076,
}


def test_no_bound_has_changed(report: Report) -> None:
    found = {(bound.request, bound.start): bound.seconds for bound in report.bounds}
    hint = "the robot now guarantees other times: if that is intended, write them into BOUNDS"
    assert found == pytest.approx(BOUNDS), hint


# Defects of the table by which a lying robot could count as standing, walking, held or risen.
UNSAFE = {
    "nobody asks whether the robot lies": [row for row in ROBOT_ROWS if row.event != "lies"],
    "lying is asked at the end of a step only": robot_rows("lies", guard="lying & done"),
    "lying is asked late": robot_rows("lies", after=0.1),
    "lying is asked after a wish": robot_rows("lies", priority=Priority.REQUEST),
    "who lies is held as a falling robot": robot_rows("lies", dest="Freeze"),
    "a get-up ends however it ends": robot_rows("up", guard=""),
    "a get-up may end tipping": robot_rows("up", guard="upright"),
    "a get-up may end tilted": robot_rows("up", guard="!falling"),
    "balancing hands over a tilted robot": robot_rows("walk", guard="walk_req & !falling"),
    "a get-up that ends lying is over": robot_rows("not_up", dest="KeyframePhase.GetUp.HelpMe"),
    "a motion that began upright falls as it is":
        [row for row in ROBOT_ROWS if "began_upright" not in row.guard],
}  # fmt: skip


@pytest.mark.parametrize("damage", UNSAFE)
def test_the_proofs_detect_every_defect_that_ignores_a_lying_robot(damage: str) -> None:
    chart = compile_chart(
        CHART.tree, UNSAFE[damage], CHART.facts, period=CHART.period, initial="Off", fault="Fault"
    )
    space = StateSpace(chart)
    broken = [
        finding
        for finding in (
            *(checks.responds(space, response) for response in PROPERTIES.responses),
            *(checks.refuses(space, refusal) for refusal in PROPERTIES.refusals),
        )
        if not finding.holds
    ]
    assert broken


def test_the_resting_leaves_are_exactly_these() -> None:
    resting = {CHART.short(path) for path, leaf in CHART.tree.leaves.items() if leaf.rests}
    assert resting == {
        "Off", "Fault", "Limp.Limp", "Limp.HoldUpright", "Stand.Normal",
        "KeyframePhase.SitDown.Done", "KeyframePhase.GetUp.HelpMe", "KeyframePhase.SitDown.HelpMe",
        "Stand.High", "PickedUp.Hanging", "Freeze.Hold", "Freeze.Tilted",
        "KeyframePhase.Special.Done", "KeyframePhase.Special.HelpMe",
        "KeyframePhase.Dive.Done", "KeyframePhase.Dive.HelpMe",
        "PreviewWalk.InitialDoubleSupport", "PreviewWalk.DoubleSupport",
    }  # fmt: skip


def test_the_report_lists_what_was_checked(report: Report) -> None:
    text = str(report)
    assert text.startswith(f"chart {CHART.structure}\n")
    leaves = len(CHART.tree.leaves)
    assert (
        f"ok    every leaf is reachable from the initial one ({leaves} of {leaves} leaves)" in text
    )
    assert "  6.00  stand, from WalkPhase" in text
    assert report.holds


def test_a_report_with_a_failure_does_not_hold() -> None:
    finding = Finding("the moon is cheese", ("it is rock",))
    report = Report("0", (finding,), ())
    assert not report.holds
    assert str(finding) == "FAIL  the moon is cheese\n        it is rock"


# The lamp has no fault; each fault below is found at its place.

LAMP = Properties(
    home="Dark",
    responses=(
        Response("!power", ("Lit",), "Dark"),
        Response("hot & power", ("Lit.Bulb",), "Broken"),
    ),
    invariants=(
        Invariant("Broken leads only to Dark", source="Broken", only=("Dark",)),
        Invariant("Lit is entered only from Dark", dest="Lit", only=("Dark",)),
        Invariant("Lit is entered only by the switch", source="Dark", dest="Lit", needs="switch"),
        Invariant("Night never breaks", source="Lit.Night", dest="Broken", never=True),
    ),
    undisturbed="power & !hot",
    bounded_responses=(BoundedResponse("dark", "!switch", ("Dark",), ("Lit",)),),
)  # fmt: skip


def failures(chart_rows: Sequence[Row], properties: Properties = LAMP) -> list[str]:
    return [
        failure
        for finding in check(lamp(chart_rows), properties).findings
        for failure in finding.failures
    ]


def changed(event: str, **change: object) -> list[Row]:
    return [replace(row, **change) if row.event == event else row for row in ROWS]  # type: ignore[arg-type]


def without(*events: str) -> list[Row]:
    return [row for row in ROWS if row.event not in events]


def test_the_lamp_has_no_faults() -> None:
    assert failures(ROWS) == []


def test_an_unreachable_leaf_is_found() -> None:
    assert "Lit.Night is never entered" in failures(without("dim"))


def test_a_leaf_that_cannot_be_left_is_found() -> None:
    assert "Broken cannot" in failures(without("repaired"))


def test_a_row_that_never_fires_is_found() -> None:
    rows = [
        *ROWS,
        Row(Priority.REQUEST, "Dark", "spark", "power & switch & !hot & knock", "Lit.Night"),
    ]
    assert "spark never fires in Dark" in failures(rows)


def test_an_undeclared_overlap_is_found() -> None:
    rows = [*ROWS, Row(Priority.REQUEST, "Dark", "spark", "knock", "Lit.Night")]
    assert "on hides spark in Dark, not `ordered`" in failures(rows)


def test_a_general_row_above_a_special_one_is_found() -> None:
    rows = [
        Row(Priority.REQUEST, "Dark", "spark", "", "Lit.Night"),
        Row(Priority.REQUEST, "Dark", "flash", "knock", "Lit.Night"),
    ]
    assert "spark hides flash in Dark, not `ordered`" in failures([*without("on"), *rows])
    special_first = failures([*without("on"), *reversed(rows)])
    assert not any("undeclared" in failure for failure in special_first)


def test_a_more_specific_guard_alone_does_not_justify_an_overlap() -> None:
    rows = [
        Row(Priority.REQUEST, "Dark", "flash", "switch & knock", "Lit.Night"),
        Row(Priority.REQUEST, "Dark", "spark", "switch", "Lit.Night"),
    ]
    assert "flash hides spark in Dark, not `ordered`" in failures([*without("on"), *rows])


def test_a_row_of_an_inner_state_may_hide_a_row_of_an_outer_one() -> None:
    inner = Row(Priority.SEQUENCE, "Lit.Bulb.Bright", "glow", "knock", "Lit.Night")
    outer = Row(Priority.SEQUENCE, "Lit.Bulb", "glare", "switch", "Broken")
    assert not any("undeclared" in failure for failure in failures([*ROWS, inner, outer]))
    assert "glare hides glow in Lit.Bulb.Bright, not `ordered`" in failures([*ROWS, outer, inner])


def test_an_impossible_overlap_is_not_reported() -> None:
    rows = [*ROWS, Row(Priority.REQUEST, "Dark", "glow", "hot", "Broken")]
    assert not any("undeclared" in failure for failure in failures(rows))


def test_a_leaf_without_its_time_limit_is_found() -> None:
    found = failures(changed("warm", limit=0.0))
    bound = next(leaf.at_most for leaf in LEAVES if leaf.name == "Lit.Bulb.Warming")
    told = f"may last for ever, but declares {bound:g} s (at_most): give its row a `limit`"
    assert f"Lit.Bulb.Warming {told}" in found


def test_a_re_entry_that_never_ends_is_found() -> None:
    rows = [
        *ROWS,
        Row(Priority.OPERATOR, "Lit.Night", "again", "switch", "Lit.Night", reenter=True),
    ]
    assert "again re-enters Lit.Night every tick" in failures(rows)


def test_a_re_entry_by_a_pulse_is_not_reported() -> None:
    rows = [*ROWS, Row(Priority.OPERATOR, "Lit.Bulb.Bright", "again", "knock", "Lit.Bulb.Bright",
                       reenter=True)]  # fmt: skip
    assert not any("every tick" in failure for failure in failures(rows))


def test_a_loop_with_one_tick_per_leaf_is_found() -> None:
    found = failures(changed("on", guard="!switch & power & !hot"))
    assert any("Dark -> Lit.Bulb.Warming -> Dark" in failure for failure in found)


def test_a_loop_of_two_ticks_driven_by_a_status_is_found() -> None:
    rows = [*ROWS, Row(Priority.SEQUENCE, "Lit.Bulb.Bright", "cool", "done", "Lit.Bulb.Warming")]
    found = failures(rows)
    assert any("Lit.Bulb.Warming -> Lit.Bulb.Bright -> Lit.Bulb.Warming" in text for text in found)
    justified = replace(LAMP, loops={frozenset({"Lit.Bulb.Warming", "Lit.Bulb.Bright"}): "tested"})
    assert not any("Bright -> Lit.Bulb.Warming" in text for text in failures(rows, justified))


def test_a_justified_loop_that_does_not_exist_is_found() -> None:
    justified = replace(LAMP, loops={frozenset({"Dark", "Lit.Night"}): "outdated"})
    assert failures(ROWS, justified) == ["justified, but not found: ['Dark', 'Lit.Night']"]


def test_a_response_that_comes_too_late_is_found() -> None:
    assert "Lit.Night goes to Lit.Night" in failures(changed("blackout", after=1.0))


def test_a_response_overridden_by_another_row_is_found() -> None:
    rows = [*changed("overheat", priority=Priority.REQUEST)]
    assert "Lit.Bulb.Warming goes to Lit.Bulb.Bright" in failures(rows)


@pytest.mark.parametrize(
    ("row", "failure"),
    [
        (Row(Priority.OPERATOR, "Broken", "kick", "power & switch", "Lit.Night"),
         "Broken by kick to Lit.Night"),
        (Row(Priority.OPERATOR, "Dark", "flash", "power & knock & !hot", "Lit.Night"),
         "Dark by flash to Lit.Night"),
        (Row(Priority.OPERATOR, "Lit.Night", "smash", "knock & hot", "Broken"),
         "Lit.Night by smash to Broken"),
    ],
)  # fmt: skip
def test_a_violated_invariant_is_found(row: Row, failure: str) -> None:
    assert failure in failures([*ROWS, row])


def test_a_leaf_without_the_row_that_its_component_requires_is_found() -> None:
    tree = replace_owner(CHART.tree.path("Stand.Rising"), "keyframe engine")
    chart = replace(CHART, tree=tree)
    (watch,) = PROPERTIES.watches
    failures = checks.is_watched(StateSpace(chart), watch).failures
    assert failures == ("Stand.Rising does not test torso_out: give it a row",)


def replace_owner(path: str, owner: str) -> Tree:
    leaves = {**CHART.tree.leaves}
    return Tree([replace(each, owner=owner) if name == path else each
                 for name, each in leaves.items()])  # fmt: skip


def test_a_state_entered_against_a_refusal_is_found() -> None:
    hot = replace(LAMP, refusals=(Refusal("nothing hot is switched on", "hot", "Lit"),))
    assert failures(ROWS, hot) == []
    rows = [*ROWS, Row(Priority.SEQUENCE, "Broken", "mended", "hot", "Dark", after=1.0)]
    rows += [Row(Priority.OPERATOR, "Broken", "kick", "power & switch", "Lit.Night")]
    assert "Broken by kick to Lit.Night" in failures(rows, hot)


def test_a_refusal_may_apply_to_one_source_only() -> None:
    rows = [*ROWS, Row(Priority.OPERATOR, "Broken", "kick", "power & switch", "Lit.Night")]
    dark = replace(LAMP, refusals=(Refusal("the dark is not hot", "hot", "Lit", "Dark"),))
    assert "Broken by kick to Lit.Night" not in [
        f for f in failures(rows, dark) if f not in failures(rows)
    ]


def test_a_request_without_a_time_bound_is_found() -> None:
    told = failures(changed("off", guard="!switch & knock"))
    assert any(text.startswith("dark, from Lit: no bound: Lit.") for text in told)


def test_a_request_without_a_time_bound_names_the_leaf_that_lasts_and_the_fact_that_keeps_it() -> (
    None
):
    chart = compile_chart(
        CHART.tree, robot_rows("kick", guard="kick_ready & !late"), CHART.facts,
        period=CHART.period, initial="Off", fault="Fault",
    )  # fmt: skip
    endless = [bound for bound in check(chart, PROPERTIES).bounds if bound.ticks is None]
    assert {bound.request for bound in endless} == {"stand kick"}
    assert {bound.stays for bound in endless} == {("Stand.Normal can last for ever, with late",)}


def test_a_leaf_that_depends_on_too_many_facts_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MOST_FACTS_OF_A_LEAF", 2)
    finding = checks.every_leaf_asks_few_facts(StateSpace(lamp()), LAMP)
    assert "Dark tests 3" in finding.failures


def test_the_longest_path_counts_a_loop_once_with_its_slowest_member() -> None:
    successors = {"a": "b", "b": "cd", "c": "b", "d": "e"}
    assert longest("a", successors, {"a": 1, "b": 5, "c": 7, "d": 2}) == 1 + 7 + 2


def test_a_leaf_without_a_time_limit_makes_the_path_unbounded() -> None:
    assert longest("a", {"a": "b", "b": "c"}, {"a": 1, "b": None}) is None


def test_the_bound_of_tries_counts_their_failures() -> None:
    leaves = [leaf("Try", 1.0), leaf("Fail", 0.5), leaf("Fine"), leaf("Broken"), *LEAVES[:1]]
    rows = [
        Row(Priority.REACTION, "Try", "slip", "hot", "Fail"),
        Row(Priority.SEQUENCE, "Try", "made", "done", "Fine", limit=1.0),
        Row(Priority.REACTION, "Fail", "stop", "!switch", "Broken"),
        Row(Priority.SEQUENCE, "Fail", "again", "", "Try", after=0.5),
    ]
    tries = Tries("Try", "Fail", 3, "switch", ("Fine", "Broken"), "power")
    chart = lamp(rows, leaves, initial="Try")
    bound = check(chart, Properties("Try", tries=(tries,))).bounds[0]
    # Two failed tries, a third that lasts up to its limit and fails, and one tick to stop.
    assert bound.ticks == 2 * (10 + 5) + 10 + 1
