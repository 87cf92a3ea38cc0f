"""The output files of a run, and notes on files that could not be created."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from hardware.simulation.pictures.render import RenderError
from hsm.console import say
from hsm.control.assembly import MotionSettings
from hsm.errors import missing_package
from hsm.json_text import json_text
from hsm.output_files import ResultError, demand_folder, write_whole
from hsm.runs.format import FILE_NAME
from hsm.runs.writer import claim_folder, claim_free_folder
from hsm.simulated.runner import Run

_OF_A_RUN = (
    "trace.jsonl", "figure.png", "run.mp4", "strip.png", "walk.png", "path.png", "compare_*.png",
    "run.csv", "run.mcap", "run.npz",
)  # fmt: skip
"""Files that are derived from a run: they must not outlive a run that is replaced."""


class EarlierRun(Enum):
    """What to do about a run that is already in the folder."""

    REPLACED = "it is replaced"
    REFUSED = "it stays, and there is no other run"
    KEPT = "it stays, and the next free folder is taken"


class RunArtifacts:
    """The output folder of one run.

    Attributes:
        folder: The folder, created with the first file; `EarlierRun.KEPT` may change it.
        files: Written files, in order.
        missing: One sentence per file that was not written.
    """

    def __init__(self, folder: Path, earlier: EarlierRun) -> None:
        """Check the folder; `earlier` is what to do about a run in it.

        Raises:
            ResultError: If nothing can be written there, or it holds a run that must be kept.
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
        """Yield the file in which to record the run.

        An interrupted run keeps its cycles; an empty file is deleted.
        Files that were derived from a replaced run are deleted.

        Raises:
            ResultError: If it cannot be written, or another command has started a run there.
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
        """Write what was run, then every transition with its reason, as JSON lines.

        They contain nothing about the computer and no clock except the robot's: the same scenario,
        plant, robot and seed give the same bytes.
        """
        records = [dict(done.about()), *(transition.record() for transition in done.transitions)]
        text = "".join(f"{json_text(record)}\n" for record in records)
        write_whole(self._new("trace.jsonl"), text)

    def figure(self, done: Run) -> None:
        """Draw the figure of the run."""
        if find_spec("matplotlib") is None:
            self.missing.append(f"no figure: {missing_package('matplotlib', 'report')}")
            return
        from hsm.pictures.figure import draw_figure

        draw_figure(self._new("figure.png"), done)

    def film(
        self, done: Run, settings: MotionSettings, *, strip: bool = False, camera: str = "follow"
    ) -> bool:
        """Write the video and, if requested, the strip of key moments.

        Returns:
            Whether they show the whole run, as far as they can be made: False after an interrupt.
        """
        has_video = find_spec("av") is not None
        if not has_video:
            self.missing.append(f"no video: {missing_package('PyAV', 'report')}")
        if not has_video and not strip:
            return True
        from hsm.pictures.film import film_run

        film = self.folder / "run.mp4" if has_video else None
        pictures = self.folder / "strip.png" if strip else None
        try:
            filmed = film_run(done, settings, film=film, strip=pictures, camera=camera)
        except RenderError as error:
            self.missing.append(f"no pictures: {error}")
            return True
        self.files += [path for path in (film, pictures) if path is not None and path.exists()]
        whole = filmed >= done.summary.seconds
        if not whole:
            self.missing.append(f"interrupted: the pictures end at {filmed:.2f} s")
        return whole

    def overview(self) -> None:
        """Draw the overview diagram of the state machine."""
        from hsm.pictures.overview import overview

        path, lacking = overview(self.folder)
        self.files.append(path)
        if lacking:
            self.missing.append(lacking)

    def tell(self) -> None:
        """Print the written files and what is missing."""
        say("   ".join(map(str, self.files)))
        for sentence in self.missing:
            say(sentence)

    def _forget(self, path: Path, earlier: int) -> None:
        """Delete files derived from an earlier run, given by inode, if its file was replaced."""
        if path.exists() and path.stat().st_ino != earlier:
            for file in chain.from_iterable(map(self.folder.glob, _OF_A_RUN)):
                file.unlink()

    def _new(self, name: str) -> Path:
        path = self.folder / name
        self.files.append(path)
        return path


def _holds_a_run(folder: Path) -> ResultError:
    return ResultError(folder, "holds a run; --force replaces it, another --out keeps it")
