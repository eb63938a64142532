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
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import mcelites as mce
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "scale"
PAGE = ROOT / "docs" / "scale.md"
SELECTORS = ("uniform", "ucb-cell", "ucb-individual", "surprise")
REPETITIONS = 3  # the fastest counts: a shared machine only ever makes things slower
SHORT = 5000  # evaluations of the runs that are merged
Row = dict[str, Any]


def call(*words: object, **options: Any) -> tuple[float, str]:
    """Seconds that a program takes, and what it says."""
    start = time.perf_counter()
    done = subprocess.run([str(word) for word in words], check=True, text=True, stdout=subprocess.PIPE, **options)
    return time.perf_counter() - start, done.stdout


def seconds_and_memory(testbed: str, settings: dict[str, Any]) -> tuple[float, float]:
    """Of a run: seconds without the initial population, and the mebibytes by which this process has grown."""
    with open("/proc/self/statm") as file:
        before = int(file.read().split()[1]) * resource.getpagesize()
    seconds = mce.run(testbed, **settings).seconds
    return seconds, (1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 2**20


def fastest(settings: dict[str, Any], repetitions: int = REPETITIONS) -> tuple[float, float]:
    """Seconds of the fastest of some runs on Rastrigin, and mebibytes. Each has a process of its own."""
    seconds, memory = [], []
    for _ in range(repetitions):
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
            one = pool.submit(seconds_and_memory, "rastrigin", settings).result()
        seconds.append(one[0])
        memory.append(one[1])
    return min(seconds), min(memory)


def tickets(program: Path) -> list[Row]:
    """ask_tickets and tell_ticket of a search whose evaluations cost nothing."""
    rows = []
    for selector in ("uniform", "ucb-cell", "recommended"):
        for batch in (1, 10, 100, 1000):
            best = 0.0
            for repetition in range(REPETITIONS):
                archive = mce.GridArchive(solution_dim=10, dims=[100, 100], ranges=[(-5.12, 5.12)] * 2)
                search = mce.Search(archive, bounds=[(-5.12, 5.12)] * 10, selector=selector, seed=repetition + 1)
                rounds = max(20, 200_000 // batch if batch >= 100 else 20_000 // batch)
                objectives = np.random.default_rng(1).normal(size=(rounds, batch))
                start = time.perf_counter()
                for objective in objectives:
                    ticket, solutions = search.ask_tickets(batch)
                    search.tell_ticket(ticket, objective, solutions[:, :2])
                best = max(best, rounds * batch / (time.perf_counter() - start))
            rows.append({"selector": selector, "batch": batch, "per_second": best})
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
    """Maps that are full: as many random genomes as it takes come first."""
    rows = []
    for side in (100, 316, 1000, 3162):
        for selector in SELECTORS:
            evaluations = 3_000_000
            settings = {"resolution": [side, side], "initial": 3 * side * side, "selector": selector}
            seconds, memory = fastest({**settings, "evaluations": evaluations})
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


def highest_memory(process: subprocess.Popen[Any]) -> float:
    """In mebibytes, of a process at work. What the kernel tells of one that has ended counts this one, too."""
    highest = 0
    while process.poll() is None:
        with contextlib.suppress(OSError):
            found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process.pid}/status").read_text())
            highest = max(highest, int(found[1])) if found else highest
        time.sleep(0.01)
    return highest / 1024


def merge(program: Path, shards: list[str], folder: Path) -> list[Row]:
    """Shards of a study as large as the paper's, with short runs."""
    if not shards:
        protocol = (ROOT / "protocols/paper.toml").read_text() + "\n"
        (folder / "short.toml").write_text(f"evaluations = {SHORT}\n" + protocol)
        for i in range(1, 9):
            path = folder / f"{i}.mce"
            call(program, "study", "run", folder / "short.toml", "--shard", f"{i}/8", "--out", path, "--quiet")
            shards.append(str(path))
    out = folder / "merged.mce"
    start = time.perf_counter()
    command = [program, "study", "merge", out, *shards, "--quiet"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        memory = highest_memory(process)
    seconds = time.perf_counter() - start
    state = call(program, "study", "status", out)[1]
    runs = int(re.search(r"runs +(\d+) of", state)[1])  # type: ignore[index]
    size = sum(os.path.getsize(each) for each in shards)
    return [{"shards": len(shards), "runs": runs, "seconds": seconds, "mib": memory, "bytes": size,
             "merged": os.path.getsize(out)}]  # fmt: skip


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|--:" * len(head) + "|"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows])


def power(value: float) -> str:
    exponent = round(np.log10(value))
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(exponent))


def by_selector(rows: list[Row], key: str, text: Callable[[Any], str], value: str = "ns", form: str = "{:.0f}") -> str:
    keys = sorted({row[key] for row in rows})
    names = list(dict.fromkeys(row["selector"] for row in rows))
    found = {(row[key], row["selector"]): row[value] for row in rows}
    body = [[text(each)] + [form.format(found[each, name]) for name in names] for each in keys]
    return table([key, *names], body)


def duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def workers(measured: dict[str, list[Row]]) -> str:
    """How many workers one search feeds, by how long an evaluation takes."""
    rates = {(row["selector"], row["batch"]): row["per_second"] for row in measured["tickets"]}
    rows = []
    for batch in (1, 100):
        rate = rates["recommended", batch]
        rows.append([f"recommended, {batch} at a time", *(f"{rate * seconds:,.0f}" for seconds in (0.001, 1, 60))])
    return table(["tickets", "1 ms", "1 s", "1 min"], rows)


def engines(measured: dict[str, list[Row]]) -> str:
    rows = [[row["executor"], f"{row['per_second']:,.0f}", f"{row['per_second'] * 60:,.0f}"]
            for row in measured["executors"]]  # fmt: skip
    return table(["executor", "evaluations per second", "workers at 1 min"], rows)


def merging(measured: dict[str, list[Row]]) -> str:
    row = measured["merge"][0]
    each = row["seconds"] / row["runs"]
    size = row["bytes"] / row["runs"]
    what = f"{row['runs']:,} in {row['shards']} shards, measured"
    rows = [[what, duration(row["seconds"]), f"{row['bytes'] / 1e9:.2f} GB", f"{row['mib']:.0f} MiB"]]
    for runs in (10**6, 10**7):
        rows.append([f"{power(runs)}, computed", duration(runs * each), f"{runs * size / 1e9:.0f} GB", "the same"])
    note = f"A run costs {1000 * each:.2f} ms and {size / 1000:.1f} kB."
    return table(["runs", "merging", "shards", "memory"], rows) + "\n\n" + note


def memory(measured: dict[str, list[Row]]) -> str:
    rows = [dict(row, bytes=2**20 * row["mib"] / row["cells"]) for row in measured["cells"]]
    largest = max(row["cells"] for row in rows)
    lines = [["measured, " + f"{each:,}", *(f"{row['mib']:,.0f} MiB" for row in rows if row["cells"] == each)]
             for each in sorted({row["cells"] for row in rows})]  # fmt: skip
    of_largest = [row["bytes"] for row in rows if row["cells"] == largest]
    lines.append(["bytes per cell", *(f"{each:.0f}" for each in of_largest)])
    lines.append([f"computed, {power(10**8)}", *(f"{each * 1e8 / 1e9:.0f} GB" for each in of_largest)])
    return table(["full map of cells", *SELECTORS], lines)


def plot(measured: dict[str, list[Row]]) -> None:
    def lines(part: str, key: str, value: str, label: str, title: str, unit: str) -> None:
        figure, axes = plt.subplots(figsize=(5.6, 3.6), layout="constrained")
        for name in dict.fromkeys(row["selector"] for row in measured[part]):
            rows = [row for row in measured[part] if row["selector"] == name]
            axes.plot([row[key] for row in rows], [row[value] for row in rows], marker="o", label=name)
        axes.set(xlabel=label, ylabel=unit, title=title)
        if key == "features":
            axes.set_xticks([1, 2, 3, 4])
        else:
            axes.set_xscale("log")
        if value == "per_second" or value == "mib":
            axes.set_yscale("log")
        else:
            axes.set_ylim(bottom=0)
        axes.grid(alpha=0.3)
        axes.legend()
        figure.savefig(FOLDER / f"{part}-{value}.png", dpi=110)
        plt.close(figure)

    lines("cells", "cells", "ns", "cells of the map, all filled", "An evaluation on Rastrigin", "ns")
    lines("cells", "cells", "mib", "cells of the map, all filled", "Memory of a run", "MiB")
    lines("features", "features", "ns", "features, with about 10⁴ cells", "An evaluation on Rastrigin", "ns")
    lines("evaluations", "evaluations", "ns", "evaluations before these", "An evaluation on Rastrigin", "ns")
    lines("tickets", "batch", "per_second", "tickets at a time", "Tickets out and back, from Python", "per second")


def write_page(measured: dict[str, list[Row]]) -> None:
    def plain(value: int) -> str:
        return f"{value:,}"

    tables = {
        "tickets": by_selector(measured["tickets"], "batch", plain, "per_second", "{:,.0f}"),
        "workers": workers(measured),
        "executors": engines(measured),
        "cells": by_selector(measured["cells"], "cells", plain),
        "memory": memory(measured),
        "features": by_selector(measured["features"], "features", str),
        "evaluations": by_selector(measured["evaluations"], "evaluations", plain),
        "merge": merging(measured),
    }
    text = PAGE.read_text()
    for name, new in tables.items():
        pattern = re.compile(rf"<!-- {name} -->.*?<!-- /{name} -->", re.DOTALL)
        if not pattern.search(text):
            raise SystemExit(f"{PAGE} has no place for {name}")
        text = pattern.sub(lambda _, name=name, new=new: f"<!-- {name} -->\n{new}\n<!-- /{name} -->", text)
    PAGE.write_text(text)


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
    parser.add_argument("--only", choices=[*parts, "merge"])
    parser.add_argument("--shards", help="a pattern of files")
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    kept = FOLDER / "measured.json"
    measured: dict[str, list[Row]] = json.loads(kept.read_text()) if kept.exists() else {}
    for name, measure in parts.items():
        if options.only in (None, name):
            print(f"measuring {name} …", flush=True)
            measured[name] = measure(options.program)
            kept.write_text(json.dumps(measured, indent=1) + "\n")
    if options.only in (None, "merge"):
        print("measuring merge …", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            shards = sorted(glob.glob(options.shards)) if options.shards else []
            measured["merge"] = merge(options.program, shards, Path(folder))
        kept.write_text(json.dumps(measured, indent=1) + "\n")
    if len(measured) == len(parts) + 1:
        write_page(measured)
        plot(measured)


if __name__ == "__main__":
    main()
