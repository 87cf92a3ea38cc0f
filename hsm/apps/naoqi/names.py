"""Names of joints and chains in NAOqi, and the joints they refer to."""

from collections.abc import Sequence
from typing import Any, Final

from hardware.robots.model import RobotModel, Side
from hsm.apps.naoqi.argument_checks import Call

SIDES: Final = {"L": Side.LEFT, "R": Side.RIGHT}


class JointNames:
    """The joints of one robot by name.

    Attributes:
        body: All joints and hands in NAOqi's order.
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
        for at, (letter, side) in enumerate(SIDES.items()):
            arm = self.limbs[f"{letter}Arm"] = (*model.arms[side], *model.hands[at : at + 1])
            chains[f"{letter}Arm"] = [told[index] for index in arm]
            chains[f"{letter}Leg"] = [letter + told[index][1:] for index in model.legs[side]]
        chains["Arms"] = chains["LArm"] + chains["RArm"]
        chains["Legs"] = chains["LLeg"] + chains["RLeg"]
        order = ("Head", "LArm", "LLeg", "RLeg", "RArm")
        chains["Body"] = [name for chain in order for name in chains[chain]]
        for name in ("Joints", "Actuators", "JointActuators"):
            chains[name] = chains["Body"]
        self._chains = chains
        self.body = tuple(chains["Body"])

    def index(self, name: str) -> int:
        """Return the index of a joint in wire order."""
        return self._index[name]

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

    def values(self, call: Call, names: Any, values: Any, what: str) -> list[tuple[str, float]]:
        """Return joints with a value for each; a single value applies to all.

        Raises:
            NaoqiError: If the numbers of joints and values differ.
        """
        joints = self.read(call, names)
        if isinstance(values, list | tuple):
            given: Sequence[Any] = call.items(values, what)
            given = list(given) * len(joints) if len(given) == 1 else given
            if len(given) != len(joints):
                call.refuse(f"{what} has {len(given)} values for {len(joints)} joints")
        else:
            given = [values] * len(joints)
        pairs = zip(joints, given, strict=True)
        return [(name, call.number(value, f"{what} of {name}")) for name, value in pairs]
