"""Unsupported functions are refused in one sentence with the reason."""

import pytest

from hsm.apps.naoqi.body.refusals import ON_LEGS
from tests.hsm.apps.naoqi.fake_robot import Program


@pytest.mark.parametrize("name", [name for names in ON_LEGS for name in names.split()])
def test_an_unsupported_function_is_refused_whatever_its_arguments(name: str) -> None:
    motion = Program().motion
    for given in ((), ("LArm", 0, [[0.0] * 6], 7, [1.0], True)):
        with pytest.raises(RuntimeError, match=rf"^ALMotion::{name} refused: \w"):
            getattr(motion, name)(*given)


def test_a_fixed_switch_accepts_its_present_value_only() -> None:
    motion = Program().motion
    motion.setPushRecoveryEnabled(motion.getPushRecoveryEnabled())
    motion.setIdlePostureEnabled("Body", motion.getIdlePostureEnabled("Body"))
    with pytest.raises(RuntimeError, match="it stays on"):
        motion.setPushRecoveryEnabled(False)
    with pytest.raises(RuntimeError, match="it stays off"):
        motion.setIdlePostureEnabled("Body", True)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("wbEnable", "always balances itself"),
        ("wbGoToBalance", "only walks shift the weight"),
        ("wbSetEffectorControl", "use setAngles"),
    ],
)
def test_each_function_of_the_whole_body_control_is_refused_with_its_own_alternative(
    name: str, why: str
) -> None:
    with pytest.raises(RuntimeError, match=why):
        getattr(Program().motion, name)()
