"""`hsm motion import` and `hsm motion export`: exchanges motions with B-Human's format."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from hardware.robots.model import RobotModel
from hsm.apps.motion.clamping import clamp_angles
from hsm.apps.motion.remarks import idle, remark
from hsm.apps.motion.team_folder import (
    ORIGINAL,
    PROVENANCE,
    MotionFolder,
    MotionFolderError,
    Provenance,
    load_folder,
    load_provenance,
)
from hsm.console import note, say
from hsm.errors import ConfigError, Mistakes, Problem, counted
from hsm.file_names import demand_word
from hsm.json_text import json_text
from hsm.output_files import demand_file, demand_folder, demand_new, whole_folder, write_whole
from hsm.settings.robot_file import load_robot
from hsm.settings.writer import data_text, plain, yaml_text
from motions.keyframes.interchange.exporter import ExportError, export_motions, export_phases
from motions.keyframes.interchange.importer import import_motions, import_phases
from motions.keyframes.interchange.names import PHASES
from motions.keyframes.interchange.reading.fields import SourceError
from motions.keyframes.interchange.team_motions import SourceEngine, Team
from motions.keyframes.interchange.writing.edited import edited, say_the_same

T = TypeVar("T")


class TeamFileError(ConfigError):
    """Files of a team that cannot be read, perhaps because they are in another format."""

    hint = (
        "Supported are B-Human's keyframeMotionEngine.cfg and keyframeMotionParameters.cfg for the"
        " NAO from the releases 2022 to 2025; not older ones, .mof or .kmc."
    )


def read_team(motions: Path, parameters: Path | None) -> Team:
    """Read a team's files.

    Raises:
        TeamFileError: With everything that cannot be read or expressed, in both files.
    """
    mistakes = Mistakes()
    team = mistakes.take(lambda: _imported(import_motions, motions)) or Team()
    if parameters is not None:
        phases = mistakes.take(lambda: _imported(import_phases, parameters)) or {}
        team = replace(team, phases=phases)
    if mistakes.problems:
        raise TeamFileError(tuple(mistakes.problems))
    return team


def _imported(read: Callable[[str, str], T], path: Path) -> T:
    try:
        return read(_text(path), str(path))
    except SourceError as error:
        found = ((item.line, item.column, item.path, item.message) for item in error.problems)
        raise ConfigError(tuple(Problem(error.file, *item) for item in found)) from None


def write_folder(
    team: Team,
    out: Path,
    motions: Path,
    parameters: Path | None,
    *,
    force: bool,
    clamp: bool = False,
) -> MotionFolder:
    """Write a team's motions as a folder in our format and load it; on an error nothing is written.

    Args:
        team: The imported motions.
        out: The folder.
        motions: The motions file they were read from.
        parameters: The file of balance gains they were read from.
        force: Write to a folder that is not empty; its motions and blocks are replaced.
        clamp: Write angles beyond this robot's limits as the limits.

    Raises:
        MotionFolderError: If the folder is not empty.
        ResultError: If the folder cannot be created.
        ConfigError: If the motions are inconsistent.
    """
    if out.is_dir() and any(out.iterdir()) and not force:
        raise MotionFolderError(f"{out} is not empty; choose another folder or give --force")
    for kind in ("motions", "blocks"):
        demand_folder(out / kind)
    for kind, items in (("motion", team.motions), ("block", team.blocks)):
        for name in items:
            demand_word(f"{motions}: {kind}", name)
    with whole_folder(out) as new:
        _fill(new, team, motions, parameters)
        folder = _loaded(new, motions)
        if clamp and (count := clamp_angles(folder)):
            what = "beyond this robot's limits: written as the limit, the old one in a comment"
            note(f"{counted(count, 'angle')} {what}")
        written = {path.relative_to(new) for path in new.rglob("*.yaml")}
    for old in _replaceable(out) - written:
        (out / old).unlink()
    return load_folder(out)


def _loaded(new: Path, source: Path) -> MotionFolder:
    """Load new motions: inconsistent ones are refused before they replace anything.

    Raises:
        ConfigError: With all mistakes; they name the source, as the new files are deleted.
    """
    try:
        return load_folder(new)
    except ConfigError as error:
        raise ConfigError(
            tuple(
                replace(problem, file=f"{source}, as {'/'.join(Path(problem.file).parts[-2:])}")
                for problem in error.problems
            )
        ) from None


def _replaceable(folder: Path) -> set[Path]:
    """Return the files in a folder of motions that an import replaces."""
    own = [*folder.glob("motions/*.yaml"), *folder.glob("blocks/*.yaml")]
    beside = [folder / name for name in ("engine.yaml", "balance.yaml")]
    return {path.relative_to(folder) for path in (*own, *filter(Path.is_file, beside))}


def _fill(out: Path, team: Team, motions: Path, parameters: Path | None) -> None:
    """Write a team's motions into an empty folder."""
    head = f"Imported from {motions.name}; see {PROVENANCE}."
    for kind, items in (("motions", team.motions), ("blocks", team.blocks)):
        (out / kind).mkdir(parents=True, exist_ok=True)
        for name, item in items.items():
            write_whole(out / kind / f"{name}.yaml", yaml_text(item, head, load_robot().known))
    engine = _engine_override(team.engine)
    _write(out / "engine.yaml", engine, f"{head} Overrides the engine's own parameters.")
    balance = {"phases": {name: plain(phase) for name, phase in team.phases.items()}}
    _write(out / "balance.yaml", balance if team.phases else {}, head)
    write_whole(out / ORIGINAL, _text(motions))
    source = Provenance(
        source=motions.name,
        sha256=hashlib.sha256(motions.read_bytes()).hexdigest(),
        engine=team.engine,
        parameters=parameters.name if parameters is not None else None,
        notes=tuple(map(str, team.notes)),
        angles=team.counts.get("angles", 0),
    )
    write_whole(out / PROVENANCE, yaml_text(source))


