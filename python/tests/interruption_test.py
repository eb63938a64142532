# SPDX-License-Identifier: MIT
"""A run of a search that is interrupted, and continued."""

from __future__ import annotations

import os
import pickle
import random
import signal
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor

import mcelites as mce
import numpy as np
import pytest
from bowls import bowl, bowls, delayed, expected, make_search, moody, of


def interrupted_at(calls):
    """Is interrupted in these calls, counted from 0, and is fine otherwise."""
    count = iter(range(10**6))

    def function(x):
        if next(count) in calls:
            raise KeyboardInterrupt
        return moody(x)

    return function


@pytest.mark.parametrize("options", [{}, {"in_flight": 5}])
@pytest.mark.parametrize("through", [lambda search: search, lambda search: pickle.loads(pickle.dumps(search))])
def test_an_interrupted_run_goes_on_as_if_nothing_had_happened(options, through):
    search = make_search()
    function = interrupted_at({0, 7, 8, 150, 299})
    interruptions = 0
    while search.told < 300:
        try:
            of(search, function, 300 - search.told, **options)
        except KeyboardInterrupt:
            interruptions += 1
            search = through(search)
    assert interruptions == 5
    assert search.archive.signature() == expected(options.get("in_flight", 1))


def test_an_interrupted_batch(tmp_path):
    def function(x):
        if search.told == 128:
            raise KeyboardInterrupt
        return bowls(x)

    search = make_search()
    with pytest.raises(KeyboardInterrupt):
        of(search, function, 300, vectorized=True, batch=64, in_flight=2)
    search.save(tmp_path / "search")
    search = mce.Search.load(tmp_path / "search")
    of(search, bowls, 300 - search.told, vectorized=True, batch=64, in_flight=2)
    whole = of(make_search(), bowls, 300, vectorized=True, batch=64, in_flight=2)
    assert search.archive.signature() == whole.archive.signature()


def test_interrupted_in_an_executor_at_any_moment():
    search = make_search()
    generator = random.Random(5)

    with ThreadPoolExecutor(3) as pool:
        while search.told < 300:
            # Each run lasts a few evaluations. Its function ends it in whatever call.
            countdown = generator.randrange(5, 60)

            def function(x):
                nonlocal countdown
                countdown -= 1
                if countdown == 0:
                    raise KeyboardInterrupt
                return delayed(x)

            try:
                of(search, function, 300 - search.told, executor=pool, in_flight=6)
            except KeyboardInterrupt:
                search = pickle.loads(pickle.dumps(search))
    assert search.archive.signature() == expected(6)


def test_what_has_not_begun_is_cancelled():
    calls = []

    def function(x):
        calls.append(x)
        time.sleep(0.05)
        raise KeyboardInterrupt

    search = make_search()
    with ThreadPoolExecutor(1) as pool, pytest.raises(KeyboardInterrupt):
        of(search, function, executor=pool, in_flight=20)
    assert len(calls) < 20 and len(search.open_tickets()) == 20


@pytest.mark.parametrize("pool", ["None", "ThreadPoolExecutor(2)", "ProcessPoolExecutor(2)"])
def test_ctrl_c(pool, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent(f"""
            import sys
            sys.path[:0] = {sys.path!r}
            from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
            import bowls

            if __name__ == "__main__":
                search = bowls.make_search()
                pool = {pool}
                say = lambda result: result.evaluations > 5 and print("running", flush=True)
                try:
                    search.run(bowls.delayed, 10**6, executor=pool, in_flight=4, progress=say)
                except KeyboardInterrupt:
                    told, open_ones = search.told, len(search.open_tickets())
                    search.save("interrupted")
                    print("interrupted", told, open_ones, flush=True)
        """)
    )
    process = subprocess.Popen(
        [sys.executable, script], cwd=tmp_path, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    assert process.stdout.readline() == "running\n"
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers get it too
    output = process.communicate(timeout=30)[0].splitlines()
    word, told, open_ones = output[-1].split()
    assert word == "interrupted" and int(open_ones) in (3, 4)  # 3 right after one was told
    search = mce.Search.load(tmp_path / "interrupted")
    assert search.told == int(told) > 0
    of(search, evaluations=100, in_flight=4)
    assert search.archive.signature() == expected(4, int(told) + 100)


def test_open_tickets_come_first():
    search = make_search()
    tickets, solutions = search.ask_tickets(8)
    seen = []
    of(search, lambda x: seen.append(x.copy()) or bowl(x), 5)
    assert np.array_equal(seen, solutions[:5]) and search.open_tickets().tolist() == tickets[5:].tolist()
    of(search, lambda x: seen.append(x.copy()) or bowl(x), 5)
    assert np.array_equal(seen[:8], solutions) and len(search.open_tickets()) == 0
    search.ask(3)
    of(search, bowl, 3)
    search.ask(3)  # the batch before is told


def test_one_run_at_a_time():
    search = make_search()

    def function(x):
        with pytest.raises(RuntimeError, match="being run already"):
            of(search, bowl, 1)
        return bowl(x)

    assert of(search, function, 20).failed == 0
