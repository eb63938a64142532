# SPDX-License-Identifier: MIT
"""Who works elsewhere: executors of concurrent.futures, and clients of Dask."""

from __future__ import annotations

import os
from concurrent.futures import Executor, Future
from typing import Any


def executor_of(given: Any, name: str) -> Executor:
    """The executor that somebody has given as `name`, or that of their Dask client."""
    if isinstance(given, type):
        raise TypeError(f"{name} is the class {given.__name__}: make one of it, as in {given.__name__}()")
    if hasattr(given, "get_executor"):  # a Dask client
        if getattr(given, "asynchronous", False):
            raise TypeError(f"{name} is asynchronous: make a Client without asynchronous=True")
        return given.get_executor()  # type: ignore[no-any-return]
    if not hasattr(given, "submit"):
        raise TypeError(
            f"{name} is {given!r}: it has to be one of concurrent.futures, such as ProcessPoolExecutor(), or "
            "a Dask client"
        )
    return given  # type: ignore[no-any-return]


def worker_count(executor: Executor) -> int:
    """How many calls can be at work at a time, as far as one knows; on a Dask cluster, that of this moment."""
    workers = getattr(executor, "_max_workers", None)
    client = _dask_client(executor)
    if client is not None:
        workers = sum(client.ncores().values())
    return int(workers or os.cpu_count() or 1)


def shared(executor: Executor, value: Any) -> Any:
    """What to submit instead of a value that is the same in many calls. A Dask cluster gets it once. It is the result
    of a task, because Dask makes those again when a worker dies, and loses what was scattered."""
    client = _dask_client(executor)
    return value if client is None else client.submit(_itself, value, pure=False)


def why_lost(future: Future[Any]) -> str | None:
    """Why a call has no result though it may be fine; None if it has one, or has failed by itself."""
    if future.cancelled():
        return "it was cancelled, as it is when its worker or the scheduler is lost"
    error = future.exception()
    if type(error).__name__ == "KilledWorker":  # of Dask, which need not be here
        return "several workers have died while they had it"
    return None


def _dask_client(executor: Executor) -> Any:
    client = getattr(executor, "_client", None)
    return client if hasattr(client, "ncores") else None


def _itself(value: Any) -> Any:
    return value
