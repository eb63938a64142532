# SPDX-License-Identifier: MIT
"""The loop behind `Search.run`: ask, evaluate here or in an executor, tell, until all is done."""

from __future__ import annotations

import queue
import time
from collections import deque
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._arrays import Floats, whole
from ._evaluation import Answer, Failure, Function, evaluate, failure_of, not_finite
from ._executors import executor_of, worker_count
from ._progress import Progress, Reporter
from .results import FailedEvaluation, History, Result

if TYPE_CHECKING:
    from .search import Search

_MANY = 10**15
_ERRORS_KEPT = 10
_TICK = 0.1  # seconds that a wait lasts at most, so that progress is shown


def run(
    search: Search,
    function: Function,
    evaluations: int,
    *,
    executor: Executor | None,
    in_flight: int | None,
    order: str,
    vectorized: bool,
    batch: int | None,
    give_up_after: int | None,
    progress: Progress,
    history: int,
) -> Result:
    """See `Search.run`."""
    if not callable(function):
        raise TypeError(f"function is {function!r}: it has to be callable, with a solution")
    if order not in ("asked", "arrival"):
        raise ValueError(f"order is {order!r}: it has to be 'asked' or 'arrival'")
    if batch is not None and not vectorized:
        raise ValueError(f"batch is {batch}, but the function takes one solution: say vectorized=True, or no batch")
    if not isinstance(progress, bool) and not callable(progress):
        raise TypeError(f"progress is {progress!r}: it has to be True, False or a function of the result so far")
    workers = None if executor is None else executor_of(executor, "executor")
    job = Job(
        search,
        function,
        whole(evaluations, "evaluations", 0, _MANY),
        in_flight=_usual_in_flight(workers) if in_flight is None else whole(in_flight, "in_flight", 1, 1_000_000),
        vectorized=bool(vectorized),
        batch=whole(batch, "batch", 1, 10_000_000) if batch is not None else 100 if vectorized else 1,
        give_up_after=None if give_up_after is None else whole(give_up_after, "give_up_after", 1, _MANY),
        history=whole(history, "history", 1, 1_000_000),
    )
    if not search._running.acquire(blocking=False):
        raise RuntimeError("this search is being run already, by another thread or by the function: wait for that")
    try:
        return job.run(workers, order == "arrival", progress)
    finally:
        search._running.release()


@dataclass(eq=False)
class Task:
    """A call of the function: a solution, or a batch of them."""

    tickets: NDArray[np.uint64]
    solutions: Floats
    future: Future[Any] | None = None
    is_done: bool = False


