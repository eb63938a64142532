# SPDX-License-Identifier: MIT
"""The tables and plots of docs/scale.md, of what scale.py has measured."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

MANY_OPEN = 1_000_000  # tickets out at a time, for one of the measurements
SHORT = 5000  # evaluations of the runs that are merged, but for those of protocols/published.toml
Row = dict[str, Any]


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|--:" * len(head) + "|"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows])


def power(value: float) -> str:
    exponent = round(np.log10(value))
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(exponent))


def by_selector(rows: list[Row], key: str, text: Callable[[Any], str]) -> str:
    keys = sorted({row[key] for row in rows})
    names = list(dict.fromkeys(row["selector"] for row in rows))
    found = {(row[key], row["selector"]): row["ns"] for row in rows}
    body = [[text(each)] + [f"{found[each, name]:.0f}" for name in names] for each in keys]
    return table([key, *names], body)


def duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def tickets_table(measured: dict[str, list[Row]]) -> str:
    def text(row: Row) -> str:
        return f"{row['batch']:,}" + (f", and {row['others']:,} others are out" if row["others"] else "")

    names = list(dict.fromkeys(row["selector"] for row in measured["tickets"]))
    found = {(text(row), row["selector"]): row["per_second"] for row in measured["tickets"]}
    body = [[each] + [f"{found[each, name]:,.0f}" for name in names] for each in dict.fromkeys(key for key, _ in found)]
    return table(["at a time", *names], body)


def growth(rows: list[Row]) -> str:
    """The last line of the table of cells: how much more the largest map costs than the smallest one."""
    fewest, most = min(row["cells"] for row in rows), max(row["cells"] for row in rows)
    cost = {(row["cells"], row["selector"]): row["ns"] for row in rows}
    names = dict.fromkeys(row["selector"] for row in rows)
    ratios = [f"{cost[most, name] / cost[fewest, name]:.1f} ×" for name in names]
    return f"| largest : smallest | {' | '.join(ratios)} |"


def workers(measured: dict[str, list[Row]]) -> str:
    """How many workers one search feeds, by how long an evaluation takes. Each has a ticket."""
    rates = {(row["selector"], row["batch"], row["others"]): row["per_second"] for row in measured["tickets"]}
    rows = []
    for batch, others in ((1, 0), (100, MANY_OPEN)):
        fed = [rates["recommended", batch, others] * seconds for seconds in (0.001, 1, 60)]
        texts = [f"{each:,.0f}" if each < MANY_OPEN else f"more than {MANY_OPEN:,}" for each in fed]
        rows.append([f"recommended, {batch} at a time", *texts])
    return table(["tickets", "1 ms", "1 s", "1 min"], rows)


def engines(measured: dict[str, list[Row]]) -> str:
    rows = [[row["executor"], f"{row['per_second']:,.0f}", f"{row['per_second'] * 60:,.0f}"]
            for row in measured["executors"]]  # fmt: skip
    return table(["executor", "evaluations per second", "workers at 1 min"], rows)


def merging(measured: dict[str, list[Row]]) -> str:
    studies = {row["study"]: row for row in measured["merge"]}
    texts = {
        "published": "`protocols/published.toml`",
        "short": f"`protocols/paper.toml` with {SHORT:,} evaluations",
        "short-divided": "the same, its treatments divided",
    }
    rows = []
    for name, text in texts.items():
        row = studies[name]
        sizes = [f"{row[which] / 1e9:.2f} GB" for which in ("bytes", "merged")]
        rows.append([text, f"{row['runs']:,}", str(row["shards"]), *sizes,
                     f"{row['seconds']:.0f} s ({row['cpu']:.0f} s)", f"{row['mib']:.0f} MiB"])  # fmt: skip
    of_run = (studies["one-2000"]["mib"] - studies["one-100"]["mib"]) * 2**20
    of_run /= studies["one-2000"]["runs"] - studies["one-100"]["runs"]
    row = studies["published"]
    each, size = row["seconds"] / row["runs"], row["bytes"] / row["runs"]
    for runs in (10**6, 10**7):
        # With more repetitions: more treatments instead would need no more memory.
        mib = row["mib"] + (runs - row["runs"]) / row["treatments"] * of_run / 2**20
        text = f"{power(runs)} runs of `published.toml`, computed"
        sizes = [f"{runs * row[which] / row['runs'] / 1e9:.1f} GB" for which in ("bytes", "merged")]
        rows.append([text, f"{runs:,}", "", *sizes, duration(runs * each), f"{mib:.0f} MiB"])
    divided = studies["short-divided"]
    of_divided = divided["seconds"] / divided["runs"]
    notes = (
        f"A run of `published.toml` costs {1000 * each:.2f} ms and {size / 1000:.1f} kB. A short run whose treatment "
        f"is divided costs {1000 * of_divided:.2f} ms, since the merge then measures it. "
        f"A run more in the same treatment adds {of_run / 1000:.1f} kB of memory. These files were in the memory of "
        f"the machine; from a disk, as fast needs {size / each / 1e6:.0f} MB per second."
    )
    head = ["study", "runs", "shards", "their size", "merged", "merging (time of all cores)", "memory"]
    return table(head, rows) + "\n\n" + textwrap.fill(notes, 120)


def memory(measured: dict[str, list[Row]]) -> str:
    rows = [dict(row, bytes=2**20 * row["mib"] / row["cells"]) for row in measured["cells"]]
    largest = max(row["cells"] for row in rows)
    names = list(dict.fromkeys(row["selector"] for row in rows))
    lines = [["measured, " + f"{each:,}", *(f"{row['mib']:,.0f} MiB" for row in rows if row["cells"] == each)]
             for each in sorted({row["cells"] for row in rows})]  # fmt: skip
    of_largest = [row["bytes"] for row in rows if row["cells"] == largest]
    lines.append(["bytes per cell", *(f"{each:.0f}" for each in of_largest)])
    lines.append([f"computed, {power(10**8)}", *(f"{each * 1e8 / 1e9:.0f} GB" for each in of_largest)])
    return table(["full map of cells", *names], lines)


def plot(measured: dict[str, list[Row]], folder: Path) -> None:
    def lines(part: str, key: str, value: str, label: str, title: str, unit: str) -> None:
        figure, axes = plt.subplots(figsize=(5.6, 3.6), layout="constrained")
        for name in dict.fromkeys(row["selector"] for row in measured[part]):
            rows = [row for row in measured[part] if row["selector"] == name and not row.get("others")]
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
        figure.savefig(folder / f"{part}-{value}.png", dpi=110)
        plt.close(figure)

    lines("cells", "cells", "ns", "cells of the map, all filled", "An evaluation on Rastrigin", "ns")
    lines("cells", "cells", "mib", "cells of the map, all filled", "Memory of a run", "MiB")
    lines("features", "features", "ns", "features, with about 10⁴ cells", "An evaluation on Rastrigin", "ns")
    lines("evaluations", "evaluations", "ns", "evaluations before these", "An evaluation on Rastrigin", "ns")
    lines("tickets", "batch", "per_second", "tickets at a time", "Tickets out and back, from Python", "per second")


def plain(value: int) -> str:
    return f"{value:,}"


def write_page(measured: dict[str, list[Row]], page: Path) -> None:
    tables = {
        "tickets": tickets_table(measured),
        "workers": workers(measured),
        "executors": engines(measured),
        "cells": by_selector(measured["cells"], "cells", plain) + "\n" + growth(measured["cells"]),
        "memory": memory(measured),
        "features": by_selector(measured["features"], "features", str),
        "evaluations": by_selector(measured["evaluations"], "evaluations", plain),
        "merge": merging(measured),
    }
    text = page.read_text()
    for name, new in tables.items():
        pattern = re.compile(rf"<!-- {name} -->.*?<!-- /{name} -->", re.DOTALL)
        if not pattern.search(text):
            raise SystemExit(f"{page} has no place for {name}")
        text = pattern.sub(lambda _, name=name, new=new: f"<!-- {name} -->\n{new}\n<!-- /{name} -->", text)
    page.write_text(text)
