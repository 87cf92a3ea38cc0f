"""The files that a run leaves, and what could not be made because something is missing here."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from importlib.util import find_spec
from itertools import chain, count
from pathlib import Path

from hardware.simulation.pictures.render import RenderError
from hsm.console import say
from hsm.control.assembly import MotionSettings
from hsm.json_text import json_text
from hsm.output_files import ResultError, demand_folder, write_whole
from hsm.runs.format import FILE_NAME
from hsm.simulated.runner import Run

_OF_A_RUN = ("trace.jsonl", "figure.png", "run.mp4", "strip.png", "walk.png", "path.png")
"""What is made of a run and stands beside it: of a run that is replaced it would tell another."""
_NO_REPORT = "{} is not installed; fix: pip install 'nao-hsm[report]'"


class EarlierRun(Enum):
    """What becomes of a run that is in the folder already."""

    REPLACED = "it is replaced"
    REFUSED = "it stays, and there is no other run"
    KEPT = "it stays, and the next free folder is taken"


def claim_folder(folder: Path) -> bool:
    """Begin an empty run in a folder, which is made if it is missing; False if it holds one.

    Of several commands that claim it at the same time, one gets it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        (folder / FILE_NAME).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def claim_free_folder(usual: Path) -> Path:
    """Return a folder that held no run: the usual one, or the next with a number to its name."""
    numbered = (usual.with_name(f"{usual.name}-{number}") for number in count(2))
    return next(filter(claim_folder, chain([usual], numbered)))


class RunArtifacts:
    """A folder of files about one run.

    Attributes:
        folder: Where they are, or should be until the run begins; made with the first one.
        files: What was written, in order.
        missing: What was not, one sentence each.
    """

    def __init__(self, folder: Path, earlier: EarlierRun) -> None:
        """Begin with nothing written into a folder; `earlier` says what becomes of a run in it.

        Raises:
            ResultError: If nothing can be written there, or there is a run that has to stay.
        """
        demand_folder(folder)
        if earlier is EarlierRun.REFUSED and (folder / FILE_NAME).exists():
            raise _holds_a_run(folder)
        self._earlier = earlier
        self.folder = folder
        self.files: list[Path] = []
        self.missing: list[str] = []

    @contextmanager
    def run(self) -> Iterator[Path]:
        """Give the file in which the run is recorded while it goes on.

        A run that breaks off keeps its cycles, and says so; one that never began is nothing.
        Pictures and a film of the run that it replaces are gone.

        Raises:
            ResultError: If it cannot be written, or another command has begun one there meanwhile.
        """
        match self._earlier:
            case EarlierRun.REPLACED:
                self.folder.mkdir(parents=True, exist_ok=True)
            case EarlierRun.REFUSED:
                if not claim_folder(self.folder):
                    raise _holds_a_run(self.folder)
            case EarlierRun.KEPT:
                self.folder = claim_free_folder(self.folder)
        path = self._new(FILE_NAME)
        earlier = path.stat().st_ino if path.exists() else None
        try:
            yield path
        except OSError as error:
            raise ResultError(path, f"cannot be written: {error.strerror}") from error
        finally:
            if path.exists() and path.stat().st_size == 0:
                path.unlink()
            if self._earlier is EarlierRun.REPLACED and earlier is not None:
                self._forget(path, earlier)

    def trace(self, done: Run) -> None:
        """Write as JSON lines what was run, then every transition with its reason.

        They hold nothing of the machine that it ran on and no clock but the robot's: the same
        scenario, plant, robot and seed give the same bytes.
        """
        records = [dict(done.about()), *(transition.record() for transition in done.transitions)]
        text = "".join(f"{json_text(record)}\n" for record in records)
        write_whole(self._new("trace.jsonl"), text)

    def figure(self, done: Run) -> None:
        """Draw states over speed, tilt, forces and height."""
        if find_spec("matplotlib") is None:
            self.missing.append(f"no figure: {_NO_REPORT.format('matplotlib')}")
            return
        from hsm.pictures.figure import draw_figure

        draw_figure(self._new("figure.png"), done)

    def film(
        self, done: Run, settings: MotionSettings, *, strip: bool = False, camera: str = "follow"
    ) -> None:
        """Make the video and, if wanted, the pictures of the key moments."""
        has_video = find_spec("av") is not None
        if not has_video:
            self.missing.append(f"no video: {_NO_REPORT.format('PyAV')}")
        if not has_video and not strip:
            return
        from hsm.pictures.film import film_run

        film = self.folder / "run.mp4" if has_video else None
        pictures = self.folder / "strip.png" if strip else None
        try:
            filmed = film_run(done, settings, film=film, strip=pictures, camera=camera)
        except RenderError as error:
            self.missing.append(f"no pictures: {error}")
            return
        self.files += [path for path in (film, pictures) if path is not None and path.exists()]
        if filmed < done.summary.seconds:
            self.missing.append(f"interrupted: the pictures end at {filmed:.2f} s")

    def overview(self) -> None:
        """Draw the page that shows all states."""
        from hsm.pictures.overview import overview

        path, lacking = overview(self.folder)
        self.files.append(path)
        if lacking:
            self.missing.append(lacking)

    def tell(self) -> None:
        """Print what is where, and what is missing."""
        say("   ".join(map(str, self.files)))
        for sentence in self.missing:
            say(sentence)

    def _forget(self, path: Path, earlier: int) -> None:
        """Delete what was made of an earlier run, told by its file, if another has its place."""
        if path.exists() and path.stat().st_ino != earlier:
            for name in _OF_A_RUN:
                (self.folder / name).unlink(missing_ok=True)

    def _new(self, name: str) -> Path:
        path = self.folder / name
        self.files.append(path)
        return path


def _holds_a_run(folder: Path) -> ResultError:
    return ResultError(folder, "holds a run; --force replaces it, another --out keeps it")
