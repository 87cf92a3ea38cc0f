"""However the command is abused, it reports what is wrong and leaves everything unchanged."""

import multiprocessing
from pathlib import Path

import pytest

from hsm.apps.main import main
from hsm.settings.loader import config_folder
from tests.benchmarks.abuse.attempts import SHORT, Material, draw
from tests.benchmarks.abuse.sandbox import OUT, Attempt, faults, run

pytestmark = pytest.mark.benchmark

ABUSES = 2000
SEED = 1
TEAMS = Path(__file__).parents[2] / "motions" / "keyframes" / "interchange"


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    folder = tmp_path_factory.mktemp("whole")
    (folder / "it.yaml").write_bytes(SHORT)
    with pytest.raises(SystemExit) as end:
        main(["run", str(folder / "it.yaml"), "--out", str(folder / OUT)])
    assert not end.value.code
    teams = tuple(path.read_bytes() for path in sorted(TEAMS.rglob("*.cfg")))
    return Material(config_folder(), (folder / OUT / "run.hsm").read_bytes(), teams)


def test_valid_inputs_are_accepted(material: Material) -> None:
    """Otherwise the test below would prove nothing."""
    whole = [
        Attempt("scenario", ("run", "it.yaml", "--out", OUT), {"it.yaml": SHORT}),
        Attempt("run", ("run", "--replay", "run.hsm"), {"run.hsm": material.run}),
        Attempt("config", ("check",), config=("facts.yaml",
                (material.config / "facts.yaml").read_bytes())),
        *(Attempt("team", ("motion", "import", "team.cfg", "--out", OUT), {"team.cfg": team})
          for team in material.teams),
    ]  # fmt: skip
    for attempt in whole:
        ended = run(attempt, material.config)
        assert ended.code == 0, (attempt.what, ended.told)
        assert faults(attempt, ended) == []


def test_no_abuse_ends_in_a_traceback_a_file_elsewhere_or_a_false_success(
    material: Material,
) -> None:
    with multiprocessing.get_context("fork").Pool(2) as pool:
        parts = [(material, range(half, ABUSES, 2)) for half in range(2)]
        found = [fault for part in pool.starmap(_abuse, parts) for fault in part]
    print(f"{ABUSES} abuses, {len(found)} faults")
    assert found == []


def _abuse(material: Material, numbers: range) -> list[str]:
    found = []
    for number in numbers:
        attempt = draw(material, number, SEED)
        found += [f"abuse {number}: {fault}" for fault in
                  faults(attempt, run(attempt, material.config))]  # fmt: skip
    return found
