# SPDX-License-Identifier: MIT
"""mce.plot.progress and mce.plot.sweep: the lines, and the intervals around them."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import matplotlib.pyplot as plt
import mcelites as mce
import numpy as np
import pandas as pd
import pytest
from mcelites._statistics import student_quantile
from mcelites.plot._intervals import mean_and_band
from plot_support import frame, nothing_global  # noqa: F401

# -- progress ---------------------------------------------------------------------------------------------------------


def band_of(ax: Any, number: int = 0) -> tuple[list[float], list[float]]:
    """The lower and the upper end of a band at each place."""
    corners = ax.collections[number].get_paths()[0].vertices
    places = sorted(set(corners[:, 0]))
    ends = [corners[corners[:, 0] == place, 1] for place in places]
    return [min(each) for each in ends], [max(each) for each in ends]


def test_one_run_is_a_line_without_a_band() -> None:
    for run in (
        frame([10, 20], [1, 3]),
        SimpleNamespace(history=frame([10, 20], [1, 3])),
        SimpleNamespace(curve=frame([10, 20], [1, 3])),
    ):
        ax = mce.plot.progress(run)
        assert ax.lines[0].get_xydata().tolist() == [[10, 1], [20, 3]]
        assert len(ax.collections) == 0 and ax.get_legend() is None
        assert (ax.get_xlabel(), ax.get_ylabel()) == ("evaluations", "QD-score")


def test_several_runs_are_their_mean_with_its_confidence_interval() -> None:
    ax = mce.plot.progress([frame([10, 20], [1, 2]), frame([10, 20], [3, 6]), frame([10, 20], [5, 7])], label="mine")
    assert ax.lines[0].get_ydata().tolist() == [3, 5]
    half = [4.302652729749462 * 2 / 3**0.5, 4.302652729749462 * 7**0.5 / 3**0.5]  # by hand: deviations are 2 and √7
    low, high = band_of(ax)
    np.testing.assert_allclose(low, [3 - half[0], 5 - half[1]], rtol=1e-9)
    np.testing.assert_allclose(high, [3 + half[0], 5 + half[1]], rtol=1e-9)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["mine"]
    low, high = band_of(mce.plot.progress([frame([10, 20], [1, 2]), frame([10, 20], [3, 6])], band="minmax"))
    assert (low, high) == ([1, 2], [3, 6])
    assert len(mce.plot.progress([frame([1], [1]), frame([1], [2])], band=None).collections) == 0


def test_runs_are_steps_between_their_points() -> None:
    ax = mce.plot.progress([frame([10, 30, 50], [1, 3, 5]), frame([20, 40], [10, 20])])
    assert ax.lines[0].get_xydata().tolist() == [[20, 5.5], [30, 6.5], [40, 11.5]]
    with pytest.raises(ValueError, match="no evaluations in common: one begins at 30, another ends at 20"):
        mce.plot.progress([frame([10, 20], [1, 2]), frame([30, 40], [1, 2])])


def test_a_dict_has_a_line_for_each_name() -> None:
    runs = {"a": [frame([1, 2], [1, 2])] * 2, "b": frame([1, 2], [3, 4])}
    ax = mce.plot.progress(runs, log=True)
    assert [line.get_label() for line in ax.lines] == ["a", "b"]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["a", "b"]
    assert ax.lines[0].get_color() != ax.lines[1].get_color()
    assert ax.get_xscale() == "log"
    mce.plot.progress(frame([1, 2], [5, 6]), ax, label="c")
    assert len({line.get_color() for line in ax.lines}) == 3


def test_more_lines_than_colours_differ_by_their_dashes() -> None:
    ax = mce.plot.progress({str(i): frame([1, 2], [i, i]) for i in range(20)})
    assert len({(line.get_color(), line.get_linestyle()) for line in ax.lines}) == 20


def curves() -> pd.DataFrame:
    rows = [
        (treatment, selector, repetition, evaluations, 10 * evaluations + repetition, None if evaluations == 1 else 1.0)
        for treatment in ("arm", "maze")
        for selector in ("uniform", "greedy")
        for repetition in range(2)
        for evaluations in (1, 2)
    ]
    columns = ["treatment", "selector", "repetition", "evaluations", "coverage", "best"]
    return pd.DataFrame(rows, columns=columns)


def test_a_study_has_a_line_for_each_selector() -> None:
    def of_study(treatment: str | None = None) -> pd.DataFrame:
        return curves() if treatment is None else curves()[lambda table: table["treatment"] == treatment]

    for source in (curves(), SimpleNamespace(curves=of_study)):
        ax = mce.plot.progress(source, metric="coverage", treatment="maze")
        assert [line.get_label() for line in ax.lines] == ["uniform", "greedy"]
        assert ax.lines[0].get_xydata().tolist() == [[1, 10.5], [2, 20.5]]
        assert len(ax.collections) == 2
        with pytest.raises(ValueError, match="treatment is None: it has to be one of 'arm', 'maze'"):
            mce.plot.progress(source, metric="coverage")
    assert np.isnan(mce.plot.progress(curves(), metric="best", treatment="arm").lines[0].get_ydata()[0])


def test_curves_do_not_need_the_compiled_part() -> None:
    script = """
import sys
sys.modules["mcelites._native"] = None
import mcelites as mce, pandas as pd
print(len(mce.plot.progress(pd.DataFrame({"evaluations": [1, 2], "qd_score": [1, 2]})).lines))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=False,
        capture_output=True,
        text=True,
        env=os.environ | {"MPLBACKEND": "Agg"},
    )
    assert (done.stdout, done.returncode) == ("1\n", 0), done.stderr


