"""`hsm motion play`, `plot` and `record`: plays a motion in physics, plots or records it."""

import math
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from hardware.postures import Posture
from hardware.robots.model import RobotModel
from hardware.simulation.pictures.film import Film
from hardware.simulation.pictures.render import Camera
from hsm.apps.motion.exchange import opened
from hsm.apps.motion.figure import draw_joints
from hsm.apps.motion.stage import Performance, Stage, StageConfig
from hsm.apps.motion.team_folder import MotionFolder, MotionFolderError, load_folder
from hsm.console import say
from hsm.errors import counted
from hsm.output_files import demand_file, demand_new, whole_file, write_whole
from hsm.pictures.saving import demand_figure, demand_film
from hsm.runs.reader import read_run
from hsm.settings.robot_file import load_robot
from hsm.settings.writer import yaml_text
from motions.keyframes.motions.keyframe import Interpolation, Keyframe, Limb, Target
from motions.keyframes.motions.motion import Block
from motions.keyframes.motions.posture import joints_of
from motions.scalars import clamp

_CAMERA = Camera(distance=1.35, height=0.31)
_NEAR = 0.1
"""Largest time between a keyframe of a recording and the frame that it is taken from, s."""
_STIFFNESS = {Limb.HEAD: 0.6, Limb.ARMS: 0.6, Limb.LEGS: 1.0}
"""Stiffness of a robot that keeps still, and of a recorded block, 0..1."""
Moment = tuple[float, tuple[float, ...]]
"""Time, s, and the joint angles measured then, rad."""


def play_command(name: str, path: Path | None, config: StageConfig, film: Path | None) -> int:
    """Play a motion or block; return 1 if it was aborted."""
    if film is not None:
        demand_film(film, "--video FILE.mp4")
    with opened(path) as folder:
        done = perform(folder, name, config, film)
    for time, text in done.story:
        say(f"{time:8.2f}  {text}")
    stands = "upright" if done.upright else "not upright"
    say(f"{done.times[-1]:8.2f}  {stands} ({config.plant}, robot {config.robot})")
    if done.broken:
        tries = folder.parameters.engine.max_tries
        say(f"          one try; the robot's get-up has {tries}")
        if not config.posture.is_lying:
            ground = ", ".join(posture.value for posture in Posture if posture.is_lying)
            say(f"          it began {config.posture.value}; to begin lying: --posture {ground}")
    if film is not None:
        say(f"film: {film}")
    return int(bool(done.broken))


def plot_command(
    name: str, path: Path | None, config: StageConfig, out: Path | None, *, force: bool
) -> int:
    """Play a motion or block and plot its joints to `out` or NAME.png; return 1 if aborted."""
    out = out or Path(f"{name}.png")
    demand_figure(out)
    demand_new(out, force=force)
    folder = load_folder(path)
    done = perform(folder, name, config, None)
    played = f"{name}, mirrored" if config.mirrored else name
    title = f"{played} ({config.plant}, robot {config.robot}, seed {config.seed})"
    draw_joints(out, done, folder.robot, title)
    say(f"figure: {out}")
    return int(bool(done.broken))


def perform(folder: MotionFolder, name: str, config: StageConfig, film: Path | None) -> Performance:
    """Play a motion or block in physics; write a video to the MP4 file `film` if given.

    Raises:
        MotionFolderError: If the motion or block does not exist.
        RenderError: If no video can be rendered on this machine.
    """
    stage = Stage(folder, name, config)
    with ExitStack() as stack:
        if film is None:
            return stage.play(lambda time, label: None)
        new = stack.enter_context(whole_file(film))
        camera = stack.enter_context(Film(stage.robot, new, width=768, height=432, camera=_CAMERA))
        return stage.play(lambda time, label: camera.capture(time, f"{time:.2f} s  {label}"))


