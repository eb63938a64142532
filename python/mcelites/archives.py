# SPDX-License-Identifier: MIT
"""Maps of elites, in the words of pyribs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arrays import Floats, ranges as as_ranges, seed_number, table, whole

if TYPE_CHECKING:
    import pandas

FIELDS = (
    "index",
    "solution",
    "objective",
    "measures",
    "birth",
    "cell_selections",
    "cell_survivals",
    "elite_selections",
    "elite_survivals",
)
"""What is known of an elite. A cell's tallies count all elites that it has had, an elite's only those of its own."""


@dataclass(frozen=True)
class Stats:
    """What an archive holds, in numbers."""

    num_elites: int
    coverage: float
    """Share of all cells that have an elite."""
    qd_score: float
    """Sum of objective − qd_score_offset over all elites."""
    norm_qd_score: float
    """QD-score divided by the number of cells."""
    obj_max: float | None
    """The highest objective; None as long as there is no elite."""
    obj_mean: float | None


class Archive:
    """What grids and CVT archives have in common. A search fills it; before that it is empty."""

    def __init__(self, partition: _native.Partition, solution_dim: int, qd_score_offset: float) -> None:
        self._partition = partition
        self._solution_dim = whole(solution_dim, "solution_dim", 1, 100_000_000)
        self._qd_score_offset = float(qd_score_offset)
        self._elites: _native.Elites | None = None
        self._owner: Any = None  # the Search or the result of a run that fills it

    def _bind(self, owner: Any, elites: _native.Elites) -> None:
        self._owner = owner
        self._elites = elites

    @property
    def solution_dim(self) -> int:
        return self._solution_dim

    @property
    def measure_dim(self) -> int:
        return self._partition.measure_dim

    @property
    def cells(self) -> int:
        return self._partition.cells

    @property
    def ranges(self) -> list[tuple[float, float]]:
        """The lower and the upper bound of each measure."""
        return list(self._partition.ranges)

    @property
    def lower_bounds(self) -> Floats:
        return np.array([low for low, _ in self.ranges])

    @property
    def upper_bounds(self) -> Floats:
        return np.array([high for _, high in self.ranges])

    @property
    def qd_score_offset(self) -> float:
        """What is taken off an objective before it is summed up: the lowest one that counts."""
        return self._qd_score_offset

    @property
    def field_list(self) -> list[str]:
        return list(FIELDS)

    @property
    def empty(self) -> bool:
        return len(self) == 0

    def __len__(self) -> int:
        return self.stats.num_elites

    @property
    def stats(self) -> Stats:
        if self._elites is None:
            return Stats(0, 0.0, 0.0, 0.0, None, None)
        count, qd_score, highest, mean = self._elites.stats(self._qd_score_offset)
        if count == 0:
            return Stats(0, 0.0, 0.0, 0.0, None, None)
        return Stats(count, count / self.cells, qd_score, qd_score / self.cells, highest, mean)

    def signature(self) -> str:
        """A hash of all that the archive holds; `mce run` prints the same for the same run."""
        return f"{self._elites.signature() if self._elites else 0:016x}"

    # -- looking up ---------------------------------------------------------------------------------------------------

    def index_of(self, measures: ArrayLike) -> NDArray[np.int64]:
        """The cell of each row of measures. Beyond the ranges it is the nearest one."""
        return self._partition.index_of(table(measures, "measures", self.measure_dim))

    def index_of_single(self, measures: ArrayLike) -> int:
        """The cell of one solution's measures."""
        return int(self._partition.index_of(table(measures, "measures", self.measure_dim, 1))[0])

    def retrieve(self, measures: ArrayLike) -> tuple[NDArray[np.bool_], dict[str, NDArray[Any]]]:
        """The elites in the cells of these measures: which of the cells have one, and a dict of fields with a row for
        each of the measures. Where there is no elite, numbers are NaN, counts are 0, and the index is the cell's."""
        cells = self.index_of(measures)
        occupied = np.zeros(len(cells), dtype=bool)
        if self._elites is not None:
            occupied = ~np.isnan(self._elites.objective[cells])
        found = self._fields(cells[occupied], FIELDS)
        rows = {name: _spread(values, occupied) for name, values in found.items()}
        rows["index"] = cells
        return occupied, rows

    def retrieve_single(self, measures: ArrayLike) -> tuple[bool, dict[str, Any]]:
        """The elite in the cell of one solution's measures, and whether there is one."""
        occupied, rows = self.retrieve(table(measures, "measures", self.measure_dim, 1))
        return bool(occupied[0]), {name: values[0] for name, values in rows.items()}

    @property
    def best_elite(self) -> dict[str, Any] | None:
        """The elite with the highest objective (the first of equals); None as long as there is none."""
        cells = self._filled()
        if self._elites is None or len(cells) == 0:
            return None
        best = cells[[int(np.argmax(self._elites.objective[cells]))]]
        return {name: values[0] for name, values in self._fields(best, FIELDS).items()}

    def sample_elites(
        self, n: int, *, seed: int | np.random.Generator | None = None, replace: bool = True
    ) -> dict[str, NDArray[Any]]:
        """`n` elites, each with the same probability. (How a search selects parents is another matter.)"""
        cells = self._filled()
        if len(cells) == 0:
            raise IndexError("the archive has no elites yet")
        return self._fields(np.random.default_rng(seed).choice(cells, size=n, replace=replace), FIELDS)

    # -- as tables ----------------------------------------------------------------------------------------------------

    def data(self, fields: str | Sequence[str] | None = None, return_type: str = "dict") -> Any:
        """All elites, in the order in which their cells were filled. One field is an array; several are a dict, a tuple
        or a pandas data frame, as `return_type` says ("dict", "tuple" or "pandas")."""
        cells = self._filled()
        if isinstance(fields, str):
            return self._fields(cells, [fields])[fields]
        columns = self._fields(cells, FIELDS if fields is None else fields)
        if return_type == "dict":
            return columns
        if return_type == "tuple":
            return tuple(columns.values())
        if return_type == "pandas":
            return data_frame(columns)
        raise ValueError(f"return_type is {return_type!r}: it has to be 'dict', 'tuple' or 'pandas'")

    def to_pandas(self) -> pandas.DataFrame:
        """All elites as a data frame: solution_0, solution_1, …, objective, measures_0, …"""
        return self.data(return_type="pandas")

    def __iter__(self) -> Iterator[dict[str, Any]]:
        columns = self._fields(self._filled(), FIELDS)
        for row in zip(*columns.values(), strict=True):
            yield dict(zip(columns, row, strict=True))

    def map(self, field: str = "objective") -> NDArray[Any]:
        """A number for every cell, in the shape of the archive: NaN (objective) or 0 (counts) where there is no elite.
        It is a live view that cannot be written to: it shows what the search has found so far."""
        if field not in FIELDS or field in ("index", "solution", "measures"):
            raise ValueError(f"there is no map of {field!r}: fields are objective, {', '.join(FIELDS[4:])}")
        if self._elites is None:
            empty = np.full(self.cells, np.nan) if field == "objective" else np.zeros(self.cells, dtype=np.uint32)
            return empty.reshape(self._map_shape())
        values: NDArray[Any] = getattr(self._elites, "births" if field == "birth" else field)
        return values.reshape(self._map_shape())

    # -- what subclasses know -----------------------------------------------------------------------------------------

    def _map_shape(self) -> tuple[int, ...]:
        return (self.cells,)

    def _filled(self) -> NDArray[np.int64]:
        return np.empty(0, dtype=np.int64) if self._elites is None else self._elites.filled()

    def _fields(self, cells: NDArray[np.int64], names: Sequence[str]) -> dict[str, NDArray[Any]]:
        for name in names:
            if name not in FIELDS:
                raise ValueError(f"there is no field {name!r}: fields are {', '.join(FIELDS)}")
        return {name: self._field(cells, name) for name in names}

    def _field(self, cells: NDArray[np.int64], name: str) -> NDArray[Any]:
        if name == "index":
            return cells.copy()
        if self._elites is None:
            width = {"solution": (0, self.solution_dim), "measures": (0, self.measure_dim)}.get(name, (0,))
            return np.empty(width)
        if name == "solution":
            return self._elites.solutions(cells)
        values: NDArray[Any] = getattr(self._elites, "births" if name == "birth" else name)
        return values[cells]

    def __reduce__(self) -> Any:
        if self._owner is None:
            raise TypeError("an archive is pickled together with what a search has put into it: there is none yet")
        return attrgetter("archive"), (self._owner,)

    def __repr__(self) -> str:
        stats = self.stats
        return f"<{type(self).__name__}: {stats.num_elites} elites in {self.cells} cells, {self.measure_dim} measures>"


