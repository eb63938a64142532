# SPDX-License-Identifier: MIT
"""Our selectors in pyribs (https://pyribs.org, 0.9 or newer): an emitter, and archives for pyribs' own emitters."""

from __future__ import annotations

import warnings
from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

try:
    from ribs.archives import CVTArchive, GridArchive
    from ribs.emitters import EmitterBase
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"mcelites.ribs needs pyribs ({error}): install it with pip install '.[ribs]' in a clone of mcelites",
        name=error.name,
    ) from None

from ._arrays import floats, seed_number, whole
from ._ribs_parents import Parents
from .selector import Selector
from .variation import Gaussian, IsoLine, Steps, Uniform, Variation

__all__ = ["BanditCVTArchive", "BanditEmitter", "BanditGridArchive"]


class BanditEmitter(EmitterBase):
    """An emitter for pyribs' schedulers whose parents are chosen by one of our selectors.

    `selector` is a name, or with parameters "ucb-cell:lambda=0.5". `variation` is Gaussian, Uniform or IsoLine, or just
    say `sigma` for Gaussian(sigma). The rest is as in pyribs' GaussianEmitter: while the archive is empty, `ask` gives
    `initial_solutions`, or variations of `x0`.

    A parent is rewarded if its child is in the archive after the batch. Other emitters may work on the same archive,
    and it may be cleared or divided anew: that is noticed.

    >>> import mcelites as mce
    >>> from ribs.archives import GridArchive
    >>> from ribs.schedulers import Scheduler
    >>> archive = GridArchive(solution_dim=3, dims=[10, 10], ranges=[(-1, 1)] * 2, seed=1)
    >>> emitter = mce.ribs.BanditEmitter(archive, sigma=0.2, x0=[0, 0, 0], bounds=[(-1, 1)] * 3, batch_size=20, seed=1)
    >>> scheduler = Scheduler(archive, [emitter])
    >>> for _ in range(50):
    ...     x = scheduler.ask()
    ...     scheduler.tell(-(x**2).sum(axis=1), x[:, :2])
    >>> len(archive)
    100
    """

    def __init__(
        self,
        archive: Any,
        *,
        selector: str = "recommended",
        sigma: Steps = None,
        variation: Variation | None = None,
        x0: ArrayLike | None = None,
        initial_solutions: ArrayLike | None = None,
        bounds: Collection[tuple[float | None, float | None]] | None = None,
        lower_bounds: ArrayLike | None = None,
        upper_bounds: ArrayLike | None = None,
        batch_size: int = 64,
        seed: int | None = None,
    ) -> None:
        entropy = _entropy(seed)
        self._parents = Parents(archive, selector, entropy)
        self._dtype = np.dtype(archive.dtypes["solution"])
        if self._dtype.kind != "f":
            raise TypeError(
                f"the archive's solutions are of type {self._dtype}: BanditEmitter varies real numbers; for others, "
                "use mce.Selector alone, or an archive of mce.ribs with an emitter of your own"
            )
        EmitterBase.__init__(
            self,
            archive,
            solution_dim=archive.solution_dim,
            bounds=bounds,
            lower_bounds=lower_bounds,
            upper_bounds=upper_bounds,
        )
        self._batch_size = whole(batch_size, "batch_size", 1, 10_000_000)
        self._shape = self._lower_bounds.shape
        self._rng = np.random.default_rng(entropy)
        self._choose_variation(sigma, variation)
        self._choose_start(x0, initial_solutions)

    def _choose_variation(self, sigma: Steps, variation: Variation | None) -> None:
        if sigma is not None and variation is not None:
            raise ValueError("sigma and variation are both given: sigma=0.2 is short for variation=Gaussian(0.2)")
        self._variation = Gaussian(sigma) if variation is None else variation
        match self._variation:
            case Gaussian(sigma=steps):
                self._steps = self._as_steps(steps, 0.1, "sigma")
            case Uniform(step=steps):
                self._steps = self._as_steps(steps, 0.1, "step")
            case IsoLine(iso=steps):
                self._steps = self._as_steps(steps, 0.01, "iso")
            case _:
                raise TypeError(f"variation is {variation!r}: it has to be Gaussian, Uniform or IsoLine")

    def _as_steps(self, steps: Steps, share: float, name: str) -> NDArray[Any]:
        if steps is None:
            steps = share * (self._upper_bounds - self._lower_bounds)
            if not np.all(np.isfinite(steps)):
                raise ValueError(
                    f"{name} is not given, and solutions have no bounds to take a share of: give one of them"
                )
        array = floats(steps, name).reshape(np.shape(steps))
        if array.shape not in ((), self._shape) or not np.all(array >= 0):
            raise ValueError(f"{name} is {steps!r}: it has to be a number from 0 on, or one for each of a solution's")
        return array

    def _choose_start(self, x0: ArrayLike | None, initial_solutions: ArrayLike | None) -> None:
        if (x0 is None) == (initial_solutions is None):
            raise ValueError("give either x0 or initial_solutions, to start from")
        start = np.array([x0] if initial_solutions is None else initial_solutions, dtype=self._dtype)
        if start.shape[1:] != self._shape or len(start) == 0:
            given = (
                f"x0 has the shape {start.shape[1:]}"
                if initial_solutions is None
                else f"initial_solutions has {start.shape}"
            )
            raise ValueError(f"{given}: solutions have the shape {self._shape}")
        self._start = start
        self._is_x0 = initial_solutions is None

    # -- asking and telling -------------------------------------------------------------------------------------------

    def ask(self) -> NDArray[Any]:
        """The next `batch_size` solutions. A batch that was asked for and never told counts as failed."""
        self._parents.give_up()
        if self.archive.empty:
            if not self._is_x0:
                return self._within_bounds(self._start)
            parents = np.broadcast_to(self._start[0], (self._batch_size, *self._shape))
            return self._vary(parents, parents)
        parents = self._parents.select(self._batch_size)["solution"]
        if isinstance(self._variation, IsoLine):
            return self._vary(parents, self._parents.anyone(self._batch_size, self._rng)["solution"])
        return self._vary(parents, parents)

    def _vary(self, parents: NDArray[Any], partners: NDArray[Any]) -> NDArray[Any]:
        shape = (len(parents), *self._shape)
        if isinstance(self._variation, Uniform):
            moved = parents + self._steps * self._rng.uniform(-1.0, 1.0, size=shape)
        else:
            moved = parents + self._steps * self._rng.standard_normal(shape)
        if isinstance(self._variation, IsoLine):
            ones = (1,) * len(self._shape)
            along = self._variation.line * self._rng.standard_normal((len(parents), *ones))
            moved = moved + along * (partners - parents)
        return self._within_bounds(moved.astype(self._dtype))

    def _within_bounds(self, solutions: NDArray[Any]) -> NDArray[Any]:
        clipped: NDArray[Any] = np.clip(solutions, self._lower_bounds, self._upper_bounds)
        return clipped

    def tell(
        self, solution: ArrayLike, objective: ArrayLike, measures: ArrayLike, add_info: Any, **fields: ArrayLike
    ) -> None:
        """What became of the last `ask`. The scheduler calls it after it has added everything to the archive."""
        status = np.asarray(add_info["status"])
        expected = len(self._parents.pending)
        if expected not in (0, len(status)):  # 0: the first ones have no parents
            raise ValueError(
                f"{len(status)} solutions are told, and {expected} were asked for: tell them all, in order"
            )
        self._parents.judge(np.asarray(solution), np.asarray(objective), np.asarray(measures), status)

    # -- what there is to know ----------------------------------------------------------------------------------------

    @property
    def selector(self) -> Selector:
        """The selector over the cells of the archive: its ids are their numbers. `selector.scores()` tells why."""
        return self._parents.selector

    @property
    def variation(self) -> Variation:
        return self._variation

    @property
    def batch_size(self) -> int:
        return self._batch_size

    @property
    def x0(self) -> NDArray[Any] | None:
        return self._start[0] if self._is_x0 else None

    @property
    def initial_solutions(self) -> NDArray[Any] | None:
        return None if self._is_x0 else self._start


