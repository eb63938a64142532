# SPDX-License-Identifier: MIT
"""The file of a study, as data frames. Most of it can be read with Python's own SQLite, where the compiled part of the
package is missing."""

from __future__ import annotations

import html
import json
import os
import sqlite3
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from types import ModuleType
from typing import Any

import numpy as np
import pandas

from ._arrays import by_column, text, whole
from ._statistics import described
from ._store import reading, turn
from .errors import Error

Patterns = str | Sequence[str] | None
"""One or more names of treatments (or of testbeds), or labels of selectors; * stands for any text. None: all."""

_KEYS = ("treatment", "selector", "repetition", "evaluations")


class Study:
    """The results of a study, in a file that `mce study run` or `mce.study.run` wrote. Nothing is changed in it, and
    nothing stays open: what another process adds meanwhile is there at the next look.

    Metrics have names with underscores, such as "qd_score". Those that compare runs are NaN until all runs of their
    treatment are in.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fsdecode(path)
        with reading(self._path) as database:
            self._protocol(database)  # raises if this is no study

    def __enter__(self) -> Study:
        return self

    def __exit__(self, *_: object) -> None:
        """There is nothing to close."""

    # -- what it consists of ------------------------------------------------------------------------------------------

    @property
    def path(self) -> str:
        return self._path

    @property
    def name(self) -> str:
        return str(self.protocol["name"])

    @property
    def protocol(self) -> dict[str, Any]:
        """The protocol, with every list expanded and every default filled in."""
        with reading(self._path) as database:
            return self._protocol(database)

    @property
    def metrics(self) -> list[str]:
        """The metrics that the file has."""
        with reading(self._path) as database:
            return _metrics(database)

    @property
    def treatments(self) -> pandas.DataFrame:
        """A row for each treatment: name, testbed, cells, evaluations of a run, runs so far and in all, and whether all
        of them are compared."""
        with reading(self._path) as database:
            protocol = self._protocol(database)
            runs = dict(database.execute("SELECT treatment, count(*) FROM run GROUP BY 1").fetchall())
            columns = "treatment, name, testbed, cells, measured"
            rows = database.execute(f"SELECT {columns} FROM treatment ORDER BY 1").fetchall()
        all_runs = len(protocol["selectors"]) * protocol["repetitions"]
        evaluations = {each["name"]: each["evaluations"] for each in protocol["treatments"]}
        return pandas.DataFrame(
            [
                (name, testbed, cells, evaluations.get(name), runs.get(number, 0), all_runs, bool(measured))
                for number, name, testbed, cells, measured in rows
            ],
            columns=["name", "testbed", "cells", "evaluations", "runs", "all_runs", "measured"],
        )

    @property
    def selectors(self) -> pandas.DataFrame:
        """A row for each selector: its label in the study, its name, and a dict of all its settings."""
        entries = [(each["label"], each["name"], each["settings"]) for each in self.protocol["selectors"]]
        return pandas.DataFrame(entries, columns=["label", "name", "settings"])

    # -- runs, read with SQLite ---------------------------------------------------------------------------------------

    def runs(
        self, *, treatment: Patterns = None, selector: Patterns = None, repetition: int | None = None
    ) -> pandas.DataFrame:
        """A row for each run: seed, signature, and how it ended."""
        with reading(self._path) as database:
            metrics = _metrics(database)
            columns = ["seed", "signature", "evaluations", "rejected", "seconds", "filled", "best", *metrics]
            return self._rows(
                database,
                columns,
                "SELECT r.treatment, r.selector, r.repetition, seed, signature, r.evaluations, rejected, seconds, "
                f"{', '.join(columns[5:])} FROM run r JOIN curve c ON (c.treatment, c.selector, c.repetition, "
                "c.evaluations) = (r.treatment, r.selector, r.repetition, r.evaluations)",
                ("r.treatment", "r.selector", "r.repetition"),
                (treatment, selector, repetition),
            )

    def curves(
        self,
        metric: str | None = None,
        *,
        treatment: Patterns = None,
        selector: Patterns = None,
        repetition: int | None = None,
    ) -> pandas.DataFrame:
        """A row for each run and save point: how many cells were filled, the best objective, and all metrics; or only
        one of these columns."""
        with reading(self._path) as database:
            metrics = _metrics(database)
            table = self._rows(
                database,
                ["evaluations", "filled", "cells", "best", *metrics],
                f"SELECT treatment, selector, repetition, evaluations, filled, cells, best, {', '.join(metrics)} "
                "FROM curve LEFT JOIN treatment USING (treatment)",
                ("treatment", "selector", "repetition", "evaluations"),
                (treatment, selector, repetition),
            )
        table.insert(5, "filled_share", table["filled"] / table.pop("cells"))
        if metric is None:
            return table
        return table[[*_KEYS, _column(metric, ["filled", "filled_share", "best", *metrics])]]

    def mean_curves(
        self, metric: str | None = None, *, treatment: Patterns = None, selector: Patterns = None
    ) -> pandas.DataFrame:
        """A row for each treatment, metric, selector and save point: runs, mean, deviation and the 95 % interval of the
        mean."""
        table = self.curves(treatment=treatment, selector=selector)
        known = [name for name in table.columns if name not in _KEYS and name != "filled"]
        chosen = known if metric is None else [_column(metric, known)]
        return _stacked(table, chosen, ["treatment", "selector", "evaluations"])

    def areas(
        self,
        metric: str | None = None,
        *,
        treatment: Patterns = None,
        selector: Patterns = None,
        repetition: int | None = None,
    ) -> pandas.DataFrame:
        """A row for each run of the treatments whose runs are compared: the area under the curve of every metric, or of
        one."""
        with reading(self._path) as database:
            metrics = _metrics(database)
            table = self._rows(
                database,
                metrics,
                f"SELECT treatment, selector, repetition, {', '.join(metrics)} FROM auc",
                ("treatment", "selector", "repetition"),
                (treatment, selector, repetition),
            )
        return table if metric is None else table[[*_KEYS[:3], _column(metric, metrics)]]

    def mean_areas(
        self, metric: str | None = None, *, treatment: Patterns = None, selector: Patterns = None
    ) -> pandas.DataFrame:
        """A row for each treatment, metric and selector: runs, mean area, deviation and the 95 % interval of the
        mean."""
        table = self.areas(treatment=treatment, selector=selector)
        known = [name for name in table.columns if name not in _KEYS]
        chosen = known if metric is None else [_column(metric, known)]
        return _stacked(table, chosen, ["treatment", "selector"])

    # -- what needs the compiled part ---------------------------------------------------------------------------------

    def comparisons(
        self, metric: str | None = None, *, treatment: Patterns = None, selector: Patterns = None
    ) -> pandas.DataFrame:
        """Who beats whom: a row for each treatment, metric and pair of selectors. `verdict` is that of Welch's test
        with Bonferroni's correction for the number of other selectors; `hedges_g` is the size of the effect."""
        return self._of_metric(self._table("comparisons", treatment, selector), metric)

    def tables(self, *, treatment: Patterns = None, selector: Patterns = None) -> pandas.DataFrame:
        """How many selectors each one beats: a row for each testbed and metric, a column for each selector."""
        return self._table("tables", treatment, selector)

    def robustness(
        self, metric: str | None = None, *, treatment: Patterns = None, selector: Patterns = None
    ) -> pandas.DataFrame:
        """A row for each treatment, metric and selector: by how many percent its mean area is above or below that of
        the best of the paper's nine selectors (of all, if the study has none of them)."""
        return self._of_metric(self._table("robustness", treatment, selector), metric)

    def elites(self, treatment: str, selector: str, repetition: int = 0) -> pandas.DataFrame:
        """The elites at the end of a run: index, solution_0, …, objective, measures_0, …, elite_selections,
        elite_survivals. The protocol says by `keep` of which runs they are kept."""
        return self._table("elites", treatment, selector, repetition)

    def maps(self, treatment: str, selector: str, repetition: int = 0) -> pandas.DataFrame:
        """The kept maps of a run, a row for each cell: evaluations, index, bin_0, … (or centroid_0, …), objective (NaN
        if there is no elite), cell_selections, cell_survivals."""
        return self._table("maps", treatment, selector, repetition)

    def centroids(self, treatment: str) -> pandas.DataFrame:
        """Where the centroids of a treatment's map are: index, centroid_0, …"""
        with reading(self._path) as database:
            first = self._protocol(database)["selectors"][0]["label"]
        return self._table("centroids", treatment, first)

    # -- how it is done -----------------------------------------------------------------------------------------------

    def _protocol(self, database: sqlite3.Connection) -> dict[str, Any]:
        row = database.execute("SELECT value FROM study WHERE key = 'protocol'").fetchone()
        try:
            protocol = json.loads(row[0])
            for each in (*protocol["selectors"], *protocol["treatments"]):
                each["name"], each.get("label")
            int(protocol["repetitions"])
        except (TypeError, ValueError, KeyError, AttributeError, RecursionError):
            raise Error(f"{self._path!r}: damaged: its protocol makes no sense") from None
        return protocol  # type: ignore[no-any-return]

    def _rows(
        self,
        database: sqlite3.Connection,
        columns: Sequence[str],
        sql: str,
        order: Sequence[str],
        chosen: tuple[Patterns, Patterns, int | None],
    ) -> pandas.DataFrame:
        """The rows of the runs that are chosen, with names instead of numbers in front of the columns."""
        treatments = database.execute("SELECT treatment, name, testbed FROM treatment").fetchall()
        selectors = _with_symbols(database.execute("SELECT selector, label, name FROM selector").fetchall())
        treatment, selector, repetition = chosen
        left = [_matching(treatment, treatments, "treatment"), _matching(selector, selectors, "selector")]
        where = [f"{key} IN ({', '.join(map(str, which))})" for key, which in zip(order, left, strict=False)]
        if repetition is not None:
            where.append(f"{order[2]} = {_repetition(repetition)}")
        if treatment is None and selector is None and repetition is None:
            where = ["1"]  # so that a run that is not of its protocol shows
        rows = database.execute(f"{sql} WHERE {' AND '.join(where)} ORDER BY {', '.join(order)}").fetchall()
        values = list(zip(*rows, strict=True)) if rows else [()] * (3 + len(columns))
        names = [{number: name for number, name, *_ in each} for each in (treatments, selectors)]
        try:
            table = {key: [known[each] for each in values[i]] for i, (key, known) in enumerate(zip(_KEYS, names))}
            table |= {name: _typed(name, each) for name, each in zip(("repetition", *columns), values[2:], strict=True)}
        except (KeyError, TypeError, ValueError, OverflowError):
            raise Error(f"{self._path!r}: damaged: it has a run that is not of its protocol, or is no run") from None
        return pandas.DataFrame(table)

    def _table(
        self, what: str, treatment: Patterns, selector: Patterns, repetition: int | None = None
    ) -> pandas.DataFrame:
        native = compiled(f"{what} of a study")
        with turn(self._path):
            columns = native.study_table(
                self._path,
                what,
                listed(treatment, "treatment"),
                listed(selector, "selector"),
                None if repetition is None else _repetition(repetition),
            )
        frame = pandas.DataFrame(by_column(columns))
        if "metric" in frame:
            frame["metric"] = [each.replace("-", "_") for each in frame["metric"]]
        return frame

    def _of_metric(self, table: pandas.DataFrame, metric: str | None) -> pandas.DataFrame:
        if metric is None:
            return table
        return table[table["metric"] == _column(metric, self.metrics)].reset_index(drop=True)

    def _line(self) -> str:
        protocol, treatments = self.protocol, self.treatments
        return (
            f"Study {protocol['name']}: {len(treatments)} treatments × {len(protocol['selectors'])} selectors × "
            f"{protocol['repetitions']} repetitions, "
            f"{treatments['runs'].sum()} of {treatments['all_runs'].sum()} runs, "
            f"{treatments['measured'].sum()} treatments measured"
        )

    def __repr__(self) -> str:
        return f"<{self._line()}, {self._path!r}>"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self._line())}</p>{self.treatments.to_html(index=False)}"


