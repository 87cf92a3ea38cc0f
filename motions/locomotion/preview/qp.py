"""Quadratic program for the jerks that keep the zero moment point near its reference.

    min over u: alpha/2 |u|^2 + 1/2 |Z(u) - reference|^2   subject to   D Z(u) <= b

While the constraints of the soles are inactive, the solution is linear in state and reference, with
gains computed once. It is tried first; a solver is only needed if it would leave the soles.
Without the package `daqp` only the gains are used.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from motions.locomotion.preview.lipm import CartState, Matrix, PreviewMatrices

Indexes = NDArray[np.intp]
_SOFT: Final = 8
_SOLVED: Final = (1, 2)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Half planes that contain the zero moment points of the samples.

    Attributes:
        samples: Sample of each row, (rows,).
        normals: Outward normals, (rows, 2).
        limits: normal . z <= limit, m, (rows,).
    """

    samples: Indexes
    normals: Matrix
    limits: Matrix


class Room(Protocol):
    """Allowed region of the samples' zero moment points, with bounds computed on demand."""

    def hold(self, zmp: Matrix) -> bool:
        """Return whether all zero moment points of the samples, (N, 2), m, are inside."""

    def rows(self) -> Bounds:
        """Return the bounds."""


def load_solver() -> Callable[..., Any] | None:
    """Return the solver of quadratic programs; None if its package is not installed."""
    try:
        from daqp import solve
    except ImportError:
        return None
    found: Callable[..., Any] = solve
    return found


class PreviewProblem:
    """The quadratic program of both axes.

    Attributes:
        matrices: Mapping from jerks to zero moment points.
        gains: The unconstrained solution is gains (reference - state part); (N, N).
        hessian: Quadratic part of the cost for both axes stacked, (2 N, 2 N).
        solves: Whether the soles constrain the solution; only if the solver is installed.
        bounded: Whether a constraint was active in the last solution.
    """

    def __init__(self, matrices: PreviewMatrices, alpha: float) -> None:
        """Build the program.

        Args:
            matrices: Matrices of the preview.
            alpha: Weight of the jerk, where that of the distance from the reference is 1.
        """
        self.matrices = matrices
        self.solves = load_solver() is not None
        self.bounded = False
        jerk = matrices.jerk
        samples = len(jerk)
        hessian = alpha * np.eye(samples) + jerk.T @ jerk
        gains = np.linalg.solve(hessian, jerk.T)
        self.gains: Final[Matrix] = gains.astype(np.float64)
        zero = np.zeros_like(hessian)
        self.hessian: Final[Matrix] = np.block([[hessian, zero], [zero, hessian]])

    def solve(self, x: CartState, y: CartState, reference: Matrix, room: Room) -> Matrix:
        """Return the jerks of all samples, (N, 2), m/s3.

        Args:
            x: State along x.
            y: State along y.
            reference: Reference of the zero moment points, (N, 2), m.
            room: Their allowed region.
        """
        state = np.array(
            [[x.position, y.position], [x.speed, y.speed], [x.acceleration, y.acceleration]]
        )
        drift = self.matrices.state @ state
        gap = reference - drift
        free: Matrix = self.gains @ gap
        self.bounded = self.solves and not room.hold(drift + self.matrices.jerk @ free)
        if not self.bounded:
            return free
        return self._bounded(drift, gap, room.rows(), free)

    def linear(self, gap: Matrix) -> Matrix:
        """Return the linear part of the cost for both axes stacked, (2 N,)."""
        pull = -(self.matrices.jerk.T @ gap)
        return np.concatenate([pull[:, 0], pull[:, 1]])

    def _bounded(self, drift: Matrix, gap: Matrix, bounds: Bounds, free: Matrix) -> Matrix:
        normals, samples = bounds.normals, bounds.samples
        room = bounds.limits - np.einsum("ij,ij->i", normals, drift[samples])
        jerk = self.matrices.jerk[samples]
        rows = np.hstack([normals[:, :1] * jerk, normals[:, 1:] * jerk])
        lower = np.full(len(room), -1e30)
        # Soft constraints: after a push there may be no solution inside, only the nearest outside.
        sense = np.full(len(room), _SOFT, dtype=np.int32)
        solve = load_solver()  # not kept: a saved state contains no function
        assert solve is not None
        answer, _, flag, _ = solve(
            self.hessian, self.linear(gap), np.ascontiguousarray(rows), room, lower, sense
        )
        if flag not in _SOLVED or not np.all(np.isfinite(answer)):
            return free
        return np.stack([answer[: len(gap)], answer[len(gap) :]], axis=1)
