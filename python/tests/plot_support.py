# SPDX-License-Identifier: MIT
"""What the tests of pictures share. They draw without a screen."""

from __future__ import annotations

from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import mcelites as mce
import pandas as pd
import pytest


@pytest.fixture(autouse=True)
def nothing_global() -> Any:
    """Each test begins and ends without figures, and the functions change no setting."""
    plt.close("all")  # tests of other files draw, too
    before = dict(matplotlib.rcParams)
    yield
    plt.close("all")
    assert dict(matplotlib.rcParams) == before


def grid(*dims: int) -> mce.GridArchive:
    ranges = [(-1, 1), (0, 5), (-2, 0), (10, 20), (0, 1)][: len(dims)]
    return mce.GridArchive(solution_dim=len(dims), dims=dims, ranges=ranges)


def frame(evaluations: list[int], values: list[float], metric: str = "qd_score") -> pd.DataFrame:
    return pd.DataFrame({"evaluations": evaluations, metric: values})
