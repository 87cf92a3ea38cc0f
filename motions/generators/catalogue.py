"""All generators of steps, built once."""

from motions.generators.intercept import InterceptBall
from motions.generators.parameters import GeneratorParameters
from motions.generators.small import FreeBall, OutOfBallLine
from motions.generators.to_ball import WalkToBall
from motions.generators.to_pose import WalkToPose


class StepGenerators:
    """One generator for every kind of way.

    Attributes:
        to_pose: Walks to a pose.
        to_ball: Walks to a pose beside the ball; what it remembers is its own.
        intercept: Gets a foot into the way of a ball.
        out_of_line: Gets out of its way.
        free_ball: Frees a ball between the feet.
    """

    def __init__(self, parameters: GeneratorParameters) -> None:
        self.to_pose = WalkToPose(parameters.to_pose)
        self.to_ball = WalkToBall(parameters.to_ball, WalkToPose(parameters.to_pose))
        self.intercept = InterceptBall(parameters.intercept)
        self.out_of_line = OutOfBallLine(parameters.out_of_line)
        self.free_ball = FreeBall(parameters.free_ball)

    def reset(self) -> None:
        """Forget all steps so far: another motion went before, or another wish came."""
        self.to_pose.reset()
        self.to_ball.reset()
        self.intercept.reset()
        self.out_of_line.reset()
        self.free_ball.reset()
