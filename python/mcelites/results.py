# SPDX-License-Identifier: MIT
"""What `Search.run` and `illuminate` return."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from ._arrays import Floats
from .archives import Archive

if TYPE_CHECKING:
    import pandas

    from .search import Search

_COLUMNS = ("evaluations", "num_elites", "coverage", "qd_score", "obj_max", "obj_mean")
_NUMBERS_SHOWN = 20


@dataclass(frozen=True, eq=False)
class FailedEvaluation:
    """A call of the function that gave no answer. `function(failed.solution)` tries it again."""

    ticket: int
    solution: Floats
    """What the function was called with: one solution, or all of a batch."""
    message: str

    def __str__(self) -> str:
        if self.solution.ndim == 2:
            return f"{len(self.solution)} solutions from ticket {self.ticket} on: {self.message}"
        numbers = ", ".join(repr(number) for number in self.solution[:_NUMBERS_SHOWN].tolist())
        more = ", …" if len(self.solution) > _NUMBERS_SHOWN else ""
        return f"ticket {self.ticket}, solution [{numbers}{more}]: {self.message}"


@dataclass(frozen=True, repr=False, eq=False)
class Result:
    """What a run has done."""

    search: Search
    archive: Archive
    history: pandas.DataFrame
    """The archive's numbers over time, at about evenly spread points. Its evaluations are those of the whole search, so
    that the histories of several runs can be concatenated."""
    evaluations: int
    """Of this run, with those that failed."""
    failed: int
    errors: list[FailedEvaluation] = field(default_factory=list)
    """The first few of the failed evaluations."""
    seconds: float = 0.0

    def _rows(self) -> list[tuple[str, str]]:
        stats = self.archive.stats
        speed = f"{self.evaluations / self.seconds:,.0f} a second" if self.seconds > 0 else "no time"
        rows = [
            ("evaluations", f"{self.evaluations:,} in {self.seconds:.1f} s ({speed})"),
            ("elites", f"{stats.num_elites:,} of {self.archive.cells:,} cells ({100 * stats.coverage:.2f} %)"),
            ("QD-score", f"{stats.qd_score:.6g}"),
            ("best objective", "none" if stats.obj_max is None else f"{stats.obj_max:.6g}"),
            ("selector", self.search.selector),
        ]
        if self.failed:
            rows.insert(1, ("failed", f"{self.failed:,}; the first: {_shortened(str(self.errors[0]))}"))
        return rows

    def __repr__(self) -> str:
        return "Result\n" + "\n".join(f"  {name:<15} {value}" for name, value in self._rows())

    def _repr_html_(self) -> str:
        style = 'style="text-align: left"'
        cells = "".join(
            f"<tr><th {style}>{name}</th><td {style}>{escape(text)}</td></tr>" for name, text in self._rows()
        )
        return f"<table>{cells}</table>"


class History:
    """Collects the rows of `Result.history`."""

    def __init__(self, search: Search, evaluations: int, points: int) -> None:
        self._search = search
        self._start = search.told
        self._targets = np.unique(np.linspace(0, evaluations, points + 1).round().astype(np.int64)).tolist()
        self._next = 0
        self._rows: list[tuple[float, ...]] = []

    def record(self, evaluations: int) -> None:
        """Adds a row if another point is reached. `evaluations` are those of the run."""
        if self._next == len(self._targets) or evaluations < self._targets[self._next]:
            return
        while self._next < len(self._targets) and self._targets[self._next] <= evaluations:
            self._next += 1
        stats = self._search.archive.stats
        highest, mean = (np.nan if value is None else value for value in (stats.obj_max, stats.obj_mean))
        told = self._start + evaluations
        self._rows.append((told, stats.num_elites, stats.coverage, stats.qd_score, highest, mean))

    def frame(self) -> pandas.DataFrame:
        import pandas

        return pandas.DataFrame(self._rows, columns=list(_COLUMNS))


def _shortened(text: str, length: int = 200) -> str:
    first_line = text.splitlines()[0]
    return first_line if len(first_line) <= length else f"{first_line[: length - 1]}…"
