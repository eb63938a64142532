# SPDX-License-Identifier: MIT
"""Search.run with executors of every kind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest
from bowls import bowl, bowls, delayed, expected, make_search, of


class Unpicklable(Exception):
    def __init__(self, first, second):
        super().__init__(f"{first} and {second}")


def exits(x):
    sys.exit(3)


def raises_what_cannot_be_unpickled(x):
    raise Unpicklable(1, 2)


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_processes(method):
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        result = of(make_search(), executor=pool, in_flight=7)
        assert result.archive.signature() == expected(7)
        assert result.failed > 0 and "ValueError: too far to the right" in str(result.errors[0])
        batches = of(make_search(), bowls, executor=pool, vectorized=True, batch=16, in_flight=3)
        assert of(make_search(), bowls, vectorized=True, batch=16, in_flight=3).archive.signature() == (
            batches.archive.signature()
        )
        for function in (raises_what_cannot_be_unpickled, exits):  # do not break the pool
            with pytest.raises(RuntimeError, match="1 and 2|SystemExit"):
                of(make_search(), function, executor=pool)
        with pytest.raises(RuntimeError, match="(?s)all of the first.*(pickle|local)"):
            of(make_search(), lambda x: x, executor=pool)
        assert of(make_search(), executor=pool, in_flight=7).archive.signature() == expected(7)


def kills_its_process(x):
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_broken_executor_is_an_error_and_tickets_stay_open():
    search = make_search()
    with ProcessPoolExecutor(1) as pool:
        with pytest.raises(
            RuntimeError, match="(?s)executor does not work any more: BrokenProcessPool.*5 solutions stay"
        ):
            of(search, kills_its_process, executor=pool, in_flight=5)
        with pytest.raises(RuntimeError, match="(?s)executor does not work any more"):
            of(search, kills_its_process, executor=pool, in_flight=5)
    assert (search.told, len(search.open_tickets())) == (0, 5)
    with ThreadPoolExecutor(2) as pool:
        result = of(search, executor=pool, in_flight=5)
    assert result.archive.signature() == expected(5)


def test_an_executor_that_is_shut_down():
    pool = ThreadPoolExecutor(1)
    search = make_search()

    def function(x):
        if search.told >= 10:
            pool.shutdown(wait=False, cancel_futures=True)
        return bowl(x)

    with pytest.raises(RuntimeError, match="does not work any more"):
        of(search, function, executor=pool, in_flight=5)
    assert search.told + len(search.open_tickets()) == search.asked


def test_the_order_asked_does_not_depend_on_timing():
    for workers in (2, 5):
        with ThreadPoolExecutor(workers) as pool:
            assert of(make_search(), delayed, executor=pool, in_flight=6).archive.signature() == expected(6)
    assert expected(6) != expected(5)


def test_in_the_order_of_arrival_a_slow_one_stops_nobody():
    wait = threading.Event()
    calls = iter(range(10**6))

    def function(x):
        number = next(calls)
        if number == 0:
            assert wait.wait(30)
        if number == 199:
            wait.set()
        return bowl(x)

    search = make_search()
    with ThreadPoolExecutor(2) as pool:
        result = of(search, function, 200, executor=pool, in_flight=3, order="arrival")
    assert (result.evaluations, result.failed, len(search.open_tickets())) == (200, 0, 0)


def test_workers_are_kept_busy():
    lengths = np.random.default_rng(1).uniform(0.02, 0.06, 250)
    calls = iter(lengths)

    def sleeper(x):
        time.sleep(next(calls))
        return bowl(x)

    for order in ("asked", "arrival"):
        calls = iter(lengths)
        with ThreadPoolExecutor(8) as pool:
            start = time.monotonic()
            of(make_search(), sleeper, 250, executor=pool, order=order)
            busy = lengths.sum() / (8 * (time.monotonic() - start))
        assert busy > 0.9, order


def test_a_class_is_no_executor():
    with pytest.raises(TypeError, match=r"executor is the class ThreadPoolExecutor: make one of it"):
        of(make_search(), executor=ThreadPoolExecutor)


def test_how_many_are_under_way_by_itself():
    for workers in (1, 3):
        with ThreadPoolExecutor(workers) as pool:
            assert of(make_search(), executor=pool).archive.signature() == expected(2 * workers)


def test_dask_threads():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        result = of(make_search(), evaluations=100, executor=client.get_executor(), in_flight=6)
        assert result.archive.signature() == expected(6, 100)
        four = of(make_search(), evaluations=100, executor=client)  # twice the threads
        assert four.archive.signature() == expected(4, 100)
