# SPDX-License-Identifier: MIT
"""Evaluations per second that engines hand out and take back for a Search, if the evaluations cost nothing.

python executors.py processes | dask
mpirun -n 2 python -m mpi4py.futures executors.py mpi
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

import mcelites as mce

EVALUATIONS = 3000
IN_FLIGHT = 64
REPETITIONS = 3  # the fastest counts: a shared machine only ever makes things slower


def nothing(solution: Any) -> tuple[float, Any]:
    return 0.0, solution[:2]


@contextmanager
def engine(name: str) -> Iterator[Executor]:
    """With one process that evaluates: the one that hands out is what limits."""
    if name == "mpi":
        from mpi4py.futures import MPIPoolExecutor

        with MPIPoolExecutor() as pool:
            yield pool
    elif name == "dask":
        from distributed import Client, LocalCluster

        with (
            LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            yield client.get_executor(pure=False)
    else:
        with ProcessPoolExecutor(1) as pool:
            yield pool


def evaluations_per_second(pool: Executor) -> float:
    archive = mce.GridArchive(solution_dim=10, dims=[100, 100], ranges=[(-5.12, 5.12)] * 2)
    search = mce.Search(archive, bounds=[(-5.12, 5.12)] * 10)
    search.run(nothing, IN_FLIGHT, executor=pool, in_flight=IN_FLIGHT, progress=False)  # all are awake then
    start = time.perf_counter()
    search.run(nothing, EVALUATIONS, executor=pool, in_flight=IN_FLIGHT, progress=False)
    return EVALUATIONS / (time.perf_counter() - start)


if __name__ == "__main__":
    with engine(sys.argv[1]) as executor:
        print(max(evaluations_per_second(executor) for _ in range(REPETITIONS)))
