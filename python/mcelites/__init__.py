# SPDX-License-Identifier: MIT
"""Monte Carlo Elites: Quality-Diversity with bandit parent selection. docs/python.md is the guide."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import ribs as ribs
    from ._native import Error as Error, __version__ as __version__
    from .archives import Archive as Archive, CVTArchive as CVTArchive, GridArchive as GridArchive
    from .search import Search as Search
    from .selector import Selector as Selector, Standing as Standing, Ticket as Ticket
    from .variation import Gaussian as Gaussian, IsoLine as IsoLine, Uniform as Uniform

# Where each name is. Modules are loaded when they are needed: a study can be read where the compiled part is missing.
_HOMES = {
    "Error": "_native",
    "__version__": "_native",
    "Archive": "archives",
    "CVTArchive": "archives",
    "GridArchive": "archives",
    "Search": "search",
    "Selector": "selector",
    "Standing": "selector",
    "Ticket": "selector",
    "Gaussian": "variation",
    "IsoLine": "variation",
    "Uniform": "variation",
}
# Modules that are used by their name. They load what not everyone has installed.
_MODULES = ("ribs",)
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
        globals()[name] = value
        return value
    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_MODULES])