@contextmanager
def opened(path: Path | None) -> Iterator[MotionFolder]:
    """Open a folder of motions (our own if None), or a team's file without importing it.

    Balance gains are read from a `keyframeMotionParameters.cfg` beside a team's file.

    Raises:
        ConfigError: With all mistakes of all files.
        MotionFolderError: If there are no motions.
    """
    if path is None or path.is_dir() or path.suffix != ".cfg":
        yield load_folder(path)
        return
    gains = path.with_name("keyframeMotionParameters.cfg")
    parameters = gains if gains.is_file() else None
    with TemporaryDirectory() as out:
        folder = write_folder(read_team(path, parameters), Path(out), path, parameters, force=True)
        yield replace(folder, path=path)  # later errors name this path


def import_command(
    motions: Path,
    parameters: Path | None,
    out: Path | None,
    *,
    report: bool,
    as_json: bool,
    force: bool,
    clamp: bool = False,
    everything: bool = False,
) -> None:
    """Import a team's files, and print what was found, with `everything` each remark."""
    if out is not None:
        demand_folder(out)
    team = read_team(motions, parameters)
    folder = None
    if out is not None:
        folder = write_folder(team, out, motions, parameters, force=force, clamp=clamp)
    if as_json:
        say(json_text(team.counts))
    elif report:
        for kind, count in team.counts.items():
            say(f"{kind.replace('_', ' '):>22}: {count}")
    remark("not used by the source's engine", team.notes, motions, everything=everything)
    for what, names in idle(team):
        note(f"{what}: preserved, but not used by this engine ({names})")
    if folder is not None:
        found = folder.files.warnings
        what = "beyond this robot's limits, or probably unintended"
        remark(what, found, None, everything=everything)
        if not as_json:
            say(f"{_contents(folder)} in {folder.path}")


def _contents(folder: MotionFolder) -> str:
    return f"{counted(len(folder.motions), 'motion')}, {counted(len(folder.blocks), 'block')}"


