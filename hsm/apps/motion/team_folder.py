"""A folder of motions, ours or a team's: loaded with everything that plays it.

A folder holds `motions/` and `blocks/`. Beside them may stand `engine.yaml` and `balance.yaml`,
small files that are laid over those of the project, `imported.yaml`, which says where the motions
came from, and `imported.cfg`, the text itself: what is edited is written back into it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from hardware.robots.model import RobotModel
from hardware.units import Unit
from hsm.control.assembly import load_robot
from hsm.errors import HsmError
from hsm.settings.keyframe_files import MotionFiles, load_motions
from hsm.settings.loader import config_folder, load
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
    """A folder is not what it should be."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where motions came from: `imported.yaml`.

    Attributes:
        source: Name of the file of motions.
        sha256: Of its content.
        parameters: Name of the file of balance gains.
        engine: Parameters of the source's engine, all of them.
        notes: What the source held and its engine does not use.
        angles: How many values were read, so that a lost one would be seen.
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
        robot: What it is made of.
        parameters: Of the engine.
        saving: Of a robot that rests at the end of a motion.
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
        """Return the blocks by name, poses as written."""
        return self.files.blocks


def load_folder(path: Path | None = None) -> MotionFolder:
    """Load a folder of motions.

    Args:
        path: The folder; the project's if None.

    Raises:
        ConfigError: With all mistakes of all files.
        MotionFolderError: If there are no motions.
    """
    own = config_folder() / "keyframes"
    folder = own if path is None else path
    if not (folder / "motions").is_dir() and not (folder / "blocks").is_dir():
        raise MotionFolderError(f"{folder}: no folder of motions (it has no motions/ or blocks/)")
    robot = load_robot()
    parameters = KeyframeParameters(
        load(own / "engine.yaml", EngineParameters, _over(folder, own, "engine.yaml")),
        load(own / "balance.yaml", BalanceParameters, _over(folder, own, "balance.yaml")),
        load(own / "postures.yaml", Postures, names=robot.known),
    )
    saving = load(config_folder() / "energy_saving.yaml", EnergySavingParameters)
    return MotionFolder(folder, robot, parameters, saving, load_motions(folder, parameters, robot))


def load_provenance(folder: Path) -> Provenance | None:
    """Return where the motions of a folder came from, if it says so."""
    path = folder / PROVENANCE
    return load(path, Provenance) if path.is_file() else None


def _over(folder: Path, own: Path, name: str) -> tuple[Path, ...]:
    path = folder / name
    return (path,) if path.is_file() and folder.resolve() != own.resolve() else ()
