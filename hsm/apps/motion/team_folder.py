"""Folder of motions, ours or a team's, loaded with the parameters that play them.

A folder has `motions/` and `blocks/`. It may also have `engine.yaml` and `balance.yaml`, which
override values of our own files, `imported.yaml` with the source of the motions, and
`imported.cfg`, the original text, into which an export writes edited motions.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from hardware.robots.model import RobotModel
from hardware.units import Unit
from hsm.errors import HsmError
from hsm.settings.keyframe_files import MotionFiles, load_motions
from hsm.settings.loader import config_folder, load
from hsm.settings.messages import unknown_name
from hsm.settings.robot_file import load_robot
from motions.energy_saving import EnergySavingParameters
from motions.keyframes.engine.parameters import (
    BalanceParameters,
    EngineParameters,
    KeyframeParameters,
    Postures,
)
from motions.keyframes.interchange.team_motions import SourceEngine
from motions.keyframes.motions.motion import Block, KeyframeMotion

PROVENANCE = "imported.yaml"
ORIGINAL = "imported.cfg"


class MotionFolderError(HsmError):
    """A folder of motions is missing or invalid."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Source of imported motions: `imported.yaml`.

    Attributes:
        source: Name of the motions file.
        sha256: Digest of its content.
        parameters: Name of the file of balance gains.
        engine: All parameters of the source's engine.
        notes: Entries of the source that its engine does not use.
        angles: Number of values read, to detect a lost one.
    """

    source: str
    sha256: str
    engine: SourceEngine
    parameters: str | None = None
    notes: tuple[str, ...] = ()
    angles: Annotated[int, Unit("")] = 0


@dataclass(frozen=True, slots=True)
class MotionFolder:
    """Motions, blocks, and the parameters of the engine that plays them.

    Attributes:
        path: The folder.
        robot: Model of the robot.
        parameters: Parameters of the engine.
        saving: Energy saving at the end of a motion.
        files: Motions and blocks.
    """

    path: Path
    robot: RobotModel
    parameters: KeyframeParameters
    saving: EnergySavingParameters
    files: MotionFiles

    @property
    def motions(self) -> Mapping[str, KeyframeMotion]:
        """Return the motions by name."""
        return self.files.motions

    @property
    def blocks(self) -> Mapping[str, Block]:
        """Return the blocks by name, with poses as written, not resolved."""
        return self.files.blocks

    def demand(self, name: str) -> None:
        """Check that there is a motion or block of this name.

        Raises:
            MotionFolderError: If there is none; its hint names all.
        """
        known = sorted({*self.motions, *self.files.resolved})
        if name not in known:
            error = MotionFolderError(
                f"{self.path}: {unknown_name('motion or block', name, known)}"
            )
            error.hint = f"there are {', '.join(known)}."
            raise error


def load_folder(path: Path | None = None) -> MotionFolder:
    """Load a folder of motions.

    Args:
        path: The folder; our own if None.

    Raises:
        ConfigError: With all mistakes of all files.
        MotionFolderError: If it is no folder of motions.
    """
    own = config_folder() / "keyframes"
    folder = own if path is None else path
    if not (folder / "motions").is_dir() and not (folder / "blocks").is_dir():
        error = MotionFolderError(f"{folder}: not a folder of motions (no motions/ or blocks/)")
        error.hint = "Put blocks into DIR/blocks/, motions into DIR/motions/, and give DIR."
        raise error
    robot = load_robot()
    parameters = KeyframeParameters(
        load(own / "engine.yaml", EngineParameters, _over(folder, own, "engine.yaml")),
        load(own / "balance.yaml", BalanceParameters, _over(folder, own, "balance.yaml")),
        load(own / "postures.yaml", Postures, names=robot.known),
    )
    saving = load(config_folder() / "energy_saving.yaml", EnergySavingParameters)
    return MotionFolder(folder, robot, parameters, saving, load_motions(folder, parameters, robot))


def load_provenance(folder: Path) -> Provenance | None:
    """Return the source of the motions of a folder; None if they were not imported."""
    path = folder / PROVENANCE
    return load(path, Provenance) if path.is_file() else None


def _over(folder: Path, own: Path, name: str) -> tuple[Path, ...]:
    path = folder / name
    return (path,) if path.is_file() and folder.resolve() != own.resolve() else ()
