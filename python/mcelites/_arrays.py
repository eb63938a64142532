# SPDX-License-Identifier: MIT
"""What people pass, made what the compiled part takes: texts, numbers, and rows of float64, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

_MASKED = {np.ma.MaskedArray, type(np.ma.masked)}


def floats(value: ArrayLike, name: str) -> Floats:
    """The value as float64 in C order, with one dimension or more; without a copy where it is that already. Masked
    entries are NaN."""
    array = value if isinstance(value, np.ndarray) else _from_list(value, name)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name} has the type {array.dtype}: it has to be real numbers")
    if type(array) is not np.ndarray and isinstance(array, np.ma.MaskedArray):  # the first is the faster test
        array = np.where(np.ma.getmaskarray(array), np.nan, np.ma.getdata(array))
    return np.ascontiguousarray(array, dtype=np.float64)


def _from_list(value: ArrayLike, name: str) -> NDArray[Any]:
    try:
        if isinstance(value, (list, tuple)) and not _MASKED.isdisjoint(map(type, value)):
            return np.ma.array(value)  # a plain array would have the numbers behind the masks
        return np.asarray(value)
    except ValueError as error:  # rows of different lengths
        raise ValueError(f"{name} is not an array of numbers: {error}") from None


def vector(value: ArrayLike, name: str, length: int | None = None) -> Floats:
    """One number for each solution."""
    array = floats(value, name)
    if array.ndim != 1 or (length is not None and len(array) != length):
        wanted = "(n,)" if length is None else f"({length},)"
        raise ValueError(f"{name} has the shape {array.shape}: it has to be {wanted}, a number for each solution")
    return array


def table(value: ArrayLike, name: str, width: int, length: int | None = None) -> Floats:
    """A row of `width` numbers for each solution."""
    array = floats(value, name)
    if array.ndim == 1 and length == 1:
        array = array.reshape(1, -1)
    if array.ndim != 2 or array.shape[1] != width or (length is not None and len(array) != length):
        wanted = f"({'n' if length is None else length}, {width})"
        raise ValueError(f"{name} has the shape {array.shape}: it has to be {wanted}, a row for each solution")
    return array


def ranges(value: Any, name: str) -> list[tuple[float, float]]:
    """Pairs of a lower and an upper bound."""
    array = floats(value, name)
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"{name} has the shape {array.shape}: it has to be a list of pairs (low, high)")
    return [(low, high) for low, high in array.tolist()]


def number(value: Any, name: str) -> float:
    """A finite number."""
    if np.ndim(value) != 0 or np.asarray(value).dtype.kind not in "fiub":
        raise TypeError(f"{name} is {value!r}: it has to be a number")
    result = float(floats(value, name)[0])
    if not np.isfinite(result):
        raise ValueError(f"{name} is {result}: it has to be a finite number")
    return result


def text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name} is {value!r}: it has to be a text")
    return value


def flag(value: Any, name: str) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is {value!r}: it has to be True or False")
    return bool(value)


def whole(value: Any, name: str, least: int, most: int) -> int:
    """A whole number in a range."""
    try:
        number = value.__index__()
    except (AttributeError, TypeError):
        raise TypeError(f"{name} is {value!r}: it has to be a whole number") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}: it has to be {least:,} to {most:,}")
    return int(number)


def seed_number(value: Any, name: str = "seed") -> int:
    return whole(value, name, 0, 2**64 - 1)


def by_column(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a data frame. Fields with several numbers become several: solution_0, solution_1, …"""
    columns: dict[str, Any] = {}
    for name, values in fields.items():
        if isinstance(values, np.ndarray) and values.ndim == 2:
            columns.update((f"{name}_{i}", values[:, i]) for i in range(values.shape[1]))
        else:
            columns[name] = values
    return columns
