# SPDX-License-Identifier: MIT
"""Who is where in the pools of a Selector."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from . import _native
from ._arrays import whole
from .errors import Error


class Ids:
    """A population: which id is in which place of a pool."""

    def __init__(self, pool: _native.Pool) -> None:
        self.pool = pool
        self._places: dict[Any, int] = {}
        self._ids: list[Any] = []  # by place; None where it is empty
        self._free: list[int] = []

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, id: Hashable) -> bool:
        return id in self._places

    def __iter__(self) -> Iterator[Any]:
        return iter(self._places)

    def id_at(self, place: int) -> Any:
        return self._ids[place] if place < len(self._ids) else None

    def ids_at(self, places: list[int]) -> list[Any]:
        ids = self._ids
        return [ids[place] for place in places]

    def add(self, id: Hashable, fitness: float, ticket: int | None) -> None:
        if id in self._places:
            raise ValueError(f"id {id!r} is there already: use replace for someone else under the same id")
        place = self._free[-1] if self._free else len(self._ids)
        if place == self.pool.places:
            self.pool.grow(2 * place)
        self.pool.put(place, fitness, ticket)
        if self._free:
            self._free.pop()
            self._ids[place] = id
        else:
            self._ids.append(id)
        self._places[id] = place

    def replace(self, old: Hashable, new: Hashable, fitness: float, ticket: int | None) -> None:
        place = self._place(old)
        if new != old and new in self._places:
            raise ValueError(f"id {new!r} is there already: remove {old!r}, or replace {new!r}")
        self.pool.put(place, fitness, ticket)
        del self._places[old]
        self._places[new] = place
        self._ids[place] = new

    def remove(self, id: Hashable) -> None:
        place = self._place(id)
        self.pool.remove(place)
        del self._places[id]
        self._ids[place] = None
        self._free.append(place)

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
        if sorted(filled) != sorted(self.pool.filled()) or sorted([*filled, *self._free]) != list(range(count)):
            raise Error("saved selector: its ids are not those of its places")
        self._ids = [None] * count
        for id, place in self._places.items():
            self._ids[place] = id


class Cells(Ids):
    """A population whose ids are the places themselves."""

    def __len__(self) -> int:
        return self.pool.count

    def __contains__(self, id: Any) -> bool:
        return self.pool.is_filled(_number(id))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.pool.filled())

    def id_at(self, place: int) -> Any:
        return place

    def ids_at(self, places: list[int]) -> list[Any]:
        return places

    def add(self, id: Any, fitness: float, ticket: int | None) -> None:
        if self.pool.is_filled(_number(id)):
            raise ValueError(f"cell {id} is filled already: use replace")
        self.pool.put(_number(id), fitness, ticket)

    def replace(self, old: Any, new: Any, fitness: float, ticket: int | None) -> None:
        if new != old:
            raise ValueError(f"cell {old} is to become cell {new}: ids are cells here, and do not move")
        if not self.pool.is_filled(_number(old)):
            raise ValueError(f"cell {old} is empty: use add")
        self.pool.put(_number(old), fitness, ticket)

    def remove(self, id: Any) -> None:
        self.pool.remove(_number(id))

    def state(self) -> dict[str, Any]:
        return {"ids": [], "free": []}

    def restore(self, ids: Iterable[tuple[Any, int]], free: Iterable[int]) -> None:
        if [*ids, *free]:
            raise Error("saved selector: it has ids, and its ids are cells")


def _number(cell: Any) -> int:
    return whole(cell, "cell", 0, 2**32 - 1)
