"""Arm compensation: the torso leans against the weight of displaced arms.

If the arms are not where the walk commands them, because another motion moves them or they are
folded back or hanging, the centre of mass shifts; the torso is tilted about the hips to compensate.
Small differences are ignored, because the arms always lag a little.

Source: arm compensation of the B-Human code release.
"""

from dataclasses import dataclass

from hardware.robots.model import RobotModel
from hardware.units import AnglePerLength, PositiveTime, UnsignedAngle
from motions.kinematics.com import CentreOfMass
from motions.perception.state import RobotState
from motions.scalars import clamp, toward
from motions.walking.terms.hips import lean_back
from motions.walking.terms.term import BalanceTerm, TermContext, Value, WalkState


@dataclass(frozen=True, slots=True)
class ArmCompensationParameters:
    """Compensation of displaced arms.

    Attributes:
        active: Whether displaced arms are compensated.
        gain: Tilt per forward shift of the centre of mass, rad/m.
        elsewhere: Difference of an arm joint from the walk's target above which it counts, rad.
        limit: Largest tilt, rad.
        time: Time in which the largest tilt is reached, s.
    """

    active: bool
    gain: AnglePerLength
    elsewhere: UnsignedAngle
    limit: UnsignedAngle
    time: PositiveTime


class ArmsElsewhere(BalanceTerm):
    """Tilts the torso against displaced arms.

    Attributes:
        tilt: Backward tilt of the torso by the hips, rad.
    """

    group = "arm_compensation"
    lasting = True

    def __init__(self, parameters: ArmCompensationParameters, model: RobotModel) -> None:
        self._parameters: ArmCompensationParameters = parameters
        self._com = CentreOfMass(model)
        self._joints = model.arm_joints
        self.tilt = 0.0

    @classmethod
    def of(cls, parameters: ArmCompensationParameters, context: TermContext) -> "ArmsElsewhere":
        """Return the compensation of a robot's arms."""
        return cls(parameters, context.model)

    def reset(self) -> None:
        """Reset the tilt: the walk starts from standing."""
        self.tilt = 0.0

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Compare the arms with the targets that they should have reached by now."""
        executed = walk.tracking.sent.executed
        if executed is None:
            return
        limits, measured = self._parameters, robot.positions
        wanted = 0.0
        if any(abs(measured[j] - executed[j]) > limits.elsewhere for j in self._joints):
            own = list(measured)
            for joint in self._joints:
                own[joint] = executed[joint]
            shift = robot.com[0] - self._com.of(own)[0]
            wanted = clamp(limits.gain * shift, -limits.limit, limits.limit)
        self.tilt = walk.tilt = toward(self.tilt, wanted, limits.limit * robot.cycle / limits.time)

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Lean the torso back by both hip pitches."""
        lean_back(joints, walk.legs, self.tilt)

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the tilt."""
        return (self.angle("torso back", self.tilt),)
