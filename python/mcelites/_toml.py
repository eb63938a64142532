# SPDX-License-Identifier: MIT
"""A protocol written as a dict, as TOML text."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from ._settings import number_text


def to_toml(document: Mapping[str, Any]) -> str:
    """A line for each key.

    >>> print(to_toml({"repetitions": 3, "treatment": [{"testbed": "arm", "joints": [3, 6]}]}), end="")
    "repetitions" = 3
    "treatment" = [{"testbed" = "arm", "joints" = [3, 6]}]
    """
    return "".join(f"{_entry(key, value)}\n" for key, value in document.items())


def _entry(key: Any, value: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(f"key {key!r} of a protocol: it has to be a text")
    return f"{_text(key)} = {_value(key, value)}"


def _value(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, os.PathLike)):
        return _text(os.fspath(value))
    if isinstance(value, Mapping):
        return "{" + ", ".join(_entry(name, each) for name, each in value.items()) + "}"
    if hasattr(value, "__iter__"):
        return "[" + ", ".join(_value(key, each) for each in value) + "]"
    try:
        return number_text(value)
    except (TypeError, ValueError):
        raise TypeError(f"{key} of a protocol is {value!r}: it has to be a number, a text, a list or a dict") from None


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
