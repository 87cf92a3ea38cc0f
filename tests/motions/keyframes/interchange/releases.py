"""Made-up files in the format of each B-Human release: its attributes, none of its values."""

RELEASES = (2022, 2023, 2024, 2025)

_ENGINE = """
maxTryCounter = 3; motorMalfunctionBreakUp = true; maxStiffnessDebugMode = 30;
balanceOutParams = {
  maxTime = 900; minFluctuation = 20deg; minForwardAngle = 5deg; minBackwardAngle = -3deg;
  minPIDDValue = 50;
};
supportPolygonOffsets = {x = 60; y = -35; z = 35;};
safeUprightParameters = {
  pitchDirection = {min = -15deg; max = 30deg;}; rollDirection = {min = -25deg; max = 25deg;};
};
"""
_FALL = """
  sitHYPThreshold = 5deg; head = 15deg; headStiffness = 40; bodyStiffness = 5;
  lowHeadStiffnessWaitTime = 24; unstiffWaitTime = 700;
"""
_ONLY_2022 = """
motionSpecificRetries = 1; motionSpecificRetriesFront = 1;
shoulderPitchThreshold = 60deg; shoulderRollThreshold = 40deg;
brokenJointData = {headYaw = 30; lHipYawPitch = 25; rHand = 25;};
jointCompensationSimulationFactor = 0.5;
"""
_UNTIL_2024 = "minJointCompensationReduceAngleDiff = 0.4deg;\n"
_SINCE_2025 = """
jointDiffFilterParameters = {min = 0.3; max = 0.8;};
oscillationPeriod = 180; oscillationAmplitude = 1.5deg;
hypErrorOscillationScaling = {min = 4deg; max = 9deg;};
"""
_ENTRY = """{
  jointDelta = lKneePitch; hipPitchDifferenceCompensation = false;
  range = {min = 3deg; max = 12deg;};
  jointPairs = [{joint = rKneePitch; scaling = 0.5;}];
  predictJointDiff = true;
}"""
_LEG = "[0deg, 0deg, -20deg, 40deg, -20deg, 0deg]"
_ARM = "[90deg, 10deg, 0deg, -10deg, 0deg, 0deg]"


def release(year: int) -> str:
    """Return a file with one motion of one keyframe, in the format of the release of a year."""
    own_stiffness = "hipPitchStiffness = 25; elbowRollStiffness = 15;" if year >= 2025 else ""
    parts = [_motion(), _block(year), _ENGINE, f"safeFallParameters = {{{_FALL}{own_stiffness}}};"]
    parts += [_ONLY_2022] if year == 2022 else []
    parts += [_SINCE_2025 if year >= 2025 else _UNTIL_2024]
    return "\n".join(parts)


def _motion() -> str:
    return """
motions = {
  bend = {
    keyframes = [bendDown];
    balanceOut = false;
    keyframeEndRequest = {energySavingLegs = none; energySavingArms = none; isStandHigh = false;};
    isMotionStable = true;
    startAsNextPhaseMotion = [];
  };
};"""


def _block(year: int) -> str:
    compensation = f"[{_ENTRY}]"
    mode = " jointBalanceType = Default;"
    if year < 2025:
        factor = "reduceFactorJointCompensation = 0.2;"
        compensation = f"[{{jointCompensationParams = {compensation}; {factor}}}]"
        mode = ""
    return f"""
keyframeBlock = {{
  bendDown = {{
    baseLimbStiffness = [60, 60, 60, 80, 80];
    keyframes = [
      {{
        phase = UnknownPhase; duration = 700; goalCom = {{x = 5; y = 0;}}; setLastCom = false;
        forbidWaitBreak = false; interpolationType = Default;
        jointCompensation = {compensation};
        waitConditions = []; keyframeBranches = [];
        balanceWithJoints = {{
          jointY = [{{joint = lAnklePitch; scaling = 0.1;{mode}}}]; jointX = [];
        }};
        singleMotorStiffnessChange = [{{joint = headYaw; s = 30;}}];
        angles = {{
          head = [0deg, 0deg];
          positions = {{
            leftArm = {_ARM};
            rightArm = [90deg, -10deg, 0deg, 10deg, 0deg, 0deg];
            leftLeg = {_LEG};
            rightLeg = {_LEG};
          }};
        }};
        robotPoses = [];
        torsoAngleBreakUpEnd = {{
          pitchDirection = {{min = -40deg; max = 50deg;}};
          rollDirection = {{min = -30deg; max = 30deg;}};
        }};
        torsoAngleBreakUpStart = [];
      }}
    ];
    interpolationType = Linear;
  }};
}};"""
