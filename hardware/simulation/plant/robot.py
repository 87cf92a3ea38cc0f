"""The simulated NAO: our own model with motors, gears and play as on a real one."""

from collections.abc import Mapping
from typing import Any

import mujoco

from hardware.calibration import Calibration
from hardware.postures import Posture
from hardware.robots.model import RobotModel
from hardware.robots.nao import Joint
from hardware.simulation.pictures.looks import dress
from hardware.simulation.plant.individual import draw_individual
from hardware.simulation.plant.layout import layout_of
from hardware.simulation.plant.model import BALL, build_spec
from hardware.simulation.plant.motors.servos import Servos
from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.shapes import BALL_RADIUS
from hardware.units import Point


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
        ball: tuple[float, float] | None = None,
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
            ball: Where a ball lies, m; physics without one is a quarter faster.
        """
        individual = draw_individual(parameters, robot)
        self._build = (nao, parameters, individual, ball is not None)
        model = self.spec().compile()
        data = mujoco.MjData(model)
        layout = layout_of(model)
        motors = Servos(model, data, layout, nao=nao, parameters=parameters, individual=individual)
        self._has_ball = ball is not None
        if ball is not None:
            _put_ball(model, data, *ball)
        super().__init__(
            nao,
            parameters,
            individual,
            layout=layout,
            model=model,
            data=data,
            motors=motors,
            seed=seed,
            posture=posture,
            disturb_limbs=disturb_limbs,
            calibration=calibration,
        )

    def spec(self) -> Any:
        """Return a fresh specification of this robot's physics."""
        nao, parameters, individual, with_ball = self._build
        return build_spec(nao, parameters, individual, with_ball=with_ball)

    def picture(self) -> Any:
        """Return a specification for pictures: the physics, dressed."""
        return dress(self.spec())

    def ball(self) -> Point | None:
        """Return where the ball is, m; None without one."""
        if not self._has_ball:
            return None
        x, y, z = self._mirror.body(BALL).xpos.tolist()
        return x, y, z

    def place_ball(self, x: float, y: float) -> None:
        """Put the ball at rest on the ground, m.

        Raises:
            ValueError: If there is none: physics are built with or without a ball.
        """
        if not self._has_ball:
            raise ValueError("this robot was built without a ball: give its place at the start")
        _put_ball(self._model, self._data, x, y)


def _put_ball(model: Any, data: Any, x: float, y: float) -> None:
    start = int(model.jnt_qposadr[model.joint(BALL).id])
    dof = int(model.jnt_dofadr[model.joint(BALL).id])
    data.qpos[start : start + 7] = (x, y, BALL_RADIUS, 1.0, 0.0, 0.0, 0.0)
    data.qvel[dof : dof + 6] = 0.0
