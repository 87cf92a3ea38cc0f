"""Feedback of the preview walk: corrects the plan, the swing foot, and the support ankles."""

from collections.abc import Mapping

from hardware.robots.model import RobotModel, Side
from hardware.units import FlatPoint
from motions.kinematics.com import CentreOfMass
from motions.kinematics.geometry import Pose2, Pose3, rotate_flat
from motions.kinematics.robot_legs import legs_of
from motions.kinematics.sole_tilt import Tilt
from motions.locomotion.preview.balance.ankles import AnkleHold
from motions.locomotion.preview.balance.capture import Capture
from motions.locomotion.preview.balance.landing import Landing
from motions.locomotion.preview.balance.level import Levelling
from motions.locomotion.preview.balance.measured import MeasuredCentre, SeenRobot
from motions.locomotion.preview.balance.press import FootPress
from motions.locomotion.preview.balance.sag import add_sag
from motions.locomotion.preview.balance.trim import PreviewTrim
from motions.locomotion.preview.balance.width import FeetWidth
from motions.locomotion.preview.com_trajectory import ComTrajectory
from motions.locomotion.preview.parameters import PreviewParameters
from motions.perception.state import RobotState
from motions.walking.joints.footing import Footing
from motions.walking.terms.gyro_filter import GyroFilter


class Balance:
    """All feedback of the walk.

    Attributes:
        trim: Trim of the legs' joint offsets.
        level: Levelling of the swing foot.
        landing: Correction of the swing foot's landing place.
        width: Correction of the distance between the feet.
        capture: Shift of footholds for balance.
        press: Control of the feet's forces.
        footing: Correction of soles on their edges.
    """

    def __init__(
        self,
        model: RobotModel,
        parameters: PreviewParameters,
        gyros: GyroFilter,
        trajectory: ComTrajectory,
    ) -> None:
        """Keep the plan to compare with; the filtered gyros are shared with standing."""
        self._trajectory = trajectory
        self._draw = parameters.feedback.draw
        self._measured = MeasuredCentre(parameters.feedback)
        self._ankles = AnkleHold(model, parameters.feedback, gyros)
        self._com = CentreOfMass(model)
        self._legs = legs_of(model)
        self._model, self._sag = model, parameters.sag
        self.trim = PreviewTrim(model, parameters.trim)
        self.level = Levelling(parameters.levelling)
        self.capture = Capture(parameters.capture)
        self.press = FootPress(parameters.press)
        self.landing = Landing(parameters.landing)
        self.width = FeetWidth(model, parameters.width)
        self.footing = Footing(
            model,
            parameters.footing,
            (parameters.sole.centre_forward, parameters.sole.centre_inward),
        )

    def begin(self, robot: RobotState) -> None:
        """Begin a walk."""
        self._measured.begin()
        self._ankles.begin()
        self.trim.begin()
        self.level.begin(robot.roll, robot.pitch)
        self.capture.begin()
        self.press.begin()
        self.landing.begin()
        self.width.begin()
        self.footing.begin()

    def update(
        self,
        robot: RobotState,
        feet: dict[Side, Pose2],
        load: dict[Side, float],
        lean: Tilt,
        soles: tuple[Pose3, Pose3],
        *,
        swing: Side | None,
        stands: bool,
        beyond: FlatPoint | None,
    ) -> None:
        """Update with one cycle.

        Args:
            robot: The robot now.
            feet: Planned poses of the feet.
            load: Share of the weight on each foot.
            lean: Commanded lean of the torso.
            soles: Last commanded soles, left first, in the frame of the hips.
            swing: The swing foot; None in double support.
            stands: Whether no foot was lifted yet.
            beyond: Mean error of footholds, m, if they are adapted for balance; None if not.
        """
        trajectory = self._trajectory
        self.trim.update(robot, load, stands=stands)
        joints = self.trim.true(robot.positions)
        left, right = self._legs.soles(joints)
        com = self._com.of(joints)
        seen = SeenRobot(robot.cycle, robot.roll, robot.pitch, com, left, right, robot.blind)
        self._measured.update(seen, feet, load, trajectory.x, trajectory.y)
        if swing is not None and beyond is None:
            # In double support the joints hold the robot; it only falls freely in single support.
            # An adapted foothold already corrects the whole gap, so the plan is not drawn as well.
            self._measured.draw(trajectory.x, trajectory.y, self._draw)
        self.level.update(robot, (lean.roll, lean.pitch), swing)
        self.landing.update(seen, soles, swing, beyond)
        self.width.update(robot, swing)

    def fall(self, heading: float) -> FlatPoint:
        """Return the gap of the divergent component from its plan, forward and left, m."""
        return rotate_flat(*self._measured.divergent(self._trajectory.rate), -heading)

    @property
    def centre(self) -> FlatPoint:
        """Return the commanded centre of mass, m, with its lasting gap compensated."""
        mean = self._measured.mean
        return self._trajectory.x.position - mean[0], self._trajectory.y.position - mean[1]

    def placed(self, left: Pose3, right: Pose3, heading: float) -> tuple[Pose3, Pose3]:
        """Return the poses at which both feet are commanded."""
        placed = self.press.apply(*self.level.apply(left, right, heading))
        return self.landing.apply(*placed, heading)

    def apply(
        self,
        joints: list[float],
        load: Mapping[Side, float],
        pressed: Mapping[Side, float],
        heading: float,
        cycle: float,
    ) -> None:
        """Correct the joints of the support legs, in place.

        Args:
            joints: Joint targets, rad.
            load: Each foot's share of the weight by the centre of mass.
            pressed: Each foot's share of the weight by the zero moment point.
            heading: Heading of the robot, rad.
            cycle: Length of the control cycle, s.
        """
        add_sag(self._model, joints, self._sag, pressed)
        self.footing.apply(joints)
        self.trim.apply(joints)
        self._ankles.apply(joints, load, self.fall(heading), cycle)
