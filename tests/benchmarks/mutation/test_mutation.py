"""Quality of the test suite: of random faults, a module's own tests notice nine in ten."""

import ast

import pytest

from tests.benchmarks.mutation.campaign import (
    ROOT,
    Fault,
    Outcome,
    Report,
    all_faults,
    drawn,
    modules,
    no_faults,
    own_tests,
    run,
)
from tests.benchmarks.mutation.faults import faults, faulty

FAULTS, SEED = 200, 1
SOURCE = '''
def share(left: float, right: float) -> float:
    """Return the share of the left side."""
    if left < 0.0 and right < 0.0:
        raise ValueError("negative")
    return left / (left + right)
'''


@pytest.mark.benchmark
def test_nine_in_ten_faults_are_noticed_by_the_own_tests_of_their_module(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = Report(dict(run(drawn(modules(), FAULTS, SEED))))
    with capsys.disabled():
        print(f"\n{report}")
    assert report.killed >= 0.9 * FAULTS, str(report)


@pytest.mark.parametrize("module", modules())
def test_every_checked_module_has_own_tests(module: str) -> None:
    assert own_tests(module)


@pytest.mark.parametrize("module", no_faults())
def test_changes_listed_as_no_fault_still_exist_and_have_a_reason(module: str) -> None:
    listed = no_faults()[module]
    assert set(listed) <= set(all_faults(module))
    assert all(reason.strip() for reason in listed.values())


def test_a_draw_is_balanced_over_modules_and_repeatable() -> None:
    few = [
        "motions/walking/terms/hips.py",
        "motions/stand.py",
        "motions/keyframes/engine/waiting.py",
    ]
    chosen = drawn(few, 9, SEED)
    assert chosen == drawn(few, 9, SEED) != drawn(few, 9, SEED + 1)
    assert len(set(chosen)) == 9
    assert all(sum(fault.module == module for fault in chosen) == 3 for module in few)


@pytest.mark.parametrize("module", no_faults())
def test_changes_listed_as_no_fault_are_never_drawn(module: str) -> None:
    assert {fault.name for fault in drawn([module], 10_000, SEED)}.isdisjoint(no_faults()[module])


def test_every_fault_changes_the_program_and_the_tree_is_restored() -> None:
    source = (ROOT / "motions/perception/support.py").read_text()
    tree = ast.parse(source)
    whole = ast.dump(tree)
    programs = [ast.unparse(tree) for _ in faults(tree)]
    assert ast.dump(tree) == whole
    assert len({*programs, ast.unparse(tree)}) == len(programs) + 1
    for program in programs:
        compile(program, "support.py", "exec")


def test_faults_are_named_by_their_change_and_error_messages_have_none() -> None:
    names = list(faults(ast.parse(SOURCE)))
    assert "share: `if left < 0.0 and right < 0.0:` -> `if left < 0.0 or right < 0.0:`" in names
    assert "share: `return left / (left + right)` -> `return left / (left - right)`" in names
    assert "share: `return left / (left + right)` -> `return right / (left + right)`" in names
    assert "share: `return left / (left + right)` -> `return -(left / (left + right))`" in names
    assert "share: without `if left < 0.0 and right < 0.0:`" in names
    assert not any("negative" in name for name in names)


def test_a_fault_can_be_made_by_its_name() -> None:
    name = "share: `return left / (left + right)` -> `return left / (left - right)`"
    assert "return left / (left - right)" in faulty(SOURCE, name)
    with pytest.raises(KeyError):
        faulty(SOURCE, "share: `x` -> `y`")


def test_a_report_contains_the_rate_with_its_exact_interval_and_the_survivors() -> None:
    found = [Fault("a.py", str(number)) for number in range(10)]
    outcomes = dict.fromkeys(found, Outcome.NOTICED) | {found[3]: Outcome.SURVIVED}
    told = str(Report(outcomes))
    # Clopper-Pearson, 9 of 10: published tables give 55.5 % to 99.7 %.
    assert told == (
        "9 of 10 faults noticed: 90.0% (95 % interval, exact: 55.5% to 99.7%)\n  survived: a.py: 3"
    )
