"""Mixed runs that are saved midway, and a fresh process that resumes them.

The robot walks, loses frames, is pushed over, gets up, is lifted and put down, and is pushed again.
`python -m tests.hsm.runs.going_on FOLDER` restores every state in a folder in a process of its own.
"""

import json
import random
import struct
import subprocess
import sys
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from hardware.sensors_and_commands import CYCLE
from hsm.control import loop
from hsm.control.assembly import load_settings
from hsm.control.loop import Cycle
from hsm.scenarios.loader import load_scenarios
from hsm.scenarios.player import TimelinePlayer
from hsm.scenarios.scenario import Scenario
from hsm.simulated.simulation import Simulation, load_plant

MIXED = """\
name: mixed
description: It walks, loses frames, is pushed over, gets up, is lifted, and is pushed in the walk.
plant: {plant}
robot: {robot}
seed: {seed}
start: {{posture: standing, state: Stand.Normal}}
duration_s: 60
timeline:
  - {{at_s: 0.5, request: {{motion: walk, forward_mm_per_s: {speed}, turn_deg_per_s: {turn}}}}}
  - {{at_s: 2.5, disturb: {{lose_frames: {{duration_s: 0.05}}}}}}
  - {{at_s: 3.2, disturb: {{lean: {{force_n: 10, direction_deg: 90, duration_s: 0.5}}}}}}
  - {{at_s: 4.0, disturb: {{push: {{impulse_ns: 4.5, direction_deg: {direction}}}}}}}
  - {{after: landed, delay_s: 1.0, disturb: {{spoil: {{field: gyro, index: 1, duration_s: 0.1}}}}}}
  - {{at_s: 13.0, disturb: {{lift: {{height_mm: 150, duration_s: 0.5}}}}}}
  - {{at_s: 15.5, disturb: {{put_down: {{}}}}}}
  - {{at_s: 18.0, disturb: {{push: {{impulse_ns: 1.5, direction_deg: {direction}}}}}}}
  - {{at_s: 19.0, disturb: {{block_foot: {{side: left, duration_s: 0.3}}}}}}
  - {{at_s: 20.0, disturb: {{lose_frames: {{duration_s: 0.3}}}}}}
  - {{at_s: 22.0, request: {{motion: sit}}}}
  - {{at_s: 27.0, request: {{motion: special}}}}
  - {{at_s: 30.0, request: {{motion: dive, dive: jump_left}}}}
expect: [{{leaf: Stand.Normal}}]
"""
END = 34.0
"""Time by which the timeline is over, s."""


@dataclass(frozen=True, slots=True)
class Point:
    """A cycle at which a run is saved, and the number of cycles compared after it."""

    run: int
    cycle: int
    cycles: int


def write_runs(folder: Path, runs: int) -> None:
    """Write the scenarios of some mixed runs, alternating between the two plants."""
    for number in range(runs):
        draw = random.Random(number)
        text = MIXED.format(
            plant=("standard", "worn")[number % 2],
            robot=number % 10,
            seed=number,
            speed=draw.randint(50, 200),
            turn=draw.randint(-40, 40),
            direction=draw.choice((0, 90, 180, -90)),
        )
        (folder / f"{number}.yaml").write_text(text)


def draw_points(runs: int, each: int, seconds: float, end: float = END) -> list[Point]:
    """Return points to save at, drawn evenly over the first `end` seconds of every run."""
    draw = random.Random(runs)
    last = round(end / CYCLE)
    return [
        Point(run, draw.randrange(last * part // each, last * (part + 1) // each),
              round(seconds / CYCLE))
        for run in range(runs) for part in range(each)
    ]  # fmt: skip


class Player:
    """Plays one of the runs and keeps a digest of every cycle."""

    def __init__(self, folder: Path, number: int) -> None:
        (self._scenario,) = load_scenarios([str(folder / f"{number}.yaml")])
        self.simulation = _simulation(self._scenario)
        self.script = TimelinePlayer(
            self._scenario,
            lambda time, what: self.simulation.disturb(what),
            lambda: None,
            self.simulation.change,
        )
        self.digests: list[str] = []
        self.leaves: list[str] = []

    def play(self, cycles: int) -> None:
        simulation, script = self.simulation, self.script
        loop.run(
            simulation.robot, simulation.cycle, script, (script, simulation, self), cycles=cycles
        )

    def look(self, made: Cycle) -> None:
        frame, outcome = made.frame, made.outcome
        numbers = [outcome.robot.time, *outcome.command.positions, *outcome.command.stiffness]
        if frame is not None:
            numbers += [
                frame.time, *frame.positions, *frame.currents, *frame.temperatures, *frame.gyro,
                *frame.accelerometer, *frame.angles, *frame.fsr, frame.battery_charge,
            ]  # fmt: skip
        truth = self.simulation.truth()
        numbers += [*truth.torso_position, *truth.com_velocity, truth.penetration, truth.power]
        data = struct.pack(f"<{len(numbers)}d", *numbers) + outcome.leaf.encode()
        because = "" if outcome.transition is None else outcome.transition.because
        data += outcome.facts.to_bytes(16, "little") + because.encode()
        self.digests.append(blake2b(data, digest_size=8).hexdigest())
        self.leaves.append(outcome.leaf)


def _simulation(scenario: Scenario) -> Simulation:
    return Simulation(
        load_settings(),
        load_plant(scenario.plant),
        robot=scenario.robot,
        seed=scenario.seed,
        state=scenario.start.state,
    )


def save_all(folder: Path, points: list[Point]) -> tuple[dict[int, Player], list[int]]:
    """Play the runs and save a state at every point; return the runs and the sizes, bytes."""
    players, sizes = {}, []
    for run in sorted({point.run for point in points}):
        player = players[run] = Player(folder, run)
        mine = sorted((p for p in points if p.run == run), key=lambda p: p.cycle)
        for point in mine:
            player.play(point.cycle - len(player.digests))
            data = player.simulation.save(player.script)
            sizes.append(len(data))
            (folder / f"{point.run}_{point.cycle}.state").write_bytes(data)
        player.play(mine[-1].cycles)
    rows = [(point.run, point.cycle, point.cycles) for point in points]
    (folder / "points.json").write_text(json.dumps(rows))
    return players, sizes


def go_on(folder: Path) -> None:
    """Restore every state, play on, and write the digests to the folder."""
    digests = []
    for run, cycle, cycles in json.loads((folder / "points.json").read_text()):
        player = Player(folder, run)
        player.simulation.restore((folder / f"{run}_{cycle}.state").read_bytes(), player.script)
        player.play(cycles)
        digests.append(player.digests)
    (folder / "digests.json").write_text(json.dumps(digests))


def differences(folder: Path, points: list[Point]) -> list[str]:
    """Return where runs resumed in a fresh process differ from uninterrupted ones."""
    players, _ = save_all(folder, points)
    subprocess.run([sys.executable, "-m", "tests.hsm.runs.going_on", str(folder)], check=True)
    found = []
    for point, digests in zip(
        points, json.loads((folder / "digests.json").read_text()), strict=True
    ):
        player = players[point.run]
        wanted = player.digests[point.cycle : point.cycle + point.cycles]
        assert len(wanted) == point.cycles == len(digests)
        if wanted != digests:
            first = next(
                i for i, pair in enumerate(zip(wanted, digests, strict=True)) if len({*pair}) > 1
            )
            leaf = player.leaves[point.cycle - 1]
            found.append(
                f"run {point.run} saved in cycle {point.cycle} ({leaf}): {first} cycles on"
            )
    return found


if __name__ == "__main__":
    go_on(Path(sys.argv[1]))
