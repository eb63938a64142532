# SPDX-License-Identifier: MIT
"""How far one machine goes: tickets by their batch, executors, cost and memory by the size of a map, merging by runs.

scripts/scale calls this. What is measured is kept in docs/scale/measured.json; the tables of docs/scale.md are written
anew, and so are the plots.
"""

from __future__ import annotations

import argparse
import contextlib
import glob
import json
import multiprocessing
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mcelites as mce
import numpy as np
from scale_page import MANY_OPEN, SHORT, Row, plot, write_page

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "scale"
PAGE = ROOT / "docs" / "scale.md"
SELECTORS = ("uniform", "ucb-cell", "ucb-individual", "surprise")
REPETITIONS = 3  # the fastest counts: a shared machine only ever makes things slower
STUDIES = {"published", "short", "short-divided", "one-100", "one-2000"}  # whose shards are merged


def call(*words: object, **options: Any) -> tuple[float, str]:
    """Seconds that a program takes, and what it says."""
    start = time.perf_counter()
    done = subprocess.run([str(word) for word in words], check=True, text=True, stdout=subprocess.PIPE, **options)
    return time.perf_counter() - start, done.stdout


def memory_of(process: int | str, what: str) -> float:
    """In mebibytes: VmRSS now, or VmHWM, the most so far. (What getrusage tells counts the parent of a process too.)"""
    found = re.search(rf"{what}:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def seconds_and_memory(testbed: str, settings: dict[str, Any]) -> tuple[float, float]:
    """Of a run: seconds without the initial population, and the mebibytes by which this process has grown."""
    before = memory_of("self", "VmRSS")
    seconds = mce.run(testbed, **settings).seconds
    return seconds, memory_of("self", "VmHWM") - before


def fastest(settings: dict[str, Any], repetitions: int = REPETITIONS) -> tuple[float, float]:
    """Seconds of the fastest of some runs on Rastrigin, and mebibytes. Each has a process of its own."""
    seconds, memory = [], []
    for _ in range(repetitions):
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
            one = pool.submit(seconds_and_memory, "rastrigin", settings).result()
        seconds.append(one[0])
        memory.append(one[1])
    return min(seconds), min(memory)


def tickets_per_second(selector: str, batch: int, others: int, seed: int) -> float:
    """ask_tickets and tell_ticket of a search whose evaluations cost nothing. `others` tickets are out all the time."""
    archive = mce.GridArchive(solution_dim=10, dims=[100, 100], ranges=[(-5.12, 5.12)] * 2)
    search = mce.Search(archive, bounds=[(-5.12, 5.12)] * 10, selector=selector, seed=seed)
    rounds = max(20, 200_000 // batch if batch >= 100 else 20_000 // batch)
    objectives = np.random.default_rng(1).normal(size=(rounds, batch))
    out = deque(search.ask_tickets(batch) for _ in range(others // batch))
    start = time.perf_counter()
    for objective in objectives:
        out.append(search.ask_tickets(batch))
        ticket, solutions = out.popleft()
        search.tell_ticket(ticket, objective, solutions[:, :2])
    return rounds * batch / (time.perf_counter() - start)


def tickets(program: Path) -> list[Row]:
    settings = [(batch, 0) for batch in (1, 10, 100, 1000)] + [(100, MANY_OPEN)]
    rows = []
    for selector in ("uniform", "ucb-cell", "recommended"):
        for batch, others in settings:
            best = max(tickets_per_second(selector, batch, others, 1 + i) for i in range(REPETITIONS))
            rows.append({"selector": selector, "batch": batch, "others": others, "per_second": best})
    return rows


def executors(program: Path) -> list[Row]:
    """Search.run with engines of others. The evaluations cost nothing, and one process makes them."""
    script = Path(__file__).with_name("executors.py")
    mpirun = ["mpirun", "-n", 2, "--oversubscribe", *(["--allow-run-as-root"] if os.geteuid() == 0 else [])]
    commands: dict[str, list[Any]] = {
        "ProcessPoolExecutor": [sys.executable, script, "processes"],
        "Dask": [sys.executable, script, "dask"],
        "MPIPoolExecutor": [*mpirun, sys.executable, "-m", "mpi4py.futures", script, "mpi"],
    }
    environment = {**os.environ, "TMPDIR": "/tmp"}  # Open MPI puts sockets there, whose path must not be long
    return [{"executor": name, "per_second": float(call(*command, env=environment)[1].split()[-1])}
            for name, command in commands.items()]  # fmt: skip


def cells(program: Path) -> list[Row]:
    """Full maps: so many random genomes come first that 999 of 1000 cells are filled. Then each map has as many
    evaluations for each cell, since offspring survive the less often the more came before, and survivors cost more."""
    rows = []
    for side in (100, 316, 1000, 3162):
        for selector in SELECTORS:
            evaluations = 30 * side * side
            settings = {"resolution": [side, side], "initial": 7 * side * side, "selector": selector}
            seconds, memory = fastest({**settings, "evaluations": evaluations}, 1 if side > 1000 else REPETITIONS)
            cost = 1e9 * seconds / evaluations
            rows.append({"cells": side * side, "selector": selector, "ns": cost, "mib": memory})
            print(f"cells {side * side} {selector}: {cost:.0f} ns, {memory:.0f} MiB", flush=True)
    return rows


def features(program: Path) -> list[Row]:
    """Maps of about the same size with one to four features."""
    rows = []
    for count, resolution in ((1, [10000]), (2, [100, 100]), (3, [22, 22, 21]), (4, [10, 10, 10, 10])):
        for selector in SELECTORS:
            evaluations = 3_000_000
            settings = {"features": count, "resolution": resolution, "selector": selector, "evaluations": evaluations}
            rows.append({"features": count, "selector": selector, "ns": 1e9 * fastest(settings)[0] / evaluations})
    return rows


def evaluations(program: Path) -> list[Row]:
    """The second half of runs that are longer and longer: with so many evaluations before it, and as many in it."""
    rows = []
    for half in (10**5, 10**6, 10**7, 10**8):
        for selector in SELECTORS:
            few, many = (fastest({"selector": selector, "evaluations": count}, 1 if half == 10**8 else REPETITIONS)[0]
                         for count in (half, 2 * half))  # fmt: skip
            rows.append({"evaluations": half, "selector": selector, "ns": 1e9 * (many - few) / half})
            print(f"evaluations {half} {selector}: {rows[-1]['ns']:.0f} ns", flush=True)
    return rows


@dataclass
class Merged:
    seconds: float
    cpu: float
    """Seconds of all cores."""
    mib: float


def merge_of(program: Path, out: Path, shards: list[Path]) -> Merged:
    mib = 0.0
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    with subprocess.Popen([program, "study", "merge", out, *shards, "--quiet"], stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            with contextlib.suppress(OSError):
                mib = max(mib, memory_of(process.pid, "VmHWM"))
            time.sleep(0.01)
    seconds = time.perf_counter() - start
    if process.returncode != 0:
        raise SystemExit(f"the merge ended with {process.returncode}, so nothing was measured")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Merged(seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, mib)


def shards_of(program: Path, protocol: Path, count: int, folder: Path) -> list[Path]:
    paths = [folder / f"{protocol.stem}-{i}-of-{count}.mce" for i in range(1, count + 1)]
    for i, path in enumerate(paths, 1):
        call(program, "study", "run", protocol, "--shard", f"{i}/{count}", "--out", path, "--quiet")
    return paths


def merge_row(program: Path, name: str, shards: list[Path], folder: Path) -> Row:
    out = folder / "merged.mce"
    merged = merge_of(program, out, shards)
    state = call(program, "study", "status", out)[1]
    runs, treatments = (int(re.search(rf"{what} +(\d+) of", state)[1])  # type: ignore[index]
                        for what in ("runs", "treatments"))  # fmt: skip
    row = {"study": name, "shards": len(shards), "runs": runs, "treatments": treatments, **vars(merged),
           "merged": out.stat().st_size, "bytes": sum(each.stat().st_size for each in shards)}  # fmt: skip
    out.unlink()
    print(f"merge {name}: {len(shards)} shards, {runs} runs, {merged.seconds:.1f} s, {merged.mib:.0f} MiB", flush=True)
    return row


def merge(program: Path, folder: Path) -> list[Row]:
    """Studies of short runs: two as large as the paper's, whose treatments stay whole or are divided; and two of a
    single treatment, which tell what a run of it adds to the memory."""
    short = folder / "short.toml"
    short.write_text(f"evaluations = {SHORT}\n" + (ROOT / "protocols/paper.toml").read_text())
    rows = [merge_row(program, name, shards_of(program, short, count, folder), folder)
            for name, count in (("short", 8), ("short-divided", 100))]  # fmt: skip
    for repetitions in (100, 2000):
        one = folder / f"one-{repetitions}.toml"
        one.write_text(f"repetitions = {repetitions}\nevaluations = {SHORT}\nkeep = 'curves'\nselectors = 'paper'\n"
                       "[[treatment]]\ntestbed = 'rastrigin'\n")  # fmt: skip
        rows.append(merge_row(program, one.stem, shards_of(program, one, 2, folder), folder))
    return rows


def main() -> None:
    parts = {
        "tickets": tickets,
        "executors": executors,
        "cells": cells,
        "features": features,
        "evaluations": evaluations,
    }
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--only", choices=[*parts, "merge", "shards"])
    parser.add_argument("--shards", help="a pattern of files: the shards of protocols/published.toml")
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    kept = FOLDER / "measured.json"
    measured: dict[str, list[Row]] = json.loads(kept.read_text()) if kept.exists() else {}

    def keep() -> None:
        kept.write_text(json.dumps(measured, indent=1) + "\n")

    for name, measure in parts.items():
        if options.only in (None, name):
            print(f"measuring {name} …", flush=True)
            measured[name] = measure(options.program)
            keep()
    with tempfile.TemporaryDirectory() as folder:
        rows = {row["study"]: row for row in measured.get("merge", [])}
        if options.only in (None, "merge"):
            print("measuring merge …", flush=True)
            rows |= {row["study"]: row for row in merge(options.program, Path(folder))}
        if options.shards:
            shards = sorted(map(Path, glob.glob(options.shards)))
            if not shards:
                raise SystemExit(f"--shards: there are no files '{options.shards}'")
            rows["published"] = merge_row(options.program, "published", shards, Path(folder))
        measured["merge"] = list(rows.values())
        keep()
    missing = [name for name in parts if name not in measured] + sorted(STUDIES - rows.keys())
    if missing:
        print(f"docs/scale.md stays: there is no measurement of {', '.join(missing)}")
    else:
        write_page(measured, PAGE)
        plot(measured, FOLDER)


if __name__ == "__main__":
    main()
