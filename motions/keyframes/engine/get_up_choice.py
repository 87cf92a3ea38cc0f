"""Choice of the get-up motion from how the robot lies."""

from collections.abc import Sequence

from hardware.robots.model import RobotModel
from motions.keyframes.engine.measured_body import body_of, quantities_of
from motions.keyframes.engine.parameters import EngineParameters
from motions.keyframes.motions.motion import MotionChoice, first_that_holds
from motions.keyframes.motions.quantities import MotionQuantities, wrists_of
from motions.perception.state import RobotState


def get_up_motion(choices: Sequence[MotionChoice], quantities: MotionQuantities) -> tuple[str, str]:
    """Return the first motion whose conditions hold, and why; the last one is for the rest."""
    return first_that_holds(choices, quantities) or (choices[-1].motion, "nothing else applies")


class GetUpChooser:
    """Chooses between the motions of `get_up` in `config/keyframes/engine.yaml`."""

    def __init__(self, model: RobotModel, parameters: EngineParameters) -> None:
        self._model = model
        self._parameters = parameters
        self._wrists = wrists_of(model)

    def choose(self, state: RobotState, tries: int) -> tuple[str, str]:
        """Return the first motion whose conditions hold, and why; the last one is for the rest.

        Args:
            state: The robot now.
            tries: Break-ups so far, which conditions may refer to.
        """
        body = body_of(state, self._parameters.support_polygon, None)
        quantities = quantities_of(
            body, self._model, self._wrists, request=body.positions, tries=tries
        )
        return get_up_motion(self._parameters.get_up, quantities)
