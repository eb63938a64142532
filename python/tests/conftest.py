# SPDX-License-Identifier: MIT
"""What several tests use."""

from __future__ import annotations

import signal
from pathlib import Path

import numpy as np
import pytest

import mcelites as mce
from mcelites import _native

# Whoever starts tests in the background ignores Ctrl-C, and so would all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

REPOSITORY = Path(__file__).resolve().parents[2]

SELECTORS = [name for name, *_ in _native.selector_kinds()]


def sphere(x):
    """Objective and measures of solutions with three numbers or more, a row each."""
    return -(x**2).sum(axis=1), x[:, :2]


def make_search(**options):
    archive = mce.GridArchive(solution_dim=3, dims=[10, 10], ranges=[(-1, 1)] * 2)
    return mce.Search(archive, bounds=[(-1, 1)] * 3, **options)


def filled_search(rounds=20, **options):
    search = make_search(**options)
    for _ in range(rounds):
        search.tell(*sphere(search.ask(10)))
    return search


@pytest.fixture
def search():
    return make_search()


@pytest.fixture
def rng():
    return np.random.default_rng(1)
