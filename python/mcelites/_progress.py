# SPDX-License-Identifier: MIT
"""How far a run is: a bar in the terminal or the notebook, or whatever a function of the user's does with it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from .archives import Archive
from .results import Result

Progress = bool | Callable[[Result], Any]

_OFTEN = 0.25
_SELDOM = 10.0  # seconds; a log file should not be filled by a bar


class Reporter:
    """Shows a run's progress now and then. `snapshot` makes the result so far."""

    def __init__(self, progress: Progress, total: int, archive: Archive, snapshot: Callable[[], Result]) -> None:
        self._archive = archive
        self._snapshot = snapshot
        self._call = progress if callable(progress) else None
        self._bar: Any = _bar(total) if progress is True else None
        has_screen = sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules)
        self._interval = _OFTEN if has_screen or self._call else _SELDOM
        self._next = time.monotonic() + self._interval

    def tick(self, evaluations: int) -> None:
        """To be called often; does something only if it is time."""
        if (self._bar is None and self._call is None) or time.monotonic() < self._next:
            return
        self.show(evaluations)
        self._next = time.monotonic() + self._interval

    def show(self, evaluations: int) -> None:
        if self._call is not None:
            self._call(self._snapshot())
        if self._bar is not None:
            stats = self._archive.stats
            best = "none" if stats.obj_max is None else f"{stats.obj_max:.4g}"
            self._bar.set_postfix_str(f"coverage {100 * stats.coverage:.1f} %, best {best}", refresh=False)
            self._bar.n = evaluations
            self._bar.refresh()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def _bar(total: int) -> Any:
    from tqdm.auto import tqdm

    return tqdm(total=total, unit="eval", dynamic_ncols=True, mininterval=0)
