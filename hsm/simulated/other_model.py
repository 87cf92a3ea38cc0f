"""Loads a third-party NAO model with its joint map: `--model FILE.xml --joint-map FILE.yaml`."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hardware.robots.model import RobotModel
from hardware.simulation.other_models.joint_map import JointMap
from hardware.simulation.other_models.joints import as_nao
from hardware.simulation.other_models.mistakes import Mistake, mistakes
from hardware.simulation.other_models.model import ExternalModel, read_source
from hsm.errors import UsageError
from hsm.settings.loader import load


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """Files of a foreign model.

    Attributes:
        model: MJCF of the robot.
        joint_map: YAML with the names of its parts.
    """

    model: Path
    joint_map: Path


def model_files(model: Path | None, joint_map: Path | None) -> ModelFiles | None:
    """Return the files of a foreign model; None if there is none.

    Raises:
        UsageError: If one is given without the other.
    """
    if model is None and joint_map is None:
        return None
    if model is None or joint_map is None:
        raise UsageError("--model FILE.xml and --joint-map FILE.yaml belong together: give both")
    return ModelFiles(model, joint_map)


def load_foreign(files: ModelFiles, nao: RobotModel) -> ExternalModel:
    """Load a foreign model.

    Raises:
        ConfigError: With all mistakes in the joint map.
        ModelError: If the model cannot be read.
    """
    source = read_source(files.model)

    def check(names: JointMap) -> Iterable[Mistake]:
        return mistakes(as_nao(source, nao, names).compile(), nao, names)

    names = load(files.joint_map, JointMap, check=check)
    return ExternalModel(as_nao(source, nao, names), names, files.model.stem)
