# SPDX-License-Identifier: MIT
"""Measures the Python package and prints one table with what is wanted and what is measured. scripts/bench_python runs
it in an environment of its own.

Everything that is compared is run in turn, several times. The fastest repetition of each counts, because a shared
machine only ever makes things slower; within a repetition of ask and tell it is the median over the batches.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mcelites as mce
import numpy as np
import ribs
from numpy.typing import NDArray
from ribs.archives import GridArchive
from ribs.emitters import GaussianEmitter
from ribs.schedulers import Scheduler
from tqdm import tqdm

from problems import rastrigin

Floats = NDArray[np.float64]
GENES = 10
BOUNDS = [(-5.12, 5.12)] * GENES
RANGES = [(-5.12, 5.12)] * 2
# Batch size: timed batches, and how much faster than pyribs we want to be.
BATCHES = {1: (3000, 20), 100: (300, 10), 1000: (60, 5), 10000: (12, 3)}
WARM_UP = 20_000  # evaluations, so that both archives are filled as in the middle of a run


class Bar(tqdm):  # type: ignore[type-arg]
    """Progress on the error output, so that the table can be redirected."""

    def __init__(self, total: int) -> None:
        super().__init__(total=total, file=sys.stderr, unit="part", leave=False)


def seconds_of(ask: Callable[[int], Floats], tell: Callable[[Floats, Floats], Any], batch: int, batches: int) -> float:
    """Seconds that ask and tell of a batch take; the objective is not counted."""
    for _ in range(max(1, WARM_UP // max(batch, 100))):
        tell(*rastrigin(ask(max(batch, 100))))
    times = []
    for _ in range(batches):
        start = time.perf_counter()
        x = ask(batch)
        asked = time.perf_counter()
        objective, measures = rastrigin(x)
        evaluated = time.perf_counter()
        tell(objective, measures)
        times.append(asked - start + time.perf_counter() - evaluated)
    return statistics.median(times)


def ours(selector: str, batch: int, batches: int, seed: int) -> float:
    archive = mce.GridArchive(solution_dim=GENES, dims=[100, 100], ranges=RANGES)
    search = mce.Search(archive, selector=selector, variation=mce.Gaussian(0.2), bounds=BOUNDS, seed=seed)
    return seconds_of(search.ask, search.tell, batch, batches)


def theirs(batch: int, batches: int, seed: int) -> float:
    archive = GridArchive(solution_dim=GENES, dims=[100, 100], ranges=RANGES, seed=seed)
    start = np.random.default_rng(seed).uniform(-5.12, 5.12, (100, GENES))

    def scheduler_of(size: int) -> Scheduler:
        settings = dict(sigma=0.2, initial_solutions=start, bounds=BOUNDS, seed=seed)
        return Scheduler(archive, [GaussianEmitter(archive, batch_size=size, **settings)])

    schedulers = {size: scheduler_of(size) for size in {batch, max(batch, 100)}}
    last = [schedulers[batch]]

    def ask(size: int) -> Floats:
        last[0] = schedulers[size]
        return last[0].ask()

    return seconds_of(ask, lambda objective, measures: last[0].tell(objective, measures), batch, batches)


def ask_and_tell(repetitions: int) -> list[tuple[str, ...]]:
    rows = []
    bar = Bar(len(BATCHES) * repetitions)
    for batch, (batches, wanted) in BATCHES.items():
        times: dict[str, list[float]] = {"pyribs": [], "recommended": [], "uniform": []}
        for seed in range(1, repetitions + 1):
            times["pyribs"].append(theirs(batch, batches, seed))
            for selector in ("recommended", "uniform"):
                times[selector].append(ours(selector, batch, batches, seed))
            bar.update()
        per_solution = {name: 1e9 * min(each) / batch for name, each in times.items()}
        for selector in ("recommended", "uniform"):
            ratio = per_solution["pyribs"] / per_solution[selector]
            rows.append(
                (
                    f"ask + tell, batch {batch:,}, {selector}",
                    f"≥ {wanted} ×",
                    f"{ratio:.1f} ×",
                    f"{per_solution[selector]:,.0f} ns a solution; pyribs {per_solution['pyribs']:,.0f}",
                )
            )
    bar.close()
    return rows


def selector_pairs(repetitions: int) -> list[tuple[str, ...]]:
    rows = []
    names = ("ucb-individual", "surprise", "uniform")
    bar = Bar(len(names) * repetitions)
    for name in names:
        batched, single = [], []
        for seed in range(1, repetitions + 1):
            selector = mce.Selector(name, seed=seed)
            fitness = np.random.default_rng(seed).random(10_000).tolist()
            for number, value in enumerate(fitness):
                selector.add(number, value)
            for _ in range(20):  # so that they are not all new
                selector.reward(selector.select(1000))
            start = time.perf_counter()
            for _ in range(100):
                selector.reward(selector.select(1000))
            batched.append(100_000 / (time.perf_counter() - start))
            start = time.perf_counter()
            for _ in range(20_000):
                selector.reward(selector.select())
            single.append(20_000 / (time.perf_counter() - start))
            bar.update()
        rows.append((f"Selector {name}, batches of 1,000", "≥ 1,000,000 pairs/s", f"{max(batched):,.0f} pairs/s", ""))
        rows.append((f"Selector {name}, one by one", "≥ 200,000 pairs/s", f"{max(single):,.0f} pairs/s", ""))
    bar.close()
    return rows


def against_program(program: Path, repetitions: int) -> list[tuple[str, ...]]:
    if not program.exists():
        return [("built-in testbeds", "≤ 5 % slower", "not measured", f"{program} is not built")]
    rows = []
    testbeds = ("rastrigin", "arm", "maze")
    bar = Bar(len(testbeds) * repetitions)
    for testbed in testbeds:
        python, command = [], []
        for seed in range(1, repetitions + 1):
            python.append(mce.run(testbed, evaluations=1_000_000, seed=seed).seconds)
            command.append(program_seconds(program, testbed, seed))
            bar.update()
        slower = min(python) / min(command) - 1
        rows.append(
            (
                f"mce.run(“{testbed}”), 10⁶ evaluations",
                "≤ 5 % slower",
                f"{100 * slower:+.1f} %",
                f"{min(python):.3f} s; mce run {min(command):.3f} s",
            )
        )
    bar.close()
    return rows


def program_seconds(program: Path, testbed: str, seed: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        options = ["--evaluations", "1000000", "--seed", str(seed), "--quiet", "--out", folder]
        subprocess.run([program, "run", testbed, *options], check=True, capture_output=True)
        return float(json.loads((Path(folder) / "run.json").read_text())["wall_seconds"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--program", type=Path, default=Path("build/release/mce"), help="mce, to compare with")
    parser.add_argument("--only", choices=["ask", "selector", "run"], help="a part of it")
    arguments = parser.parse_args()
    parts = {
        "ask": lambda: ask_and_tell(arguments.repetitions),
        "run": lambda: against_program(arguments.program, arguments.repetitions),
        "selector": lambda: selector_pairs(arguments.repetitions),
    }
    rows = [row for name, part in parts.items() if arguments.only in (None, name) for row in part()]
    versions = {"mcelites": mce.__version__, "pyribs": ribs.__version__, "NumPy": np.__version__}
    print(", ".join(f"{name} {version}" for name, version in versions.items()) + f", Python {sys.version.split()[0]}\n")
    print("| what | wanted | measured | |\n|:--|--:|--:|:--|")
    for row in rows:
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
