# SPDX-License-Identifier: MIT
"""Means of runs, and the intervals around them."""

from __future__ import annotations

import math
from typing import Literal

from .._arrays import Floats
from .._statistics import student_quantile

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
    half = student_quantile(runs - 1) * samples.std(axis=0, ddof=1) / math.sqrt(runs)
    return mean, mean - half, mean + half
