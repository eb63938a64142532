# SPDX-License-Identifier: MIT
"""A problem that is easy to solve, for tests of Search.run."""

from __future__ import annotations

import random
import time

import mcelites as mce


def make_search(**options):
    archive = mce.GridArchive(solution_dim=4, dims=[20, 20], ranges=[(-1, 1)] * 2, qd_score_offset=-4)
    return mce.Search(archive, bounds=[(-1, 1)] * 4, **{"seed": 3, "initial": 20, **options})


def bowl(x):
    return -float((x**2).sum()), x[:2]


def bowls(x):
    return -(x**2).sum(axis=1), x[:, :2]


def moody(x):
    """Fails for a fifth of all solutions, always the same."""
    if x[3] > 0.6:
        raise ValueError("too far to the right")
    return bowl(x)


def delayed(x):
    time.sleep(random.random() * 0.003)
    return moody(x)


def of(search, function=moody, evaluations=300, **options):
    return search.run(function, evaluations, progress=False, **options)


def expected(in_flight, evaluations=300):
    return of(make_search(), in_flight=in_flight, evaluations=evaluations).archive.signature()