def compiled(what: str) -> ModuleType:
    try:
        from . import _native
    except ImportError as error:
        raise ImportError(f"{what}: this needs the compiled part of mcelites, which does not load: {error}") from None
    return _native


def listed(patterns: Patterns, name: str) -> list[str]:
    """The patterns, at least one; the empty list stands for all."""
    if patterns is None:
        return []
    if isinstance(patterns, str):
        return [patterns]
    if not isinstance(patterns, Iterable):
        raise TypeError(f"{name} is {patterns!r}: it has to be a text, or a list of texts")
    each_one = [text(each, f"{name}[{i}]") for i, each in enumerate(patterns)]
    if not each_one:
        raise ValueError(f"{name} is an empty list: name at least one, or say None for all")
    return each_one


def _repetition(value: int) -> int:
    return whole(value, "repetition", 0, 2**32 - 1)


def _matching(patterns: Patterns, things: Sequence[tuple[Any, ...]], what: str) -> list[int]:
    """The numbers of those things that a pattern matches by one of their names. "arm" is the treatment of that name, if
    there is one, and otherwise all treatments of that testbed."""
    if patterns is None:
        return [number for number, *_ in things]
    found: set[int] = set()
    for pattern in listed(patterns, what):
        exact = [number for number, name, *_ in things if name == pattern]
        matches = exact or [
            number for number, *names in things if any(fnmatchcase(str(name), pattern) for name in names)
        ]
        if not matches:
            valid = ", ".join(str(name) for _, name, *_ in things)
            raise ValueError(f"there is no {what} {pattern!r} in this study: there are {valid}")
        found.update(matches)
    return sorted(found)


