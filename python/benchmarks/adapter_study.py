# SPDX-License-Identifier: MIT
"""Is the adapter worth having? pyribs with parents by our selectors against its own uniform ones, at equal evaluations.

    python python/benchmarks/adapter_study.py            writes docs/python/adapter* and prints a table

Everything but the choice of parents is the same: archive, Gaussian steps, batches, and the solutions to start from.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import mcelites as mce
import numpy as np
import pandas as pd
from ribs.archives import GridArchive
from ribs.emitters import GaussianEmitter
from ribs.schedulers import Scheduler
from scipy import stats
from tqdm import tqdm

from problems import PROBLEMS, Problem

FOLDER = Path(__file__).parents[2] / "docs" / "python"
POINTS = 50  # of a curve
UNIFORM = "GaussianEmitter"


def plain(archive: Callable[..., Any], settings: dict[str, Any], common: dict[str, Any]) -> tuple[Any, Any]:
    made = archive(**settings)
    return made, GaussianEmitter(made, **common)


def bandit(selector: str, settings: dict[str, Any], common: dict[str, Any]) -> tuple[Any, Any]:
    made = GridArchive(**settings)
    return made, mce.ribs.BanditEmitter(made, selector=selector, **common)


METHODS = {
    UNIFORM: partial(plain, GridArchive),
    "BanditEmitter, recommended": partial(bandit, "recommended"),
    "BanditEmitter, ucb-cell": partial(bandit, "ucb-cell"),
    "BanditEmitter, ucb-individual": partial(bandit, "ucb-individual"),
    "BanditGridArchive + GaussianEmitter": partial(plain, mce.ribs.BanditGridArchive),
}


def run(job: tuple[str, str, int, int, int]) -> dict[str, Any]:
    """One run: its curve of normalised QD-scores."""
    name, method, seed, evaluations, batch = job
    problem: Problem = PROBLEMS[name]
    start = np.random.default_rng(1000 + seed).uniform(-problem.bound, problem.bound, (100, problem.genes))
    archive, emitter = METHODS[method](
        dict(
            solution_dim=problem.genes,
            dims=[100, 100],
            ranges=problem.ranges,
            qd_score_offset=problem.worst,
            seed=seed,
        ),
        dict(sigma=problem.sigma, initial_solutions=start, bounds=problem.bounds, batch_size=batch, seed=seed),
    )
    scheduler = Scheduler(archive, [emitter])
    scheduler.tell(*problem.evaluate(scheduler.ask()))
    curve = [float(archive.stats.norm_qd_score) / -problem.worst]
    batches = evaluations // batch
    for done in range(1, batches + 1):
        scheduler.tell(*problem.evaluate(scheduler.ask()))
        if done * POINTS // batches > (done - 1) * POINTS // batches:
            curve.append(float(archive.stats.norm_qd_score) / -problem.worst)
    return {"problem": name, "method": method, "seed": seed, "coverage": float(archive.stats.coverage), "curve": curve}


def area(curve: list[float]) -> float:
    """Mean height of the curve over the evaluations."""
    values = np.array(curve)
    return float(np.mean((values[1:] + values[:-1]) / 2))


def table(results: pd.DataFrame) -> str:
    lines = ["| problem | method | QD-score area | against uniform | p (Welch) |", "|:--|:--|--:|--:|--:|"]
    for name in PROBLEMS:
        mine = results[results["problem"] == name]
        uniform = mine.loc[mine["method"] == UNIFORM, "area"]
        for method in METHODS:
            areas = mine.loc[mine["method"] == method, "area"]
            text = f"{areas.mean():.4f} ± {areas.std():.4f}"
            if method == UNIFORM:
                lines.append(f"| {name} | {method} (uniform) | {text} | | |")
                continue
            test = stats.ttest_ind(areas, uniform, equal_var=False)
            gain = 100 * (areas.mean() / uniform.mean() - 1)
            chance = f"{test.pvalue:.1g}" if test.pvalue >= 1e-10 else "< 10⁻¹⁰"
            lines.append(f"| {name} | {method} | {text} | {gain:+.2f} % | {chance} |")
    return "\n".join(lines)


def curves(results: pd.DataFrame, evaluations: int) -> pd.DataFrame:
    """Mean of the runs at every point, and half of the 95 % confidence interval."""
    parts = []
    for (name, method), mine in results.groupby(["problem", "method"], sort=False):
        values = np.array(mine["curve"].tolist())
        half = stats.t.ppf(0.975, len(values) - 1) * values.std(axis=0, ddof=1) / np.sqrt(len(values))
        points = {
            "evaluations": np.linspace(0, evaluations, values.shape[1]),
            "mean": values.mean(axis=0),
            "half": half,
        }
        parts.append(pd.DataFrame({"problem": name, "method": method, **points}))
    return pd.concat(parts, ignore_index=True)


def picture(means: pd.DataFrame, path: Path) -> None:
    figure, axes = plt.subplots(1, len(PROBLEMS), figsize=(11, 4.2), layout="constrained")
    for ax, name in zip(axes, PROBLEMS, strict=True):
        for method, style in zip(METHODS, ["-", "-", "-", "-", "--"], strict=True):
            mine = means[(means["problem"] == name) & (means["method"] == method)]
            x, mean, half = mine["evaluations"], mine["mean"], mine["half"]
            label = f"{method} (uniform)" if method == UNIFORM else method
            (line,) = ax.plot(x, mean, style, label=label, linewidth=1.4)
            ax.fill_between(x, mean - half, mean + half, color=line.get_color(), alpha=0.2, linewidth=0)
        ax.set(title=name, xlabel="evaluations", ylabel="QD-score, normalised", xlim=(0, x.max()), ylim=(0, None))
        ax.grid(alpha=0.3)
    axes[0].legend(loc="lower right", fontsize=8)
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--evaluations", type=int, default=100_000)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--out", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    jobs = [
        (name, method, seed, arguments.evaluations, arguments.batch)
        for seed in range(1, arguments.runs + 1)
        for name in PROBLEMS
        for method in METHODS
    ]
    with ProcessPoolExecutor() as pool:
        results = pd.DataFrame(tqdm(pool.map(run, jobs), total=len(jobs), unit="run"))
    results.insert(3, "area", results["curve"].map(area))
    results["final"] = results["curve"].map(lambda curve: curve[-1])
    arguments.out.mkdir(parents=True, exist_ok=True)
    columns = ["problem", "method", "seed", "area", "final", "coverage"]
    results[columns].to_csv(arguments.out / "adapter.csv", index=False, float_format="%.6g")
    means = curves(results, arguments.evaluations)
    means.to_csv(arguments.out / "adapter_curves.csv", index=False, float_format="%.5g")
    picture(means, arguments.out / "adapter.png")
    print(table(results))


if __name__ == "__main__":
    main()
