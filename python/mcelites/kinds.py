# SPDX-License-Identifier: MIT
"""What can be chosen by name, as tables."""

from __future__ import annotations

import pandas

from . import _native


def selectors() -> pandas.DataFrame:
    """The selectors: name, symbol (accepted wherever the name is), meaning, and their parameters with defaults.

    >>> import mcelites as mce
    >>> mce.selectors().loc[1, ["name", "symbol", "parameters"]].tolist()
    ['ucb-cell', 'Uc', 'lambda=0.7071067811865476']
    """
    return _table(_native.selector_kinds())


def testbeds() -> pandas.DataFrame:
    """The built-in testbeds: name, meaning, and their parameters with defaults. `parameters("maze")` says more."""
    return _table(_native.testbed_kinds()).drop(columns="symbol")


def variations() -> pandas.DataFrame:
    """The ways of making offspring: name, meaning, and their parameters with defaults."""
    return _table(_native.variation_kinds()).drop(columns="symbol")


def parameters(name: str) -> pandas.DataFrame:
    """The parameters of a selector, a testbed or a variation: key, default, what is allowed, meaning.

    >>> parameters("curiosity")["key"].tolist()[:2]
    ['reward', 'penalty']
    """
    kinds = [*_native.selector_kinds(), *_native.testbed_kinds(), *_native.variation_kinds()]
    for kind, symbol, _, entries in kinds:
        if name in (kind, symbol) and name:
            return pandas.DataFrame(entries, columns=["key", "default", "allowed", "meaning"])
    names = ", ".join(kind for kind, *_ in kinds)
    raise ValueError(f"there is no selector, testbed or variation {name!r}: names are {names}")


def parameter_keys(testbed: str) -> list[str]:
    """The keys of a testbed's parameters; none for an unknown one, which whoever makes it complains about."""
    return [key for kind, _, _, entries in _native.testbed_kinds() if kind == testbed for key, *_ in entries]


def _table(kinds: list[tuple[str, str, str, list[tuple[str, str, str, str]]]]) -> pandas.DataFrame:
    rows = [
        (name, symbol, meaning, " ".join(f"{key}={default}" for key, default, _, _ in entries))
        for name, symbol, meaning, entries in kinds
    ]
    return pandas.DataFrame(rows, columns=["name", "symbol", "meaning", "parameters"])