def export_command(
    source: Path, out: Path, parameters: Path | None, *, force: bool = False
) -> None:
    """Write a folder of motions as a team's files.

    Edited motions are written into the text they were imported from. Existing files are
    overwritten only with `force`.
    """
    if parameters is not None and parameters.resolve() == out.resolve():
        raise MotionFolderError(f"{out}: motions and balance gains need separate files")
    for path, option in ((out, "--out FILE.cfg"), (parameters, "--parameters FILE.cfg")):
        if path is not None:
            demand_file(path, option)
            demand_new(path, force=force)
    folder = load_folder(source)
    provenance = load_provenance(source)
    engine = provenance.engine if provenance is not None else SourceEngine()
    phases = {name: folder.parameters.balance.phases[name] for name in PHASES}
    model = folder.robot
    original = _original(source)
    was = None if original is None else import_motions(original, str(source / ORIGINAL))
    team = Team(
        _in_order(folder.motions, {} if was is None else was.motions),
        _in_order(folder.blocks, {} if was is None else was.blocks),
        engine,
    )
    text = _exported(lambda: export_motions(team, model), source, out)
    gains = (
        "" if parameters is None else _exported(lambda: export_phases(phases), source, parameters)
    )
    if original is not None and was is not None:
        text = _into_the_original(original, was, text, model) or text
    write_whole(out, text)
    say(f"{_contents(folder)}: {out}")
    if parameters is not None:
        write_whole(parameters, gains)
        say(f"{len(phases)} balance phases: {parameters}")


def _exported(export: Callable[[], str], source: Path, out: Path) -> str:
    try:
        return export()
    except ExportError as error:
        raise MotionFolderError(f"{source} cannot be written as {out.name}:\n{error}") from None


def _original(folder: Path) -> str | None:
    path = folder / ORIGINAL
    return _text(path) if path.is_file() else None


def _in_order(items: Mapping[str, T], known: Iterable[str]) -> dict[str, T]:
    """Return items in the order of the source, followed by new ones."""
    names = [*(name for name in known if name in items), *items]
    return {name: items[name] for name in dict.fromkeys(names)}


def _into_the_original(original: str, was: Team, now: str, model: RobotModel) -> str | None:
    """Return the original with the changes; None if it would not read back as the folder."""
    try:
        text = edited(original, export_motions(was, model), now)
        if text is None:
            return None
        again = export_motions(import_motions(text, ORIGINAL), model)
        return text if say_the_same(again, now) else None
    except (ExportError, SourceError):
        return None


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode()  # keeps line endings
    except OSError as error:
        raise MotionFolderError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise MotionFolderError(f"{path} is not a text file") from None


def _write(path: Path, data: Mapping[str, Any], comment: str) -> None:
    """Write a file unless it would be empty."""
    if data:
        write_whole(path, data_text(data, comment))


def _engine_override(source: SourceEngine) -> dict[str, Any]:
    """Return the source's parameters that this engine supports, as keys of `engine.yaml`."""
    written = plain(source)
    override: dict[str, Any] = {
        key: written[key]
        for key in ("max_tries", "joint_error_filter", "min_release_deg")
        if key in written
    }
    if source.malfunction_break_up is not None:
        override["malfunction"] = {"active": source.malfunction_break_up}
    if source.oscillation is not None:
        override["oscillation"] = {"active": True, **written["oscillation"]}
    if source.support_polygon is not None:
        polygon = source.support_polygon
        override["support_polygon"] = {
            "front_mm": polygon.front * 1e3,
            "half_width_mm": abs(polygon.side) * 1e3,
        }
    if source.balance_out is not None:
        keys = ("max_time_ms", "pitch_deg")
        override["balance_out"] = {key: written["balance_out"][key] for key in keys}
    if source.safe_fall is not None:
        unread = ("sit_hip_yaw_pitch_deg", "head_angle_deg")
        own = written["safe_fall"].items()
        override["safe_fall"] = {key: value for key, value in own if key not in unread}
    return override
