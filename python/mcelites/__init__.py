# SPDX-License-Identifier: MIT
"""Monte Carlo Elites: Quality-Diversity with bandit parent selection. docs/python.md is the guide."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import plot as plot, study as study
    from ._version import __version__ as __version__
    from . import ribs as ribs
    from .archives import Archive as Archive, CVTArchive as CVTArchive, GridArchive as GridArchive
    from .errors import Error as Error
    from .illumination import illuminate as illuminate
    from .kinds import parameters as parameters, selectors as selectors, testbeds as testbeds, variations as variations
    from .results import FailedEvaluation as FailedEvaluation, Result as Result
    from .runs import RunResult as RunResult, run as run
    from .search import Search as Search
    from .selector import Selector as Selector, Standing as Standing, Ticket as Ticket
    from .study_file import Study as Study
    from .testbed_functions import Testbed as Testbed, testbed as testbed
    from .variation import Gaussian as Gaussian, IsoLine as IsoLine, Uniform as Uniform

# Where each name is. Modules are loaded when they are needed: a study can be read where the compiled part is missing.
_HOMES = {
    "Archive": "archives",
    "CVTArchive": "archives",
    "Error": "errors",
    "FailedEvaluation": "results",
    "Gaussian": "variation",
    "GridArchive": "archives",
    "IsoLine": "variation",
    "Result": "results",
    "RunResult": "runs",
    "Search": "search",
    "Selector": "selector",
    "Standing": "selector",
    "Study": "study_file",
    "Testbed": "testbed_functions",
    "Ticket": "selector",
    "Uniform": "variation",
    "__version__": "_version",
    "illuminate": "illumination",
    "parameters": "kinds",
    "run": "runs",
    "selectors": "kinds",
    "testbed": "testbed_functions",
    "testbeds": "kinds",
    "variations": "kinds",
}
# Modules that are used by their names. Not everyone has what `ribs` needs, so `from mcelites import *` leaves it alone.
_MODULES = ("plot", "ribs", "study")
__all__ = sorted([*_HOMES, "plot", "study"])


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
        globals()[name] = value
        return value
    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*_HOMES, *_MODULES])
