"""The control cycle on the simulated robot: what every command that needs physics runs."""

from collections.abc import Callable, Mapping
from functools import partial

from hardware.frames import JointCommand, SensorFrame
from hardware.nao import Joint
from hardware.simulation.events.disturbances import Disturbance
from hardware.simulation.external.model import ForeignModel
from hardware.simulation.external.robot import ForeignRobot
from hardware.simulation.plant.mujoco_robot import PhysicalRobot
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.postures import Posture
from hardware.simulation.plant.robot import SimulatedRobot
from hardware.simulation.plant.truth import GroundTruth
from hsm.control.assembly import MotionSettings, build_cycle
from hsm.control.cycle import ControlCycle, Outcome
from hsm.errors import UnknownNameError
from hsm.scenarios.files import plant_names
from hsm.settings.loader import config_folder, load
from motions.requests import MotionRequest


def check_plant(name: str) -> None:
    """Raise UnknownNameError unless there is a plant of that name."""
    known = sorted(plant_names())
    if name not in known:
        raise UnknownNameError("plant", name, known)


def load_plant(name: str) -> PlantParameters:
    """Load one of the plants `ideal`, `standard`, `worn`.

    Raises:
        UnknownNameError: If there is no plant of that name.
        ConfigError: If its file has mistakes.
    """
    check_plant(name)
    return load(config_folder() / "plants" / f"{name}.yaml", PlantParameters)


class Simulation:
    """One robot in physics under its control cycle.

    Attributes:
        robot: The simulated robot.
        cycle: The control cycle.
        time: Simulated time since the start, s.
        started_in: State that it began in; None if the machine booted from Off.
        frame: What was received in the last cycle; before the first one, what it started from.
        request: What was asked in the last cycle.
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
        foreign: ForeignModel | None = None,
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
        """
        build: Callable[..., PhysicalRobot]
        if foreign is None:
            build = partial(SimulatedRobot, settings.nao, plant)
        else:
            build = partial(ForeignRobot, settings.nao, plant, foreign)
        self.robot: PhysicalRobot = build(
            robot=robot, seed=seed, posture=posture, disturb_limbs=disturb_limbs
        )
        self.cycle: ControlCycle = build_cycle(settings)
        self.time = 0.0
        self.started_in = state
        self.frame: SensorFrame | None = None
        self.request: MotionRequest | None = None
        if state is not None:
            frame = self.robot.receive()
            while frame is None:  # a plant that loses frames may lose the first one
                frame = self.robot.receive()
            self.frame = frame
            self.cycle.start_in(state, frame)
            self.robot.send(JointCommand(frame.positions, (1.0,) * len(frame.positions)))

    def step(self, request: MotionRequest | None) -> Outcome:
        """Run one cycle: 12 ms of physics and one decision."""
        frame = self.robot.receive()
        self.frame, self.request = frame, request
        outcome = self.cycle.step(frame, request)
        self.robot.send(outcome.command)
        self.time = outcome.robot.time
        return outcome

    def disturb(self, disturbance: Disturbance) -> None:
        """Disturb the robot from now on."""
        self.robot.disturb(disturbance)

    def truth(self) -> GroundTruth:
        """Return what only a simulation knows; for measuring."""
        return self.robot.truth()
