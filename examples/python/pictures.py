# SPDX-License-Identifier: MIT
"""The pictures of docs/python.md: maps of archives, progress of selectors, a sweep of a parameter.

python examples/python/pictures.py [FOLDER]     # writes NAME-light.png and NAME-dark.png
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")  # files only
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import mcelites as mce

THEMES = {"light": "default", "dark": "dark_background"}
JOINTS = 8


def arm(angles: Any) -> tuple[Any, Any]:
    """A robot's arm: how even its angles are (0 is best), and where its hand (x, y) and its elbow (x, y) are."""
    directions = angles.cumsum(axis=1)
    steps = np.stack([np.cos(directions), np.sin(directions)], axis=2) / JOINTS
    return -angles.std(axis=1), np.hstack([steps.sum(axis=1), 2 * steps[:, : JOINTS // 2].sum(axis=1)])


def filled(archive: mce.Archive, rounds: int, **options: Any) -> tuple[mce.Search, pd.DataFrame]:
    """A search of `rounds` batches, and how it got there."""
    search = mce.Search(archive, bounds=[(-np.pi, np.pi)] * JOINTS, variation=mce.Gaussian(0.3), **options)
    history = []
    for _ in range(rounds):
        objective, measures = arm(search.ask(100))
        search.tell(objective, measures[:, : archive.measure_dim])
        history.append({"evaluations": search.told, "qd_score": archive.stats.qd_score})
    return search, pd.DataFrame(history)


def grid(*dims: int) -> mce.GridArchive:
    return mce.GridArchive(solution_dim=JOINTS, dims=dims, ranges=[(-1, 1)] * len(dims), qd_score_offset=-np.pi)


def searches() -> dict[str, Any]:
    """What the pictures show."""
    names = ["ucb-individual", "surprise", "uniform"]
    runs = {name: [filled(grid(20, 20), 60, selector=name, seed=seed)[1] for seed in range(1, 6)] for name in names}
    labels = [f"{name}:lambda={value}" for name in ("ucb-cell", "ucb-individual") for value in (0.01, 0.1, 1, 10)]
    table = [
        {"selector": label, "qd_score": filled(grid(20, 20), 30, selector=label, seed=seed)[0].archive.stats.qd_score}
        for label in [*labels, "uniform"]
        for seed in range(1, 6)
    ]
    cvt = mce.CVTArchive(solution_dim=JOINTS, ranges=[(-1, 1)] * 2, centroids=400)
    return {
        "grid": filled(grid(50, 50), 300, selector="ucb-individual")[0],
        "cvt": filled(cvt, 80)[0],
        "three": filled(grid(12, 12, 9), 150)[0],
        "four": filled(grid(8, 8, 6, 6), 200)[0],
        "runs": runs,
        "table": mce.plot.split_labels(pd.DataFrame(table)),
    }


def draw(shown: dict[str, Any]) -> dict[str, Any]:
    """The figures, in the style of matplotlib that is set."""
    names = ["hand x", "hand y", "elbow x", "elbow y"]
    maps, axes = plt.subplots(1, 3, figsize=(11, 2.7), layout="constrained")
    mce.plot.heatmap(shown["grid"], axes[0], labels=names[:2])
    mce.plot.selections(shown["grid"], axes[1], labels=names[:2])
    mce.plot.survivals(shown["grid"], axes[2], labels=names[:2])

    cells, axes = plt.subplots(1, 2, figsize=(6, 2.3), layout="constrained")
    mce.plot.heatmap(shown["cvt"], axes[0], labels=names[:2])
    mce.plot.heatmap(shown["cvt"], axes[1], field="survival_rate", labels=names[:2])

    curves, axes = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
    mce.plot.progress(shown["runs"], axes[0])
    mce.plot.sweep(shown["table"], "lambda", hue="selector", ax=axes[1])

    blocks, axes = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    mce.plot.heatmap(shown["three"], axes[0], labels=names[:3])
    mce.plot.heatmap(shown["four"], axes[1], labels=names)
    return {"maps": maps, "cells": cells, "curves": curves, "blocks": blocks}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shown = searches()
    for theme, style in THEMES.items():
        with plt.style.context(style):
            for name, figure in draw(shown).items():
                path = folder / f"{name}-{theme}.png"
                figure.savefig(path, dpi=80, pil_kwargs={"optimize": True})
                plt.close(figure)
                print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/python"))
