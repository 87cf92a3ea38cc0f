import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.linalg import expm, logm

from motions.kinematics.geometry import Pose2
from motions.kinematics.twist import twist_between

METRES = st.floats(-0.3, 0.3)
TURNS = st.floats(-1.5, 1.5)


def matrix(pose: Pose2) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
    c, s = math.cos(pose.heading), math.sin(pose.heading)
    return np.array([[c, -s, pose.x], [s, c, pose.y], [0.0, 0.0, 1.0]])


@given(METRES, METRES, TURNS, st.floats(0.0, 1.0))
def test_the_twist_is_the_matrix_exponential(x: float, y: float, turn: float, share: float) -> None:
    start, end = Pose2(0.1, -0.2, 0.7), Pose2(0.1, -0.2, 0.7) @ Pose2(x, y, turn)
    exact = matrix(start) @ expm(share * logm(matrix(Pose2(x, y, turn))).real)
    assert matrix(twist_between(start, end, share)) == pytest.approx(exact, abs=1e-9)
