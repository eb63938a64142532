# SPDX-License-Identifier: MIT
"""The example of a program search: it runs, resumes, and its selector knows what its islands hold."""

import json
import runpy
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "python" / "evolve_text.py"


@pytest.fixture(scope="module")
def example():
    return runpy.run_path(str(EXAMPLE))


def check(evolution):
    selector = evolution.selector
    for island, programs in enumerate(evolution.fitness):
        standings = selector.scores(island=island)
        assert {program: standing.fitness for program, standing in standings.items()} == programs
        assert len(programs) <= 60


def test_runs_and_resumes(example, tmp_path, capsys):
    path = tmp_path / "run.json"
    evolution = example["main"](path, 800)
    check(evolution)
    assert evolution.evaluations == evolution.selector.selections == 800
    assert 0 < evolution.failures < 400
    assert evolution.best()[1] > example["evaluate"]("x", 0)
    assert "Who is next on island 0, and why?" in capsys.readouterr().out

    saved = json.loads(path.read_text())
    assert saved["counts"][0] == 800
    resumed = example["Evolution"].load(path)
    check(resumed)
    resumed.run(100, path)
    check(resumed)
    assert resumed.evaluations == 900
    assert resumed.best()[1] >= evolution.best()[1]


def test_what_was_under_way_at_the_checkpoint_is_lost(example, tmp_path):
    evolution = example["Evolution"]()
    evolution.selector.select(5)
    evolution.save(tmp_path / "run.json")
    resumed = example["Evolution"].load(tmp_path / "run.json")
    assert len(resumed.selector.open_tickets()) == 5
    resumed.run(10, tmp_path / "run.json")
    assert resumed.selector.open_tickets() == []
    check(resumed)
