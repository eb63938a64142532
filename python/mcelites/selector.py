# SPDX-License-Identifier: MIT
"""Parent selection alone, for whoever keeps the individuals elsewhere: programs, texts, another tool's archive."""

from __future__ import annotations

import base64
import json
import math
import os
import threading
from collections.abc import Callable, Hashable, Iterable
from functools import partial
from itertools import repeat
from typing import Any, NamedTuple, overload

from . import _native
from ._arrays import seed_number, text, whole
from ._populations import Cells, Ids
from .errors import Error

_FIRST_PLACES = 64
_NOT_SAID = math.nan
_SAME = object()
_process = object()  # stands for this process: a forked child gets another one


def _note_fork() -> None:
    global _process
    _process = object()


os.register_at_fork(after_in_child=_note_fork)


class Ticket(NamedTuple):
    """A selected parent. What becomes of its child is told with it."""

    id: Any
    number: int
    island: int


_make_ticket = partial(tuple.__new__, Ticket)  # twice as fast as Ticket._make


class Standing(NamedTuple):
    """Why an id is selected, or not yet."""

    score: float
    """What the selector ranks it by: the highest is next. Infinite for one that was never selected and comes first."""
    fitness: float
    selections: int
    survivals: int
    """Children that were worth keeping."""
    all_selections: int
    """With those of the ids that it has replaced."""
    all_survivals: int


