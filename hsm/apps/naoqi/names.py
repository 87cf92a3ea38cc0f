"""Names of joints and chains in NAOqi, and the joints they refer to."""

from collections.abc import Sequence
from typing import Any, Final

from hardware.robots.model import RobotModel, Side
from hsm.apps.naoqi.argument_checks import Call

LEGS: Final = {"LLeg": Side.LEFT, "RLeg": Side.RIGHT}
ARMS: Final = {"LArm": Side.LEFT, "RArm": Side.RIGHT}
LEG_OF: Final = {side: name for name, side in LEGS.items()}
ARM_OF: Final = {side: name for name, side in ARMS.items()}


class JointNames:
    """The joints of one robot by name.

    Attributes:
        body: Indices of all joints and hands by name, in NAOqi's order.
        legs: Indices of the joints of both legs.
        limbs: Indices of head and of arms with their hands, a tuple each.
    """

    def __init__(self, model: RobotModel) -> None:
        """Derive the names from a robot's model."""
        own = {"".join(part.capitalize() for part in n.split("_")): n for n in model.names}
        self._index = {name: model.names.index(key) for name, key in own.items()}
        if model.shares_hip_yaw:  # one motor with two names
            yaw = model.legs[Side.LEFT].hip_yaw
            names = [name for name, index in self._index.items() if index == yaw]
            self._index["R" + names[0][1:]] = yaw
        told = {index: name for name, index in reversed(self._index.items())}
        self.legs = frozenset(model.leg_joints)
        self.limbs: dict[str, tuple[int, ...]] = {"Head": model.head}
        chains: dict[str, list[str]] = {"Head": [told[index] for index in model.head]}
        for at, (name, side) in enumerate(ARMS.items()):
            arm = self.limbs[name] = (*model.arms[side], *model.hands[at : at + 1])
            chains[name] = [told[index] for index in arm]
        for name, side in LEGS.items():
            chains[name] = [name[0] + told[index][1:] for index in model.legs[side]]
        chains["Arms"] = chains["LArm"] + chains["RArm"]
        chains["Legs"] = chains["LLeg"] + chains["RLeg"]
        order = ("Head", "LArm", "LLeg", "RLeg", "RArm")
        chains["Body"] = [name for chain in order for name in chains[chain]]
        for name in ("Joints", "Actuators", "JointActuators"):
            chains[name] = chains["Body"]
        self._chains = chains
        self.body = {name: self._index[name] for name in chains["Body"]}
        self._names = told

    def name(self, joint: int) -> str:
        """Return the name of a joint; of the motor with two names, the left one."""
        return self._names[joint]

    def joints(self, call: Call, names: Any) -> list[int]:
        """Return the indices of the joints of `read`."""
        return [self._index[name] for name in self.read(call, names)]

    def read(self, call: Call, names: Any) -> list[str]:
        """Return the joints for the name of a joint or chain, or a list of names.

        Raises:
            NaoqiError: If there are none, or a name is unknown.
        """
        several = names if isinstance(names, list | tuple) else [names]
        found: list[str] = []
        for name in call.items(several, "names"):
            text = call.text(name, "a name")
            if text in self._chains:
                found += self._chains[text]
            elif text in self._index:
                found.append(text)
            else:
                chains = ", ".join(self._chains)
                call.refuse(f"'{text[:40]}' is not a joint; expected a joint or one of {chains}")
        if not found:
            call.refuse("names is empty; expected a joint or a chain")
        return found

    def values(self, call: Call, names: Any, values: Any, what: str) -> list[tuple[int, float]]:
        """Return joints with a value for each; a single value applies to all.

        Raises:
            NaoqiError: If the numbers of joints and values differ.
        """
        joints = self.joints(call, names)
        if isinstance(values, list | tuple):
            given: Sequence[Any] = call.items(values, what)
            given = list(given) * len(joints) if len(given) == 1 else given
            if len(given) != len(joints):
                call.refuse(f"{what} has {len(given)} values for {len(joints)} joints")
        else:
            given = [values] * len(joints)
        pairs = zip(joints, given, strict=True)
        return [
            (joint, call.number(value, f"{what} of {self.name(joint)}")) for joint, value in pairs
        ]
