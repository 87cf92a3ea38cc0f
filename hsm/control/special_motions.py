"""Special motions are requested by name: refuses names that the robot does not know."""

from collections.abc import Sequence

from hsm.errors import UnknownNameError
from motions.requests import Motion, MotionRequest


class UnknownSpecialError(UnknownNameError):
    """A request for a special motion that is not declared."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__("special motion", name, known)
        self.hint += " `specials` in config/keyframes/engine.yaml declares them."


def demand_special(request: MotionRequest, known: Sequence[str]) -> None:
    """Refuse a request for a special motion that is not declared.

    Args:
        request: Any request.
        known: Names of the declared motions.

    Raises:
        UnknownSpecialError: If it names another one.
    """
    if request.motion is Motion.SPECIAL and request.special not in known:
        raise UnknownSpecialError(request.special, known)
