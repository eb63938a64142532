# SPDX-License-Identifier: MIT
"""Runs of the built-in testbeds: what `mce run` does."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _native
from ._arrays import seed_number, text
from ._settings import Settings, joined, testbed_settings, text_of
from .archives import Archive, archive_over
from .kinds import parameter_keys

if TYPE_CHECKING:
    import pandas

_MAP_WORDS = ("dims", "bins", "cells", "solution_dim", "ranges")


def run(
    testbed: str,
    *,
    selector: str = "ucb-cell",
    seed: int = 1,
    evaluations: int | None = None,
    initial: int | None = None,
    resolution: int | Sequence[int] | str | None = None,
    centroids: int | str | os.PathLike[str] | None = None,
    centroid_seed: int | None = None,
    batch: int | None = None,
    profile: str = "paper",
    progress: bool = False,
    **settings: Any,
) -> RunResult:
    """Makes one run of a built-in testbed, as `mce run` does: same settings and seed, same signature.

    What is not said is as `profile` says ("paper", or "published"). `resolution` is the number of bins of every
    measure, or of each; `centroids` is how many, or a file with them, for a map of centroids instead of a grid.
    Parameters of the testbed are keyword arguments; those of the selector are part of its text, as in
    "ucb-cell:lambda=0.5". `progress` shows a bar. Ctrl-C ends the run.

    >>> import mcelites as mce
    >>> result = mce.run("rastrigin", evaluations=10_000, seed=7)
    >>> result.signature, result.archive.stats.num_elites
    ('8125c445bc504562', 5989)
    >>> mce.run("maze", size=16, features=["corners", "straights"], evaluations=100).archive.dims
    array([50, 50])
    """
    for name in _MAP_WORDS:
        if name in settings:
            raise TypeError(f"{name} is no setting of a run: say resolution=[100, 50] or centroids=1000")
    native = _native.Run.make(
        text(profile, "profile"),
        text(testbed, "testbed"),
        testbed_settings(settings, parameter_keys(testbed)),
        text(selector, "selector"),
        _run_settings(evaluations, initial, resolution, centroids, centroid_seed, batch),
        seed_number(seed),
    )
    if progress:
        _finish_with_bar(native, f"{testbed} {selector}")
    else:
        native.finish(None)
    return RunResult(native)


class RunResult:
    """A run that has ended. `archive` holds its elites, `curve` how they got there."""

    def __init__(self, native: _native.Run) -> None:
        self._adopt(native, archive_over(native.partition, native.solution_dim, 0.0))

    def _adopt(self, native: _native.Run, archive: Archive) -> None:
        self._native = native
        self._record: dict[str, Any] = json.loads(native.record())
        self._archive = archive
        archive._bind(self, native)

    @classmethod
    def _around(cls, native: _native.Run, archive: Archive) -> RunResult:
        """A result once more, of which only the archive was kept."""
        result = cls.__new__(cls)
        result._adopt(native, archive)
        return result

    @property
    def archive(self) -> Archive:
        """The elites, as a GridArchive or a CVTArchive. Its `stats.qd_score` sums up objectives; `qd_score` of the run
        sums up the testbed's qualities, as `mce run` prints it."""
        return self._archive

    @cached_property
    def curve(self) -> pandas.DataFrame:
        """A row for each save point: evaluations, filled, coverage, best, qd_score, selection_entropy."""
        import pandas

        return pandas.DataFrame(self._native.curve())

    @property
    def signature(self) -> str:
        """A hash of all that the archive holds: equal runs have equal signatures."""
        return str(self._record["signature"])

    @property
    def plan(self) -> dict[str, Any]:
        """All that determines the run, every default included."""
        return dict(self._record["settings"])

    @property
    def record(self) -> dict[str, Any]:
        """What `mce run --out` writes to run.json."""
        return json.loads(self._native.record())  # type: ignore[no-any-return]

    @property
    def seconds(self) -> float:
        """How long it took, without the initial population."""
        return float(self._record["wall_seconds"])

    @property
    def evaluations(self) -> int:
        return int(self._record["evaluations"])

    @property
    def filled(self) -> int:
        """Cells with an elite."""
        return int(self._record["filled"])

    @property
    def coverage(self) -> float:
        return float(self._record["coverage"])

    @property
    def best(self) -> float:
        """The highest objective."""
        return float(self._record["best"])

    @property
    def qd_score(self) -> float:
        """The sum of the elites' qualities."""
        return float(self._record["qd_score"])

    @property
    def selection_entropy(self) -> float:
        """How evenly cells were selected, 0 to 1."""
        return float(self._record["selection_entropy"])

    @property
    def rejected(self) -> int:
        """Individuals with a NaN objective or measure."""
        return int(self._record["rejected_nan"])

    @property
    def measure_names(self) -> list[str]:
        return self._native.measure_names

    def __reduce__(self) -> Any:
        return _loaded, (self._native.save(),)

    def __repr__(self) -> str:
        plan = self.plan
        return (
            f"<RunResult: {plan['testbed']} · {plan['selector']} · seed {plan['seed']}: "
            f"{self.evaluations} evaluations, coverage {100 * self.coverage:.2f} %, "
            f"best {self.best:.6g}, QD-score {self.qd_score:.8g}, "
            f"signature {self.signature}>"
        )


def _loaded(contents: bytes) -> RunResult:
    return RunResult(_native.Run.load(contents))


def _run_settings(
    evaluations: Any, initial: Any, resolution: Any, centroids: Any, centroid_seed: Any, batch: Any
) -> Settings:
    given: Settings = []
    for key, value in (
        ("evaluations", evaluations),
        ("initial", initial),
        ("centroids", centroids),
        ("centroid-seed", centroid_seed),
        ("batch", batch),
    ):
        if value is not None:
            given.append((key, text_of(value, key)))
    if resolution is not None:
        given.append(("resolution", joined(resolution, "resolution", "x")))
    return given


def _finish_with_bar(native: _native.Run, title: str) -> None:
    from tqdm.auto import tqdm

    plan = json.loads(native.record())["settings"]
    with tqdm(total=plan["evaluations"], desc=title, unit="", unit_scale=True) as bar:

        def look(evaluations: int, coverage: float, best: float, qd_score: float) -> None:
            so_far = f"coverage {100 * coverage:.1f} %, best {best:.4g}, QD-score {qd_score:.6g}"
            bar.set_postfix_str(so_far, refresh=False)
            bar.update(evaluations - bar.n)

        native.finish(look)
        end = json.loads(native.record())
        look(end["evaluations"], end["coverage"], end["best"], end["qd_score"])
