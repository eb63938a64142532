# SPDX-License-Identifier: MIT
"""The cells of an archive, made of what people say about them. What is wrong is said in their words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _native
from ._arrays import ranges as as_ranges, seed_number, table, whole

Ranges = ArrayLike | Sequence[tuple[float, float]]

_MOST_MEASURES = 16
MOST_CELLS = 100_000_000


def grid(ranges: Ranges, dims: int | Sequence[int]) -> _native.Partition:
    """Boxes: so many along each measure. One number stands for all."""
    pairs = _pairs(ranges)
    given: Any = dims if isinstance(dims, (list, tuple)) or np.ndim(dims) > 0 else [dims]
    bins = [whole(each, "dims", 1, MOST_CELLS) for each in given]
    if len(bins) == 1:
        bins *= len(pairs)
    if len(bins) != len(pairs):
        raise ValueError(
            f"dims has {len(bins)} numbers, and ranges has {len(pairs)} pairs: there has to be one for each measure"
        )
    cells = math.prod(bins)
    if cells > MOST_CELLS:
        raise ValueError(f"dims is {bins}, which makes {cells:,} cells: there can be up to {MOST_CELLS:,}")
    for i, ((low, high), along) in enumerate(zip(pairs, bins, strict=True)):
        if not math.isfinite(along / (high - low)):
            raise ValueError(f"ranges[{i}] is ({low!r}, {high!r}): that is too close together for {along} cells")
    return _native.grid(pairs, bins)


def spread_centroids(ranges: Ranges, count: int, seed: int) -> _native.Partition:
    """The surroundings of so many centroids, spread evenly."""
    most = 100_000
    return _native.spread_centroids(_pairs(ranges), whole(count, "centroids", 1, most), seed_number(seed))


def centroids_at(ranges: Ranges, points: ArrayLike) -> _native.Partition:
    """The surroundings of these centroids, a row each."""
    pairs = _pairs(ranges)
    rows = table(points, "centroids", len(pairs))
    lower, upper = np.array(pairs).T
    outside = np.argwhere(~((rows >= lower) & (rows <= upper)))
    if len(outside):
        row, measure = outside[0].tolist()
        raise ValueError(
            f"centroids[{row}] is {rows[row].tolist()}: the range of measure {measure} is {pairs[measure]}"
        )
    return _native.centroids_at(pairs, rows)


def _pairs(ranges: Ranges) -> list[tuple[float, float]]:
    pairs = as_ranges(ranges, "ranges")
    if not 1 <= len(pairs) <= _MOST_MEASURES:
        raise ValueError(f"ranges has {len(pairs)} pairs: there have to be 1 to {_MOST_MEASURES}, one for each measure")
    for i, (low, high) in enumerate(pairs):
        if not (low < high and math.isfinite(high - low)):
            raise ValueError(
                f"ranges[{i}] is ({low!r}, {high!r}): it has to be two finite numbers, the first one the smaller"
            )
    return pairs
