# SPDX-License-Identifier: MIT
"""What people pass as settings of a testbed or a run, as the compiled part takes it: keys and texts."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Mapping
from typing import Any

Settings = list[tuple[str, float | str]]


def text_of(value: Any, name: str) -> str:
    """A setting as people write it on the command line. Text keeps whole numbers exact, however large."""
    if isinstance(value, bool):
        raise TypeError(f"{name} is {value!r}: it has to be a number, a text, or a list of names")
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    try:
        return number_text(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {value!r}: it has to be a number, a text, or a list of names") from None


def number_text(value: Any) -> str:
    """A whole number, however large, or a real one, exactly. Raises TypeError or ValueError for what is none."""
    try:
        return str(operator.index(value))
    except TypeError:
        return repr(float(value))


def joined(value: Any, name: str, separator: str) -> str:
    """The same for what may be a list: "corners,path", "100x50"."""
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        return separator.join(text_of(each, name) for each in value)
    return text_of(value, name)


def testbed_settings(settings: Mapping[str, Any], keys: Iterable[str]) -> Settings:
    """Keyword arguments as settings of a testbed that has these keys. Python has no `-` in names."""
    known = set(keys)
    pairs: Settings = []
    for name, value in settings.items():
        dashed = name.replace("_", "-")
        key = dashed if dashed in known else name
        pairs.append((key, joined(value, name, ",")))
    return pairs