def record_command(
    run: Path | None,
    motion: str | None,
    path: Path | None,
    config: StageConfig,
    times: list[float],
    *,
    duration: float,
    out: Path | None,
    force: bool = False,
) -> None:
    """Write a block of the postures of a robot at ascending times, s.

    They come from a recorded run, which may be of a limp robot moved by hand. Without a run a
    motion is played in physics; without a motion the simulated robot keeps still.
    """
    if out is not None:
        demand_file(out)
        demand_new(out, force=force)
    robot = load_robot()
    moments = _of_run(run, times) if run is not None else _of_stage(motion, path, config, times)
    nearest = [min(moments, key=lambda moment: abs(moment[0] - time)) for time in times]
    keyframes = tuple(
        _keyframe(f"at {time:g} s", positions, duration, robot)
        for time, (_, positions) in zip(times, nearest, strict=True)
    )
    block = Block(_STIFFNESS, Interpolation.SOFT, keyframes)
    source = str(run) if run is not None else f"{motion or config.posture.value} in physics"
    text = yaml_text(
        block, f"Recorded from {source}. Name the keyframes, and give them time.", robot.known
    )
    if out is None:
        print(text, end="")
    else:
        write_whole(out, text)
        say(f"{counted(len(keyframes), 'keyframe')}: {out}")
        if out.parent.name == "blocks":
            say(f"to play it: hsm motion play {out.stem} --from {out.parent.parent}")
        else:
            say(f"to play it, move it to DIR/blocks/: hsm motion play {out.stem} --from DIR")


def _of_run(path: Path, times: list[float]) -> list[Moment]:
    frames = ((row.time, row.frame) for row in read_run(path).rows if row.frame is not None)
    moments = [
        (time, frame.positions) for time, frame in frames if math.isfinite(sum(frame.positions))
    ]
    first, last = (moments[0][0], moments[-1][0]) if moments else (math.inf, -math.inf)
    if not first - _NEAR <= times[0] <= times[-1] <= last + _NEAR:
        lasts = f"{first:.2f} s to {last:.2f} s" if moments else "nothing"
        raise MotionFolderError(f"{path} has frames from {lasts}: give --at within that range")
    for time in times:
        if min(abs(moment - time) for moment, _ in moments) > _NEAR:
            raise MotionFolderError(
                f"{path} has no frame with all joint angles near {time:g} s: give another --at"
            )
    return moments


def _of_stage(
    motion: str | None, path: Path | None, config: StageConfig, times: list[float]
) -> list[Moment]:
    folder = load_folder(path)
    if motion is None:
        # A limp robot stays limp; in any other posture it would collapse without stiffness.
        stiffness = {} if config.posture.is_limp else _STIFFNESS
        hold = Block(stiffness, Interpolation.LINEAR, (Keyframe("hold", max(times) + 1.0, {}),))
        blocks = {**folder.files.resolved, "hold_still": hold}
        folder = replace(folder, files=replace(folder.files, resolved=blocks))
    done = perform(folder, motion or "hold_still", config, None)
    if times[-1] > done.times[-1]:
        raise MotionFolderError(
            f"the motion ends after {done.times[-1]:.2f} s: give an earlier --at"
        )
    return list(zip(done.times, done.measured, strict=True))


def _keyframe(
    label: str, positions: tuple[float, ...], duration: float, robot: RobotModel
) -> Keyframe:
    assert len(positions) == len(robot.names)
    # Play and zero errors let a joint at its stop report an angle beyond it.
    rounded = [
        math.radians(round(math.degrees(clamp(value, spec.min, spec.max)), 1))
        for value, spec in zip(positions, robot.specs, strict=False)  # hands have none
    ]
    joints = joints_of(robot)
    limbs = (Limb.HEAD, Limb.LEFT_ARM, Limb.RIGHT_ARM, Limb.LEFT_LEG, Limb.RIGHT_LEG)
    angles: dict[Limb, tuple[Target, ...]] = {
        limb: tuple(rounded[joint] for joint in joints[limb]) for limb in limbs
    }
    opened = [min(max(round(positions[h], 2), 0.0), 1.0) for h in robot.hands]
    return Keyframe(label, duration, angles, hands=(opened[0], opened[1]))
