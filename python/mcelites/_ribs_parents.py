# SPDX-License-Identifier: MIT
"""Parents for pyribs: a selector over the cells of an archive that belongs to someone else, kept in step with it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from ribs import archives

from ._arrays import text
from .selector import Selector, Ticket

Cells = NDArray[np.int64]

# Those whose cells move, and those that have none. Older versions of pyribs do not have all of them.
_REFUSED = {
    "SlidingBoundariesArchive": "its cells move with what it holds",
    "ProximityArchive": "it has no cells: a solution competes with its nearest neighbours",
    "DNSArchive": "it has no cells: it stores everything anew when something is added",
    "DensityArchive": "it has no elites",
    "DiscountArchive": "it replaces elites by a threshold that a model learns",
}
_NEEDED = ("cells", "data", "dtypes", "empty", "measure_dim", "retrieve")


def check_archive(archive: Any) -> None:
    """Raises where rewards would be wrong: the cells have to stay, and only a better solution may replace an elite."""
    name = type(archive).__name__
    for refused, why in _REFUSED.items():
        if isinstance(archive, getattr(archives, refused, ())):
            raise TypeError(f"{name} cannot be used with our selectors: {why}; use GridArchive or CVTArchive")
    missing = [each for each in _NEEDED if not hasattr(archive, each)]
    if missing:
        raise TypeError(
            f"{name} cannot be used with our selectors: it has no {', '.join(missing)}; use an archive with cells: "
            "GridArchive, CVTArchive or CategoricalArchive"
        )
    rate = float(getattr(archive, "learning_rate", 1.0))
    lowest = float(getattr(archive, "threshold_min", -np.inf))
    if rate != 1.0 or lowest != -np.inf:
        raise ValueError(
            f"the archive has learning_rate {rate:g} and threshold_min {lowest:g}: there a worse solution can replace "
            "an elite, so entering the archive is no success; use an archive without these two"
        )


class Parents:
    """Selects parents among the elites of an archive of pyribs. Selected ones are `pending` until their children are
    judged, all at once. What others have done to the archive is taken over before every selection and judgement."""

    def __init__(self, archive: Any, selector: str, seed: int) -> None:
        check_archive(archive)
        self._archive = archive
        self._name = text(selector, "selector")
        self._seed = seed
        self._start()

    def _start(self) -> None:
        archive = self._archive
        self._layout = self._layout_now()
        self.selector = Selector(self._name, seed=self._seed, cells=int(archive.cells))
        self.pending: list[Ticket] = []
        # By cell: what the selector was told of.
        self._objective = np.full(int(archive.cells), np.nan)
        self._count = 0
        self._measures = np.empty((int(archive.cells), archive.measure_dim), dtype=archive.dtypes["measures"])

    def _layout_now(self) -> tuple[int, ...]:
        return (int(self._archive.cells), *(int(each) for each in getattr(self._archive, "dims", ())))

    # -- selecting ----------------------------------------------------------------------------------------------------

    def select(self, count: int) -> dict[str, NDArray[Any]]:
        """Elites to be parents, with all fields."""
        self.sync()
        tickets = self.selector.select(count)
        self.pending += tickets
        return self._elites(np.fromiter((ticket.id for ticket in tickets), dtype=np.int64, count=count))

    def anyone(self, count: int, rng: np.random.Generator) -> dict[str, NDArray[Any]]:
        """Elites with the same probability each; the selector does not know of it."""
        return self._elites(rng.choice(np.flatnonzero(~np.isnan(self._objective)), size=count))

    def _elites(self, cells: Cells) -> dict[str, NDArray[Any]]:
        # Archives are read by measures, not by cell: every elite is found by its own.
        found: tuple[NDArray[np.bool_], dict[str, NDArray[Any]]] = self._archive.retrieve(self._measures[cells])
        occupied, elites = found
        if not (np.all(occupied) and np.array_equal(elites["index"], cells)):
            raise RuntimeError(
                "the archive does not find its own elites: index_of has to give the same cell every time"
            )
        return elites

    # -- judging ------------------------------------------------------------------------------------------------------

    def judge(
        self, solution: NDArray[Any], objective: NDArray[Any], measures: NDArray[Any], status: NDArray[Any]
    ) -> None:
        """Row k is the child of the k-th pending parent. Those that are in the archive now reward their parents."""
        self._notice_layout()
        tickets, self.pending = self.pending, []
        if not tickets:  # the cells have changed meanwhile, and nobody knows the parents any more
            self.sync()
            return
        dtypes = self._archive.dtypes
        solution = np.asarray(solution, dtype=dtypes["solution"])
        objective = np.asarray(objective, dtype=dtypes["objective"])
        measures = np.asarray(measures, dtype=dtypes["measures"])
        entered, won = self._entered(solution, objective, measures, status)
        fitness = objective.tolist()

        was_filled = ~np.isnan(self._objective[won])
        self._know(won, objective[entered], measures[entered])
        self._take_over_changes()  # of others
        for cell in won[was_filled & (status[entered] == 2)].tolist():
            self.selector.remove(cell)  # someone has cleared the archive meanwhile, and the place is new
        is_filled = was_filled & (status[entered] != 2)
        # The engine's order of events: each child in turn, and with a survivor its place and the reward at once.
        row = 0
        for survivor, cell, replaces in zip(entered.tolist(), won.tolist(), is_filled.tolist(), strict=True):
            self._fail(tickets[row:survivor], fitness[row:survivor])
            if replaces:
                self.selector.replace(cell, fitness=fitness[survivor], ticket=tickets[survivor])
            else:
                self.selector.add(cell, fitness[survivor], ticket=tickets[survivor])
            row = survivor + 1
        self._fail(tickets[row:], fitness[row:])

    def _fail(self, tickets: list[Ticket], fitness: list[float]) -> None:
        if tickets:
            self.selector.fail(tickets, fitness)

    def give_up(self) -> None:
        """Nobody knows what became of the pending parents' children: none of them was a success."""
        tickets, self.pending = self.pending, []
        if tickets:
            self.selector.fail(tickets)

    def _entered(
        self, solution: NDArray[Any], objective: NDArray[Any], measures: NDArray[Any], status: NDArray[Any]
    ) -> tuple[Cells, Cells]:
        """The rows that are elites now, and their cells. A status does not say it: it compares with the archive before
        the batch, and only the best of a batch stays in a cell, the first one of equals."""
        rows = np.flatnonzero(status > 0)
        if len(rows) == 0:
            return rows, rows
        occupied, elites = self._archive.retrieve(measures[rows])
        same = elites["solution"] == solution[rows]
        same = same.reshape(len(rows), -1).all(axis=1) & occupied & (elites["objective"] == objective[rows])
        rows, cells = rows[same], elites["index"][same]
        first = np.sort(np.unique(cells, return_index=True)[1])
        return rows[first], cells[first]

    # -- in step with the archive -------------------------------------------------------------------------------------

    def sync(self) -> None:
        """Takes over what others have done to the archive: new elites, cleared ones, other cells."""
        self._notice_layout()
        self._take_over_changes()

    def _notice_layout(self) -> None:
        if self._layout_now() != self._layout:  # the archive was divided anew: no cell is what it was
            self._start()

    def _know(self, cells: Cells, objective: NDArray[Any], measures: NDArray[Any]) -> None:
        self._count += int(np.count_nonzero(np.isnan(self._objective[cells])))
        self._objective[cells] = objective
        self._measures[cells] = measures

    def _take_over_changes(self) -> None:
        data = self._archive.data(["index", "objective"])
        index, objective = data["index"], data["objective"]
        if len(index) == self._count and np.array_equal(self._objective[index], objective):
            return
        now = np.full(len(self._objective), np.nan)
        now[index] = objective
        cells = np.flatnonzero((now != self._objective) & ~(np.isnan(now) & np.isnan(self._objective)))
        for cell, new, old in zip(cells.tolist(), now[cells].tolist(), self._objective[cells].tolist(), strict=True):
            if new > old:
                self.selector.replace(cell, fitness=new)
                continue
            if old == old:  # elites never get worse: this one was cleared, and perhaps another one came
                self.selector.remove(cell)
            if new == new:
                self.selector.add(cell, new)
        self._objective = now
        self._count = len(index)
        data = self._archive.data(["index", "measures"])
        self._measures[data["index"]] = data["measures"]
