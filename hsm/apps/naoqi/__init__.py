"""NAOqi's interface for programs: ALMotion, ALRobotPosture, ALMemory.

from hsm.apps.naoqi import Motion

motion = Motion()
motion.wakeUp()
motion.moveTo(0.2, 0.0, 0.1)
"""

from hsm.apps.naoqi.programs.modules import ALModule
from hsm.apps.naoqi.programs.proxy import Proxy
from hsm.apps.naoqi.programs.reaching import ALBroker, ALProxy, Memory, Motion, Posture, disconnect
from hsm.apps.naoqi.services import Services

__all__ = [
    "ALBroker", "ALModule", "ALProxy", "Memory", "Motion", "Posture", "Proxy", "Services",
    "disconnect",
]  # fmt: skip
