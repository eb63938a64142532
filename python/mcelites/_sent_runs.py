# SPDX-License-Identifier: MIT
"""Runs of a study that an executor makes, on other machines perhaps: sent there, and taken into the file as they come
back."""

from __future__ import annotations

import json
import os
import queue
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ._executors import shared, why_lost, worker_count
from .errors import Error

Key = tuple[int, int, int]
"""Treatment, selector, repetition."""

Look = Callable[[int, int, int, int, str], None]
"""Evaluations so far and in all, runs so far and in all, and the treatment."""

_PER_WORKER = 3  # runs under way: one at work, and the next ones, so that nobody waits for them
_TIMES_LOST = 5
_MOST_WAITING = 256 << 20  # bytes of runs that are back, while a treatment is measured
_TICK = 0.1  # seconds that a wait lasts at most
_OFTEN = 1.0  # seconds between two looks at how many workers there are


# -- on a worker -------------------------------------------------------------------------------------------------------


def make_run(text: str, key: Key) -> bytes:
    """Makes a run of the protocol."""
    # The journal of a run of a problem is there.
    with tempfile.TemporaryDirectory(prefix="mcelites-", dir=_scratch(), ignore_cleanup_errors=True) as folder:
        run: bytes = _protocol(text).make(key, os.path.join(folder, "run"))
    return run


@lru_cache(maxsize=2)
def _protocol(text: str) -> Any:
    from . import _native

    return _native.SentProtocol(text)


def _scratch() -> str | None:
    """The folder that a Dask worker has for itself; elsewhere that of all temporary files."""
    distributed: Any = sys.modules.get("distributed")
    try:
        return None if distributed is None else str(distributed.get_worker().local_directory)
    except ValueError:
        return None


# -- where the file is -------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class _Run:
    key: Key
    future: Future[bytes] | None = None
    times_lost: int = 0


class SentRuns:
    """The missing runs of an open study, on their way to an executor and back."""

    def __init__(self, study: Any, keys: list[Key], executor: Executor, threads: int, look: Look | None) -> None:
        self._study = study
        self._executor = executor
        self._threads = threads
        self._look = look
        self._text: str = study.protocol()
        self._protocol = json.loads(self._text)
        self._shared: Any = None
        self._evaluations = [int(each["evaluations"]) for each in self._protocol["treatments"]]
        self._all = (sum(self._evaluations[treatment] for treatment, _, _ in keys), len(keys))
        self._done = (0, 0)
        self._latest = 0
        self._todo = deque(_Run(key) for key in keys)
        self._under_way: set[_Run] = set()
        self._finished: queue.SimpleQueue[_Run] = queue.SimpleQueue()
        self._arrived: deque[tuple[_Run, bytes]] = deque()
        self._workers = 0
        self._next_count = 0.0
        self._measuring: Future[None] | None = None
        self._is_complete = True  # some treatment may be; the last process may have ended before it could measure it

    def make(self) -> None:
        """Makes them all. After an exception, as of Ctrl-C, all that has come back is in the file."""
        with ThreadPoolExecutor(1) as thread:
            try:
                while self._todo or self._under_way or self._arrived or self._is_complete or self._measuring:
                    self._hand_out()
                    self._receive()
                    self._take(thread)
                    self._show()
            except BaseException:
                self._end()
                raise

    def _hand_out(self) -> None:
        if not self._todo or sum(len(sent) for _, sent in self._arrived) > _MOST_WAITING:
            return
        try:
            if time.monotonic() >= self._next_count:  # workers come and go
                self._workers = worker_count(self._executor)
                self._next_count = time.monotonic() + _OFTEN
            if self._shared is None:
                self._shared = shared(self._executor, self._text)
            while self._todo and len(self._under_way) < _PER_WORKER * self._workers:
                run = self._todo[0]
                run.future = self._executor.submit(make_run, self._shared, run.key)
                self._under_way.add(self._todo.popleft())
                run.future.add_done_callback(lambda _, run=run: self._finished.put(run))  # type: ignore[misc]
        except Exception as error:
            raise _broken(error) from error

    def _receive(self) -> None:
        """Waits for a moment if there is nothing."""
        try:
            run = self._finished.get(timeout=_TICK if self._under_way or self._measuring else 0)
            while True:
                self._settle(run)
                run = self._finished.get_nowait()
        except queue.Empty:
            pass

    def _settle(self, run: _Run) -> None:
        self._under_way.discard(run)
        future, run.future = run.future, None
        assert future is not None
        lost = why_lost(future)
        if lost is not None:
            run.times_lost += 1
            if run.times_lost == _TIMES_LOST:
                raise Error(
                    f"{self._name(run)} was lost {_TIMES_LOST} times, so something is wrong with it or with the "
                    f"workers, such as too little memory. The last time {lost}"
                )
            self._shared = None  # may be lost, too
            self._todo.appendleft(run)
            return
        error = future.exception()
        if isinstance(error, BrokenExecutor):
            raise _broken(error) from error
        if error is not None and not isinstance(error, Exception):
            raise error  # Ctrl-C reaches the workers too
        if error is not None:
            raise Error(f"{self._name(run)} has failed on a worker: {type(error).__name__}: {error}") from error
        sent = future.result()
        if not isinstance(sent, bytes):
            raise Error(f"{self._name(run)}: a worker has sent something that is no run")
        self._arrived.append((run, sent))

    def _take(self, thread: ThreadPoolExecutor) -> None:
        """Takes what has arrived into the file, and measures what is complete; meanwhile the file takes nothing."""
        if self._measuring is not None:
            if not self._measuring.done():
                return
            self._measuring.result()
            self._measuring = None
        while self._arrived:
            run, sent = self._arrived[0]
            self._is_complete |= self._study.take(run.key, sent)
            self._arrived.popleft()
            evaluations, runs = self._done
            self._latest = run.key[0]
            self._done = (evaluations + self._evaluations[self._latest], runs + 1)
        if self._is_complete:
            self._is_complete = False
            self._measuring = thread.submit(self._study.measure, self._threads)

    def _show(self) -> None:
        if self._look is not None and self._all[1] > 0:
            treatment = self._protocol["treatments"][self._latest]["name"]
            self._look(self._done[0], self._all[0], self._done[1], self._all[1], treatment)

    def _end(self) -> None:
        """Releases what was submitted, and keeps what has come back."""
        for run in self._under_way:
            if run.future is not None:
                run.future.cancel()
        while not self._finished.empty():
            run = self._finished.get()
            if run.future is not None and not run.future.cancelled() and run.future.exception() is None:
                self._arrived.append((run, run.future.result()))
        for run, sent in self._arrived:
            try:
                self._study.take(run.key, sent)  # waits for the end of the measuring
            except Exception:
                pass  # it is there already, or is no run; the first exception is the one that counts

    def _name(self, run: _Run) -> str:
        treatment, selector, repetition = run.key
        return (
            f"the run of treatment {self._protocol['treatments'][treatment]['name']!r}, selector "
            f"{self._protocol['selectors'][selector]['label']!r}, repetition {repetition}"
        )


def _broken(reason: BaseException) -> Error:
    return Error(
        f"the executor does not work any more: {type(reason).__name__}: {reason}\n"
        "If a worker has ended, it was killed, has run out of memory, or could not import the script, which has to "
        "start the study below `if __name__ == '__main__':`.\n"
        "What was finished is in the file: run the study again with a new executor, and it goes on."
    )
