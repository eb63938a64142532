# SPDX-License-Identifier: MIT
"""Metrics of runs against evaluations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes

from .._arrays import Floats
from ._intervals import Band, check_band, mean_and_band
from ._style import Canvas, Theme

if TYPE_CHECKING:
    import pandas

Run = tuple[Floats, Floats]
"""Evaluations in ascending order, and the metric after each."""

_METRICS = {
    "qd_score": "QD-score",
    "norm_qd_score": "normalised QD-score",
    "obj_max": "highest objective",
    "obj_mean": "mean objective",
    "num_elites": "elites",
}


def metric_name(metric: str) -> str:
    return _METRICS.get(metric, metric.replace("_", " "))


def progress(
    runs: Any,
    ax: Axes | None = None,
    *,
    metric: str = "qd_score",
    label: str | None = None,
    band: Band = "ci95",
    log: bool = False,
    treatment: str | None = None,
    theme: Theme = "auto",
) -> Axes:
    """How a metric grows with the evaluations.

    `runs` is a run, a list of runs, or a dict with the name of each line and its run or runs. A run is the result of a
    search or of `mce.run`, or a data frame with the columns evaluations and `metric`. Several runs are shown by their
    mean, with a `band` around it: the 95 % confidence interval of the mean ("ci95", by Student's t), lowest to highest
    ("minmax"), or None. Between its points a run keeps its value. The line covers the evaluations that all of its runs
    have.

    A study, or a data frame with a column selector, has a line for each selector and a run for each repetition; if
    there are several treatments, `treatment` says which. With `log`, the axis of evaluations is logarithmic.

    >>> import pandas as pd
    >>> import mcelites as mce
    >>> runs = [pd.DataFrame({"evaluations": [100, 200], "coverage": [0.1, last]}) for last in (0.2, 0.4)]
    >>> ax = mce.plot.progress({"greedy": runs}, metric="coverage")
    >>> ax.lines[0].get_ydata().round(3).tolist()
    [0.1, 0.3]
    """
    check_band(band)
    lines = _lines(runs, metric, label, treatment)
    means = [(name, *_mean(name, line, band)) for name, line in lines.items()]
    canvas = Canvas(ax, theme)
    taken = len(canvas.ax.lines)  # lines of an earlier call have the first styles
    for number, (name, evaluations, mean, low, high) in enumerate(means, taken):
        style = canvas.line_style(number)
        canvas.ax.plot(evaluations, mean, label=name, **style)
        if low is not None and high is not None:
            canvas.ax.fill_between(evaluations, low, high, color=style["color"], alpha=0.2, linewidth=0)
    if log:
        canvas.ax.set_xscale("log")
    canvas.ax.set_xlabel("evaluations")
    canvas.ax.set_ylabel(metric_name(metric))
    if any(name is not None for name in lines):
        canvas.legend()
    return canvas.ax


def _mean(name: str | None, runs: list[Run], band: Band) -> tuple[Floats, Floats, Floats | None, Floats | None]:
    """The mean at all evaluations at which some run has a value, where all of them have one."""
    first = max(evaluations[0] for evaluations, _ in runs)
    last = min(evaluations[-1] for evaluations, _ in runs)
    if first > last:
        of = "" if name is None else f" of {name!r}"
        raise ValueError(
            f"the runs{of} have no evaluations in common: one begins at {first:g}, another ends at {last:g}"
        )
    common = np.unique(np.concatenate([evaluations for evaluations, _ in runs]))
    common = common[(common >= first) & (common <= last)]
    samples = [values[np.searchsorted(evaluations, common, side="right") - 1] for evaluations, values in runs]
    return common, *mean_and_band(np.array(samples), band)


# -- what people pass as runs -----------------------------------------------------------------------------------------


def _lines(runs: Any, metric: str, label: str | None, treatment: str | None) -> dict[str | None, list[Run]]:
    if isinstance(runs, Mapping):
        lines: dict[str | None, list[Run]] = {str(name): _runs(each, metric) for name, each in runs.items()}
        if not lines:
            raise ValueError("runs is an empty dict: there is nothing to draw")
        if label is not None:
            raise ValueError(f"label is {label!r}: the names in the dict of runs are the labels")
        return lines
    if hasattr(runs, "curves"):  # a study
        runs, treatment = runs.curves(treatment=treatment), None
    if _is_frame(runs) and "selector" in runs.columns:
        return _lines_of_selectors(runs, metric, treatment)
    return {label: _runs(runs, metric)}


def _lines_of_selectors(frame: pandas.DataFrame, metric: str, treatment: str | None) -> dict[str | None, list[Run]]:
    if "treatment" in frame.columns:
        known = list(frame["treatment"].unique())
        if treatment is None and len(known) == 1:
            treatment = known[0]
        if treatment not in known:
            raise ValueError(f"treatment is {treatment!r}: it has to be one of {', '.join(map(repr, known))}")
        frame = frame[frame["treatment"] == treatment]
    if len(frame) == 0:
        raise ValueError("the table has no rows: there is nothing to draw")
    by_selector = frame.groupby("selector", sort=False)
    if "repetition" not in frame.columns:
        return {str(name): [_run(rows, metric)] for name, rows in by_selector}
    return {str(name): [_run(run, metric) for _, run in rows.groupby("repetition")] for name, rows in by_selector}


def _runs(runs: Any, metric: str) -> list[Run]:
    if not isinstance(runs, Sequence) or isinstance(runs, str):
        return [_run(runs, metric)]
    if not runs:
        raise ValueError("a list of runs is empty: there is nothing to draw")
    return [_run(each, metric) for each in runs]


def _run(run: Any, metric: str) -> Run:
    frame = getattr(run, "history", getattr(run, "curve", run))
    if not _is_frame(frame):
        raise TypeError(f"a run is {type(run).__name__}: it has to be a data frame, or a result with history or curve")
    for column in ("evaluations", metric):
        if column not in frame.columns:
            raise ValueError(f"a run has no column {column!r}: its columns are {', '.join(map(str, frame.columns))}")
    if len(frame) == 0:
        raise ValueError("a run has no rows: there is nothing to draw")
    evaluations = frame["evaluations"].to_numpy(dtype=float)
    if (np.diff(evaluations) < 0).any():
        raise ValueError("the evaluations of a run are not in ascending order: is it several runs? Pass them as a list")
    return evaluations, frame[metric].to_numpy(dtype=float, na_value=np.nan)


def _is_frame(value: Any) -> bool:
    return hasattr(value, "columns") and hasattr(value, "groupby")