def _with_symbols(selectors: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Number, label, and, if the compiled part is there, the symbol of a selector without parameters of its own."""
    try:
        symbols = {name: symbol for name, symbol, *_ in compiled("symbols").selector_kinds()}
    except ImportError:
        symbols = {}
    return [(number, label, symbols.get(name, label) if label == name else label) for number, label, name in selectors]


def _metrics(database: sqlite3.Connection) -> list[str]:
    of_curve, of_areas = (
        [name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")] for table in ("curve", "auc")
    )
    metrics = [name for name in of_curve if name in of_areas and name not in _KEYS]
    if not metrics or not all(name.isidentifier() for name in metrics):
        raise sqlite3.DatabaseError("no such columns: the metrics are missing")
    return metrics


def _column(metric: str, known: Sequence[str]) -> str:
    name = metric.replace("-", "_")
    if name not in known:
        raise ValueError(f"there is no metric {metric!r} in this study: there are {', '.join(known)}")
    return name


def _typed(name: str, values: Sequence[Any]) -> Any:
    if name == "signature":
        return [str(each) for each in values]
    if name in ("repetition", "seed", "evaluations", "rejected", "filled", "cells"):
        if not all(isinstance(each, int) for each in values):
            raise TypeError(name)
        return np.array(values, dtype=np.int64)
    return np.array([np.nan if each is None else each for each in values], dtype=np.float64)


def _stacked(table: pandas.DataFrame, metrics: Sequence[str], by: list[str]) -> pandas.DataFrame:
    """The description of every metric, treatment by treatment."""
    parts = []
    for metric in metrics:
        part = described(table, by, metric)
        part.insert(1, "metric", metric)
        parts.append(part)
    joined = pandas.concat(parts, ignore_index=True)
    order = {name: place for place, name in enumerate(dict.fromkeys(table["treatment"]))}
    place = joined["treatment"].map(order)
    return joined.iloc[np.argsort(place.to_numpy(), kind="stable")].reset_index(drop=True)
