"""Add a state to a copy of the chart, and let the checker prove that nothing broke.

The robot shall bow when its head is touched while it stands. This takes one leaf and three rows:
into the bow, back when it is over, and out of it when a walk is requested. You will see that all
claimed properties are still proven, for every combination of facts in every leaf, and how long a
requested walk may now take to begin. Then the guard of the third row is left out, an easy mistake,
and you will see which property fails, and where.

    python examples/state_of_your_own.py

The copy moves no robot: extending/state.md explains how to give the state a class and add it to the
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
    hidden=2,  # `Active.Upright` only groups rows: the short name is Stand.Bow
)
GREET = hsm.Row(
    hsm.Priority.OPERATOR, "Stand.Normal", "greet", "head_touch & settled", "Stand.Bow",
    note="a robot that still sways would fall over its bow",
)  # fmt: skip
BOWED = hsm.Row(hsm.Priority.SEQUENCE, "Stand.Bow", "bowed", "done", "Stand.Normal", limit=3.0)
WALK = hsm.Row(hsm.Priority.REQUEST, "Stand.Bow", "walk", "walk_req", "WalkPhase")


def main() -> None:
    """Check the original chart, the one with the bow, and the one with the missing guard."""
    tell("as shipped", hsm.robot_chart(hsm.load_robot().cycle))
    tell("with a bow", with_bow([GREET, BOWED, WALK]))
    tell("with a bow, guard of 'walk' forgotten", with_bow([GREET, BOWED, replace(WALK, guard="")]))


def with_bow(rows: Sequence[hsm.Row]) -> hsm.Chart:
    """Return a copy of the robot's chart with the bow, and some rows after all others."""
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
    """Print the results of the checker."""
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
