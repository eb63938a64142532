# SPDX-License-Identifier: MIT
"""What do batches cost? The area under the QD-score of runs whose parents are selected in batches of 1 to 10,000.

    python python/benchmarks/batch_curve.py              writes docs/python/batches.csv and batches.png, prints a table

A large batch gets no feedback until its end. The runs are those of the engine (`mce run --batch`), since the search of
the package is the same to the bit.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from scipy import stats
from tqdm import tqdm

ROOT = Path(__file__).parents[2]
TESTBEDS = ("rastrigin", "arm")
SELECTORS = ("uniform", "ucb-individual", "surprise")
BATCHES = (1, 3, 10, 30, 100, 300, 1000, 3000, 10000)
CELLS = 10_000


def run(program: Path, evaluations: int, job: tuple[str, str, int, int]) -> dict[str, Any]:
    testbed, selector, batch, seed = job
    with tempfile.TemporaryDirectory() as folder:
        options = ["--selector", selector, "--batch", batch, "--seed", seed, "--evaluations", evaluations]
        command = [program, "run", testbed, *options, "--quiet", "--out", folder]
        subprocess.run([str(each) for each in command], check=True, capture_output=True)
        curve = pd.read_csv(Path(folder) / "curve.csv")
    # Save points are passed by whole batches, so runs are compared at the same points: the curve is interpolated.
    points = np.linspace(0, evaluations, 201)
    scores = np.interp(points, curve["evaluations"], curve["qd_score"] / CELLS)
    area = float(np.mean((scores[1:] + scores[:-1]) / 2))
    return {"testbed": testbed, "selector": selector, "batch": batch, "seed": seed, "area": area, "final": scores[-1]}


def summary(results: pd.DataFrame) -> pd.DataFrame:
    groups = results.groupby(["testbed", "selector", "batch"], sort=False)["area"]
    means = groups.agg(["mean", "std", "count"])
    means["half"] = stats.t.ppf(0.975, means["count"] - 1) * means["std"] / np.sqrt(means["count"])
    return means


def table(results: pd.DataFrame) -> str:
    means = summary(results)["mean"]
    lines = [
        f"| testbed | selector | {' | '.join(f'{each:,}' for each in BATCHES)} |",
        f"|:--|:--|{'--:|' * len(BATCHES)}",
    ]
    for testbed in TESTBEDS:
        for selector in SELECTORS:
            values = " | ".join(f"{means[testbed, selector, batch]:.3f}" for batch in BATCHES)
            lines.append(f"| {testbed} | {selector} | {values} |")
    return "\n".join(lines)


def picture(results: pd.DataFrame, path: Path) -> None:
    means = summary(results)
    figure, axes = plt.subplots(1, len(TESTBEDS), figsize=(11, 4.2), layout="constrained")
    for ax, testbed in zip(axes, TESTBEDS, strict=True):
        for selector in SELECTORS:
            mine = means.loc[testbed, selector]
            (line,) = ax.plot(mine.index, mine["mean"], marker="o", markersize=3, label=selector)
            low, high = mine["mean"] - mine["half"], mine["mean"] + mine["half"]
            ax.fill_between(mine.index, low, high, color=line.get_color(), alpha=0.25, linewidth=0)
        ax.set(title=testbed, xscale="log", xlabel="batch size", ylabel="area under the QD-score, normalised")
        ax.grid(alpha=0.3)
    axes[0].legend(loc="lower left")
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=12)
    parser.add_argument("--evaluations", type=int, default=1_000_000)
    parser.add_argument("--program", type=Path, default=ROOT / "build" / "release" / "mce")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "python")
    arguments = parser.parse_args()
    jobs = [
        (testbed, selector, batch, seed)
        for seed in range(1, arguments.runs + 1)
        for testbed in TESTBEDS
        for selector in SELECTORS
        for batch in BATCHES
    ]
    one = partial(run, arguments.program, arguments.evaluations)
    with ThreadPoolExecutor(2) as pool:  # each waits for a process
        results = pd.DataFrame(tqdm(pool.map(one, jobs), total=len(jobs), unit="run"))
    arguments.out.mkdir(parents=True, exist_ok=True)
    results.to_csv(arguments.out / "batches.csv", index=False, float_format="%.6g")
    picture(results, arguments.out / "batches.png")
    print(table(results))


if __name__ == "__main__":
    main()
