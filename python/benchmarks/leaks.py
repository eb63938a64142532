# SPDX-License-Identifier: MIT
"""Whether memory grows over many rounds: of ask and tell, of tickets, of selectors, of saving, of views.

python python/benchmarks/leaks.py [ROUNDS]      a million of ask and tell unless it is said; some minutes
"""

from __future__ import annotations

import gc
import pickle
import resource
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

import mcelites as mce


def memory() -> float:
    """What the process holds, in MiB."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20


def search() -> mce.Search:
    archive = mce.GridArchive(solution_dim=10, dims=[100, 100], ranges=[(-5.12, 5.12)] * 2)
    return mce.Search(archive, variation=mce.Gaussian(0.2), bounds=[(-5.12, 5.12)] * 10)


def ask_and_tell() -> Callable[[], object]:
    filling = search()

    def one() -> object:
        x = filling.ask(1)
        return filling.tell(-(x**2).sum(axis=1), x[:, :2])

    return one


def tickets() -> Callable[[], object]:
    filling = search()

    def one() -> object:
        numbers, x = filling.ask_tickets(10)
        filling.fail(numbers[5:])
        return filling.tell_ticket(numbers[4::-1], -(x[4::-1] ** 2).sum(axis=1), x[4::-1, :2])

    return one


def ids() -> Callable[[], object]:
    selector = mce.Selector("surprise")
    names = iter(range(10**12))
    for _ in range(100):
        selector.add(f"id {next(names)}")

    def one() -> object:
        ticket = selector.select()
        selector.add(f"id {next(names)}", fitness=0.5, ticket=ticket)
        selector.remove(ticket.id)
        return selector.fail(selector.select(3))

    return one


def looking() -> Callable[[], object]:
    filling = search()
    x = filling.ask(1000)
    filling.tell(-(x**2).sum(axis=1), x[:, :2])

    def one() -> object:
        archive = filling.archive
        return archive.map()[0, 0], archive.stats, archive.data("objective")[0], archive.retrieve(np.zeros((1, 2)))

    return one


def pickled() -> Callable[[], object]:
    filling = search()
    x = filling.ask(100)
    filling.tell(-(x**2).sum(axis=1), x[:, :2])
    return lambda: pickle.loads(pickle.dumps(filling))


def wrong() -> Callable[[], object]:
    filling = search()
    filling.ask(3)

    def one() -> object:
        try:
            return filling.tell([0, np.nan, 0], np.zeros((3, 2)))
        except ValueError as error:
            return str(error)

    return one


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    print("| rounds of | number | memory after a tenth | at the end | grown by |\n|:--|--:|--:|--:|--:|")
    for make, share in [(ask_and_tell, 1), (tickets, 4), (ids, 4), (looking, 10), (pickled, 100), (wrong, 10)]:
        one, number = make(), rounds // share
        for _ in range(number // 10):
            one()
        before = memory()
        for _ in range(number - number // 10):
            one()
        after = memory()
        name = make.__name__.replace("_", " ")
        print(f"| {name} | {number:,} | {before:.1f} MiB | {after:.1f} MiB | {after - before:+.1f} MiB |", flush=True)


if __name__ == "__main__":
    main()
