# SPDX-License-Identifier: MIT
"""How far one machine goes: cost and memory by the size of a map, tickets by their batch, merging by runs.

scripts/scale calls this. What is measured is kept in docs/scale/measured.json; the tables of docs/scale.md are written
anew, and so are the plots.
"""

from __future__ import annotations

import argparse
import glob
import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable
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
Row = dict[str, Any]


def call(*words: object) -> tuple[float, float]:
    """Seconds and mebibytes that a program takes."""
    start = time.perf_counter()
    process = subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"failed with {process.returncode}: {' '.join(map(str, words))}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def nanoseconds(program: Path, few: int, many: int, *options: object) -> tuple[float, float]:
    """What an evaluation costs between `few` and `many` of them, and the memory at the end."""
    words = (program, "run", "rastrigin", *options, "--quiet", "--evaluations")
    runs = [(call(*words, few)[0], *call(*words, many)) for _ in range(REPETITIONS)]
    seconds = min(each[1] for each in runs) - min(each[0] for each in runs)
    return 1e9 * seconds / (many - few), runs[0][2]


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


def cells(program: Path) -> list[Row]:
    """Maps that are full: as many random genomes as it takes come first."""
    rows = []
    for side in (100, 316, 1000, 3162):
        for selector in SELECTORS:
            initial = 3 * side * side
            options = ("--resolution", f"{side}x{side}", "--initial", initial, "--selector", selector)
            cost, memory = nanoseconds(program, 500_000, 3_500_000, *options)
            rows.append({"cells": side * side, "selector": selector, "ns": cost, "mib": memory})
            print(f"cells {side * side} {selector}: {cost:.0f} ns, {memory:.0f} MiB", flush=True)
    return rows


def features(program: Path) -> list[Row]:
    """Maps of about the same size with one to four features."""
    rows = []
    for count, resolution in ((1, "10000"), (2, "100x100"), (3, "22x22x21"), (4, "10x10x10x10")):
        for selector in SELECTORS:
            options = ("--set", f"features={count}", "--resolution", resolution, "--selector", selector)
            cost, _ = nanoseconds(program, 500_000, 3_500_000, *options)
            rows.append({"features": count, "selector": selector, "ns": cost})
    return rows


def evaluations(program: Path) -> list[Row]:
    """An evaluation early and late in a run."""
    rows = []
    for few in (10**5, 10**6, 10**7, 10**8):
        for selector in SELECTORS:
            cost, _ = nanoseconds(program, few, few + 3_000_000, "--selector", selector)
            rows.append({"evaluations": few, "selector": selector, "ns": cost})
    return rows


def merge(program: Path, shards: list[str], folder: Path) -> list[Row]:
    """Shards of a study as large as the paper's, with short runs."""
    if not shards:
        protocol = (ROOT / "protocols/paper.toml").read_text() + "\n"
        (folder / "short.toml").write_text("evaluations = 5000\n" + protocol)
        for i in range(1, 9):
            path = folder / f"{i}.mce"
            call(program, "study", "run", folder / "short.toml", "--shard", f"{i}/8", "--out", path, "--quiet")
            shards.append(str(path))
    out = folder / "merged.mce"
    seconds, memory = call(program, "study", "merge", out, *shards, "--quiet")
    state = subprocess.run([program, "study", "status", out], check=True, text=True, capture_output=True).stdout
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
    rows = [dict(row, bytes=2**20 * row["mib"] / row["cells"]) for row in measured["cells"] if row["cells"] >= 10**5]
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
    lines("evaluations", "evaluations", "ns", "evaluations before it", "An evaluation on Rastrigin", "ns")
    lines("tickets", "batch", "per_second", "tickets at a time", "Tickets out and back, from Python", "per second")


def write_page(measured: dict[str, list[Row]]) -> None:
    def plain(value: int) -> str:
        return f"{value:,}"

    tables = {
        "tickets": by_selector(measured["tickets"], "batch", plain, "per_second", "{:,.0f}"),
        "workers": workers(measured),
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
    parts = {"tickets": tickets, "cells": cells, "features": features, "evaluations": evaluations}
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
