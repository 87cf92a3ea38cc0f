"""The control cycle on the simulated robot: what every command that needs physics runs."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from numbers import Integral
from pathlib import Path
from typing import Any

from hardware.calibration import Calibration
from hardware.declared import demand_declared, shortened
from hardware.disturbance import Disturbance
from hardware.errors import PlantError
from hardware.postures import Posture
from hardware.props import Prop
from hardware.robot import Robot
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import JointCommand, SensorFrame
from hardware.simulation.other_models.model import ExternalModel
from hardware.simulation.other_models.robot import ExternalRobot
from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.robot import SimulatedRobot
from hardware.simulation.plant.truth import GroundTruth
from hsm.control.assembly import MotionSettings, build_cycle
from hsm.control.cycle import ControlCycle, Outcome
from hsm.control.loop import Cycle, make_cycle
from hsm.errors import UnknownNameError
from hsm.runs.provenance import digest, physics_versions
from hsm.runs.saved_state import StateCodec, StateError, about_control
from hsm.runs.serialisation import plain
from hsm.scenarios.loader import plant_names
from hsm.scenarios.player import TimelinePlayer
from hsm.settings.loader import config_folder, load
from hsm.simulated.sight import Seeing, SimulatedSight
from motions.requests import MotionRequest
from motions.sight import Sighting

Link = Callable[[MujocoRobot], Robot]
"""Returns how a robot in physics is reached."""


def check_plant(name: str, folder: Path | None = None) -> None:
    """Raise UnknownNameError unless there is a plant of that name; the folder as of `load_plant`.

    Raises:
        UnknownNameError: If there is none.
        TypeError: If it is no name.
    """
    if not isinstance(name, str):
        raise TypeError(f"expected the name of a plant, such as 'standard', got {shortened(name)}")
    known = sorted(plant_names(folder))
    if name not in known:
        raise UnknownNameError("plant", name, known)


def load_plant(name: str, folder: Path | str | None = None) -> PlantParameters:
    """Load one of the plants in `config/plants/`, by its name.

    Args:
        name: Of the file.
        folder: A copy of `config/` instead of the folder that the program brings along.

    Raises:
        UnknownNameError: If there is no plant of that name.
        ConfigError: If its file has mistakes.
        HsmError: If there is no such folder.
    """
    config = config_folder(folder)
    check_plant(name, config)
    return load(config / "plants" / f"{name}.yaml", PlantParameters)


class Simulation:
    """One robot in physics under its control cycle.

    Attributes:
        robot: The simulated robot.
        link: How the control cycle reaches it: the robot itself, or the near end of a wire.
        cycle: The control cycle.
        sight: What the robot's eyes tell.
        time: Simulated time since the start, s.
        started_in: State that it began in; None if the machine booted from Off.
        seen: What the eyes have told in the last cycle.
        frame: What was received in the last cycle, None if no frame came; before the first cycle,
            what it started from.
    """

    def __init__(
        self,
        settings: MotionSettings,
        plant: PlantParameters,
        *,
        robot: int = 0,
        seed: int = 0,
        posture: Posture | Mapping[Joint, float] = Posture.STANDING,
        state: str | None = None,
        disturb_limbs: float = 0.0,
        foreign: ExternalModel | None = None,
        calibration: Calibration | None = None,
        props: Sequence[Prop] = (),
        sight: bool = False,
        link: Link | None = None,
    ) -> None:
        """Place the robot.

        Args:
            settings: Parameters of the control cycle.
            plant: Parameters of the physics.
            robot: Number of the individual, which draws play, offsets and friction.
            seed: Seed of noise and terrain.
            posture: How it starts.
            state: State to begin in; without it the machine boots from Off.
            disturb_limbs: Joints of a lying start differ by up to this, rad.
            foreign: Somebody else's model of the robot; our own if None.
            calibration: What is known of this robot; what teams usually know if None.
            props: What else is on the field.
            sight: The robot's eyes are open.
            link: Puts a wire between robot and control cycle; None leaves them beside each other.

        Raises:
            PlantError: If there are props beside a foreign model.
            TypeError: If settings, plant, posture, state or a prop are none, such as a name of one.
            ValueError: If a number of the plant or an angle is out of its range, or the number of
                the robot or the seed is no whole number from 0 on.
        """
        _demand(settings, MotionSettings, "settings such as load_settings()")
        _demand(plant, PlantParameters, "a plant such as load_plant('standard')")
        demand_declared(plant)
        _demand_count("robot", robot)
        _demand_count("seed", seed)
        _demand(state, str | None, "the name of a state or None")
        _demand(calibration, Calibration | None, "a Calibration or None")
        _demand(props, Sequence, "a list of props")
        for prop in props:
            _demand(prop, Prop, "a prop such as Ball(1.0, 0.0)")
        individual: dict[str, Any] = {
            "robot": robot,
            "seed": seed,
            "posture": posture,
            "disturb_limbs": disturb_limbs,
            "calibration": calibration,
        }
        self.props = tuple(props)
        self._made_with: dict[str, Any] = {
            "settings": settings,
            "plant": plant,
            **individual,
            "foreign": foreign,
            "props": self.props,
            "sight": sight,
        }
        build: Callable[..., MujocoRobot]
        if foreign is None:
            build = partial(SimulatedRobot, settings.robot, plant, props=props, sight=sight)
        elif props or sight:
            raise PlantError("props and eyes are for our own model: take another scenario for it")
        else:
            build = partial(ExternalRobot, settings.robot, plant, foreign)
        self.robot: MujocoRobot = build(**individual)
        self.link: Robot = self.robot if link is None else link(self.robot)
        self.cycle: ControlCycle = build_cycle(settings)
        self.sight = SimulatedSight(self.robot, plant.eyes, settings.robot.cycle)
        self._wired = link is not None
        self.time = 0.0
        self.started_in = state
        self.frame: SensorFrame | None = None
        self.seen: Sighting | None = None
        self._observed: GroundTruth | None = None
        if state is not None:
            self._begin_in(state)

    def _begin_in(self, state: str) -> None:
        """Begin in a state other than Off, with the first frame that comes."""
        frame = self.link.receive()
        while frame is None:  # a plant that loses frames may lose the first one
            frame = self.link.receive()
        self.frame = frame
        self.cycle.start_in(state, frame)
        self.link.send(JointCommand(frame.positions, (1.0,) * len(frame.positions)))

    def step(self, request: MotionRequest | None) -> Outcome:
        """Run one cycle: 12 ms of physics and one decision.

        Raises:
            TypeError: If the request is none.
        """
        if request is not None and not isinstance(request, MotionRequest):
            raise TypeError(f"expected a MotionRequest or None, got {request!r}")
        made = make_cycle(self.link, self.cycle, Seeing(request, self.sight))
        self.look(made)
        return made.outcome

    def look(self, made: Cycle) -> None:
        """Take in a cycle: a loop that runs this robot has the simulation as its first observer."""
        self.frame, self.time = made.frame, made.outcome.robot.time
        self.seen = made.sight
        self._observed = None
        self.sight.look(made)

    def disturb(self, disturbance: Disturbance, *, after: float = 0.0) -> None:
        """Disturb the robot from now on, or after a delay, s.

        Raises:
            TypeError: If it is nothing that a plant applies.
            ValueError: If the delay is none, or there is not what it disturbs.
        """
        self.robot.disturb(disturbance, after=after)
        self._observed = None

    def save(self, script: TimelinePlayer | None = None) -> bytes:
        """Return the state after the last cycle: physics, plant, control, progress of a script.

        Raises:
            TypeError: If the walk has a term of a program's own, or the script is none.
        """
        _demand(script, TimelinePlayer | None, "the player of a timeline or None")
        return self._codec.pack(
            {
                "robot": self.robot.state(),
                "control": self.cycle.state(),
                "own": (self.time, self.frame, self.seen),
                "sight": self.sight.state(),
                "script": None if script is None else script.state(),
            }
        )

    def restore(self, data: bytes, script: TimelinePlayer | None = None) -> None:
        """Go on from a state of the same individual on the same plant, bit for bit.

        Args:
            data: What `save` has returned, in this process or another.
            script: What plays the timeline from here on.

        Raises:
            StateError: If it is none, or belongs to another robot, plant, chart or program.
        """
        state = self._codec.unpack(data)
        self.robot.set_state(state["robot"])
        self._observed = None
        self.cycle.set_state(state["control"])
        self.time, self.frame, self.seen = state["own"]
        self.sight.set_state(state["sight"])
        if script is not None:
            if state["script"] is None:
                raise StateError("the state was saved without its timeline")
            script.set_state(state["script"])

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy it, and send it to another process, as it is saved and restored.

        Raises:
            TypeError: If a wire is between robot and control cycle, or it cannot be saved.
        """
        if self._wired:
            raise TypeError("a simulation with a link cannot be copied; save and restore it")
        return _copied, (self._made_with, self.started_in, self.save())

    @cached_property
    def _codec(self) -> StateCodec:
        made = self._made_with
        settings, calibration, foreign = made["settings"], made["calibration"], made["foreign"]
        body = self.robot.spec()
        body.compile()  # before, it has no text
        about = {
            **about_control(self.cycle, settings),
            "plant": digest(plain(made["plant"])),
            "robot": str(made["robot"]),
            "calibration": "usual" if calibration is None else digest(plain(calibration)),
            "model": f"{'nao' if foreign is None else foreign.name} {digest(body.to_xml())}",
            "field": digest([[str(prop) for prop in self.props], made["sight"]]),
            **physics_versions(),
        }
        return StateCodec(about, (settings, self.cycle.machine.chart, *self.robot.fixed()))

    @property
    def observed(self) -> GroundTruth:
        """Return the truth of the cycle that has been looked at last: one for all who look on."""
        if self._observed is None:
            self._observed = self.truth()
        return self._observed

    def truth(self) -> GroundTruth:
        """Return what only a simulation knows; for measuring."""
        return self.robot.truth()


def _copied(made_with: dict[str, Any], started_in: str | None, state: bytes) -> Simulation:
    """Return a simulation that goes on from a state."""
    simulation = Simulation(**made_with)
    simulation.started_in = started_in
    simulation.restore(state)
    return simulation


def _demand_count(name: str, number: object) -> None:
    """Raise ValueError unless the number of a robot or a seed is one."""
    if isinstance(number, bool) or not isinstance(number, Integral) or number < 0:
        raise ValueError(f"expected {name} to be a whole number from 0 on, got {number!r}")


def _demand(given: object, kind: Any, expected: str) -> None:
    """Raise TypeError unless something that a program gives is of its kind."""
    if not isinstance(given, kind):
        raise TypeError(f"expected {expected}, got {shortened(given)}")
