"""Unsupported functions are refused in one sentence with the reason."""

from typing import Any, Final

import pytest

from hsm.apps.naoqi import Proxy
from hsm.apps.naoqi.argument_checks import NaoqiError
from hsm.apps.naoqi.body import reflexes
from hsm.apps.naoqi.body.reflexes import Switch
from hsm.apps.naoqi.body.refusals import ON_LEGS
from tests.hsm.apps.naoqi.fake_robot import Program

Caplog = pytest.LogCaptureFixture
SWITCHES: Final = reflexes.ON_LEGS
ALWAYS: Final = [switch for switch in SWITCHES if switch.on is switch.default]
RESTORED: Final = [switch for switch in SWITCHES if switch.on is not switch.default]


@pytest.mark.parametrize("name", [name for names in ON_LEGS for name in names.split()])
def test_an_unsupported_function_is_refused_whatever_its_arguments(name: str) -> None:
    motion = Program().motion
    for given in ((), ("LArm", 0, [[0.0] * 6], 7, [1.0], True)):
        with pytest.raises(RuntimeError, match=rf"^ALMotion::{name} refused: \w"):
            getattr(motion, name)(*given)


def call(motion: Proxy, switch: Switch, *, state: bool) -> Any:
    part = switch.parts[:1]
    answer = getattr(motion, f"set{switch.named}Enabled")(*part, state)
    assert getattr(motion, f"get{switch.named}Enabled")(*part) is switch.on
    return answer


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: str(switch.named))
def test_a_switch_accepts_the_state_that_it_has(switch: Switch, caplog: Caplog) -> None:
    call(Program().motion, switch, state=switch.on)
    assert not caplog.records


@pytest.mark.parametrize("switch", ALWAYS, ids=lambda switch: str(switch.named))
def test_a_switch_is_refused_what_neither_the_robot_nor_naoqi_has(switch: Switch) -> None:
    name = f"ALMotion::set{switch.named}Enabled"
    with pytest.raises(NaoqiError, match=f"^{name} refused: it stays o.*; {switch.why}"):
        call(Program().motion, switch, state=not switch.on)


@pytest.mark.parametrize("switch", RESTORED, ids=lambda switch: str(switch.named))
def test_a_program_may_restore_a_default_that_the_robot_lacks_but_is_told_so(
    switch: Switch, caplog: Caplog
) -> None:
    call(Program().motion, switch, state=not switch.on)
    assert [each.getMessage() for each in caplog.records] == [
        f"ALMotion::set{switch.named}Enabled has no effect: it stays off; {switch.why}"
    ]


def test_no_default_promises_a_protection_that_does_not_exist() -> None:
    motion = Program().motion
    assert motion.setCollisionProtectionEnabled("Arms", False) is True
    assert motion.setCollisionProtectionEnabled("Arms", True) is False
    assert motion.getCollisionProtectionEnabled("Arms") is False


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
