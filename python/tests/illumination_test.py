# SPDX-License-Identifier: MIT
"""mce.illuminate."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import mcelites as mce
import pytest
from bowls import bowl, make_search, of


@pytest.mark.parametrize("measures, cells", [(1, 100), (2, 10_000), (3, 8000), (4, 10_000), (5, 1000)])
def test_illuminate_chooses_an_archive(measures, cells):
    result = mce.illuminate(
        lambda x: (x[0], x[:measures]), bounds=[(0, 1)] * 6, ranges=[(0, 1)] * measures, evaluations=50, progress=False
    )
    assert result.archive.cells == cells and result.archive.solution_dim == 6
    assert isinstance(result.archive, mce.GridArchive if measures < 5 else mce.CVTArchive)


def test_illuminate_takes_all_options():
    options = {"bounds": [(-1, 1)] * 4, "ranges": [(-1, 1)] * 2, "progress": False}
    search = make_search(selector="ucb-cell", variation=mce.Gaussian(0.1), initial=30, seed=9)
    of(search, bowl, 200, in_flight=3)
    with ThreadPoolExecutor(2) as pool:
        result = mce.illuminate(
            bowl, evaluations=200, dims=20, selector="ucb-cell", variation=mce.Gaussian(0.1), initial=30, seed=9,
            executor=pool, in_flight=3, qd_score_offset=-4, history=7, **options
        )  # fmt: skip
    assert result.archive.signature() == search.archive.signature()
    assert result.archive.stats == search.archive.stats and len(result.history) == 8
    assert mce.illuminate(bowl, evaluations=10, dims=[5, 7], **options).archive.cells == 35
    assert mce.illuminate(bowl, evaluations=10, centroids=50, **options).archive.cells == 50
    with pytest.raises(ValueError, match="either dims"):
        mce.illuminate(bowl, evaluations=10, dims=10, centroids=50, **options)
