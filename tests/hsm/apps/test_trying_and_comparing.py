"""Runs with changed parameters: earlier runs are kept, and differences are reported."""

import json
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from shutil import copytree

import pytest

from hsm.control.walk_change import WalkChange
from hsm.pictures.run_pair import RunPair
from hsm.pictures.run_pair_figure import draw_pair
from hsm.playing import play
from hsm.runs.incidents import INCIDENT
from hsm.runs.reader import read_run
from hsm.runs.truth import read_truth
from tests.hsm.conftest import WALK, Hsm, call
from tests.warm import Warm

PATCH = "capture: {gain: 0.0, dead_band_forward_mm: 5}\nlean: {active: false}\n"


@pytest.fixture(scope="module")
def folder(ready: Warm, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two runs of the same walk, the second with a patch."""
    path = tmp_path_factory.mktemp("tried")
    (path / "walk.yaml").write_text(WALK)
    (path / "patch.yaml").write_text(PATCH)
    for words in ((), ("--patch", "patch.yaml", "--profile", "fast")):
        done = call(ready, path, "run", "walk.yaml", *words, without=("matplotlib",))
        assert done.returncode == 0, done.stdout + done.stderr
    return path


def pair(folder: Path) -> RunPair:
    one, other = folder / "runs" / "walk", folder / "runs" / "walk-2"
    return RunPair(read_run(one), read_run(other), (read_truth(one), read_truth(other)))


def test_a_second_run_gets_the_next_free_name(folder: Path) -> None:
    assert sorted(path.name for path in (folder / "runs").iterdir()) == ["walk", "walk-2"]
    about = read_run(folder / "runs" / "walk-2").header.about
    assert (about["patch"], about["profile"]) == ("patch.yaml", "fast")


def test_a_run_is_replaced_only_by_force(hsm: Hsm, walk: Path, tmp_path: Path) -> None:
    run = partial(hsm, "run", str(walk), "--out", "kept", without=("matplotlib",))
    assert run().returncode == 0
    before = (tmp_path / "kept" / "run.hsm").read_bytes()
    refused = run("--seed", "5")
    assert refused.returncode == 1 and "--force replaces it" in refused.stderr
    assert (tmp_path / "kept" / "run.hsm").read_bytes() == before
    assert run("--seed", "5", "--force").returncode == 0
    assert (tmp_path / "kept" / "run.hsm").read_bytes() != before


def test_two_runs_are_compared_in_two_columns_with_their_divergence(folder: Path) -> None:
    text = pair(folder).text()
    assert text.splitlines()[0].split() == ["walk", "walk-2"]
    assert "capture.gain 0.65 | 0.0" in text
    assert "but the decision differs, because their setups differ (" in text


def test_the_compared_steps_are_those_that_ended_by_their_reasons(tmp_path: Path) -> None:
    play("walk_stops", seed=3, record=tmp_path)  # has a delay between two steps, and a stop
    run = read_run(tmp_path)
    changes = [row.transition for row in run.rows if row.transition is not None]
    assert {"delay", "stop", "stopped"} < {change.event for change in changes}
    because = [change.because for change in changes]
    ended = [int(t.split()[0]) for b in because for t in re.findall(r"ended .* after (.*)", b)]
    figures = RunPair(run, run, (None, None)).figures()
    assert figures["steps"] == (str(len(ended)),) * 2
    assert figures["mean step"] == (f"{1e-3 * sum(ended) / len(ended):.3f} s",) * 2


def test_runs_diverge_at_the_first_cycle_with_different_commands(folder: Path) -> None:
    both = pair(folder)
    differs = next(
        a.time
        for a, b in zip(both.one.rows, both.other.rows, strict=True)
        if a.command != b.command
    )
    assert f"they diverge at {differs:.2f} s" in both.parting()


def test_a_run_is_identical_to_itself(folder: Path) -> None:
    one = read_run(folder / "runs" / "walk")
    same = RunPair(one, one, (None, None))
    assert same.parting() == "they are identical, cycle by cycle"
    assert same.made_with() == ()


def test_runs_in_folders_of_the_same_name_are_named_by_the_folders_above(folder: Path) -> None:
    run = read_run(folder / "runs" / "walk")
    one, other = (replace(run, path=Path(f"/{name}/walk/run.hsm")) for name in ("a", "b"))
    assert RunPair(one, other, (None, None)).names == ("a/walk", "b/walk")
    above = replace(run, path=Path("/walk/run.hsm"))
    assert RunPair(one, above, (None, None)).names == ("a/walk", "/walk")


def test_long_names_leave_room_for_the_plots(
    folder: Path, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    paths = [tmp_path / f"{number}{'long' * 60}" for number in range(2)]
    for path in paths:
        copytree(folder / "runs" / "walk", path)
    runs, truths = [read_run(path) for path in paths], [read_truth(path) for path in paths]
    draw_pair(tmp_path / "pair.png", RunPair(*runs, (truths[0], truths[1])))
    assert not [str(w.message) for w in recwarn if "constrained_layout" in str(w.message)]


def test_a_change_of_the_walk_during_a_run_is_a_difference_in_setup(folder: Path) -> None:
    both = pair(folder)
    row = both.one.rows[20]
    walking, profile = both.other.settings().walking, both.one.settings().profile
    changed = (*both.one.rows[:20], replace(row, change=WalkChange(walking, profile)))
    other = replace(both.one, rows=(*changed, *both.one.rows[21:]))
    (told,) = RunPair(both.one, other, (None, None)).made_with()
    assert told.startswith("changes of the walk none | walking.")
    assert told.endswith(f" at {row.time:.2f} s")


def test_a_part_of_a_run_is_compared_with_the_same_times_of_the_run(folder: Path) -> None:
    one = read_run(folder / "runs" / "walk")
    about = {**one.header.about, INCIDENT: "a fall"}
    part = replace(one, header=replace(one.header, about=about), rows=one.rows[40:100])
    same = RunPair(part, one, (None, None))
    begin, end = part.rows[0].time, part.rows[-1].time
    assert same.made_with() == ()
    assert same.parting() == (
        f"they are identical from {begin:.2f} s on, where the later one begins "
        f"until {end:.2f} s, where the shorter one ends"
    )
    apart = RunPair(part, replace(one, rows=one.rows[:40]), (None, None))
    assert apart.parting().startswith("they do not overlap: ")


def test_comparing_a_single_run_is_refused_with_a_hint(ready: Warm, folder: Path) -> None:
    done = call(ready, folder, "compare", "runs/walk")
    assert done.returncode == 1
    assert "hint: Give a second RUN" in done.stderr


def test_comparing_a_run_with_itself_is_refused(ready: Warm, folder: Path) -> None:
    done = call(ready, folder, "compare", "runs/walk", "runs/walk/run.hsm")
    assert done.returncode == 2 and "are the same run" in done.stderr


def test_a_time_window_is_refused_when_comparing_two_runs(ready: Warm, folder: Path) -> None:
    done = call(ready, folder, "compare", "runs/walk", "runs/walk-2", "--from", "1")
    assert done.returncode == 2 and "omit --from and --to" in done.stderr


def test_the_same_run_given_twice_among_several_is_refused(ready: Warm, folder: Path) -> None:
    words = ("runs/walk", "runs/walk-2", "runs/../runs/walk-2/run.hsm")
    done = call(ready, folder, "compare", *words)
    assert done.returncode == 2 and "are the same run" in done.stderr


def test_differences_are_printed_even_if_no_figure_can_be_written(
    ready: Warm, folder: Path, tmp_path: Path
) -> None:
    one = tmp_path / "one"
    copytree(folder / "runs" / "walk", one)
    (one / "compare_walk-2.png").mkdir()
    words = ("compare", str(one), "runs/walk-2")
    for without, why in (((), "is a folder"), (("matplotlib",), "matplotlib is not installed")):
        done = call(ready, folder, *words, without=without)
        assert done.returncode == 0 and "they diverge at" in done.stdout
        assert re.search(f"^no figure: .*{why}", done.stdout, re.MULTILINE)


def test_a_missing_run_is_reported_with_the_existing_ones(ready: Warm, folder: Path) -> None:
    for words in (("compare", "walk", "runs/walk"), ("explain", "runs/wlak", "--fall")):
        done = call(ready, folder, *words)
        assert done.returncode == 1
        assert "hint: There are runs/walk, runs/walk-2." in done.stderr


def test_another_seed_is_reported_as_different_sensor_input(
    hsm: Hsm, walk: Path, folder: Path, tmp_path: Path
) -> None:
    copytree(folder / "runs" / "walk", tmp_path / "s2")
    words = ("run", str(walk), "--seed", "3", "--out", "s3")
    assert hsm(*words, without=("matplotlib",)).returncode == 0
    done = hsm("compare", "s2", "s3", "--json")
    told = json.loads(done.stdout)
    assert "the sensor input differs" in told["parting"]
    assert told["made_with"] == ["seed 2 | 3"]
    assert hsm("compare", "s2", "s3").returncode == 0
    assert (tmp_path / "s2" / "compare_s3.png").read_bytes().startswith(b"\x89PNG")


def test_another_push_is_named_as_the_cause_of_the_difference(hsm: Hsm, tmp_path: Path) -> None:
    for name, direction in (("back", 180), ("right", -90)):
        push = f"{{at_s: 0.3, disturb: {{push: {{direction_deg: {direction}, impulse_ns: 5}}}}}}"
        (tmp_path / f"{name}.yaml").write_text(
            f"name: {name}\ndescription: Pushed.\nplant: standard\nduration_s: 1.0\n"
            f"timeline:\n  - {push}\nexpect: []\n"
        )
        hsm("run", f"{name}.yaml", without=("matplotlib",))
    done = hsm("compare", "runs/back", "runs/right", without=("matplotlib",))
    pushes = "push 5 Ns backward at 0.30 s | push 5 Ns right at 0.30 s"
    assert f"differences in setup: {pushes}" in done.stdout, done.stdout + done.stderr
    assert f"because their setups differ ({pushes})" in done.stdout
    assert ", then " not in done.stdout


def test_a_measurement_prints_the_patch_it_is_made_with(hsm: Hsm, tmp_path: Path) -> None:
    (tmp_path / "patch.yaml").write_text(PATCH)
    done = hsm(
        "measure", "walk", "--forward", "0.1", "--hold", "4", "--seeds", "1", "--jobs", "1",
        "--patch", "patch.yaml", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "capture.gain 0.65 -> 0.0" in done.stderr and "lean.active True -> False" in done.stderr
    json.loads(done.stdout)


def test_a_patch_with_an_undecodable_name_is_recorded_with_an_escaped_name(
    hsm: Hsm, walk: Path, tmp_path: Path
) -> None:
    patch = tmp_path / "p\udcff.yaml"
    patch.write_text(PATCH)
    words = ("run", str(walk), "--patch", str(patch), "--out", "named")
    done = hsm(*words, without=("matplotlib",))
    assert done.returncode == 0, done.stderr
    assert str(read_run(tmp_path / "named").header.about["patch"]).endswith("p\\xff.yaml")


def test_another_calibration_is_named_as_the_cause_of_the_difference(hsm: Hsm, walk: Path) -> None:
    for share in ("0", "1"):
        hsm("doctor", "--robot", "0", "--share", share, "--calibration", f"{share}.yaml")
        words = ("run", str(walk), "--calibration", f"{share}.yaml", "--out", f"of{share}")
        done = hsm(*words, without=("matplotlib",))
        assert done.returncode == 0 and f"calibration {share}.yaml (" in done.stdout
    told = json.loads(hsm("compare", "of0", "of1", "--json").stdout)
    (made,) = told["made_with"]
    assert re.fullmatch(r"calibration 0\.yaml \(\w{8}\) \| 1\.yaml \(\w{8}\)", made)
    assert "because their setups differ" in told["parting"]