class GridArchive(Archive):
    """An archive whose cells are the boxes of a grid.

    >>> archive = GridArchive(solution_dim=10, dims=[20, 30], ranges=[(-1, 1), (0, 5)])
    >>> archive.cells, archive.measure_dim, len(archive)
    (600, 2, 0)
    >>> archive.index_of([[-1, 0], [1, 5]]).tolist()
    [0, 599]
    """

    def __init__(
        self,
        *,
        solution_dim: int,
        dims: int | Sequence[int],
        ranges: ArrayLike | Sequence[tuple[float, float]],
        qd_score_offset: float = 0.0,
    ) -> None:
        bins = [whole(each, "dims", 1, 100_000_000) for each in np.atleast_1d(dims)]
        super().__init__(_native.grid(as_ranges(ranges, "ranges"), bins), solution_dim, qd_score_offset)

    @property
    def dims(self) -> list[int]:
        """How many cells there are along each measure."""
        return list(self._partition.dims)

    @cached_property
    def boundaries(self) -> list[Floats]:
        """The edges of the cells along each measure."""
        return [np.linspace(low, high, bins + 1) for (low, high), bins in zip(self.ranges, self.dims, strict=True)]

    def _map_shape(self) -> tuple[int, ...]:
        return tuple(self.dims)


