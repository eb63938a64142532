# SPDX-License-Identifier: MIT
"""Metrics against a parameter."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas
from matplotlib.axes import Axes

from ._intervals import Band, check_band, mean_and_band
from ._progress import metric_name
from ._style import Canvas, Theme

_MARKS = "osD^vP"


def sweep(
    table: pandas.DataFrame,
    x: str,
    y: str = "qd_score",
    hue: str | None = None,
    ax: Axes | None = None,
    *,
    band: Band = "ci95",
    log: bool | None = None,
    theme: Theme = "auto",
) -> Axes:
    """The mean of the column `y` against the parameter in the column `x`, from a table with a row for each run.

    There is a line for each value of `hue`, and a bar at each mean: its 95 % confidence interval ("ci95", by Student's
    t), lowest to highest ("minmax"), or None. Runs that do not have the parameter (`x` is missing) are a horizontal
    line to compare with. The axis of `x` is logarithmic if `log` says so; by default if its values are positive and the
    highest is a hundred times the lowest or more. Text as `x` is set out evenly.

    >>> import pandas as pd
    >>> import mcelites as mce
    >>> runs = pd.DataFrame({"selector": ["ucb-cell:lambda=0.1"] * 2 + ["ucb-cell:lambda=1"] * 2 + ["uniform"] * 2,
    ...                      "qd_score": [5.0, 6.0, 8.0, 8.5, 4.0, 4.5]})
    >>> ax = mce.plot.sweep(mce.plot.split_labels(runs), "lambda", hue="selector")
    >>> ax.lines[0].get_ydata().tolist()
    [5.5, 8.25]
    """
    check_band(band)
    _check_columns(table, [x, y] if hue is None else [x, y, hue])
    rows = table[table[y].notna()].reset_index(drop=True)
    places, names = _places(rows[x], x)
    if log is None:
        log = names is None and bool(places.min() > 0 and places.max() >= 100 * places.min())
    if log and (names is not None or places.min() <= 0):
        found = f"{places.min():g}" if names is None else repr(names[0])
        raise ValueError(f"{x} has the value {found}: a logarithmic axis is for positive numbers")
    canvas = Canvas(ax, theme)
    groups = [(None, rows)] if hue is None else list(rows.groupby(hue, sort=False))
    for number, (name, group) in enumerate(groups):
        style = canvas.line_style(number)
        swept = group[group[x].notna()]
        if len(swept):
            _draw_line(canvas.ax, places[swept.index], swept[y], band, name, style | {"marker": _MARKS[number % 6]})
        if len(swept) < len(group):
            reference = f"without {x}" if hue is None else None if len(swept) else name
            _draw_reference(canvas.ax, group.loc[group[x].isna(), y], band, reference, style)
    if log:
        canvas.ax.set_xscale("log")
    if names is not None:
        canvas.ax.set_xticks(range(len(names)), names)
    canvas.ax.set_xlabel(x)
    canvas.ax.set_ylabel(metric_name(y))
    if canvas.ax.get_legend_handles_labels()[1]:
        canvas.legend()
    return canvas.ax


def split_labels(table: pandas.DataFrame, column: str = "selector") -> pandas.DataFrame:
    """The table with a column for each parameter in the labels of a column, in which the names stay.

    >>> import pandas as pd
    >>> split_labels(pd.DataFrame({"selector": ["ucb-cell:lambda=0.5", "uniform"]}))
       selector  lambda
    0  ucb-cell     0.5
    1   uniform     NaN
    """
    _check_columns(table, [column])
    names = []
    settings: dict[str, list[Any]] = {}
    for row, label in enumerate(table[column].astype(str)):
        name, _, parameters = label.partition(":")
        names.append(name)
        for setting in filter(None, parameters.split(",")):
            key, equals, value = setting.partition("=")
            if not equals:
                raise ValueError(f"{column} is {label!r}: it has to be a name, or like 'ucb-cell:lambda=0.5'")
            settings.setdefault(key, [None] * len(table))[row] = _number(value)
    for key in settings:
        if key in table.columns:
            raise ValueError(f"the table has a column {key!r} already, which is also a parameter of a {column}")
    return table.assign(**{column: names}, **{key: pandas.Series(v, table.index) for key, v in settings.items()})


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _check_columns(table: pandas.DataFrame, columns: list[str]) -> None:
    if not isinstance(table, pandas.DataFrame):
        raise TypeError(f"table is {type(table).__name__}: it has to be a pandas data frame with a row for each run")
    for column in columns:
        if column not in table.columns:
            raise ValueError(
                f"the table has no column {column!r}: its columns are {', '.join(map(str, table.columns))}"
            )


def _places(values: pandas.Series[Any], x: str) -> tuple[pandas.Series[float], list[str] | None]:
    """Where each value is on the axis; for text also the names there."""
    known = values.dropna()
    if len(known) == 0:
        raise ValueError(f"the column {x!r} has no values: there is nothing to draw")
    try:
        return known.astype(float), None
    except (TypeError, ValueError):
        names = list(dict.fromkeys(known.astype(str)))
        return known.astype(str).map(names.index).astype(float), names


def _draw_line(
    ax: Axes, places: pandas.Series[float], values: pandas.Series[Any], band: Band, name: Any, style: dict[str, Any]
) -> None:
    at = np.unique(places)
    samples = [values[places == place].to_numpy(dtype=float) for place in at]
    summaries = [mean_and_band(sample[:, np.newaxis], band) for sample in samples]
    means = np.array([mean[0] for mean, _, _ in summaries])
    ax.plot(at, means, label=name, **style)
    bars = [
        (place, low[0], high[0])
        for place, (_, low, high) in zip(at, summaries, strict=True)
        if low is not None and high is not None
    ]
    if bars:
        ax.vlines(*zip(*bars, strict=True), color=style["color"])


def _draw_reference(ax: Axes, values: pandas.Series[Any], band: Band, name: Any, style: dict[str, Any]) -> None:
    mean, low, high = mean_and_band(values.to_numpy(dtype=float)[:, np.newaxis], band)
    ax.axhline(mean[0], label=name, **(style | {"linestyle": "--"}))
    if low is not None and high is not None:
        ax.axhspan(low[0], high[0], color=style["color"], alpha=0.15, linewidth=0)
