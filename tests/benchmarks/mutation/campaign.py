"""Makes faults in copies of the project and checks whether each module's own tests notice them.

    python -m tests.benchmarks.mutation.campaign --faults 40 --seed 1

A module's own tests are those of the mirrored folder and those that import it. They run in a
separate process, in one of two copies: the working tree is never touched.
"""

import argparse
import ast
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from queue import SimpleQueue

import yaml
from scipy.stats import binomtest

from tests.benchmarks.mutation.faults import faults, faulty

ROOT = Path(__file__).resolve().parents[3]
AREAS = (
    "motions/walking/terms",
    "motions/walking/optional",
    "motions/walking/planning",
    "motions/walking/rhythm",
    "motions/walking/com_ahead.py",
    "motions/keyframes/engine",
    "motions/keyframes/motions",
    "motions/perception",
    "motions/stand.py",
    "hsm/control/monitors.py",
    "hsm/control/output_limits.py",
    "hsm/runs/replay.py",
    "hsm/scenarios/verdict.py",
    "hardware/simulation/plant/sensors",
)
"""The checked modules, and folders without their subfolders."""

NO_FAULTS = Path(__file__).with_name("no_faults.yaml")
"""Changes that no test can notice, each with its reason."""

COPIES = 2
COPIED = ("config", "diagrams", "hardware", "hsm", "motions", "tests", "pyproject.toml")
CPU_LIMIT = 300
"""CPU time after which a fault that makes a loop endless counts as noticed, s."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault.

    Attributes:
        module: Path of the module below the root.
        name: What is wrong, as named by `faults`.
    """

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}: {self.name}"


class Outcome(Enum):
    """The verdict of the tests."""

    NOTICED = "noticed"
    ENDLESS = "endless"
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True)
class Report:
    """The outcomes of the faults."""

    outcomes: dict[Fault, Outcome]

    @property
    def survivors(self) -> list[Fault]:
        """Return the faults that no test noticed."""
        return [fault for fault, found in self.outcomes.items() if found is Outcome.SURVIVED]

    @property
    def killed(self) -> int:
        """Return the number of faults noticed by a test."""
        return len(self.outcomes) - len(self.survivors)

    def __str__(self) -> str:
        count = len(self.outcomes)
        low, high = binomtest(self.killed, count).proportion_ci(method="exact")
        rate = f"{self.killed} of {count} faults noticed: {self.killed / count:.1%}"
        lines = [f"{rate} (95 % interval, exact: {low:.1%} to {high:.1%})"]
        return "\n".join(lines + [f"  survived: {fault}" for fault in self.survivors])


def modules() -> list[str]:
    """Return the paths of all modules that are checked, below the root.

    Raises:
        FileNotFoundError: If an area no longer exists.
    """
    found: list[Path] = []
    for area in AREAS:
        path = ROOT / area
        if not path.exists():
            raise FileNotFoundError(f"{area} has gone: name in AREAS what took its place")
        found += sorted(path.glob("*.py")) if path.is_dir() else [path]
    return [str(path.relative_to(ROOT)) for path in found if path.name != "__init__.py"]


@cache
def all_faults(module: str) -> tuple[str, ...]:
    """Return the names of all faults of a module."""
    return tuple(faults(ast.parse((ROOT / module).read_text())))


def no_faults() -> dict[str, dict[str, str]]:
    """Return the reasons why changes are not faults, by module and name."""
    known: dict[str, dict[str, str]] = yaml.safe_load(NO_FAULTS.read_text()) or {}
    return known


def drawn(among: Sequence[str], count: int, seed: int) -> list[Fault]:
    """Return random faults, equally many of each of these modules."""
    harmless = no_faults()
    stacks = []
    for module in among:
        names = list(all_faults(module))
        random.Random(f"{seed} {module}").shuffle(names)
        stacks.append([Fault(module, n) for n in names if n not in harmless.get(module, {})])
    chosen: list[Fault] = []
    while len(chosen) < count and any(stacks):
        around = [stack.pop() for stack in stacks if stack]
        random.Random(f"{seed} {len(chosen)}").shuffle(around)
        chosen += around[: count - len(chosen)]
    return chosen


