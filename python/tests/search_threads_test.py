# SPDX-License-Identifier: MIT
"""A search among threads, processes and interrupts, and what it leaves in memory."""

import gc
import multiprocessing
import resource
import subprocess
import sys
import threading

from conftest import filled_search, make_search, sphere


def test_several_threads_share_a_search_by_tickets():
    search = make_search()
    errors = []

    def work():
        try:
            for _ in range(200):
                tickets, x = search.ask_tickets(100)
                search.tell_ticket(tickets, *sphere(x))
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(200):
        assert len(search.archive.data("solution")) >= 0 and search.archive.stats.coverage <= 1
    for thread in threads:
        thread.join()
    assert not errors and search.told == 4 * 200 * 100 and len(search.open_tickets()) == 0


def test_two_threads_that_ask_and_tell_never_mix_their_batches():
    """They are told to use tickets, and what is stored is right."""
    search = make_search()
    refused = []
    start = threading.Barrier(2)

    def work():
        start.wait()
        for _ in range(30):
            try:
                x = search.ask(5000)
            except RuntimeError as error:
                refused.append(str(error))
                continue
            try:
                search.tell(*sphere(x))
            except RuntimeError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    data = search.archive.data()
    assert (data["objective"] == -(data["solution"] ** 2).sum(axis=1)).all()
    assert any("use ask_tickets" in each for each in refused)


def test_an_interrupt_during_tell_leaves_a_search_that_works():
    """Ctrl-C is seen when the compiled part returns."""
    program = """
import _thread, threading, time
import numpy as np
import mcelites as mce

archive = mce.GridArchive(solution_dim=3, dims=[10, 10], ranges=[(-1, 1)] * 2)
search = mce.Search(archive, bounds=[(-1, 1)] * 3)
interrupted = 0
for trial in range(30):
    x = search.ask(100_000)
    objective, measures = -(x**2).sum(axis=1), x[:, :2].copy()
    timer = threading.Timer(0.004, _thread.interrupt_main)
    try:
        timer.start()
        search.tell(objective, measures)
        timer.join()
        time.sleep(0.01)  # it is raised here at the latest
    except KeyboardInterrupt:
        interrupted += 1
    again = mce.Search.from_bytes(search.to_bytes())
    assert len(again.open_tickets()) in (0, 100_000)
    search.fail(search.open_tickets())
print(interrupted, search.told)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    interrupted, told = map(int, done.stdout.split())
    assert interrupted > 0 and told == 3_000_000


def _in_child(search, connection):
    try:
        search.ask(1)
        connection.send("asked")
    except RuntimeError as error:
        connection.send(str(error))


def test_a_forked_copy_is_refused_and_a_pickled_one_works():
    search = filled_search()
    for method, expected in [("fork", "made before the process was forked"), ("spawn", "asked")]:
        context = multiprocessing.get_context(method)
        receiver, sender = context.Pipe()
        process = context.Process(target=_in_child, args=(search, sender))
        process.start()
        assert expected in receiver.recv()
        process.join()
        assert process.exitcode == 0
    search.ask(1)


def test_nothing_leaks():
    """A twentieth of what python/benchmarks/leaks.py measures; 84 bytes a round would be seen."""

    def memory():
        gc.collect()
        return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()

    search = make_search()

    def rounds(count):
        for _ in range(count):
            x = search.ask(10)
            search.tell(*sphere(x))

    rounds(1000)
    before = memory()
    rounds(50_000)
    assert memory() - before < 4 * 2**20
