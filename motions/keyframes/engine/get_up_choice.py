"""Choice of the get-up motion from how the robot lies."""

from collections.abc import Sequence

from hardware.robots.model import RobotModel
from motions.keyframes.engine.measured_body import body_of
from motions.keyframes.engine.parameters import EngineParameters
from motions.keyframes.motions.motion import MotionChoice
from motions.keyframes.motions.quantities import MotionQuantities, wrists_of
from motions.perception.state import RobotState


def first_that_holds(
    choices: Sequence[MotionChoice], quantities: MotionQuantities
) -> tuple[str, str]:
    """Return the first motion whose conditions hold, and why; the last one is for the rest."""
    for choice in choices:
        if choice.conditions.hold(quantities):
            return choice.motion, choice.conditions.because(quantities)
    return choices[-1].motion, "nothing else applies"


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
        return first_that_holds(self._parameters.get_up, self._quantities(state, tries))

    def _quantities(self, state: RobotState, tries: int) -> MotionQuantities:
        body = body_of(state, self._parameters.support_polygon, None)
        return MotionQuantities(
            model=self._model,
            wrists=self._wrists,
            positions=body.positions,
            request=body.positions,
            torso_pitch=body.lean.pitch,
            torso_roll=body.lean.roll,
            pitch_rate=body.pitch_rate,
            pitch_fluctuation=0.0,
            com_height=body.com_height,
            com_outside_x=body.com_outside_x,
            foot_support=body.foot_support,
            tries=float(tries),
        )
