# SPDX-License-Identifier: MIT
"""Confidence intervals, without SciPy."""

from __future__ import annotations

import math
from functools import cache

import pandas


@cache
def student_quantile(degrees: int, probability: float = 0.975) -> float:
    """Student's t: the value below which a share of `probability` (more than 0.5) lies; NaN without degrees.

    >>> round(student_quantile(9), 6)
    2.262157
    """
    if degrees < 1:
        return math.nan
    low, high = 0.0, 1.0
    while _within(high, degrees) < 2 * probability - 1:
        low, high = high, 2 * high
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        if _within(middle, degrees) < 2 * probability - 1:
            low = middle
        else:
            high = middle


def _within(t: float, degrees: int) -> float:
    """The probability of −t to t (Abramowitz & Stegun 26.7.3 and 26.7.4)."""
    angle = math.atan2(t, math.sqrt(degrees))
    square = math.cos(angle) ** 2
    odd = degrees % 2 == 1
    term = math.cos(angle) if odd else 1.0
    total = 0.0
    for i in range(3 if odd else 2, degrees + 1, 2):
        total += term
        term *= (i - 1) / i * square
        if term < 1e-20:
            break
    if odd:
        return (2 / math.pi) * (angle + math.sin(angle) * total)
    return math.sin(angle) * total


def described(values: pandas.DataFrame, by: list[str], column: str) -> pandas.DataFrame:
    """The numbers of a column in each group: runs, mean, deviation, and the 95 % interval of the mean by Student's t.
    One number has neither deviation nor interval: they are NaN. Groups keep their order."""
    groups = values.groupby(by, sort=False, observed=True)[column]
    table = groups.agg(runs="size", mean="mean", deviation="std").reset_index()
    reach = table["runs"].map(lambda runs: student_quantile(int(runs) - 1)) * table["deviation"] / table["runs"] ** 0.5
    table["interval_low"] = table["mean"] - reach
    table["interval_high"] = table["mean"] + reach
    return table
