"""The control cycle on the simulated robot, as run by every command that needs physics."""

from collections.abc import Callable, Iterable, Mapping, Sequence
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
from hsm.control.assembly import MotionSettings, build_cycle, load_change
from hsm.control.cycle import ControlCycle, Outcome
from hsm.control.loop import Cycle, Observer, make_cycle
from hsm.control.special_motions import demand_special
from hsm.errors import UnknownNameError
from hsm.runs.provenance import digest, physics_versions
from hsm.runs.saved_state import StateCodec, StateError, about_control
from hsm.runs.serialisation import plain
from hsm.scenarios.player import TimelinePlayer
from hsm.settings.change_wish import ChangeWish
from hsm.settings.loader import config_folder, load, plant_names
from hsm.simulated.sight import Seeing, SimulatedSight
from motions.requests import MotionRequest
from motions.sight import Sighting

Link = Callable[[MujocoRobot], Robot]
"""Returns the interface through which a simulated robot is reached."""


def check_plant(name: str, folder: Path | None = None) -> None:
    """Check that there is a plant of that name; `folder` as for `load_plant`.

    Raises:
        UnknownNameError: If there is none.
        TypeError: If the name is not a text.
    """
    if not isinstance(name, str):
        raise TypeError(f"expected the name of a plant, such as 'standard', got {shortened(name)}")
    known = sorted(plant_names(folder))
    if name not in known:
        raise UnknownNameError("plant", name, known)


def load_plant(name: str, folder: Path | str | None = None) -> PlantParameters:
    """Load one of the plants in `config/plants/`, by its name.

    Args:
        name: Name of the file.
        folder: A copy of `config/`, instead of the folder that comes with the program.

    Raises:
        UnknownNameError: If there is no plant of that name.
        ConfigError: If its file has mistakes.
        HsmError: If there is no such folder.
    """
    config = config_folder(folder)
    check_plant(name, config)
    return load(config / "plants" / f"{name}.yaml", PlantParameters)


