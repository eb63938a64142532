# SPDX-License-Identifier: MIT
"""pyribs with our emitter, plotted against its own.

    python pyribs_emitter.py [PICTURE.png]

Both fill the same kind of archive from the same solutions with the same steps. Only the choice of parents differs:
uniform in GaussianEmitter, by a bandit in BanditEmitter.
"""

import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import mcelites as mce
import numpy as np
from ribs.archives import GridArchive
from ribs.emitters import GaussianEmitter
from ribs.schedulers import Scheduler

BATCHES, BATCH = 600, 64


def reach(angles):
    """An arm with 12 joints: its end point are the measures, and an even posture is best."""
    directions = np.cumsum(angles, axis=1)
    return -np.var(angles, axis=1), np.stack([np.cos(directions).mean(axis=1), np.sin(directions).mean(axis=1)], axis=1)


def illuminate(kind, batches=BATCHES, **more):
    """Fills an archive, and notes its QD-score after every batch."""
    archive = GridArchive(solution_dim=12, dims=[100, 100], ranges=[(-1, 1)] * 2, qd_score_offset=-(np.pi**2), seed=1)
    start = np.random.default_rng(1).uniform(-np.pi, np.pi, (100, 12))
    bounds = [(-np.pi, np.pi)] * 12
    emitter = kind(archive, sigma=0.2, initial_solutions=start, bounds=bounds, batch_size=BATCH, seed=1, **more)
    scheduler = Scheduler(archive, [emitter])
    scores = []
    for _ in range(batches):
        scheduler.tell(*reach(scheduler.ask()))
        scores.append(archive.stats.norm_qd_score / np.pi**2)
    return archive, scores


def heat_map(archive):
    cells = np.full((100, 100), np.nan)
    cells.flat[archive.data("index")] = archive.data("objective")
    return cells.T  # the first measure to the right, the second one up


def main(path, batches=BATCHES):
    runs = {
        "GaussianEmitter: uniform": illuminate(GaussianEmitter, batches),
        "BanditEmitter: ucb-cell": illuminate(mce.ribs.BanditEmitter, batches, selector="ucb-cell"),
        "BanditEmitter: recommended": illuminate(mce.ribs.BanditEmitter, batches),
    }
    figure, axes = plt.subplots(1, 3, figsize=(13, 4), layout="constrained")
    for name, (archive, scores) in runs.items():
        axes[0].plot(BATCH * np.arange(1, len(scores) + 1), scores, label=name)
        print(f"{name:28} coverage {archive.stats.coverage:.3f}, QD-score {scores[-1]:.3f}")
    axes[0].set(title="an arm with 12 joints", xlabel="evaluations", ylabel="QD-score, normalised")
    axes[0].legend(loc="lower right")
    for ax, name in zip(axes[1:], ("GaussianEmitter: uniform", "BanditEmitter: recommended"), strict=True):
        image = ax.imshow(heat_map(runs[name][0]), origin="lower", extent=(-1, 1, -1, 1), vmin=-3, vmax=0)
        ax.set(title=name, xlabel="x", ylabel="y")
    figure.colorbar(image, ax=axes[2], label="objective")
    figure.savefig(path, dpi=100)
    return {name: scores[-1] for name, (_, scores) in runs.items()}


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "pyribs_emitter.png")