class Selector:
    """Chooses parents among ids of any hashable kind, with any selector of the engine.

    `select` counts at once and returns tickets. Children come back in any order, or never: the child is added under its
    own id (`add` or `replace` with its ticket), or was good but is kept elsewhere (`reward`), or was not (`fail`). Told
    of the same events as the engine, it selects the same parents to the bit. Several threads may use it.

    With `islands`, each island is a population of its own. With `cells`, ids are the numbers 0 … cells − 1 of the cells
    of an archive; that is a little faster, and ties are broken in the order of cells, as in the engine.

    >>> import mcelites as mce
    >>> selector = mce.Selector("ucb-individual", seed=1)
    >>> selector.add("first program", fitness=0.3)
    >>> ticket = selector.select()
    >>> ticket.id
    'first program'
    >>> selector.add("its child", fitness=0.5, ticket=ticket)  # rewards the parent
    >>> sorted(ticket.id for ticket in selector.select(2))
    ['first program', 'its child']
    """

    def __init__(
        self, selector: str = "recommended", *, seed: int = 1, islands: int = 1, cells: int | None = None
    ) -> None:
        name, settings = _native.parse_selector(text(selector, "selector"))
        places = _FIRST_PLACES if cells is None else whole(cells, "cells", 1, 100_000_000)
        first_seed = seed_number(seed)
        self._setup(name, cells is not None)
        for number in range(whole(islands, "islands", 1, 10_000)):
            # Island 0 has the engine's own random numbers.
            own_seed = (first_seed + number * 0x9E3779B97F4A7C15) % 2**64
            pool = _native.Pool(name, settings, places, own_seed)
            self._islands.append(Cells(pool) if cells is not None else Ids(pool))

    def _setup(self, name: str, by_cell: bool) -> None:
        self._name = name
        self._by_cell = by_cell
        self._islands: list[Ids] = []
        self._turn = 0
        self._lock = threading.RLock()
        self._process = _process

    def _locked(self) -> threading.RLock:
        if self._process is not _process:
            raise RuntimeError(
                "this Selector was made before the process was forked: make it in the process that uses it, or send it "
                "there by pickle"
            )
        return self._lock

    def _island(self, island: int) -> Ids:
        if type(island) is not int:
            island = whole(island, "island", 0, len(self._islands) - 1)
        if not 0 <= island < len(self._islands):
            raise ValueError(f"there is no island {island}: islands are 0 to {len(self._islands) - 1}")
        found = self._islands[island]
        if found.pending is not None:
            found.settle()
        return found

    def _settled(self) -> list[Ids]:
        return [self._island(number) for number in range(len(self._islands))]

    # -- who there is -------------------------------------------------------------------------------------------------

    def add(self, id: Hashable, fitness: float = 0.0, *, island: int = 0, ticket: Ticket | None = None) -> None:
        """A new id. If it is the child of a ticket, its parent is rewarded, and the ticket is closed."""
        with self._locked():
            self._island(island).add(id, _fitness(fitness, id), self._child(ticket, island))

    def replace(
        self,
        old: Hashable,
        new: Hashable = _SAME,
        fitness: float = 0.0,
        *,
        island: int = 0,
        ticket: Ticket | None = None,
    ) -> None:
        """An id takes the place of another one, or, without `new`, someone else is meant by the same id. Selectors that
        count by cell go on with the counts of the place. A child's parent is rewarded as `add` does."""
        with self._locked():
            new_id = old if new is _SAME else new
            self._island(island).replace(old, new_id, _fitness(fitness, new_id), self._child(ticket, island))

    def remove(self, id: Hashable, *, island: int = 0) -> None:
        """Takes an id out. Tickets for it can still come back; they reward nobody."""
        with self._locked():
            self._island(island).remove(id)

    def clear(self, island: int = 0) -> None:
        """Takes all ids of an island out."""
        with self._locked():
            where = self._island(island)
            for id in list(where):
                where.remove(id)

    def __len__(self) -> int:
        with self._locked():
            return sum(len(self._island(number)) for number in range(len(self._islands)))

    def __contains__(self, id: Hashable) -> bool:
        with self._locked():
            return any(id in self._island(number) for number in range(len(self._islands)))

    def ids(self, island: int = 0) -> list[Any]:
        with self._locked():
            return list(self._island(island))

    @property
    def islands(self) -> int:
        return len(self._islands)

    # -- parents ------------------------------------------------------------------------------------------------------

    @overload
    def select(self, count: None = None, *, island: int | None = None) -> Ticket: ...
    @overload
    def select(self, count: int, *, island: int | None = None) -> list[Ticket]: ...
    def select(self, count: int | None = None, *, island: int | None = None) -> Ticket | list[Ticket]:
        """The next parent, or a list of the next `count`, as tickets. Without `island`, islands that are not empty take
        turns, one call each."""
        with self._locked():
            number = self._next_island() if island is None else island
            where = self._island(number)
            if not len(where):
                raise ValueError("there is nobody to select: add an id first")
            if count is None:
                ticket, place = where.pool.select_one()
                return Ticket(where.id_at(place), ticket, number)
            tickets, places = where.pool.select(whole(count, "count", 1, 10_000_000))
            return list(map(_make_ticket, zip(where.ids_at(places), tickets, repeat(number))))

    def reward(self, ticket: Ticket | Iterable[Ticket], fitness: float | Iterable[float] | None = None) -> None:
        """The child of a ticket, or of each of several, was worth keeping, and is not added with the ticket. Its
        fitness helps selectors that look at it (surprise, ucb-fitness)."""
        if isinstance(ticket, Ticket):
            with self._locked():
                self._island(ticket.island).pool.reward_one(_number(ticket), _one(fitness))
        else:
            self._close_all(_native.Pool.reward, ticket, fitness)

    def fail(self, ticket: Ticket | Iterable[Ticket], fitness: float | Iterable[float] | None = None) -> None:
        """The child of a ticket, or of each of several, was not worth keeping, or there is none."""
        if isinstance(ticket, Ticket):
            with self._locked():
                self._island(ticket.island).pool.fail_one(_number(ticket), _one(fitness))
        else:
            self._close_all(_native.Pool.fail, ticket, fitness)

    def _close_all(self, close: Callable[..., None], several: Iterable[Ticket], fitness: Any) -> None:
        try:
            tickets = list(several)
            numbers = [ticket.number for ticket in tickets]
            islands = {ticket.island for ticket in tickets}
        except (AttributeError, TypeError):
            raise TypeError("reward and fail take a ticket from select, or several of them") from None
        values = None if fitness is None else _several(fitness, len(tickets))
        with self._locked():
            if len(islands) == 1:
                close(self._island(islands.pop()).pool, numbers, values)
                return
            parts = []
            for island in sorted(islands):
                mine = [i for i, ticket in enumerate(tickets) if ticket.island == island]
                of_mine = None if values is None else [values[i] for i in mine]
                parts.append((self._island(island).pool, [numbers[i] for i in mine], of_mine))
            for pool, own, _ in parts:
                pool.check(own)  # all or none
            for part in parts:
                close(*part)

    def _child(self, ticket: Ticket | None, island: int) -> int | None:
        if ticket is None:
            return None
        if not isinstance(ticket, Ticket):
            raise TypeError(f"ticket is {ticket!r}: it has to be one from select")
        if ticket.island != island:
            raise ValueError(
                f"the ticket is of island {ticket.island}, and the child goes to island {island}: reward the ticket, "
                "and add the child without it"
            )
        return _number(ticket)

    def _next_island(self) -> int:
        if len(self._islands) == 1:
            return 0
        for step in range(len(self._islands)):
            number = (self._turn + step) % len(self._islands)
            if len(self._islands[number]):
                self._turn = number + 1
                return number
        return 0

    # -- what there is to know ----------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """Which selector it is; "recommended" stands for one of them."""
        return self._name

    @property
    def selections(self) -> int:
        """All selections so far, those of ids that are gone included."""
        return sum(island.pool.selections for island in self._islands)

    @property
    def late(self) -> int:
        """Tickets that came back after their parent was removed."""
        return sum(island.pool.late for island in self._islands)

    def open_tickets(self) -> list[Ticket]:
        """Those that have not come back. The id is None if it was removed."""
        with self._locked():
            return [
                Ticket(island.id_at(place), ticket, number)
                for number, island in enumerate(self._settled())
                for ticket, place in island.pool.open()
            ]

    def scores(self, *, island: int = 0) -> dict[Any, Standing]:
        """How every id stands, the one that is selected next first."""
        with self._locked():
            where = self._island(island)
            standings = {where.id_at(place): Standing(*where.pool.standing(place)) for place in where.pool.filled()}
            return dict(sorted(standings.items(), key=lambda item: -item[1].score))

    def __repr__(self) -> str:
        return f"<Selector {self._name}: {len(self)} ids, {self.selections} selections>"

    # -- saved --------------------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """Everything, with the state of the random numbers: `from_json` goes on bit for bit. Ids have to be texts,
        numbers, booleans, None, or tuples of these; for others, use pickle."""
        state = self.__getstate__()
        for island in state["islands"]:
            try:
                island["ids"] = [[_id_json(id), place] for id, place in island["ids"]]
            except RecursionError:
                raise TypeError("an id has too many tuples within tuples for JSON: use pickle") from None
            island["pool"] = base64.b64encode(island["pool"]).decode("ascii")
        return json.dumps({"mcelites": "selector", "format": 1, **state})

    @classmethod
    def from_json(cls, text: str) -> Selector:
        """Raises mce.Error for a text that `to_json` has not written."""
        try:
            state = json.loads(text)
            if not isinstance(state, dict) or state.get("mcelites") != "selector":
                raise ValueError("it is not a saved selector")
            if state.get("format") != 1:
                raise ValueError(f"its format is {state.get('format')!r}; this version reads 1")
            for island in state["islands"]:
                island["ids"] = [(_id_from(id), place) for id, place in island["ids"]]
                island["pool"] = base64.b64decode(island["pool"], validate=True)
            selector = cls.__new__(cls)
            selector.__setstate__(state)
            return selector
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
            raise Error(f"saved selector: {error}") from None

    def __getstate__(self) -> dict[str, Any]:
        with self._locked():
            return {
                "selector": self._name,
                "by_cell": self._by_cell,
                "turn": self._turn,
                "islands": [{"pool": each.pool.save(), **each.state()} for each in self._settled()],
            }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._setup(str(state["selector"]), bool(state["by_cell"]))
        self._turn = int(state["turn"])
        for saved in state["islands"]:
            island = (Cells if self._by_cell else Ids)(_native.Pool.load(saved["pool"]))
            island.restore(saved["ids"], saved["free"])
            if island.pool.selector != self._name:
                raise Error(f"saved selector: it is called {self._name}, and its pool {island.pool.selector}")
            self._islands.append(island)
        if not self._islands or not 0 <= self._turn <= len(self._islands):
            raise Error("saved selector: its islands make no sense")


def _number(ticket: Ticket) -> int:
    number = ticket.number
    if type(number) is not int or not 0 <= number < 2**64:
        raise TypeError(f"{ticket!r} is no ticket from select")
    return number


def _fitness(value: Any, id: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"fitness of {id!r} is {value!r}: it has to be a number") from None
    if math.isnan(number):
        raise ValueError(f"fitness of {id!r} is NaN: it has to be a number")
    return number


def _one(fitness: Any) -> float:
    if fitness is None:
        return _NOT_SAID
    try:
        return float(fitness)
    except (TypeError, ValueError):
        raise TypeError(f"fitness is {fitness!r}: it has to be a number, or None") from None


def _several(fitness: Any, count: int) -> list[float]:
    try:
        values = [float(each) for each in fitness]
    except (TypeError, ValueError):
        raise TypeError(f"fitness is {fitness!r}: it has to be a number for each ticket, or None") from None
    if len(values) != count:
        raise ValueError(f"{count} tickets, and {len(values)} numbers for their fitness")
    return values


def _id_json(id: Any) -> Any:
    if isinstance(id, tuple):
        return {"tuple": [_id_json(each) for each in id]}
    if id is None or type(id) in (str, int, float, bool):
        return id
    raise TypeError(f"id {id!r} cannot be written as JSON: use texts, numbers or tuples of them as ids, or pickle")


def _id_from(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(_id_from(each) for each in value["tuple"])
    return value
