"""Add a state to a copy of the chart, and let the checker prove that nothing broke.

The robot is to bow when its head is touched while it stands. That is a leaf and three rows: into
the bow, back when it is over, and away from it when a walk is asked. You will see that all that is
claimed about the robot is still proven, for every combination of facts in every leaf, and how long
a walk that is asked may now take to begin. Then the guard of the third row is forgotten, as happens
at night, and you will see which claim fails, and where.

    python examples/state_of_your_own.py

A copy moves no robot: extending/state.md says how the state gets its class and comes into the
machine.
"""

from collections.abc import Sequence
from dataclasses import replace

import hsm

BOW = hsm.Leaf(
    path="Active.Upright.Stand.Bow",
    purpose="bow to a person",
    owner="stand",
    output="stiff, gyro balance",
    at_most=3.0,
    done_when="the robot is upright again",
    hidden=2,  # `Active.Upright` only groups rows: people say Stand.Bow
)
GREET = hsm.Row(
    hsm.Priority.OPERATOR, "Stand.Normal", "greet", "head_touch & settled", "Stand.Bow",
    note="a robot that still sways would fall over its bow",
)  # fmt: skip
BOWED = hsm.Row(hsm.Priority.SEQUENCE, "Stand.Bow", "bowed", "done", "Stand.Normal", limit=3.0)
WALK = hsm.Row(hsm.Priority.REQUEST, "Stand.Bow", "walk", "walk_req", "WalkPhase")


def main() -> None:
    """Prove the chart as it is shipped, with the bow, and with the forgotten guard."""
    tell("as shipped", hsm.robot_chart(hsm.load_robot().cycle))
    tell("with a bow", with_bow([GREET, BOWED, WALK]))
    tell("with a bow, guard of 'walk' forgotten", with_bow([GREET, BOWED, replace(WALK, guard="")]))


def with_bow(rows: Sequence[hsm.Row]) -> hsm.Chart:
    """Return a copy of the robot's chart with the bow and some rows below all others."""
    shipped = hsm.robot_chart(hsm.load_robot().cycle)
    return hsm.compile_chart(
        hsm.Tree([*shipped.tree.leaves.values(), BOW]),
        [*shipped.rows, *rows],
        shipped.facts,
        period=shipped.period,
        initial=shipped.initial,
        fault=shipped.fault,
    )


def tell(name: str, chart: hsm.Chart) -> None:
    """Print what the checker finds."""
    report = hsm.prove(chart, hsm.PROPERTIES)
    proven = sum(finding.holds for finding in report.findings)
    print(f"{name}: {len(chart.tree.leaves)} leaves, {proven} of {len(report.findings)} proven")
    for bound in report.bounds:
        if bound.request == "walk" and bound.start == "Stand":
            print(f"    a walk that is asked of a standing robot begins within {bound.seconds} s")
    for finding in report.findings:
        if not finding.holds:
            print(f"    {finding}")


if __name__ == "__main__":
    main()
