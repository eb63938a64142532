# SPDX-License-Identifier: MIT
"""MAP-Elites for whoever evaluates on their own: ask for solutions, tell what each of them is worth."""

from __future__ import annotations

import json
import os
import threading
from concurrent.futures import Executor
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native, driving
from ._arrays import Floats, ranges as as_ranges, seed_number, table, text, vector, whole
from ._evaluation import Function
from ._progress import Progress
from ._settings import Settings
from .archives import Archive, archive_over
from .errors import Error
from .results import Result
from .variation import Variation

Tickets = NDArray[np.uint64]


class Search:
    """A search that fills an archive.

    `selector` chooses the parents: a name, or with parameters "ucb-cell:lambda=0.5" (`mce.selectors()` lists them).
    `variation` makes offspring of them: Gaussian, Uniform or IsoLine, or a name. `bounds` has a pair (low, high) for
    each number of a solution. The first `initial` solutions are random. The same seed gives the same search to the bit,
    also in C++.

    >>> import mcelites as mce
    >>> archive = mce.GridArchive(solution_dim=3, dims=[10, 10], ranges=[(-1, 1)] * 2)
    >>> search = mce.Search(archive, variation=mce.Gaussian(0.2), bounds=[(-1, 1)] * 3, seed=1)
    >>> for _ in range(50):
    ...     x = search.ask(20)
    ...     status = search.tell(-(x**2).sum(axis=1), x[:, :2])
    >>> archive.stats.coverage
    1.0
    """

    def __init__(
        self,
        archive: Archive,
        *,
        bounds: ArrayLike,
        selector: str = "recommended",
        variation: Variation | str = "iso-line",
        seed: int = 1,
        initial: int = 100,
    ) -> None:
        if not isinstance(archive, Archive):
            raise TypeError(f"archive is {archive!r}: it has to be a GridArchive or a CVTArchive")
        if archive._elites is not None:
            raise ValueError("this archive belongs to another search: make a new archive for each")
        genes = as_ranges(bounds, "bounds")
        if len(genes) != archive.solution_dim:
            raise ValueError(f"there are {len(genes)} bounds, and solutions have {archive.solution_dim} numbers")
        name, settings = _native.parse_selector(text(selector, "selector"))
        how, steps = _chosen(variation)
        start = whole(initial, "initial", 1, 2**32 - 1)
        self._native = _native.Search(archive._partition, genes, name, settings, how, steps, seed_number(seed), start)
        self._adopt(archive)

    def _adopt(self, archive: Archive) -> None:
        self._archive = archive
        self._running = threading.Lock()  # held by `run`
        archive._bind(self, self._native)

    @classmethod
    def _around(cls, native: _native.Search, archive: Archive) -> Search:
        """A search once more, of which only the archive was kept."""
        search = cls.__new__(cls)
        search._native = native
        search._adopt(archive)
        return search

    # -- all at once --------------------------------------------------------------------------------------------------

    def run(
        self,
        function: Function,
        evaluations: int,
        *,
        executor: Executor | None = None,
        in_flight: int | None = None,
        order: Literal["asked", "arrival"] = "asked",
        vectorized: bool = False,
        batch: int | None = None,
        give_up_after: int | None = 10,
        progress: Progress = True,
        history: int = 100,
    ) -> Result:
        """Asks, evaluates and tells until so many more evaluations are told. Tickets that are open already come first.

        `function(solution)` returns (objective, measures). With `vectorized` it gets an array of up to `batch`
        solutions (100), a row each, and returns an array of objectives and an array of measures.

        Without an `executor` the function is called here. With one of `concurrent.futures` (or of Dask or mpi4py) up to
        `in_flight` calls are under way at a time, by default twice the number of workers. In the `order` "asked", each
        is told when all before it are, and the result depends on `in_flight`, but not on timing: without an executor it
        is the same. With "arrival", each is told when it is there.

        An evaluation fails if the function raises, or returns something else or NaN. The search goes on, unless the
        first `give_up_after` all fail. After any other exception, and after Ctrl-C, what was not told stays open, and
        another `run` continues: with the same `in_flight`, as if nothing had happened.

        `progress` shows a bar; a function is called instead of it a few times a second, with the Result so far.
        `history` is the number of rows in `Result.history`.

        >>> import mcelites as mce
        >>> archive = mce.GridArchive(solution_dim=3, dims=[10, 10], ranges=[(-1, 1)] * 2)
        >>> search = mce.Search(archive, bounds=[(-1, 1)] * 3)
        >>> result = search.run(lambda x: (-(x**2).sum(), x[:2]), 2000, progress=False)
        >>> result.evaluations, result.failed, len(archive)
        (2000, 0, 100)
        """
        return driving.run(
            self,
            function,
            evaluations,
            executor=executor,
            in_flight=in_flight,
            order=order,
            vectorized=vectorized,
            batch=batch,
            give_up_after=give_up_after,
            progress=progress,
            history=history,
        )

    # -- batches ------------------------------------------------------------------------------------------------------

    def ask(self, count: int) -> Floats:
        """The next solutions to evaluate, a row each. Every one of them has to be told, in this order."""
        return self._native.ask_batch(_count(count))

    def tell(self, objective: ArrayLike, measures: ArrayLike, *, nan_fails: bool = False) -> NDArray[np.int32]:
        """What the solutions of the last `ask` are worth. The status of each is 0 if it was not added, 1 if it is
        better than the elite it replaces, 2 if it fills an empty cell. With `nan_fails`, rows that are not finite count
        as failed evaluations; otherwise they are an error, and nothing is told."""
        count = self._native.batch_size()
        if count == 0:
            raise RuntimeError("there is nothing to tell: ask for solutions first (a batch can be told once)")
        values = vector(objective, "objective", count)
        rows = table(measures, "measures", self._archive.measure_dim, count)
        return self._native.tell_batch(values, rows, nan_fails)

    def add(self, solution: ArrayLike, objective: ArrayLike, measures: ArrayLike) -> NDArray[np.int32]:
        """Takes in solutions that are known already, as if they were some of the random ones to start from. Returns
        their status, as `tell` does."""
        rows = table(solution, "solution", self._archive.solution_dim)
        return self._native.add(
            rows,
            vector(objective, "objective", len(rows)),
            table(measures, "measures", self._archive.measure_dim, len(rows)),
        )

    # -- tickets ------------------------------------------------------------------------------------------------------

    def ask_tickets(self, count: int) -> tuple[Tickets, Floats]:
        """The next solutions, with a ticket for each. They can be told in any order, late, in parts, or never."""
        return self._native.ask(_count(count))

    def tell_ticket(
        self, ticket: int | ArrayLike, objective: ArrayLike, measures: ArrayLike, *, nan_fails: bool = False
    ) -> NDArray[np.int32]:
        """What the solution of a ticket is worth, or those of several. Either all of them are told, or, if something is
        wrong, none."""
        tickets = _tickets(ticket)
        count = len(tickets)
        values = vector(objective, "objective", count)
        rows = table(measures, "measures", self._archive.measure_dim, count)
        return self._native.tell(tickets, values, rows, nan_fails)

    def fail(self, ticket: int | ArrayLike) -> None:
        """The evaluation of a ticket, or of several, has failed or is given up."""
        self._native.fail(_tickets(ticket))

    def open_tickets(self) -> Tickets:
        """The tickets that are neither told nor failed, in ascending order."""
        return self._native.open_tickets()

    def solutions(self, ticket: int | ArrayLike) -> Floats:
        """The solutions of open tickets, a row each."""
        return self._native.candidates(_tickets(ticket))

    # -- what there is to know ----------------------------------------------------------------------------------------

    @property
    def archive(self) -> Archive:
        return self._archive

    @property
    def asked(self) -> int:
        return self._native.counts()[0]

    @property
    def told(self) -> int:
        """Solutions that were told or failed."""
        return self._native.counts()[1]

    @property
    def failed(self) -> int:
        return self._native.counts()[2]

    @property
    def selector(self) -> str:
        return self._native.selector

    @property
    def bounds(self) -> list[tuple[float, float]]:
        return list(self._native.bounds)

    @property
    def seed(self) -> int:
        return self._native.seed

    def __repr__(self) -> str:
        asked, told, failed, _ = self._native.counts()
        return f"<Search: selector {self.selector}, {asked} asked, {told} told, {failed} failed, {self._archive!r}>"

    # -- saved --------------------------------------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """Everything: archive, selector, random numbers, open tickets. `from_bytes` goes on bit for bit."""
        return self._native.save(json.dumps({"qd_score_offset": self._archive.qd_score_offset}))

    @classmethod
    def from_bytes(cls, contents: bytes) -> Search:
        """Raises mce.Error for bytes that no search has saved."""
        if not isinstance(contents, (bytes, bytearray, memoryview)):
            raise TypeError(f"contents are of type {type(contents).__name__}: they have to be bytes")
        native = _native.Search.load(bytes(contents) if isinstance(contents, (bytearray, memoryview)) else contents)
        try:
            offset = float(json.loads(native.notes)["qd_score_offset"])
        except (ValueError, TypeError, KeyError) as error:
            raise Error(f"saved search: its notes make no sense: {error}") from None
        return cls._around(native, archive_over(native.partition, native.solution_dim, offset))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes everything to a file: whole, or not at all."""
        _native.write_file(_path(path), self.to_bytes())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Search:
        """A search that goes on where `save` was called. Its archive is `search.archive`."""
        name = _path(path)
        if os.path.exists(name) and not os.path.isfile(name):
            raise Error(f"{name!r} is not a file")
        contents = _native.read_file(name)
        try:
            return cls.from_bytes(contents)
        except Error as error:
            raise Error(f"{name!r}: {error}") from None

    def __reduce__(self) -> Any:
        return type(self).from_bytes, (self.to_bytes(),)


def _chosen(variation: Variation | str) -> tuple[str, Settings]:
    if isinstance(variation, str):
        return _native.parse_variation(variation)
    if not isinstance(variation, Variation):
        raise TypeError(f"variation is {variation!r}: it has to be Gaussian, Uniform, IsoLine, or a name")
    return variation._choice()


def _path(path: str | os.PathLike[str]) -> str:
    name = os.fsdecode(path)
    if "\0" in name or any("\ud800" <= letter <= "\udfff" for letter in name):
        raise ValueError(f"{name!r} cannot be the name of a file here")
    return name


def _count(count: int) -> int:
    return whole(count, "count", 1, 10_000_000)


def _tickets(ticket: int | ArrayLike) -> Tickets:
    if isinstance(ticket, np.ndarray) and ticket.dtype == np.uint64 and ticket.ndim == 1:
        return np.ascontiguousarray(ticket)
    array = np.atleast_1d(np.asarray(ticket))
    if array.ndim != 1 or (array.dtype.kind not in "iu" and array.size):
        raise TypeError("a ticket is a whole number from ask_tickets; several are a list or an array of them")
    if array.dtype.kind == "i" and np.any(array < 0):
        raise ValueError(f"ticket {array.min()} is not open: tickets are 1 or more")
    return np.ascontiguousarray(array, dtype=np.uint64)
