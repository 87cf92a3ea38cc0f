"""A NAO's own interface for programs: ALMotion, ALRobotPosture, ALMemory.

from hsm.apps.naoqi import Motion

motion = Motion()
motion.wakeUp()
motion.moveTo(0.2, 0.0, 0.1)
"""

from hsm.apps.naoqi.proxy import ALProxy, Memory, Motion, Posture, Proxy, Services, disconnect

__all__ = ["ALProxy", "Memory", "Motion", "Posture", "Proxy", "Services", "disconnect"]
