# SPDX-License-Identifier: MIT
"""Means of runs, and the intervals around them."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal

from .._arrays import Floats

Band = Literal["ci95", "minmax"] | None


def check_band(band: Band) -> None:
    if band not in ("ci95", "minmax", None):
        raise ValueError(f"band is {band!r}: it has to be 'ci95', 'minmax' or None")


def mean_and_band(samples: Floats, band: Band) -> tuple[Floats, Floats | None, Floats | None]:
    """The mean of each column, and where the band around it begins and ends. Rows are runs. The mean of one run has no
    confidence interval, and there is no band around it."""
    check_band(band)
    mean = samples.mean(axis=0)
    runs = len(samples)
    if band is None or runs < 2:
        return mean, None, None
    if band == "minmax":
        return mean, samples.min(axis=0), samples.max(axis=0)
    half = student_t_quantile(0.975, runs - 1) * samples.std(axis=0, ddof=1) / math.sqrt(runs)
    return mean, mean - half, mean + half


@lru_cache
def student_t_quantile(probability: float, degrees: int) -> float:
    """Where Student's t distribution reaches this probability, which is at least one half.

    >>> round(student_t_quantile(0.975, 9), 6)
    2.262157
    """
    if not 0.5 <= probability < 1 or degrees < 1:
        raise ValueError(f"probability {probability} with {degrees} degrees: it has to be 0.5 to 1, with 1 or more")
    low, high = 0.0, math.pi / 2  # t = √degrees · tan(angle)
    for _ in range(60):
        middle = (low + high) / 2
        if 0.5 + _within(middle, degrees) / 2 < probability:
            low = middle
        else:
            high = middle
    return math.sqrt(degrees) * math.tan(low)


def _within(angle: float, degrees: int) -> float:
    """The probability that |t| is at most √degrees · tan(angle): Abramowitz & Stegun 1964, 26.7.3 and 26.7.4."""
    cosine = math.cos(angle)
    odd = degrees % 2 == 1
    term = cosine if odd else 1.0
    total = 0.0
    for power in range(2 if odd else 1, degrees, 2):
        total += term
        term *= cosine * cosine * power / (power + 1)
    total *= math.sin(angle)
    return (angle + total) * 2 / math.pi if odd else total