@cache
def own_tests(module: str) -> tuple[str, ...]:
    """Return the test files of a module: first those that import it, then its mirrored folder."""
    name = module.removesuffix(".py").replace("/", ".")
    mirrored = sorted((ROOT / "tests" / module).parent.glob("test_*.py"))
    others = [path for top in ("hardware", "motions", "hsm") for path in _test_files(top)]
    importing = [path for path in [*mirrored, *others] if name in _imported(path)]
    return tuple(str(path.relative_to(ROOT)) for path in dict.fromkeys([*importing, *mirrored]))


@cache
def _test_files(top: str) -> Iterable[Path]:
    return sorted((ROOT / "tests" / top).rglob("test_*.py"))


@cache
def _imported(path: Path) -> frozenset[str]:
    """Return the modules that a file imports by name."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    found = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    return frozenset(found | {a.name for n in nodes if isinstance(n, ast.Import) for a in n.names})


class Copy:
    """A copy of the project in which one module is faulty during a test."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, folder / name, ignore=ignored)
            else:
                shutil.copy2(source, folder / name)

    def outcome(self, fault: Fault) -> Outcome:
        """Return whether the tests of a module notice a fault in it."""
        path, right = self._folder / fault.module, self._folder / "right.py"
        shutil.copy2(path, right)
        path.write_text(faulty(right.read_text(), fault.name))
        try:
            return self.tried(own_tests(fault.module))
        finally:
            right.replace(path)  # keeps its time stamp, so that its compiled form stays valid
            shutil.rmtree(self._folder / ".hypothesis", ignore_errors=True)

    def demand_sound(self, tests: Sequence[str]) -> None:
        """Run tests without a fault, which also compiles everything.

        Raises:
            RuntimeError: If a test fails.
        """
        done = self._pytest(tests)
        if done.returncode != 0:
            raise RuntimeError(f"the tests fail without a fault:\n{done.stdout[-2000:]}")

    def tried(self, tests: Sequence[str]) -> Outcome:
        """Return the verdict of tests on the present fault.

        Raises:
            RuntimeError: If no tests ran for a reason other than the fault.
        """
        # No compiled module may remain: it would be used for the next fault of that module.
        done = self._pytest(tests, "-B")
        match done.returncode:
            case 0:
                return Outcome.SURVIVED
            case 1 | 2:
                return Outcome.NOTICED
            case code if -code in (signal.SIGXCPU, signal.SIGKILL):
                return Outcome.ENDLESS
            case code:
                raise RuntimeError(f"pytest said {code} to {tests}: {done.stdout[-2000:]}")

    def _pytest(self, tests: Sequence[str], *python: str) -> subprocess.CompletedProcess[str]:
        limited = ("sh", "-c", f'ulimit -t {CPU_LIMIT}; exec "$@"', "sh")
        options = ("-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0")
        return subprocess.run(
            [*limited, sys.executable, *python, "-m", "pytest", *options, *tests],
            cwd=self._folder,
            env=os.environ | {"PYTHONPATH": str(self._folder), "OPENBLAS_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
        )


def run(chosen: Sequence[Fault]) -> Iterator[tuple[Fault, Outcome]]:
    """Try faults, two at a time, and yield the outcome of each.

    Raises:
        RuntimeError: If the tests fail without a fault.
    """
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(COPIES) as pool:
        files = sorted({path for fault in chosen for path in own_tests(fault.module)})

        def tried(fault: Fault) -> tuple[Fault, Outcome]:
            copy = copies.get()
            try:
                return fault, copy.outcome(fault)
            finally:
                copies.put(copy)

        made = [Copy(Path(folder) / str(number)) for number in range(COPIES)]
        list(pool.map(lambda copy: copy.demand_sound(files), made))
        copies: SimpleQueue[Copy] = SimpleQueue()
        for copy in made:
            copies.put(copy)
        yield from pool.map(tried, chosen)


def main() -> None:
    """Run a campaign and report its progress."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=40, help="how many are drawn")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    arguments = parser.parse_args()
    outcomes: dict[Fault, Outcome] = {}
    for fault, outcome in run(drawn(modules(), arguments.faults, arguments.seed)):
        outcomes[fault] = outcome
        print(f"{len(outcomes):4d} {outcome.value:8s} {fault}", flush=True)
    print(Report(outcomes))


if __name__ == "__main__":
    main()
