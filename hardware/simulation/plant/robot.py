"""The simulated NAO: our own model with motors, gears and play as on a real one."""

from collections.abc import Mapping, Sequence
from typing import Any

import mujoco

from hardware.calibration import Calibration
from hardware.postures import Posture
from hardware.props import Prop
from hardware.robots.model import RobotModel
from hardware.robots.nao import Joint
from hardware.simulation.pictures.looks import dress
from hardware.simulation.plant.individual import draw_individual
from hardware.simulation.plant.layout import layout_of
from hardware.simulation.plant.model import build_spec
from hardware.simulation.plant.motors.servos import Servos
from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.physics_state import Physics
from hardware.simulation.plant.postures import RobotStart
from hardware.simulation.props.build import add_props


class SimulatedRobot(MujocoRobot):
    """A NAO in physics."""

    def __init__(
        self,
        nao: RobotModel,
        parameters: PlantParameters,
        *,
        robot: int = 0,
        seed: int = 0,
        posture: Posture | Mapping[Joint, float] = Posture.STANDING,
        disturb_limbs: float = 0.0,
        calibration: Calibration | None = None,
        props: Sequence[Prop] = (),
        sight: bool = False,
    ) -> None:
        """Build the physics and put the robot on the ground.

        Args:
            nao: The robot's data.
            parameters: The plant.
            robot: Number of the individual: its play, calibration errors, dry joints.
            seed: Of the episode: noise, terrain, lost frames.
            posture: How the robot starts; joints that a mapping leaves out are as in STANDING.
            disturb_limbs: Half width of a uniform draw added to all joints of a lying robot before
                it settles, rad.
            calibration: What is known of this robot; what teams usually know if None.
            props: What else is on the field; physics without is a quarter faster.
            sight: The robot's eyes are open.

        Raises:
            ValueError: If there are several balls.
        """
        individual = draw_individual(parameters, robot)
        self._build = (nao, parameters, individual, tuple(props))
        model = self.spec().compile()
        data = mujoco.MjData(model)
        layout = layout_of(model)
        motors = Servos(model, data, layout, nao=nao, parameters=parameters, individual=individual)
        super().__init__(
            nao,
            parameters,
            individual,
            Physics(model, data, layout, motors),
            RobotStart(seed, posture, disturb_limbs, calibration, tuple(props), sight),
        )

    def spec(self) -> Any:
        """Return a fresh specification of this robot's physics."""
        nao, parameters, individual, props = self._build
        spec = build_spec(nao, parameters, individual)
        if props:
            add_props(spec, props, parameters)
        return spec

    def picture(self) -> Any:
        """Return a specification for pictures: the physics, dressed."""
        return dress(self.spec(), self._build[-1])
