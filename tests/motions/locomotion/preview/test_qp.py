"""Jerks of the preview, against single steps, Riccati, and the optimality conditions."""

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.sensors_and_commands import GRAVITY
from motions.locomotion.preview.lipm import CartState, PreviewMatrices
from motions.locomotion.preview.qp import Bounds, PreviewProblem, load_solver

SAMPLES, SAMPLE, HEIGHT, ALPHA = 16, 0.05, 0.26, 1e-6
MATRICES = PreviewMatrices(SAMPLES, SAMPLE, HEIGHT)
needs_solver = pytest.mark.skipif(load_solver() is None, reason="daqp is not installed")


class Room(Bounds):
    """Bounds that are given directly."""

    def hold(self, zmp: NDArray[np.float64]) -> bool:
        inside = np.einsum("ij,ij->i", self.normals, zmp[self.samples]) <= self.limits + 1e-9
        return bool(inside.all())

    def rows(self) -> Bounds:
        return self


def sole(centre: NDArray[np.float64], turn: float = 0.0) -> Room:
    """Return bounds of one sole of 107 x 70 mm, rotated, for all samples."""
    c, s = np.cos(turn), np.sin(turn)
    normals = np.array([[c, s], [-s, c], [-c, -s], [s, -c]])
    limits = np.array([0.070, 0.035, 0.037, 0.035]) + normals @ centre
    return Room(
        np.repeat(np.arange(SAMPLES, dtype=np.intp), 4),
        np.tile(normals, (SAMPLES, 1)),
        np.tile(limits, SAMPLES),
    )


def zmp(x: CartState, jerks: NDArray[np.float64]) -> list[float]:
    cart = CartState(x.position, x.speed, x.acceleration)
    found = []
    for jerk in jerks:
        cart.advance(float(jerk), SAMPLE)
        found.append(cart.position - HEIGHT / GRAVITY * cart.acceleration)
    return found


def drawn(rng: np.random.Generator) -> tuple[CartState, CartState]:
    place, speed, push = rng.uniform(-1, 1, (3, 2)) * [[0.03], [0.12], [0.4]]
    x, y = (CartState(*state) for state in zip(place, speed, push, strict=True))
    return x, y


def test_the_matrices_equal_the_pendulum_integrated_step_by_step() -> None:
    rng = np.random.default_rng(0)
    jerks = rng.normal(size=SAMPLES)
    x, _ = drawn(rng)
    state = np.array([x.position, x.speed, x.acceleration])
    assert MATRICES.state @ state + MATRICES.jerk @ jerks == pytest.approx(zmp(x, jerks), abs=1e-12)


def test_without_bounds_the_solution_is_linear() -> None:
    rng = np.random.default_rng(1)
    problem = PreviewProblem(MATRICES, ALPHA)
    problem.solves = False
    for _ in range(100):
        x, y = drawn(rng)
        wanted = rng.uniform(-0.05, 0.05, (SAMPLES, 2))
        answer = problem.solve(x, y, wanted, sole(np.zeros(2)))
        drift = MATRICES.state @ np.array([x.position, x.speed, x.acceleration])
        linear = problem.linear(np.stack([wanted[:, 0] - drift, wanted[:, 1] - drift], axis=1))
        exact = np.linalg.solve(problem.hessian[:SAMPLES, :SAMPLES], -linear[:SAMPLES])
        assert answer[:, 0] == pytest.approx(exact, rel=1e-6, abs=1e-6)


def test_the_first_jerk_equals_that_of_kajitas_gains() -> None:
    """Kajita's preview control is the Riccati recursion of the same cost, without the matrices."""
    a = np.array([[1, SAMPLE, SAMPLE**2 / 2], [0, 1, SAMPLE], [0, 0, 1]])
    b = np.array([SAMPLE**3 / 6, SAMPLE**2 / 2, SAMPLE])
    c = np.array([1, 0, -HEIGHT / GRAVITY])
    rng = np.random.default_rng(2)
    problem = PreviewProblem(MATRICES, ALPHA)
    problem.solves = False
    for _ in range(50):
        x, y = drawn(rng)
        wanted = rng.uniform(-0.05, 0.05, SAMPLES)
        value, slope = np.outer(c, c), -wanted[-1] * c
        gain, preview = np.zeros(3), 0.0
        for place in range(SAMPLES - 1, -1, -1):
            weight = ALPHA + b @ value @ b
            gain, preview = (b @ value @ a) / weight, (b @ slope) / weight
            closed = a - np.outer(b, gain)
            slope = closed.T @ slope - 0.0 * c
            value = a.T @ value @ closed
            if place > 0:
                value, slope = value + np.outer(c, c), slope - wanted[place - 1] * c
        state = np.array([x.position, x.speed, x.acceleration])
        both = np.stack([wanted, np.zeros(SAMPLES)], axis=1)
        first = problem.solve(x, y, both, sole(np.zeros(2)))[0, 0]
        assert first == pytest.approx(-gain @ state - preview, rel=1e-5, abs=1e-5)


@needs_solver
def test_bounded_solutions_meet_the_optimality_conditions_on_1000_states() -> None:
    rng = np.random.default_rng(3)
    problem = PreviewProblem(MATRICES, ALPHA)
    bounded = 0
    for _ in range(1000):
        x, y = drawn(rng)
        wanted = rng.uniform(-0.08, 0.08, (1, 2)) * np.ones((SAMPLES, 1))
        bounds = sole(rng.uniform(-0.02, 0.02, 2), float(rng.uniform(-0.5, 0.5)))
        jerks = problem.solve(x, y, wanted, bounds)
        bounded += problem.bounded
        assert kkt_residual(problem, x, y, wanted, bounds, jerks) < 1e-6
    assert bounded > 300  # in most of these states bounds are active


def kkt_residual(
    problem: PreviewProblem,
    x: CartState,
    y: CartState,
    wanted: NDArray[np.float64],
    bounds: Bounds,
    jerks: NDArray[np.float64],
) -> float:
    """Return by how much the best multipliers of the active rows miss the gradient.

    They are found by non-negative least squares, independently of the solver.
    """
    from scipy.optimize import nnls

    points = np.stack([zmp(x, jerks[:, 0]), zmp(y, jerks[:, 1])], axis=1)
    room = bounds.limits - np.einsum("ij,ij->i", bounds.normals, points[bounds.samples])
    states = np.array([[c.position, c.speed, c.acceleration] for c in (x, y)]).T
    gap = wanted - MATRICES.state @ states
    flat = np.concatenate([jerks[:, 0], jerks[:, 1]])
    gradient = problem.hessian @ flat + problem.linear(gap)
    active = room < 1e-6
    if not active.any():
        return float(np.max(np.abs(gradient)))
    rows = MATRICES.jerk[bounds.samples]
    normals = bounds.normals
    columns = np.hstack([normals[:, :1] * rows, normals[:, 1:] * rows])[active].T
    _, missed = nnls(columns, -gradient)
    return max(float(missed), float(max(0.0, -room.min())))
