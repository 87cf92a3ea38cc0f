"""`hsm doctor`: checks what works on this machine by trying it, with a fix for what does not."""

import importlib
import logging
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.error_boundary import GL_REMEDY, INSTALL_GL
from hsm.apps.options import Force, OtherRobot, given, number
from hsm.console import err, out, say
from hsm.errors import HsmError
from hsm.same_program import same_program

app = typer.Typer()

_BACKENDS = ("egl", "osmesa")
"""Backends that render without a screen."""
_RENDER = """
import mujoco
model = mujoco.MjModel.from_xml_string(
    "<mujoco><worldbody><light pos='0 0 3'/><geom type='sphere' size='.3' rgba='1 0 0 1'/>"
    "</worldbody></mujoco>")
data = mujoco.MjData(model)
mujoco.mj_forward(model, data)
with mujoco.Renderer(model, 48, 64) as renderer:
    renderer.update_scene(data)
    assert renderer.render().std() > 1.0, "the picture is empty"
"""
"""Renders a sphere; in a separate process, because MuJoCo chooses its backend only once."""


class Usability(Enum):
    """Whether something works: its mark on the terminal, and the colour of that."""

    WORKS = "ok", "green"
    LACKING = "--", "yellow"
    """It is not there, and not all commands need it."""
    BROKEN = "!!", "red"
    """Nothing runs without it."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Result of one examination.

    Attributes:
        usability: Whether it works.
        text: Finding.
        fix: Remedy; empty if it works.
    """

    usability: Usability
    text: str
    fix: str = ""


@app.command()
def doctor(
    context: typer.Context,
    robot: OtherRobot = None,
    plant: Annotated[str, typer.Option(help="Name of a file in config/plants.")] = "standard",
    calibration: Annotated[
        Path | None, typer.Option(help="Only write the calibration of --robot to this file.")
    ] = None,
    share: Annotated[
        float, number(0.0, 1.0, "With --calibration: share of the errors that it corrects.")
    ] = 1.0,
    force: Force = False,
) -> None:
    """Report what works on this computer and how to fix the rest; or describe a simulated robot."""
    if calibration is None and "share" in given(context):
        raise typer.BadParameter("--share requires --calibration")
    if calibration is None and force:
        raise typer.BadParameter("--force requires --calibration")
    if calibration is None and robot is None and "plant" in given(context):
        raise typer.BadParameter("--plant requires --robot or --calibration")
    if calibration is not None:
        _write_calibration(robot or 0, plant, calibration, share, force=force)
    elif robot is not None:
        _examine_robot(robot, plant)
    else:
        raise typer.Exit(examine())


def version() -> str:
    """Return the version of this program, and the commit if it runs from a checkout."""
    from hsm.campaigns.readme.measured_commit import Checkout

    told, checkout = metadata.version("nao-hsm"), Checkout.of_this_code()
    # An installed package may lie inside an unrelated repository.
    return f"{told}, commit {checkout.commit()}" if checkout.ledger.is_file() else told


def examine() -> int:
    """Examine everything and print one line each.

    Returns:
        Exit code: 1 if something that is needed does not work.
    """
    broken = False
    for name, look in _EXAMINATIONS.items():
        found = _found(look)
        broken |= found.usability is Usability.BROKEN
        mark, style = found.usability.value
        out.print(mark, style=style, end="")
        say(f"  {name:<12} {found.text}")
        if found.fix:
            say(f"    {'':<12} fix: {found.fix}")
    return int(broken)


def _examine_robot(robot: int, plant: str) -> None:
    """Measure one robot of a plant in a walk, and print it beside values of real robots."""
    from hsm.campaigns.context import CampaignConfig
    from hsm.campaigns.plants.plant import measure_plant
    from hsm.campaigns.report import show

    # What the robot notices about itself meanwhile, such as a dead sole cell.
    logging.basicConfig(format="%(message)s", level=logging.INFO, stream=err.file)
    show(measure_plant(CampaignConfig(plant), [robot], jobs=1), as_json=False)


def _write_calibration(robot: int, plant: str, path: Path, share: float, *, force: bool) -> None:
    """Write the calibration of a simulated robot that corrects a share of its errors."""
    from hsm.output_files import demand_file, demand_new, write_whole
    from hsm.settings.robot_file import load_robot
    from hsm.simulated.calibrations import calibration_text
    from hsm.simulated.simulation import load_plant

    demand_file(path, "--calibration FILE")
    demand_new(path, force=force)
    text = calibration_text(load_plant(plant), robot, share, load_robot())
    write_whole(path, text)
    say(f"{path}: {100.0 * share:g} % of the errors of robot {robot} of {plant}")


def _found(look: Callable[[], Diagnosis]) -> Diagnosis:
    try:
        return look()
    except Exception as error:  # one broken item must not hide the others
        return Diagnosis(Usability.LACKING, f"{type(error).__name__}: {error}")


def _program() -> Diagnosis:
    from hsm.runs.provenance import versions

    return Diagnosis(Usability.WORKS, f"{version()}, code {versions()['code']}")


def _python() -> Diagnosis:
    # An older Python cannot even parse this file; the installer refuses it.
    return Diagnosis(Usability.WORKS, ".".join(map(str, sys.version_info[:3])))


