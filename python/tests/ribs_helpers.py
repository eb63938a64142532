# SPDX-License-Identifier: MIT
"""What the tests of the pyribs adapters share."""

import mcelites as mce
import numpy as np
import ribs.archives

BOUNDS = [(-1.0, 1.0)] * 3


def grid(kind=ribs.archives.GridArchive, **more):
    return kind(solution_dim=3, dims=[8, 8], ranges=[(-1, 1)] * 2, seed=1, **more)


def bandit(archive, selector="recommended", **more):
    settings = dict(sigma=0.2, x0=[0, 0, 0], bounds=BOUNDS, batch_size=16, seed=1) | more
    return mce.ribs.BanditEmitter(archive, selector=selector, **settings)


def evaluate(x):
    return -np.sum(x**2, axis=1), x[:, :2]


def step(scheduler):
    scheduler.tell(*evaluate(scheduler.ask()))


def tallies(selector):
    return {cell: each[2:] for cell, each in selector.scores().items()}


def fitness_by_cell(selector):
    return {cell: each.fitness for cell, each in selector.scores().items()}


def objective_by_cell(archive):
    return dict(zip(archive.data("index").tolist(), archive.data("objective").tolist(), strict=True))