class Job:
    """One run of a search. What is told, failed and open is the search's knowledge, so that an exception at any point
    loses nothing."""

    def __init__(
        self,
        search: Search,
        function: Function,
        evaluations: int,
        *,
        in_flight: int,
        vectorized: bool,
        batch: int,
        give_up_after: int | None,
        history: int,
    ) -> None:
        self._search = search
        self._function = function
        self._evaluations = evaluations
        self._in_flight = in_flight
        self._vectorized = vectorized
        self._batch = batch
        self._give_up_after = give_up_after
        self._history = History(search, evaluations, history)
        self._backlog = search.open_tickets()
        self._under_way: deque[Task] = deque()
        self._handed_out = 0
        self._told = 0
        self._failed = 0
        self._errors: list[FailedEvaluation] = []
        self._start = time.monotonic()

    def run(self, executor: Executor | None, as_they_arrive: bool, progress: Progress) -> Result:
        self._reporter = Reporter(progress, self._evaluations, self._search.archive, self._result)
        try:
            self._history.record(0)
            if executor is None:
                self._run_here()
            else:
                self._run_in(executor, as_they_arrive)
            self._reporter.show(self._told)
            return self._result()
        finally:
            for task in self._under_way:
                if task.future is not None:
                    task.future.cancel()
            self._reporter.close()

    def _run_here(self) -> None:
        while self._hand_out():
            task = self._under_way.popleft()
            measure_dim = self._search.archive.measure_dim
            self._settle(task, evaluate(self._function, task.solutions, measure_dim, self._vectorized))

    def _run_in(self, executor: Executor, as_they_arrive: bool) -> None:
        finished: queue.SimpleQueue[Task] = queue.SimpleQueue()
        while self._hand_out(executor, finished):
            task = self._next_of_all(finished) if as_they_arrive else self._oldest(finished)
            self._settle(task, self._outcome(task))

    def _hand_out(self, executor: Executor | None = None, finished: queue.SimpleQueue[Task] | None = None) -> bool:
        """Fills up what is under way. False if all is done."""
        while len(self._under_way) < self._in_flight and self._handed_out < self._evaluations:
            task = self._next_task()
            if executor is not None and finished is not None:
                self._submit(task, executor, finished)
            self._under_way.append(task)
        return len(self._under_way) > 0

    def _next_task(self) -> Task:
        count = min(self._batch, self._evaluations - self._handed_out)
        if len(self._backlog):
            tickets, self._backlog = self._backlog[:count], self._backlog[count:]
            task = Task(tickets, self._search.solutions(tickets))
        else:
            task = Task(*self._search.ask_tickets(count))
        self._handed_out += len(task.tickets)
        return task

    def _submit(self, task: Task, executor: Executor, finished: queue.SimpleQueue[Task]) -> None:
        measure_dim = self._search.archive.measure_dim
        try:
            task.future = executor.submit(evaluate, self._function, task.solutions, measure_dim, self._vectorized)
        except Exception as error:
            raise self._broken(error) from error
        task.future.add_done_callback(lambda _: finished.put(task))

    def _oldest(self, finished: queue.SimpleQueue[Task]) -> Task:
        while not self._under_way[0].is_done:
            self._wait(finished)
        return self._under_way.popleft()

    def _next_of_all(self, finished: queue.SimpleQueue[Task]) -> Task:
        task = self._wait(finished)
        while task is None:
            task = self._wait(finished)
        self._under_way.remove(task)
        return task

    def _wait(self, finished: queue.SimpleQueue[Task]) -> Task | None:
        self._reporter.tick(self._told)
        try:
            task = finished.get(timeout=_TICK)
        except queue.Empty:
            return None
        task.is_done = True
        return task

    def _outcome(self, task: Task) -> Answer | Failure:
        assert task.future is not None
        if task.future.cancelled():
            raise self._broken("it has cancelled an evaluation, as it does when it is shut down")
        error = task.future.exception()
        if error is None:
            outcome: Answer | Failure = task.future.result()
            return outcome
        if isinstance(error, BrokenExecutor):
            raise self._broken(error) from error
        if not isinstance(error, Exception):
            raise error  # Ctrl-C reaches the workers too
        return failure_of(error)  # the function cannot be pickled, or Dask has lost several workers to this evaluation

    def _broken(self, reason: Exception | str) -> RuntimeError:
        text = f"{type(reason).__name__}: {reason}" if isinstance(reason, Exception) else reason
        return RuntimeError(
            f"the executor does not work any more: {text}\n"
            "If a worker has ended, it was killed, has run out of memory, or could not import the function. Workers "
            "import the script: it has to start the run below `if __name__ == '__main__':`.\n"
            f"{len(self._search.open_tickets())} solutions stay open: run again with a new executor, and they come "
            "first."
        )

    def _settle(self, task: Task, outcome: Answer | Failure) -> None:
        """Tells the search, and whoever looks at the progress."""
        if isinstance(outcome, Failure):
            self._note(task.tickets, outcome.message, all_of_them=True)
            self._search.fail(task.tickets)
            self._failed += len(task.tickets)
        else:
            objective, measures = outcome
            is_finite = np.isfinite(objective) & np.isfinite(measures).all(axis=1)
            if not is_finite.all():
                for row in np.flatnonzero(~is_finite)[:_ERRORS_KEPT]:
                    self._note(task.tickets[[row]], not_finite(objective[row], measures[row]))
                self._failed += int((~is_finite).sum())
            self._search.tell_ticket(task.tickets, objective, measures, nan_fails=True)
        self._told += len(task.tickets)
        self._history.record(self._told)
        self._reporter.tick(self._told)
        if self._failed and self._give_up_after is not None:
            self._check_hope(self._give_up_after, outcome)

    def _note(self, tickets: NDArray[np.uint64], message: str, all_of_them: bool = False) -> None:
        if len(self._errors) == _ERRORS_KEPT:
            return
        # Not those of the task: the function may have changed them.
        solutions = self._search.solutions(tickets)
        solution = solutions if self._vectorized and all_of_them else solutions[0]
        self._errors.append(FailedEvaluation(int(tickets[0]), solution, message))

    def _check_hope(self, give_up_after: int, outcome: Answer | Failure) -> None:
        if self._failed >= give_up_after and self._search.failed == self._search.told:
            last = outcome.details if isinstance(outcome, Failure) else self._errors[-1].message
            raise RuntimeError(
                f"all of the first {self._failed} evaluations have failed, so something is wrong with the function (to "
                f"go on nevertheless, set give_up_after to a higher number or None). The last error:\n{last}"
            )

    def _result(self) -> Result:
        return Result(
            search=self._search,
            archive=self._search.archive,
            history=self._history.frame(),
            evaluations=self._told,
            failed=self._failed,
            errors=list(self._errors),
            seconds=time.monotonic() - self._start,
        )


def _usual_in_flight(executor: Executor | None) -> int:
    """How many calls are under way unless somebody says it: enough that no worker has to wait for the next."""
    return 1 if executor is None else 2 * worker_count(executor)
