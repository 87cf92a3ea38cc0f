"""The simulated NAO: our own model with realistic motors, gears and play."""

from typing import Any

from hardware.simulation.pictures.looks import dress
from hardware.simulation.plant.layout import Physics, layout_of
from hardware.simulation.plant.model import build_spec
from hardware.simulation.plant.motors.servos import Servos
from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hardware.simulation.props.build import add_props


class SimulatedRobot(MujocoRobot):
    """A simulated NAO."""

    def spec(self) -> Any:
        """Return a new specification of this robot's physics."""
        nao, parameters, individual, props = self._build
        spec = build_spec(nao, parameters, individual)
        if props:
            add_props(spec, props, parameters)
        return spec

    def picture(self) -> Any:
        """Return a specification for pictures: the physics with visible shapes added."""
        return dress(self.spec(), self._build[-1])

    def _made(self) -> tuple[Physics, Servos]:
        nao, parameters, individual, _ = self._build
        model = self.spec().compile()
        physics = Physics.of(model, layout_of(model))
        return physics, Servos(physics, nao=nao, parameters=parameters, individual=individual)
