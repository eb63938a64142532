# SPDX-License-Identifier: MIT
"""Everything in examples/python, and the code in the pages about Python, runs and does what it says."""

from __future__ import annotations

import copy
import os
import re
import subprocess
import sys
from pathlib import Path

import mcelites as mce
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


def test_dask_study(tmp_path):
    pytest.importorskip("distributed")
    assert "surprise" in run_example("dask_study.py", tmp_path)  # what "recommended" stands for
    study = mce.Study(tmp_path / "arms.mce")
    assert len(study.runs()) == 3 * 3 * 5 and study.treatments["measured"].all()


def test_compare_selectors(tmp_path, monkeypatch):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    monkeypatch.delenv("MPLBACKEND", raising=False)
    committed = nbformat.read(EXAMPLES / "compare_selectors.ipynb", as_version=4)
    notebook = copy.deepcopy(committed)
    nbclient.NotebookClient(notebook, timeout=60, resources={"metadata": {"path": tmp_path}}).execute()
    # Those who read it on the web see what it shows, without warnings and progress bars.
    assert shown(committed) == shown(notebook)
    assert all(set(output.get("data", {})) & KEPT for cell in committed.cells for output in cell.get("outputs", []))


KEPT = {"image/png", "text/html"}


def shown(notebook):
    """Which pictures and tables each cell has put out."""
    outputs = [[set(output.get("data", {})) & KEPT for output in cell.get("outputs", [])] for cell in notebook.cells]
    return [[kinds for kinds in cell if kinds] for cell in outputs]


def sections(path):
    """The code of each section of a document, as one script."""
    scripts = []
    for section in re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        code = "\n\n".join(re.findall(r"^```python\n(.*?)^```", section, flags=re.MULTILINE | re.DOTALL))
        if code:
            scripts.append(pytest.param(code, id=section.splitlines()[0]))
    return scripts


DOCS = EXAMPLES.parents[1] / "docs"
PAGES = ("python.md", "python-studies.md", "pyribs.md", "cluster.md")


@pytest.mark.parametrize("code", [script for page in PAGES for script in sections(DOCS / page)])
def test_the_guide(code, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(code, encoding="utf-8")
    run_example(script, tmp_path)
