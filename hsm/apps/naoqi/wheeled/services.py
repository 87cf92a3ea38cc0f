"""The services of a robot on wheels, whoever hosts them."""

from hsm.apps.naoqi.proxy import ServiceSet
from hsm.apps.naoqi.wheeled.motion import WheeledMotion
from hsm.apps.naoqi.wheeled.program import BaseLink, BaseProgram
from motions.locomotion.wheeled.limits import DriveParameters


class WheeledServices(ServiceSet):
    """All services of one base: ALMotion."""

    def __init__(self, link: BaseLink, drive: DriveParameters) -> None:
        """Serve a base.

        Args:
            link: The base.
            drive: What programs may set.
        """
        program = BaseProgram(link, drive)
        motion = WheeledMotion(program)
        super().__init__(program, {motion.name: motion}, lambda: program.active)
