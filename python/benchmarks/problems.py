# SPDX-License-Identifier: MIT
"""The two problems of the comparisons as NumPy functions, defined as in docs/algorithm.md (sections 4.1 and 4.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Problem:
    name: str
    genes: int
    bound: float
    """Every gene is in [−bound, bound]."""
    measure_bound: float
    worst: float
    """The lowest objective; its negative scales the quality to [0, 1]."""
    sigma: float
    evaluate: Callable[[Floats], tuple[Floats, Floats]]
    """Objective and measures of each row."""

    @property
    def bounds(self) -> list[tuple[float, float]]:
        return [(-self.bound, self.bound)] * self.genes

    @property
    def ranges(self) -> list[tuple[float, float]]:
        return [(-self.measure_bound, self.measure_bound)] * 2


def rastrigin(x: Floats) -> tuple[Floats, Floats]:
    return -(10 * x.shape[1] + np.sum(x**2 - 10 * np.cos(2 * np.pi * x), axis=1)), x[:, :2].copy()


def arm(angles: Floats) -> tuple[Floats, Floats]:
    directions = np.cumsum(angles, axis=1)
    return -np.var(angles, axis=1), np.stack([np.cos(directions).mean(axis=1), np.sin(directions).mean(axis=1)], axis=1)


PROBLEMS = {
    "rastrigin": Problem("rastrigin", 10, 5.12, 5.12, -10 * 40.35329019, 0.2, rastrigin),
    "arm": Problem("arm", 12, np.pi, 1.0, -(np.pi**2), 0.2, arm),
}