class _BanditSampling:
    """What the archives have in common: `sample_elites` by one of our selectors.

    Emitters say neither who they are nor which solution comes of which elite. What is known is the order: emitters are
    asked in turn, and everything is added in that order. So the k-th solution added is the child of the k-th parent
    sampled, if the numbers fit. Children are judged before the next sampling, when all of them are there.
    """

    _parents: Parents

    def __init__(
        self,
        *,
        selector: str = "recommended",
        parents_per_solution: int = 1,
        seed: int | None = None,
        **arguments: Any,
    ) -> None:
        pyribs: Any = super()
        pyribs.__init__(seed=seed, **arguments)
        self._per_solution = whole(parents_per_solution, "parents_per_solution", 0, 2)
        self._parents = Parents(self, selector, _entropy(seed))
        # Since the last sampling: solution, objective, measures, status.
        self._added: list[tuple[NDArray[Any], ...]] = []
        self._has_warned = False

    @property
    def selector(self) -> Selector:
        """The selector over the cells: its ids are their numbers."""
        self._judge()
        self._parents.sync()
        return self._parents.selector

    @property
    def parents_per_solution(self) -> int:
        return self._per_solution

    def sample_elites(self, n: Any, replace: bool = True) -> Any:
        """`n` elites to be parents; with `parents_per_solution=2`, the second half is uniform and counts nowhere.
        Without replacement it is pyribs' own sampling, and counts nowhere either."""
        uniform: Any = super()
        if not replace or self.empty or n < 1:  # type: ignore[attr-defined]
            return uniform.sample_elites(n, replace)
        self._judge()
        if self._per_solution == 2 and n % 2 == 0:
            elites = self._parents.select(n // 2)
            partners = uniform.sample_elites(n - n // 2)
            return {name: np.concatenate([values, partners[name]]) for name, values in elites.items()}
        if self._per_solution == 1:
            return self._parents.select(n)
        waiting, self._parents.pending = self._parents.pending, []
        elites = self._parents.select(n)
        self._parents.give_up()
        self._parents.pending = waiting
        return elites

    def add(self, solution: ArrayLike, objective: ArrayLike, measures: ArrayLike, **fields: ArrayLike) -> Any:
        pyribs: Any = super()
        info = pyribs.add(solution, objective, measures, **fields)
        self._note(np.array(solution), np.array(objective), np.array(measures), np.array(info["status"]))
        return info

    def add_single(self, solution: ArrayLike, objective: ArrayLike, measures: ArrayLike, **fields: ArrayLike) -> Any:
        pyribs: Any = super()
        info = pyribs.add_single(solution, objective, measures, **fields)
        self._note(np.array([solution]), np.array([objective]), np.array([measures]), np.array([info["status"]]))
        return info

    def _note(self, *rows: NDArray[Any]) -> None:
        if not self._parents.pending or len(rows[0]) == 0:
            return  # nobody's children
        self._added.append(rows)
        if sum(len(each[0]) for each in self._added) > len(self._parents.pending):
            self._judge()

    def _judge(self) -> None:
        if not self._added:
            return
        columns = [np.concatenate(column) for column in zip(*self._added, strict=True)]
        self._added = []
        count = len(columns[0])
        if count == len(self._parents.pending):
            self._parents.judge(*columns)
            return
        self._warn(count)
        self._parents.give_up()

    def _warn(self, added: int) -> None:
        if self._has_warned:
            return
        self._has_warned = True
        warnings.warn(
            f"{len(self._parents.pending)} parents were sampled, and {added} or more solutions came back: it is not "
            f"known who is whose child, so nobody is rewarded. parents_per_solution is {self._per_solution}; it has to "
            "be 1 for GaussianEmitter, 2 for IsoLineEmitter, and 0 for emitters that do not sample a parent for each "
            "solution (EvolutionStrategyEmitter) and for mixtures. mce.ribs.BanditEmitter can be mixed with all.",
            RuntimeWarning,
            stacklevel=4,
        )

    def _forget(self) -> None:
        """Children of before are nobody's now."""
        self._added = []
        self._parents.give_up()


class BanditGridArchive(_BanditSampling, GridArchive):
    """pyribs' GridArchive, but `sample_elites` is by one of our selectors: every emitter that samples its parents from
    the archive profits. All other arguments are those of GridArchive.

    `parents_per_solution` says how emitters use what they sample; all emitters of an archive have to do the same.
    1: each elite becomes one solution (GaussianEmitter, GeneticAlgorithmEmitter with "gaussian").
    2: the first half does, and the second half are directions (IsoLineEmitter, GeneticAlgorithmEmitter with "isoline").
    0: neither, so nobody is ever rewarded, and selectors only see how often they have selected whom
    (EvolutionStrategyEmitter, which samples when it restarts, and mixtures).

    A parent is rewarded if its child is in the archive after everything of the batch was added. If the number of
    solutions that come back does not fit what was sampled, nobody is rewarded, and the first time there is a warning.

    >>> archive = BanditGridArchive(solution_dim=2, dims=[5, 5], ranges=[(-1, 1)] * 2, selector="ucb-cell", seed=1)
    >>> info = archive.add([[0, 0]], [1.0], [[0, 0]])
    >>> parents = archive.sample_elites(2)["solution"]
    >>> info = archive.add(parents + [[0.5, 0], [0, 0.1]], [1.0, 0.5], parents + [[0.5, 0], [0, 0.1]])
    >>> archive.selector.scores()[12].survivals  # one child took an empty cell, the other one is worse than its parent
    1
    """

    def retessellate(self, new_dims: Collection[int]) -> None:
        self._forget()
        super().retessellate(new_dims)


class BanditCVTArchive(_BanditSampling, CVTArchive):
    """pyribs' CVTArchive, but `sample_elites` is by one of our selectors; see BanditGridArchive."""


def _entropy(seed: int | None) -> int:
    if seed is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
    return seed_number(seed)
