# SPDX-License-Identifier: MIT
"""Prints the medians of a Google Benchmark JSON file as tables with ratios."""

import json
import statistics
import sys


def medians(path):
    """Median nanoseconds per iteration, by benchmark name, of the repetitions in the file."""
    samples = {}
    for run in json.load(open(path))["benchmarks"]:
        if run["run_type"] == "iteration":
            name = run["name"].split("/iterations:")[0].split("/repeats:")[0]
            samples.setdefault(name, []).append(run["cpu_time"])
    return {name: statistics.median(times) for name, times in samples.items()}


def show(title, header, rows):
    if not rows:
        return
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    print(f"\n{title}\n")
    for row in [header, *rows]:
        print("  " + "  ".join(cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths))))


def loops(times):
    """Whole loop: throughput, and its share of that of uniform selection; cost over the testbed alone."""
    for testbed in dict.fromkeys(name.split("/")[1] for name in times if name.startswith("loop/")):
        uniform = times.get(f"loop/{testbed}/uniform")
        alone = times.get(f"testbed_alone/{testbed}")
        rows = []
        for name, ns in times.items():
            if name.startswith(f"loop/{testbed}/"):
                rows.append([name.split("/")[2], f"{ns:.1f}", f"{1e3 / ns:.2f}",
                             f"{uniform / ns:.2f}" if uniform else "", f"{ns / alone:.2f}" if alone else ""])
        show(f"Whole loop, {testbed}, mature map" + (f" (testbed alone: {alone:.1f} ns)" if alone else ""),
             ["selector", "ns/evaluation", "M/s", "× uniform", "× testbed alone"], rows)


def selections(times):
    """Selection alone: cost by number of elites, growth from 10⁴ to 10⁶, and how much faster than a scan."""
    rows = []
    for selector in dict.fromkeys(name.split("/")[1] for name in times if name.startswith("selection/")):
        at = {size: times.get(f"selection/{selector}/{size}") for size in (100, 10_000, 1_000_000)}
        scan = times.get(f"scan/{selector}/10000")
        rows.append([selector, *(f"{ns:.1f}" if ns else "" for ns in at.values()),
                     f"{at[1_000_000] / at[10_000]:.2f}" if at[1_000_000] and at[10_000] else "",
                     f"{scan / 1e3:.1f}" if scan else "", f"{scan / at[10_000]:.0f}" if scan and at[10_000] else ""])
    show("Selection alone, ns", ["selector", "10² elites", "10⁴", "10⁶", "10⁶ : 10⁴", "scan at 10⁴, µs", "× faster"], rows)


if __name__ == "__main__":
    measured = medians(sys.argv[1])
    loops(measured)
    selections(measured)
