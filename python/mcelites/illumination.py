# SPDX-License-Identifier: MIT
"""One call for everything: archive, search and run."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Literal

from numpy.typing import ArrayLike

from ._arrays import ranges as as_ranges
from ._evaluation import Function
from ._progress import Progress
from .archives import Archive, CVTArchive, GridArchive
from .results import Result
from .search import Search
from .variation import Variation

_USUAL_DIMS = {1: 100, 2: 100, 3: 20, 4: 10}  # cells along each measure, by the number of measures
_USUAL_CENTROIDS = 1000


def illuminate(
    function: Function,
    *,
    bounds: ArrayLike,
    ranges: ArrayLike,
    evaluations: int,
    dims: int | Sequence[int] | None = None,
    centroids: int | ArrayLike | None = None,
    qd_score_offset: float = 0.0,
    selector: str = "recommended",
    variation: Variation | str = "iso-line",
    seed: int = 1,
    initial: int = 100,
    executor: Executor | None = None,
    in_flight: int | None = None,
    order: Literal["asked", "arrival"] = "asked",
    vectorized: bool = False,
    batch: int | None = None,
    give_up_after: int | None = 10,
    progress: Progress = True,
    history: int = 100,
) -> Result:
    """Finds the best solutions of every kind: `function(solution)` returns (objective, measures).

    `bounds` has a pair (low, high) for each number of a solution, `ranges` one for each measure. The archive is a grid
    with `dims` cells along each measure, or a CVT archive with `centroids`. If neither is said, it is a grid of 100 ×
    100 for two measures, of 100, 20³ or 10⁴ for one, three or four, and 1,000 centroids for more. The other parameters
    are those of `GridArchive`, `Search` and `Search.run`.

    If you may want to interrupt it and go on later, make a `Search` and use its `run`.

    >>> import mcelites as mce
    >>> result = mce.illuminate(lambda x: (-(x**2).sum(), x[:2]), bounds=[(-1, 1)] * 3, ranges=[(-1, 1)] * 2,
    ...                         dims=10, evaluations=2000, progress=False)
    >>> len(result.archive)
    100
    """
    search = Search(
        _archive(len(as_ranges(bounds, "bounds")), ranges, dims, centroids, qd_score_offset),
        bounds=bounds,
        selector=selector,
        variation=variation,
        seed=seed,
        initial=initial,
    )
    return search.run(
        function,
        evaluations,
        executor=executor,
        in_flight=in_flight,
        order=order,
        vectorized=vectorized,
        batch=batch,
        give_up_after=give_up_after,
        progress=progress,
        history=history,
    )


def _archive(
    solution_dim: int,
    ranges: ArrayLike,
    dims: int | Sequence[int] | None,
    centroids: int | ArrayLike | None,
    qd_score_offset: float,
) -> Archive:
    if dims is not None and centroids is not None:
        raise ValueError("an archive has either dims (a grid) or centroids: say one of them")
    measures = len(as_ranges(ranges, "ranges"))
    if centroids is None and dims is None:
        dims = _USUAL_DIMS.get(measures)
        centroids = _USUAL_CENTROIDS if dims is None else None
    if centroids is not None:
        return CVTArchive(
            solution_dim=solution_dim, ranges=ranges, centroids=centroids, qd_score_offset=qd_score_offset
        )
    assert dims is not None
    return GridArchive(solution_dim=solution_dim, dims=dims, ranges=ranges, qd_score_offset=qd_score_offset)
