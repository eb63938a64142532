# SPDX-License-Identifier: MIT
"""Prints a Google Benchmark JSON file as tables with ratios."""

import json
import sys


def fastest(path):
    """Nanoseconds per iteration, by benchmark name: of the fastest repetition, since noise only ever adds time."""
    times = {}
    for run in json.load(open(path))["benchmarks"]:
        if run["run_type"] == "iteration":
            name = run["name"].split("/iterations:")[0].split("/repeats:")[0]
            time = run["cpu_time"] * (1e6 if run["time_unit"] == "ms" else 1)
            times[name] = min(time, times.get(name, time))
    return times


def show(title, header, rows):
    if not rows:
        return
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    print(f"\n{title}\n")
    for row in [header, *rows]:
        print("  " + "  ".join(cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths))))


SELECTORS = ["ucb-individual", "ucb-cell", "exploit-individual", "exploit-cell", "explore-individual", "explore-cell",
             "greedy", "uniform", "curiosity", "surprise"]


def number(value, digits=1):
    return "" if value is None else f"{value:.{digits}f}"


def over(a, b):
    return a / b if a and b else None


def loops(times):
    """Whole loop: throughput, its parts, its share of that of uniform selection, and its cost over the testbed alone."""
    for testbed in ("rastrigin", "arm", "maze8", "maze16"):
        uniform = times.get(f"loop/{testbed}/uniform")
        alone = times.get(f"testbed_alone/{testbed}")
        copying = times.get(f"part/{testbed}/copy", 0)
        mutate, evaluate = (times[name] - copying if (name := f"part/{testbed}/{part}") in times else None
                            for part in ("mutate", "evaluate"))
        place = times.get(f"part/{testbed}/place")
        rows = []
        for selector in SELECTORS:
            ns = times.get(f"loop/{testbed}/{selector}")
            if ns is None:
                continue
            select = times.get(f"part/{testbed}/{selector}")
            rows.append([selector, number(1e3 / ns, 2), number(ns), number(select), number(mutate), number(evaluate),
                         number(place), number(over(uniform, ns), 2), number(over(ns, alone), 2)])
        show(f"Whole loop, {testbed}, mature map", ["selector", "M/s", "ns", "select ns", "mutate ns", "evaluate ns",
                                                    "place ns", "× uniform", "× testbed alone"], rows)
        plain = times.get(f"loop/{testbed}_plain/uniform")
        floor = times.get(f"floor/{testbed}")
        if plain and uniform:
            print(f"\n  plain code, uniform: {plain:.0f} ns, {plain / uniform:.1f} times as long")
        if alone:
            print(f"  testbed alone (mutate + evaluate one genome again and again): {alone:.1f} ns"
                  + (f"; its random numbers, sines and cosines: {floor:.1f} ns" if floor else ""))


def selections(times):
    """Selection alone: cost by number of elites, growth from 10⁴ to 10⁶, and how much faster than a scan."""
    rows = []
    for selector in SELECTORS:
        at = {size: times.get(f"selection/{selector}/{size}") for size in (100, 10_000, 1_000_000)}
        if not any(at.values()):
            continue
        scan = times.get(f"scan/{selector}/10000")
        rows.append([selector, *(f"{ns:.1f}" if ns else "" for ns in at.values()),
                     f"{at[1_000_000] / at[10_000]:.2f}" if at[1_000_000] and at[10_000] else "",
                     f"{scan / 1e3:.1f}" if scan else "", f"{scan / at[10_000]:.0f}" if scan and at[10_000] else ""])
    show("Selection alone, ns", ["selector", "10² elites", "10⁴", "10⁶", "10⁶ : 10⁴", "scan at 10⁴, µs", "× faster"], rows)


def searches(times):
    """Ask and tell: what it costs over the closed loop, by tickets in flight and the order in which they come back."""
    rows = []
    for selector in SELECTORS:
        alone = times.get(f"search/rastrigin/{selector}/evolution")
        if alone is None:
            continue
        asked, at_random = (times.get(f"search/rastrigin/{selector}/1000_in_flight{order}") for order in ("", "_at_random"))
        one = times.get(f"search/rastrigin/{selector}/1_in_flight")
        rows.append([selector, *map(number, (alone, one, asked, at_random)), number(over(alone, asked), 2),
                     number(over(alone, at_random), 2)])
    show("Ask and tell, Rastrigin, mature map, ns", ["selector", "Evolution", "1 in flight", "1000", "1000 at random",
                                                     "× Evolution", "at random"], rows)
    rows = [[name, number(ns)] for name in ("uniform", "gaussian", "iso-line") if (ns := times.get(f"search/variation/{name}"))]
    show("Ask and tell with variations of 6 numbers, 1000 in flight, surprise", ["variation", "ns"], rows)


def studies(times):
    """What a study costs on top of its runs, by number of save points."""
    rows = []
    for points in (4, 32):
        alone, whole = times.get(f"study/runs_alone/{points}"), times.get(f"study/whole/{points}")
        if alone and whole:
            rows.append([f"{points} save points", f"{alone / 45e6:.2f}", f"{whole / 45e6:.2f}", f"{100 * (whole / alone - 1):.1f} %"])
    show("A study of Rastrigin runs of 10⁵ evaluations, ms per run", ["", "runs alone", "whole study", "on top"], rows)


def pools(path):
    """Workers: what passes through a pool, what of it is our own time, and how busy slow workers are; the best repetition."""
    best = {}
    for run in json.load(open(path))["benchmarks"]:
        if run["run_type"] == "iteration" and run["name"].startswith("pool/"):
            name = run["name"].split("/")[1] + ("" if "busy" not in run else ", " + run["name"].split("/")[2] + " in flight")
            values = best.setdefault(name, {"evaluations": 0, "own_us": float("inf"), "busy": 0})
            for key, better in (("evaluations", max), ("own_us", min), ("busy", max)):
                values[key] = better(values[key], run.get(key, values[key]))
    show("Workers", ["", "evaluations/s", "own time, µs", "busy"],
         [[name, *((f"{each['evaluations']:.0f}", f"{each['own_us']:.2f}", "") if each["evaluations"] else
                   ("", "", f"{100 * each['busy']:.1f} %"))] for name, each in best.items()])


if __name__ == "__main__":
    measured = fastest(sys.argv[1])
    loops(measured)
    selections(measured)
    searches(measured)
    studies(measured)
    pools(sys.argv[1])
