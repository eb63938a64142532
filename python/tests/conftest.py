# SPDX-License-Identifier: MIT
"""What several tests use."""

from __future__ import annotations

import pathlib
import shutil
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

import mcelites as mce
from mcelites import _native

# Whoever starts tests in the background ignores Ctrl-C, and so would all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]

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


@pytest.fixture(scope="module")
def made(request, tmp_path_factory):
    """The study of the PROTOCOL of a test file."""
    return mce.study.run(request.module.PROTOCOL, tmp_path_factory.mktemp("study") / "s.mce", progress=False)


@pytest.fixture
def copy(made, tmp_path):
    return pathlib.Path(shutil.copy(made.path, tmp_path / "copy.mce"))


def expect_soon_interrupted(code):
    """A program that goes on for long after it has printed "go" is ended by Ctrl-C."""
    command = [sys.executable, "-c", textwrap.dedent(code)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        time.sleep(0.5)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in said and process.returncode != 0
    assert time.monotonic() - start < 3  # a second, and the end of the process on a busy machine
