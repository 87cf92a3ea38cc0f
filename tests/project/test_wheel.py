"""The wheel, installed into an empty environment, works from any folder.

The third-party packages come from the environment that runs the tests, so nothing is downloaded;
the checkout is not available, so every module and parameter file must come from the wheel.
"""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

LOAD = """
from hardware.robots.model import RobotModel
from hsm.settings.loader import config_folder, load
print(load(config_folder() / "robots" / "nao_v6.yaml", RobotModel).mass)
"""
COMMANDS = (
    ["hsm", "--help"],
    ["hsm", "motion", "list"],  # reads the robot and every motion
    pytest.param(["hsm", "check"], marks=pytest.mark.benchmark),
    pytest.param(
        ["hsm", "demo", "--scenario", "walk_starts"],  # the shortest one that films and draws
        marks=pytest.mark.benchmark,
    ),
    ["python", "-c", LOAD],
    ["python", "-c", "import hsm; print(hsm.load_robot().name)"],
)
"""Commands that must work; the first word is a program of the new environment."""


def run(command: list[str], folder: Path) -> str:
    outer = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=outer, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an environment that contains our wheel and uses all other packages of this one."""
    folder = tmp_path_factory.mktemp("wheel")
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], ROOT)
    (wheel,) = folder.glob("*.whl")
    environment = folder / "environment"
    venv.create(environment, with_pip=False)
    python = str(environment / "bin" / "python")
    packages = run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], folder)
    lent = Path(packages.strip()) / "lent.pth"
    lent.write_text(sysconfig.get_path("purelib") + "\n")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
    run([*pip, "--no-deps", "--no-index", "--ignore-installed", str(wheel)], folder)
    return environment


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command).split("\n")[0])
def test_an_installed_command_works_from_any_folder(
    environment: Path, tmp_path: Path, command: list[str]
) -> None:
    program, *arguments = command
    assert run([str(environment / "bin" / program), *arguments], tmp_path)


def test_modules_and_parameters_come_out_of_the_wheel(environment: Path, tmp_path: Path) -> None:
    code = "import hsm.settings.loader as s; print(s.__file__); print(s.config_folder())"
    for place in run([str(environment / "bin" / "python"), "-c", code], tmp_path).splitlines():
        assert Path(place).is_relative_to(environment)


def test_the_wheel_carries_every_parameter_file(environment: Path, tmp_path: Path) -> None:
    code = "import hsm.settings.loader as s; print(s.config_folder())"
    folder = Path(run([str(environment / "bin" / "python"), "-c", code], tmp_path).strip())
    carried = {path.relative_to(folder) for path in folder.rglob("*.yaml")}
    assert carried == {
        path.relative_to(ROOT / "config") for path in (ROOT / "config").rglob("*.yaml")
    }
