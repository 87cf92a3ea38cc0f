"""What the robot process counts of its own cycles."""

from dataclasses import replace

from hardware.wire_precision import crossing_frame
from hsm.apps.robot.timing import TransitionCount
from hsm.control.assembly import load_settings
from hsm.control.loop import Cycle
from motions.requests import MotionRequest
from tests.hsm.control.bench import Bench


def cycles(number: int) -> tuple[Bench, list[Cycle]]:
    bench, made = Bench(load_settings()), []
    for _ in range(number):
        bench.time += 0.012
        frame = crossing_frame(bench.frame())
        outcome = bench.cycle.step(frame, MotionRequest())
        bench.positions, bench.stiffness = outcome.command.positions, outcome.command.stiffness
        made.append(Cycle(frame, MotionRequest(), outcome))
    return bench, made


def test_transitions_of_the_table_are_legal_and_all_others_are_counted() -> None:
    bench, made = cycles(300)
    chart = bench.cycle.machine.chart
    count = TransitionCount(chart, "Off")
    for cycle in made:
        count.look(cycle)
    assert count.transitions >= 2 and count.illegal == 0
    last = made[-1]
    count.look(replace(last, outcome=replace(last.outcome, leaf="WalkPhase.Stepping")))
    assert count.illegal == 1
    taken = next(c.outcome.transition for c in made if c.outcome.transition is not None)
    wrong = replace(taken, source="WalkPhase.Stepping", dest="Off", event="nothing")
    count.look(replace(last, outcome=replace(last.outcome, leaf="Off", transition=wrong)))
    assert count.illegal == 2


def test_a_transition_before_its_minimum_dwell_time_is_illegal() -> None:
    bench, made = cycles(300)
    cycle = next(cycle for cycle in made if cycle.outcome.transition is not None)
    assert cycle.outcome.transition is not None
    early = replace(cycle.outcome.transition, ticks_in_state=0)
    count = TransitionCount(bench.cycle.machine.chart, early.source)
    count.look(replace(cycle, outcome=replace(cycle.outcome, transition=early)))
    assert (count.transitions, count.illegal) == (1, 1)
