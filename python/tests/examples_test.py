# SPDX-License-Identifier: MIT
"""Everything in examples/python runs, and does what it says."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "python"


def run_example(name, folder):
    """What the example prints. It runs in the folder."""
    environment = {**os.environ, "MPLBACKEND": "Agg"}
    command = [sys.executable, EXAMPLES / name]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_own_function(tmp_path):
    assert "2,500 of 2,500 cells" in run_example("own_function.py", tmp_path)
    assert (tmp_path / "own_function.png").stat().st_size > 5000


def test_dask_cluster(tmp_path):
    pytest.importorskip("distributed")
    lines = run_example("dask_cluster.py", tmp_path).splitlines()
    assert lines[0].startswith("killed worker")
    assert any("the ball never lands" in line for line in lines)
    assert lines[-2].split()[-1] == lines[-1].split()[-1]


def test_compare_selectors(tmp_path, monkeypatch):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    monkeypatch.delenv("MPLBACKEND", raising=False)
    committed = nbformat.read(EXAMPLES / "compare_selectors.ipynb", as_version=4)
    notebook = copy.deepcopy(committed)
    nbclient.NotebookClient(notebook, timeout=60, resources={"metadata": {"path": tmp_path}}).execute()
    # Those who read it on the web see what it shows, without warnings and progress bars.
    assert kinds(committed) == [[kind for kind in cell if kind != "stream"] for cell in kinds(notebook)]
    assert sum(cell == ["display_data"] for cell in kinds(committed)) == 2


def kinds(notebook):
    """What each cell has put out."""
    return [[output.output_type for output in cell.get("outputs", [])] for cell in notebook.cells]
