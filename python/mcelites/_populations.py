# SPDX-License-Identifier: MIT
"""Who is where in the pools of a Selector."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from math import isnan
from typing import Any

from . import _native
from ._arrays import whole
from .errors import Error


_NOBODY = object()


class Ids:
    """A population: which id is in which place of a pool."""

    def __init__(self, pool: _native.Pool) -> None:
        self.pool = pool
        self._places: dict[Any, int] = {}
        self._ids: list[Any] = []  # by place; None where it is empty
        self._free: list[int] = []
        # What is about to change: changes of the pool before it, who leaves, who comes, where. Ctrl-C may come between
        # the change of the pool and ours.
        self.pending: tuple[int, Any, Any, int] | None = None

    def settle(self) -> None:
        """Follows what the pool has done. Called again after an interruption, it does the rest."""
        if self.pending is None:
            return
        changes, old, new, place = self.pending
        if self.pool.changes != changes:
            if old is not _NOBODY:
                self._places.pop(old, None)
            if new is _NOBODY:
                self._ids[place] = None
                if self._free[-1:] != [place]:
                    self._free.append(place)
            else:
                self._places[new] = place
                if place == len(self._ids):
                    self._ids.append(None)
                self._ids[place] = new
                if self._free[-1:] == [place]:
                    self._free.pop()
        self.pending = None

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, id: Hashable) -> bool:
        return id in self._places

    def __iter__(self) -> Iterator[Any]:
        return iter(self._places)

    def id_at(self, place: int | None) -> Any:
        return None if place is None else self._ids[place]

    def ids_at(self, places: list[int]) -> list[Any]:
        ids = self._ids
        return [ids[place] for place in places]

    def add(self, id: Hashable, fitness: float, ticket: int | None) -> None:
        if id in self._places:
            raise ValueError(f"id {id!r} is there already: use replace for someone else under the same id")
        if isinstance(id, float) and isnan(id):
            raise ValueError("NaN is no id: it is not equal to itself")
        place = self._free[-1] if self._free else len(self._ids)
        if place == self.pool.places:
            self.pool.grow(2 * place)
        self._put(_NOBODY, id, place, fitness, ticket)

    def replace(self, old: Hashable, new: Hashable, fitness: float, ticket: int | None) -> None:
        place = self._place(old)
        if new != old and new in self._places:
            raise ValueError(f"id {new!r} is there already: remove {old!r}, or replace {new!r}")
        if isinstance(new, float) and isnan(new):
            raise ValueError("NaN is no id: it is not equal to itself")
        self._put(old, new, place, fitness, ticket)

    def _put(self, old: Any, new: Any, place: int, fitness: float, ticket: int | None) -> None:
        self.pending = (self.pool.changes, old, new, place)
        self.pool.put(place, fitness, ticket)
        self.settle()

    def remove(self, id: Hashable) -> None:
        place = self._place(id)
        self.pending = (self.pool.changes, id, _NOBODY, place)
        self.pool.remove(place)
        self.settle()

    def _place(self, id: Hashable) -> int:
        try:
            return self._places[id]
        except KeyError:
            raise ValueError(f"id {id!r} is not known: add it first") from None

    def state(self) -> dict[str, Any]:
        return {"ids": list(self._places.items()), "free": list(self._free)}

    def restore(self, ids: Iterable[tuple[Any, int]], free: Iterable[int]) -> None:
        self._places = {id: int(place) for id, place in ids}
        self._free = [int(place) for place in free]
        filled = self._places.values()
        count = len(self._places) + len(self._free)
        known = sorted([*filled, *self._free])
        if sorted(filled) != sorted(self.pool.filled()) or known != list(range(count)) or count > self.pool.places:
            raise Error("saved selector: its ids are not those of its places")
        self._ids = [None] * count
        for id, place in self._places.items():
            self._ids[place] = id


class Cells(Ids):
    """A population whose ids are the places themselves."""

    def __len__(self) -> int:
        return self.pool.count

    def __contains__(self, id: Any) -> bool:
        return isinstance(id, int) and 0 <= id < self.pool.places and self.pool.is_filled(id)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.pool.filled())

    def id_at(self, place: int | None) -> Any:
        return place

    def ids_at(self, places: list[int]) -> list[Any]:
        return places

    def add(self, id: Any, fitness: float, ticket: int | None) -> None:
        cell = self._cell(id)
        if self.pool.is_filled(cell):
            raise ValueError(f"cell {id} is filled already: use replace")
        self.pool.put(cell, fitness, ticket)

    def replace(self, old: Any, new: Any, fitness: float, ticket: int | None) -> None:
        if new != old:
            raise ValueError(f"cell {old} is to become cell {new}: ids are cells here, and do not move")
        self.pool.put(self._filled_cell(old), fitness, ticket)

    def remove(self, id: Any) -> None:
        self.pool.remove(self._filled_cell(id))

    def _cell(self, id: Any) -> int:
        return whole(id, "cell", 0, self.pool.places - 1)

    def _filled_cell(self, id: Any) -> int:
        cell = self._cell(id)
        if not self.pool.is_filled(cell):
            raise ValueError(f"cell {id} is empty: use add")
        return cell

    def state(self) -> dict[str, Any]:
        return {"ids": [], "free": []}

    def restore(self, ids: Iterable[tuple[Any, int]], free: Iterable[int]) -> None:
        if [*ids, *free]:
            raise Error("saved selector: it has ids, and its ids are cells")