class CVTArchive(Archive):
    """An archive whose cells are the surroundings of centroids (CVT-MAP-Elites, Vassiliades et al. 2018).

    `centroids` is how many, spread evenly over the ranges by k-means from `seed`, or an array with a row for each.

    >>> archive = CVTArchive(solution_dim=3, ranges=[(0, 1), (0, 1)], centroids=[[0.25, 0.5], [0.75, 0.5]])
    >>> archive.index_of([[0.1, 0.9], [0.9, 0.9]]).tolist()
    [0, 1]
    """

    def __init__(
        self,
        *,
        solution_dim: int,
        ranges: ArrayLike | Sequence[tuple[float, float]],
        centroids: int | ArrayLike,
        seed: int = 1,
        qd_score_offset: float = 0.0,
    ) -> None:
        bounds = as_ranges(ranges, "ranges")
        if isinstance(centroids, (int, np.integer)):
            count = whole(centroids, "centroids", 1, 1_000_000)
            partition = _native.spread_centroids(bounds, count, seed_number(seed))
        else:
            partition = _native.centroids_at(bounds, table(centroids, "centroids", len(bounds)))
        super().__init__(partition, solution_dim, qd_score_offset)

    @property
    def centroids(self) -> Floats:
        """A row for each cell."""
        centroids = self._partition.centroids
        assert centroids is not None
        return centroids


def archive_over(partition: _native.Partition, solution_dim: int, qd_score_offset: float) -> Archive:
    """An archive with these cells."""
    kind: type[Archive] = GridArchive if partition.centroids is None else CVTArchive
    archive = kind.__new__(kind)
    Archive.__init__(archive, partition, solution_dim, qd_score_offset)
    return archive


def data_frame(columns: dict[str, NDArray[Any]]) -> pandas.DataFrame:
    """Fields with several numbers become several columns: solution_0, solution_1, …"""
    import pandas

    flat: dict[str, NDArray[Any]] = {}
    for name, values in columns.items():
        if values.ndim == 1:
            flat[name] = values
        else:
            flat.update((f"{name}_{i}", values[:, i]) for i in range(values.shape[1]))
    return pandas.DataFrame(flat)


def _spread(values: NDArray[Any], occupied: NDArray[np.bool_]) -> NDArray[Any]:
    """The values in the rows that are occupied; NaN or 0 in the others."""
    filler = np.nan if values.dtype.kind == "f" else 0
    rows = np.full((len(occupied), *values.shape[1:]), filler, dtype=values.dtype)
    rows[occupied] = values
    return rows
