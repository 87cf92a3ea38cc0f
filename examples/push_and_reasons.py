"""Push a walking robot over, and read the reasons that the state machine gives.

You will see every change of state with the numbers behind it, then two queries of the recording:
which row of the table fired when the robot fell, and why it did not get up a moment earlier. The
second is the more useful one: every row that did not fire names its unmet conditions.

    python examples/push_and_reasons.py [FIGURE.png]

With a file name it also draws the run (needs matplotlib).
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import hsm


def main(arguments: Sequence[str] = ()) -> None:
    """Play the scenario, print the run, and explain two of its cycles."""
    with TemporaryDirectory() as folder:
        run = hsm.play("push_falls_and_gets_up", robot=2, record=Path(folder))
        print(run)
        assert run.file is not None
        recorded = hsm.read_run(run.file)
    fell = first(run, "fall")
    print(f"\nWhat fired at {fell.time:.2f} s")
    tell(hsm.explain(recorded, fell.time))
    up = first(run, "get_up")
    print(f"\nWhy it did not get up 0.2 s before {up.time:.2f} s")
    tell(hsm.explain(recorded, up.time - 0.2))
    height = run.series["torso_height"]
    lowest = run.series["time"][height.argmin()]
    print(f"\nIts torso was lowest at {lowest:.2f} s, {1e3 * height.min():.0f} mm over the ground")
    for file in arguments:
        run.figure().savefig(file)


def first(run: hsm.PlayedRun, event: str) -> hsm.Transition:
    """Return the first transition with an event."""
    return next(transition for transition in run.transitions if transition.event == event)


def tell(cycle: hsm.Explanation) -> None:
    """Print which row fired in a cycle, or the unmet conditions of every row of the leaf."""
    print(f"  {cycle.leaf} for {cycle.seconds:.2f} s; true: {', '.join(cycle.facts)}")
    if cycle.fired is not None:
        print(f"  fired: {cycle.fired.event}, because {cycle.fired.because}")
    for row in cycle.rows:
        if row.lacks and cycle.fired is None:
            print(f"  {row.event:10} is missing {', '.join(map(str, row.lacks))}")


if __name__ == "__main__":
    main(sys.argv[1:])