def _mujoco() -> Diagnosis:
    fix = "pip install 'mujoco>=4.0,<5'"
    try:
        found = str(importlib.import_module("mujoco").__version__)
    except ModuleNotFoundError as error:
        if error.name != "mujoco":
            return Diagnosis(Usability.BROKEN, str(error), fix)
        without = f"{fix}; until then no simulation, only robots (`hsm robot run`, `hsm ask`)"
        return Diagnosis(Usability.LACKING, "not installed", without)
    except Exception as error:  # each library that MUJOCO_GL may name fails in its own way
        backend = os.environ.get("MUJOCO_GL")
        if not backend:
            return Diagnosis(Usability.BROKEN, str(error), fix)
        return Diagnosis(
            Usability.BROKEN, f"fails while MUJOCO_GL is '{backend}': {error}", GL_REMEDY
        )
    if found.split(".")[0] == "4":
        return Diagnosis(Usability.WORKS, found)
    return Diagnosis(Usability.BROKEN, f"{found}, not 4.x", fix)


def _config() -> Diagnosis:
    try:
        from hsm.control.assembly import load_settings
        from hsm.settings.loader import config_folder

        load_settings()
    except HsmError as error:
        return Diagnosis(Usability.BROKEN, str(error).splitlines()[-1], "hsm check")
    except Exception as error:  # each package that it imports fails in its own way
        what = f"{type(error).__name__}: {error}"
        return Diagnosis(Usability.BROKEN, what, "pip install --force-reinstall nao-hsm")
    return Diagnosis(Usability.WORKS, str(config_folder()))


def _pictures() -> Diagnosis:
    chosen = os.environ.get("MUJOCO_GL", "").lower()
    backends = (chosen,) if chosen in _BACKENDS else _BACKENDS
    for backend in backends:
        if _succeeds([sys.executable, "-c", _RENDER], {"MUJOCO_GL": backend}):
            return Diagnosis(Usability.WORKS, f"{backend} renders")
    fix = f"{INSTALL_GL}; until then no video"
    if chosen in _BACKENDS:
        fix = f"unset MUJOCO_GL, which allows only {chosen}, or {fix}"
    return Diagnosis(Usability.LACKING, f"no picture with {' or '.join(backends)}", fix)


def _dot() -> Diagnosis:
    program = shutil.which("dot")
    fix = "apt-get install graphviz; until then diagrams are Mermaid text only"
    if program is None:
        return Diagnosis(Usability.LACKING, "not found", fix)
    if not _succeeds([program, "-Tsvg"], text="digraph { a -> b }"):
        return Diagnosis(Usability.LACKING, f"{program} does not draw", fix)
    return Diagnosis(Usability.WORKS, program)


def _video() -> Diagnosis:
    fix = "pip install 'nao-hsm[report]'; until then no video"
    try:
        av = importlib.import_module("av")
    except ImportError as error:
        return Diagnosis(Usability.LACKING, str(error), fix)
    with tempfile.TemporaryDirectory() as folder:
        try:
            with av.open(str(Path(folder) / "test.mp4"), "w") as container:
                container.add_stream("libx264", rate=25)
        except (av.error.FFmpegError, ValueError) as error:
            return Diagnosis(
                Usability.LACKING, f"av {av.__version__} cannot write H.264: {error}", fix
            )
    return Diagnosis(Usability.WORKS, f"av {av.__version__}, H.264")


def _package(name: str, extra: str, without: str) -> Diagnosis:
    try:
        importlib.import_module(name)
    except ImportError as error:
        fix = f"pip install 'nao-hsm[{extra}]'; until then {without}"
        return Diagnosis(Usability.LACKING, str(error), fix)
    return Diagnosis(Usability.WORKS, f"{name} {metadata.version(name)}")


def _real_time() -> Diagnosis:
    if not hasattr(os, "sched_setscheduler"):
        return Diagnosis(
            Usability.LACKING, "this system has no real-time priority", "run robots on Linux"
        )
    # In a separate process, so that this one keeps its own scheduling.
    done = subprocess.run(
        same_program("hsm.apps.robot.real_time"), capture_output=True, text=True, timeout=60
    )
    refused = done.stdout.strip() or done.stderr.strip()
    if not refused:
        return Diagnosis(Usability.WORKS, "SCHED_FIFO and locked memory are allowed")
    fix = (
        "LimitRTPRIO=36 and LimitMEMLOCK=infinity in the service, or `ulimit -r 36 -l unlimited`;"
        " needed on a robot, not in simulation"
    )
    return Diagnosis(Usability.LACKING, refused, fix)


_EXAMINATIONS: dict[str, Callable[[], Diagnosis]] = {
    "nao-hsm": _program,
    "Python": _python,
    "MuJoCo": _mujoco,
    "config": _config,
    "pictures": _pictures,
    "dot": _dot,
    "video": _video,
    "figures": partial(_package, "matplotlib", "report", "no figures"),
    "tuning": partial(_package, "optuna", "tune", "no `hsm measure tune`"),
    "page": partial(_package, "viser", "view", "no `hsm view`"),
    "mcap": partial(_package, "mcap", "mcap", "no `hsm export --to mcap`"),
    "qi": partial(_package, "qi", "naoqi", "no `hsm serve naoqi`; Python 3.11 or 3.12 only"),
    "daqp": partial(_package, "daqp", "naoqi", "the preview walk ignores the edges of the soles"),
    "real time": _real_time,
}


def _succeeds(command: list[str], extra: dict[str, str] | None = None, text: str = "") -> bool:
    env = {**os.environ, **(extra or {})}
    try:
        done = subprocess.run(
            command, input=text, env=env, capture_output=True, text=True, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