def test_wrong_runs() -> None:
    run = frame([1, 2], [1, 2])
    for wrong, error, message in [
        ({}, ValueError, "an empty dict"),
        ([], ValueError, "list of runs is empty"),
        (7, TypeError, "a run is int: it has to be a data frame"),
        (frame([], []), ValueError, "no rows"),
        (frame([1, 2, 1, 2], [1, 2, 3, 4]), ValueError, "not in ascending order"),
        (frame([1], [1], "coverage"), ValueError, "no column 'qd_score': its columns are evaluations, coverage"),
    ]:
        with pytest.raises(error, match=message):
            mce.plot.progress(wrong)
    with pytest.raises(ValueError, match="band is 'sd': it has to be 'ci95', 'minmax' or None"):
        mce.plot.progress(run, band="sd")  # type: ignore[arg-type]
    assert plt.get_fignums() == []  # nothing is drawn before all is checked


def test_quantiles_of_student_t() -> None:
    # As scipy.stats.t.ppf computes them.
    known = {1: 12.7062047362, 2: 4.3026527297, 3: 3.1824463053, 4: 2.7764451052, 9: 2.2621571628, 1000: 1.9623390808}
    for degrees, value in known.items():
        assert student_quantile(degrees) == pytest.approx(value, rel=1e-9)
    assert student_quantile(5, 0.995) == pytest.approx(4.0321429836, rel=1e-9)
    assert math.isnan(student_quantile(0))
    mean, low, high = mean_and_band(np.array([[1.0, 5.0]]), "ci95")
    assert mean.tolist() == [1, 5] and low is None and high is None


# -- sweeps -----------------------------------------------------------------------------------------------------------


def sweep_table() -> pd.DataFrame:
    labels = ["ucb-cell:lambda=0.01", "ucb-cell:lambda=1", "ucb-individual:lambda=1", "uniform"]
    rows = [(label, 10.0 * number + run) for number, label in enumerate(labels) for run in (0, 1, 2)]
    return pd.DataFrame(rows, columns=["selector", "qd_score"], index=[5] * 12)  # an index that says nothing


def test_labels_are_split_into_parameters() -> None:
    table = mce.plot.split_labels(pd.DataFrame({"selector": ["a:x=1,mode=fast", "b", "a:x=2e-3"], "x1": 1}))
    assert table["selector"].tolist() == ["a", "b", "a"]
    assert table["x"].tolist()[::2] == [1, 0.002] and np.isnan(table["x"][1])
    assert table["mode"][0] == "fast" and table["mode"].isna().tolist() == [False, True, True]
    with pytest.raises(ValueError, match="selector is 'a:b': it has to be a name, or like"):
        mce.plot.split_labels(pd.DataFrame({"selector": ["a:b"]}))
    with pytest.raises(ValueError, match="has a column 'x' already"):
        mce.plot.split_labels(pd.DataFrame({"selector": ["a:x=1"], "x": [1]}))


def test_a_sweep_has_means_with_intervals_and_a_line_for_those_without_the_parameter() -> None:
    ax = mce.plot.sweep(mce.plot.split_labels(sweep_table()), "lambda", hue="selector")
    assert [line.get_label() for line in ax.lines] == ["ucb-cell", "ucb-individual", "uniform"]
    assert ax.lines[0].get_xydata().tolist() == [[0.01, 1], [1, 11]]
    assert ax.lines[1].get_xydata().tolist() == [[1, 21]]
    assert list(ax.lines[2].get_ydata()) == [31, 31]
    half = 4.302652729749462 / 3**0.5
    np.testing.assert_allclose(ax.collections[0].get_segments()[1], [[1, 11 - half], [1, 11 + half]], rtol=1e-9)
    box = ax.patches[0].get_extents().transformed(ax.transData.inverted())
    np.testing.assert_allclose([box.y0, box.y1], [31 - half, 31 + half], rtol=1e-9)
    assert ax.get_xscale() == "log" and ax.get_xlabel() == "lambda"
    assert len(ax.get_legend().get_texts()) == 3


def test_axes_of_sweeps() -> None:
    table = pd.DataFrame({"batch": [1, 2, 3, 3], "kind": ["b", "a", "c", "c"], "qd_score": [1.0, 2.0, 3.0, None]})
    assert mce.plot.sweep(table, "batch").get_xscale() == "linear"
    assert mce.plot.sweep(table, "batch", log=True).get_xscale() == "log"
    ax = mce.plot.sweep(table, "kind")
    assert [label.get_text() for label in ax.get_xticklabels()] == ["b", "a", "c"]
    assert ax.lines[0].get_xydata().tolist() == [[0, 1], [1, 2], [2, 3]]
    without = mce.plot.sweep(table.assign(batch=[1, 2, None, None]), "batch")
    assert [text.get_text() for text in without.get_legend().get_texts()] == ["without batch"]


def test_wrong_sweeps() -> None:
    table = pd.DataFrame({"x": [0, 1], "y": [1.0, 2.0], "text": ["a", "b"], "none": [None, None]})
    for arguments, message in [
        ({"x": "z", "y": "y"}, "no column 'z': its columns are x, y"),
        ({"x": "x", "y": "y", "log": True}, "x has the value 0: a logarithmic axis"),
        ({"x": "text", "y": "y", "log": True}, "text has the value 'a': a logarithmic axis"),
        ({"x": "none", "y": "y"}, "'none' has no values"),
    ]:
        with pytest.raises(ValueError, match=message):
            mce.plot.sweep(table, **arguments)
    with pytest.raises(TypeError, match="table is list: it has to be a pandas data frame"):
        mce.plot.sweep([], "x")  # type: ignore[arg-type]
    assert plt.get_fignums() == []
