# SPDX-License-Identifier: MIT
"""The built-in testbeds as functions of whole arrays."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from . import _native
from ._arrays import Floats, seed_number, table, text, vector, whole
from ._settings import testbed_settings
from .kinds import parameter_keys


class Testbed:
    """A built-in testbed: call it with solutions, a row each, and get their objectives and measures. `testbed` makes
    one. Threads and processes may share it."""

    __test__ = False  # pytest: this is no test

    def __init__(self, name: str, *, profile: str = "paper", **settings: Any) -> None:
        self._made_of = (name, profile, settings)
        self._name = text(name, "name")
        self._native = _native.Testbed(text(profile, "profile"), name, testbed_settings(settings, parameter_keys(name)))

    def __call__(self, solutions: ArrayLike) -> tuple[Floats, Floats]:
        """The objective of each solution, (n,), and its measures, (n, m). Raises ValueError for a solution that no run
        could have. Where the testbed has no value, as in the wall of "passage", the objective is NaN."""
        return self._native.evaluate(table(solutions, "solutions", self.solution_dim))

    def random(self, n: int, seed: int = 1) -> Floats:
        """`n` random solutions: those that a run with this seed starts from."""
        return self._native.random(whole(n, "n", 0, 10_000_000), seed_number(seed))

    def quality(self, objective: ArrayLike) -> Floats:
        """What the QD-score sums up: not negative, and comparable between scales of the objective."""
        return self._native.quality(vector(objective, "objective"))

    @property
    def name(self) -> str:
        return self._name

    @property
    def solution_dim(self) -> int:
        return self._native.solution_dim

    @property
    def measure_dim(self) -> int:
        return len(self._native.ranges)

    @property
    def bounds(self) -> list[tuple[float, float]] | None:
        """The lower and the upper bound of each number of a solution; None for mazes, whose tiles have to fit."""
        return self._native.bounds

    @property
    def ranges(self) -> list[tuple[float, float]]:
        """The lower and the upper bound of each measure."""
        return self._native.ranges

    @property
    def measure_names(self) -> list[str]:
        return self._native.measure_names

    @property
    def settings(self) -> dict[str, int | float | str]:
        """Every parameter of the testbed."""
        return {
            key: int(value) if isinstance(value, float) and value.is_integer() else value
            for key, value in self._native.settings
        }

    def __reduce__(self) -> Any:
        return _remade, self._made_of

    def __repr__(self) -> str:
        settings = " ".join(f"{key}={value}" for key, value in self.settings.items())
        return f"<Testbed {self.name}: {self.solution_dim} numbers, {self.measure_dim} measures; {settings}>"


def testbed(name: str, *, profile: str = "paper", **settings: Any) -> Testbed:
    """The built-in testbed of that name as a vectorised function; `mce.testbeds()` lists them. Parameters are keyword
    arguments; those that are not said are as `profile` says, as in `mce.run`.

    >>> import mcelites as mce
    >>> rastrigin = mce.testbed("rastrigin", dimensions=4)
    >>> objective, measures = rastrigin(rastrigin.random(5))
    >>> objective.shape, measures.shape, rastrigin.bounds[0]
    ((5,), (5, 2), (-5.12, 5.12))
    >>> maze = mce.testbed("maze", size=4, fitness="path", features=["corners", "straights"])
    >>> maze.random(1, seed=3)[0].astype(int).reshape(4, 4)  # open sides: 1 north, 2 east, 4 south, 8 west
    array([[ 6, 12,  6,  8],
           [ 5,  3,  9,  4],
           [ 5,  6, 12,  5],
           [ 3,  9,  3,  9]])
    """
    return Testbed(name, profile=profile, **settings)


testbed.__test__ = False  # type: ignore[attr-defined]


def _remade(name: str, profile: str, settings: dict[str, Any]) -> Testbed:
    return Testbed(name, profile=profile, **settings)
