# SPDX-License-Identifier: MIT
"""Maps of elites, in the words of pyribs."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arrays import Floats, by_column, number, table, whole
from ._partitions import MOST_CELLS, Ranges, centroids_at, grid, spread_centroids

if TYPE_CHECKING:
    import pandas

_DTYPES: dict[str, type[np.generic]] = {
    "solution": np.float64,
    "objective": np.float64,
    "measures": np.float64,
    "birth": np.uint64,
    "cell_selections": np.uint32,
    "cell_survivals": np.uint32,
    "elite_selections": np.uint32,
    "elite_survivals": np.uint32,
    "index": np.int64,
}
FIELDS = tuple(_DTYPES)
"""What is known of an elite. A cell's tallies count all elites that it has had, an elite's only those of its own."""

_MAPS = tuple(name for name in FIELDS if name not in ("solution", "measures", "index"))


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
        self._qd_score_offset = number(qd_score_offset, "qd_score_offset")
        self._elites: _native.Elites | None = None
        # The Search or the result of a run that fills it. It keeps the archive, so the archive does not keep it: many
        # searches after each other leave no memory to be collected. It can be made again from what is filled.
        self._link: Callable[[], Any] = lambda: None
        self._owner_type: Any = None

    def _bind(self, owner: Any, elites: Any) -> None:
        self._link = weakref.ref(owner)
        self._owner_type = type(owner)
        self._elites = elites

    @property
    def _owner(self) -> Any:
        """None as long as nobody fills it."""
        if self._elites is None:
            return None
        owner = self._link()
        if owner is None:
            owner = self._owner_type._around(self._elites, self)
            self._link = weakref.ref(owner)
        return owner

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
    def interval_size(self) -> Floats:
        """How long the range of each measure is."""
        return self.upper_bounds - self.lower_bounds

    @property
    def qd_score_offset(self) -> float:
        """What is taken off an objective before it is summed up: the lowest one that counts."""
        return self._qd_score_offset

    @property
    def field_list(self) -> list[str]:
        return list(FIELDS)

    @property
    def dtypes(self) -> dict[str, np.dtype[Any]]:
        """The types of the fields."""
        return {name: np.dtype(each) for name, each in _DTYPES.items()}

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
        each of the measures. Where there is no elite, numbers are NaN, counts are 0, and the index is −1."""
        cells = self.index_of(measures)
        occupied = np.zeros(len(cells), dtype=bool)
        if self._elites is not None:
            occupied = ~np.isnan(self._elites.objective[cells])
        found = self._fields(cells[occupied], FIELDS)
        fillers = {"index": -1}
        return occupied, {name: _spread(values, occupied, fillers.get(name, 0)) for name, values in found.items()}

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
        size = whole(n, "n", 0, MOST_CELLS)
        return self._fields(np.random.default_rng(seed).choice(cells, size=size, replace=replace), FIELDS)

    # -- as tables ----------------------------------------------------------------------------------------------------

    def data(self, fields: str | Sequence[str] | None = None, return_type: str = "dict") -> Any:
        """All elites, in the order in which their cells were filled: a dict, a tuple or a pandas data frame of the
        fields, as `return_type` says ("dict", "tuple" or "pandas"). Instead of a dict of one field, given by its name
        alone, it is an array."""
        if return_type not in ("dict", "tuple", "pandas"):
            raise ValueError(f"return_type is {return_type!r}: it has to be 'dict', 'tuple' or 'pandas'")
        names = FIELDS if fields is None else (fields,) if isinstance(fields, str) else fields
        columns = self._fields(self._filled(), names)
        if return_type == "tuple":
            return tuple(columns.values())
        if return_type == "pandas":
            import pandas

            return pandas.DataFrame(by_column(columns))
        return columns[fields] if isinstance(fields, str) else columns

    def to_pandas(self) -> pandas.DataFrame:
        """All elites as a data frame: solution_0, solution_1, …, objective, measures_0, …"""
        frame: pandas.DataFrame = self.data(return_type="pandas")
        return frame

    def __iter__(self) -> Iterator[dict[str, Any]]:
        columns = self._fields(self._filled(), FIELDS)
        for row in zip(*columns.values(), strict=True):
            yield dict(zip(columns, row, strict=True))

    def map(self, field: str = "objective") -> NDArray[Any]:
        """A number for every cell, in the shape of the archive: NaN (objective) or 0 (counts) where there is no elite.
        It is a live view that cannot be written to: it shows what the search has found so far."""
        if field not in _MAPS:
            raise ValueError(f"there is no map of {field!r}: fields are {', '.join(_MAPS)}")
        if self._elites is None:
            return np.full(self._map_shape(), np.nan if field == "objective" else 0, dtype=_DTYPES[field])
        values: NDArray[Any] = getattr(self._elites, "births" if field == "birth" else field)
        return values.reshape(self._map_shape())

    # -- filling it ---------------------------------------------------------------------------------------------------

    def add(self, solution: ArrayLike, objective: ArrayLike, measures: ArrayLike) -> dict[str, NDArray[Any]]:
        """Takes in solutions that are known already, as `Search.add` does; a search has to be made for the archive
        before. The dict has the "status" of each solution: 0 not added, 1 improved, 2 new."""
        if not hasattr(self._owner, "add"):
            raise RuntimeError(
                "only a search fills an archive: make one with mce.Search(archive, bounds=…), and add solutions then"
                if self._owner is None
                else "this archive belongs to a run that has ended: nothing can be added to it"
            )
        return {"status": self._owner.add(solution, objective, measures)}

    def add_single(self, solution: ArrayLike, objective: float, measures: ArrayLike) -> dict[str, Any]:
        """The same for one solution."""
        row = table(solution, "solution", self.solution_dim, 1)
        status = self.add(row, [objective], table(measures, "measures", self.measure_dim, 1))["status"]
        return {"status": status[0]}

    # -- what subclasses know -----------------------------------------------------------------------------------------

    def _map_shape(self) -> tuple[int, ...]:
        return (self.cells,)

    def _filled(self) -> NDArray[np.int64]:
        return np.empty(0, dtype=np.int64) if self._elites is None else self._elites.filled()

    def _arguments(self) -> dict[str, Any]:
        """What a constructor makes the same archive of, but empty."""
        return {
            "solution_dim": self.solution_dim,
            "ranges": self.ranges,
            "qd_score_offset": self.qd_score_offset,
        }

    def _fields(self, cells: NDArray[np.int64], names: Iterable[str]) -> dict[str, NDArray[Any]]:
        """The elites in these cells, all fields as they are at one moment."""
        if not isinstance(names, Iterable):
            raise TypeError(f"fields is {names!r}: it has to be the name of a field, or a list of names")
        chosen = list(names)
        for name in chosen:
            if name not in FIELDS:
                raise ValueError(f"there is no field {name!r}: fields are {', '.join(FIELDS)}")
        if self._elites is not None:
            return self._elites.rows(cells, chosen)
        widths = {"solution": (self.solution_dim,), "measures": (self.measure_dim,)}
        return {name: np.empty((0, *widths.get(name, ())), dtype=_DTYPES[name]) for name in chosen}

    def __reduce__(self) -> Any:
        if self._owner is None:
            return _made_of, (type(self), self._arguments())
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
        ranges: Ranges,
        qd_score_offset: float = 0.0,
    ) -> None:
        super().__init__(grid(ranges, dims), solution_dim, qd_score_offset)

    @property
    def dims(self) -> NDArray[np.int64]:
        """How many cells there are along each measure."""
        return np.array(self._partition.dims, dtype=np.int64)

    @cached_property
    def boundaries(self) -> list[Floats]:
        """The edges of the cells along each measure."""
        return [np.linspace(low, high, bins + 1) for (low, high), bins in zip(self.ranges, self.dims, strict=True)]

    def int_to_grid_index(self, int_indices: ArrayLike) -> NDArray[np.int64]:
        """Where cells are in the grid: a row for each, with its place along each measure."""
        return np.stack(np.unravel_index(np.asarray(int_indices), self._map_shape()), axis=-1)

    def grid_to_int_index(self, grid_indices: ArrayLike) -> NDArray[np.int64]:
        """The cells at these places in the grid: the reverse of `int_to_grid_index`."""
        places = np.asarray(grid_indices)
        if places.ndim != 2 or places.shape[1] != self.measure_dim:
            raise ValueError(f"grid_indices has the shape {places.shape}: it has to be (n, {self.measure_dim})")
        cells: NDArray[np.int64] = np.ravel_multi_index(tuple(places.T), self._map_shape())
        return cells

    def _map_shape(self) -> tuple[int, ...]:
        return tuple(self._partition.dims)

    def _arguments(self) -> dict[str, Any]:
        return {**super()._arguments(), "dims": self._partition.dims}


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
        ranges: Ranges,
        centroids: int | ArrayLike,
        seed: int = 1,
        qd_score_offset: float = 0.0,
    ) -> None:
        if isinstance(centroids, (int, np.integer)):
            partition = spread_centroids(ranges, int(centroids), seed)
        else:
            partition = centroids_at(ranges, centroids)
        super().__init__(partition, solution_dim, qd_score_offset)

    @property
    def centroids(self) -> Floats:
        """A row for each cell."""
        centroids = self._partition.centroids
        assert centroids is not None
        return centroids

    def _arguments(self) -> dict[str, Any]:
        return {**super()._arguments(), "centroids": self.centroids.copy()}


def archive_over(partition: _native.Partition, solution_dim: int, qd_score_offset: float) -> Archive:
    """An archive with these cells."""
    kind: type[Archive] = GridArchive if partition.centroids is None else CVTArchive
    archive = kind.__new__(kind)
    Archive.__init__(archive, partition, solution_dim, qd_score_offset)
    return archive


def _made_of(kind: type[Archive], arguments: dict[str, Any]) -> Archive:
    return kind(**arguments)


def _spread(values: NDArray[Any], occupied: NDArray[np.bool_], filler: int) -> NDArray[Any]:
    """The values in the rows that are occupied; NaN, or the filler if they are whole numbers, in the others."""
    nothing = np.nan if values.dtype.kind == "f" else filler
    rows = np.full((len(occupied), *values.shape[1:]), nothing, dtype=values.dtype)
    rows[occupied] = values
    return rows