class Simulation:
    """One simulated robot under its control cycle; its reset is a new simulation.

    Attributes:
        robot: The simulated robot. A control loop of your own calls `robot.receive()`, which
            advances the physics by one cycle and returns None if the plant loses the frame, and
            `robot.send(command)`. `time`, `frame` and `observed` advance only in `step`: there, use
            `frame.time` of the received frames and `truth()`.
        link: Interface of the control cycle: the robot itself, or the near end of a wire.
        cycle: The control cycle.
        sight: Source of the robot's sightings.
        time: Simulated time since the start, s.
        started_in: State in which it started; None if the machine booted from Off.
        observers: They look at every completed cycle, in this order; copies have none.
        seen: Sighting of the last cycle.
        frame: Frame received in the last cycle, None if there was none; before the first cycle,
            the frame it started from.
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
            robot: Number of the individual, which determines play, offsets and friction.
            seed: Seed of noise and terrain.
            posture: Starting posture.
            state: State to start in; without it the machine boots from Off.
            disturb_limbs: Joints of a lying start differ by up to this, rad.
            foreign: Third-party model of the robot; None for our own.
            calibration: Calibration of this robot; None for a typical team's.
            props: Other objects on the field.
            sight: Whether the eyes are simulated.
            link: Puts a wire between robot and control cycle; None connects them directly.

        Raises:
            PlantError: If props or sight are given with a foreign model.
            TypeError: If settings, plant, posture, state or a prop are of another type, such as a
                name.
            ValueError: If a number of the plant or an angle is out of range, or the number of the
                robot or the seed is not a non-negative integer.
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
            raise PlantError("props and eyes need our own model: use a scenario without them")
        else:
            build = partial(ExternalRobot, settings.robot, plant, foreign)
        self.robot: MujocoRobot = build(**individual)
        self.link: Robot = self.robot if link is None else link(self.robot)
        self.cycle: ControlCycle = build_cycle(settings)
        self._specials = settings.keyframes.engine.specials
        self.sight = SimulatedSight(self.robot, plant.eyes, settings.robot.cycle)
        self._wired = link is not None
        self.time = 0.0
        self.started_in = state
        self.frame: SensorFrame | None = None
        self.seen: Sighting | None = None
        self.observers: list[Observer] = []
        self._observed: GroundTruth | None = None
        if state is not None:
            self._begin_in(state)

    def _begin_in(self, state: str) -> None:
        """Start in a state other than Off, with the first frame that arrives."""
        frame = self.link.receive()
        while frame is None:  # a plant that loses frames may lose the first one
            frame = self.link.receive()
        self.frame = frame
        self.cycle.start_in(state, frame)
        self.link.send(JointCommand(frame.positions, (1.0,) * len(frame.positions)))

    def step(self, request: MotionRequest | None) -> Outcome:
        """Run one cycle: 12 ms of physics and one decision.

        Raises:
            TypeError: If the request is neither a MotionRequest nor None.
            UnknownNameError: If it names a special motion that is not declared.
        """
        if request is not None:
            if not isinstance(request, MotionRequest):
                raise TypeError(f"expected a MotionRequest or None, got {request!r}")
            demand_special(request, self._specials)
        made = make_cycle(self.link, self.cycle, Seeing(request, self.sight))
        self.look(made)
        return made.outcome

    def look(self, made: Cycle) -> None:
        """Record a cycle; a loop that runs this robot has the simulation as its first observer."""
        self.frame, self.time = made.frame, made.outcome.robot.time
        self.seen = made.sight
        self._observed = None
        self.sight.look(made)
        for observer in self.observers:
            observer.look(made)

    def disturb(self, disturbance: Disturbance, *, after: float = 0.0) -> None:
        """Disturb the robot from now on, or after a delay, s.

        Raises:
            TypeError: If the plant does not apply the disturbance.
            ValueError: If the delay is not valid, or the target of the disturbance does not exist.
        """
        self.robot.disturb(disturbance, after=after)
        self._observed = None

    def change(self, wish: ChangeWish, folder: Path | str | None = None) -> None:
        """Change parameters of the walk as soon as the robot rests.

        Args:
            wish: What to change.
            folder: A copy of `config/` that has the profile; None for that of the program.

        Raises:
            UnknownNameError: If there is no such profile.
            ConfigError: With all mistakes in the patch; nothing has changed.
        """
        self.cycle.change(load_change(self._made_with["settings"], self.cycle.walk, wish, folder))

    def demand_changes(self, wishes: Iterable[ChangeWish]) -> None:
        """Check that changes are possible in this order, without making them.

        Raises:
            UnknownNameError: If there is no such profile.
            ConfigError: With all mistakes in the first patch that has any.
        """
        walk = self.cycle.walk
        for wish in wishes:
            walk = load_change(self._made_with["settings"], walk, wish)

    def save(self, script: TimelinePlayer | None = None) -> bytes:
        """Return the state after the last cycle: physics, plant, control, progress of a script.

        Raises:
            TypeError: If the walk has a term defined by a program, or the script is of another
                type.
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
        """Continue from a state of the same individual on the same plant, bit for bit.

        Args:
            data: Result of `save`, in this process or another.
            script: Player that continues the timeline.

        Raises:
            StateError: If it is not a state, or belongs to another robot, plant, chart or program.
        """
        state = self._codec.unpack(data)
        if script is not None and state["script"] is None:
            raise StateError("the state was saved without its timeline")
        self.robot.set_state(state["robot"])
        self._observed = None
        self.cycle.set_state(state["control"])
        self.time, self.frame, self.seen = state["own"]
        self.sight.set_state(state["sight"])
        if script is not None:
            script.set_state(state["script"])

    def __reduce__(self) -> tuple[Any, ...]:
        """Support copying and pickling, by saving and restoring the state.

        Raises:
            TypeError: If a wire is between robot and control cycle, or it cannot be saved.
        """
        if self._wired:
            raise TypeError("a simulation with a link cannot be copied; save and restore it")
        return _copied, (self._made_with, self.started_in, self.save())

    @property
    def world(self) -> dict[str, Any]:
        """Return what determines the simulated world, for a run's header, as plain values."""
        return {"plant_parameters": plain(self._made_with["plant"]), **physics_versions()}

    @cached_property
    def _codec(self) -> StateCodec:
        made = self._made_with
        settings, calibration, foreign = made["settings"], made["calibration"], made["foreign"]
        body = self.robot.spec()
        body.compile()  # `to_xml` needs a compiled specification
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
        """Return the true state after the last cycle, computed once for all observers."""
        if self._observed is None:
            self._observed = self.truth()
        return self._observed

    def truth(self) -> GroundTruth:
        """Return the true state, for measuring only."""
        return self.robot.truth()


def _copied(made_with: dict[str, Any], started_in: str | None, state: bytes) -> Simulation:
    """Return a simulation that continues from a state."""
    simulation = Simulation(**made_with)
    simulation.started_in = started_in
    simulation.restore(state)
    return simulation


def _demand_count(name: str, number: object) -> None:
    """Raise ValueError unless the number of a robot or a seed is a non-negative integer."""
    if isinstance(number, bool) or not isinstance(number, Integral) or number < 0:
        raise ValueError(f"expected {name} to be a non-negative integer, got {number!r}")


def _demand(given: object, kind: Any, expected: str) -> None:
    """Raise TypeError unless an argument is of the expected type."""
    if not isinstance(given, kind):
        raise TypeError(f"expected {expected}, got {shortened(given)}")
