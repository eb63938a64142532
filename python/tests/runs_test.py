# SPDX-License-Identifier: MIT
"""mce.run is `mce run`."""

import json
import math
import os
import pathlib
import pickle
import re
import subprocess
import threading
import time

import numpy as np
import pandas
import pytest
from conftest import expect_soon_interrupted

import mcelites as mce
from mcelites import _native

ROOT = pathlib.Path(__file__).parents[2]


def program():
    """The program `mce`, if it is there."""
    for path in (os.environ.get("MCE_PROGRAM"), ROOT / "build/release/mce"):
        if path and pathlib.Path(path).is_file():
            return str(path)
    pytest.skip("the program mce is not built: set MCE_PROGRAM to compare with it")


def read_csv(path):
    """Every digit counts, which older versions of pandas do not see by default."""
    return pandas.DataFrame(np.genfromtxt(path, delimiter=",", names=True))


def pinned():
    for line in _native.pinned_signatures().splitlines():
        profile, testbed, selector, signature = line.split()
        if profile != "search":
            yield profile, testbed, selector, signature


def test_signatures_of_every_testbed_and_selector():
    rows = list(pinned())
    assert {row[1] for row in rows} == set(mce.testbeds()["name"])
    assert {row[2] for row in rows} == set(mce.selectors()["name"])
    for profile, testbed, selector, signature in rows:
        result = mce.run(testbed, selector=selector, profile=profile, seed=42, resolution=32, evaluations=10_000)
        assert result.signature == signature, (profile, testbed, selector)


def signature_of(words):
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return re.search(r"signature +([0-9a-f]{16})", said)[1]


def test_same_as_the_program_for_every_testbed_and_selector():
    for testbed in mce.testbeds()["name"]:
        for selector in mce.selectors()["name"]:
            words = [program(), "run", testbed, "--selector", selector, "--evaluations", "2000", "--quiet"]
            result = mce.run(testbed, selector=selector, evaluations=2000)
            assert signature_of(words) == result.signature, (testbed, selector)


SAME = [
    (["rastrigin"], {}),
    (["arm", "--selector", "S"], {"selector": "S"}),
    (["passage", "--batch", "16", "--initial", "30"], {"batch": 16, "initial": 30}),
    (["maze", "--set", "size=5", "--set", "features=corners,path", "--set", "fitness=straights"],
     {"size": 5, "features": ["corners", "path"], "fitness": "straights"}),
    (["arm", "--centroids", "50", "--centroid-seed", "3", "--selector", "ucb-cell:lambda=0.5"],
     {"centroids": 50, "centroid_seed": 3, "selector": "ucb-cell:lambda=0.5"}),
    (["rastrigin", "--resolution", "20x30", "--profile", "published", "--set", "dimensions=4"],
     {"resolution": [20, 30], "profile": "published", "dimensions": 4}),
    (["arm", "--set", "fitness-noise=0.1", "--seed", "18446744073709551615"],
     {"fitness_noise": 0.1, "seed": 2**64 - 1}),
]  # fmt: skip


@pytest.mark.parametrize("arguments, settings", SAME, ids=[" ".join(words) for words, _ in SAME])
def test_same_as_the_program(arguments, settings, tmp_path):
    words = [program(), "run", *arguments, "--evaluations", "2000", "--quiet", "--out", str(tmp_path)]
    result = mce.run(arguments[0], evaluations=2000, **settings)
    assert signature_of(words) == result.signature
    curve = read_csv(tmp_path / "curve.csv")
    pandas.testing.assert_frame_equal(curve, result.curve, check_exact=True, check_dtype=False)
    elites = result.archive.to_pandas().drop(columns="birth").sort_values("index", ignore_index=True)
    written = read_csv(tmp_path / "elites.csv")
    pandas.testing.assert_frame_equal(written, elites[written.columns], check_exact=True, check_dtype=False)
    record = json.loads((tmp_path / "run.json").read_text())
    for key in ("settings", "coverage", "filled", "best", "qd_score", "selection_entropy", "rejected_nan"):
        assert record[key] == result.record[key], key


def test_result():
    result = mce.run("maze", size=4, evaluations=500, seed=3)
    assert isinstance(result.archive, mce.GridArchive)
    assert result.archive.solution_dim == 16
    assert result.archive.signature() == result.signature
    assert result.plan["testbed_settings"]["size"] == 4 and result.plan["seed"] == 3
    assert result.evaluations == 500 and result.seconds > 0
    assert result.filled == len(result.archive) and result.coverage == result.archive.stats.coverage
    assert result.best == result.archive.stats.obj_max
    assert result.curve["evaluations"].iloc[-1] == 500 and result.curve["qd_score"].iloc[-1] == result.qd_score
    assert result.measure_names == ["corners", "horizontal symmetry"]
    assert 0 < result.selection_entropy <= 1 and result.rejected == 0
    assert result.signature in repr(result)
    maze = mce.testbed("maze", size=4)
    objective, measures = maze(result.archive.data("solution"))  # they are mazes as people read them
    np.testing.assert_array_equal(objective, result.archive.data("objective"))
    np.testing.assert_array_equal(measures, result.archive.data("measures"))
    assert math.isclose(result.qd_score, maze.quality(objective).sum())


def test_passage_counts_what_it_rejects():
    assert mce.run("passage", evaluations=2000).rejected > 0


def test_centroids():
    archive = mce.run("arm", evaluations=200, centroids=20).archive
    assert isinstance(archive, mce.CVTArchive) and archive.centroids.shape == (20, 2)


def test_centroids_of_a_file(tmp_path):
    (tmp_path / "points.csv").write_text("-0.5, 0\n0.5, 0\n")
    assert mce.run("arm", evaluations=100, centroids=tmp_path / "points.csv").archive.cells == 2


def test_pickle():
    result = mce.run("arm", evaluations=1500, selector="C", centroids=30)
    again = pickle.loads(pickle.dumps(result))
    assert again.signature == result.signature == again.archive.signature()
    assert again.record == result.record and again.seconds == result.seconds
    pandas.testing.assert_frame_equal(again.curve, result.curve)
    assert pickle.loads(pickle.dumps(result.archive)).signature() == result.signature


def test_damaged_pickle():
    contents = result_bytes = mce.run("arm", evaluations=100)._native.save()
    with pytest.raises(mce.Error, match="cut off|damaged|bytes"):
        _native.Run.load(contents[:-10])
    damaged = bytearray(result_bytes)
    damaged[len(damaged) // 2] ^= 1
    with pytest.raises(mce.Error):
        _native.Run.load(bytes(damaged))
    with pytest.raises(mce.Error):
        _native.Run.load(b"")


@pytest.mark.parametrize(
    "testbed, settings, error, text",
    [
        ("rastrgin", {}, ValueError, "rastrigin"),
        ("arm", {"selector": "ucb-sell"}, ValueError, "ucb-cell"),
        ("arm", {"joints": 0}, ValueError, "joints"),
        ("arm", {"joint": 3}, ValueError, "joint"),
        ("arm", {"evaluations": -1}, ValueError, "evaluations"),
        ("arm", {"evaluations": 2**64}, ValueError, "evaluations"),
        ("arm", {"evaluations": 1.5}, ValueError, "evaluations"),
        ("arm", {"evaluations": math.nan}, ValueError, "evaluations"),
        ("arm", {"evaluations": True}, TypeError, "evaluations is True"),
        ("arm", {"joints": None}, TypeError, "joints is None"),
        ("arm", {"resolution": [1, 2, 3]}, ValueError, "3"),
        ("arm", {"resolution": 10, "centroids": 10}, ValueError, "only one"),
        ("arm", {"dims": [10, 10]}, TypeError, "say resolution"),
        ("arm", {"seed": -1}, ValueError, "seed is -1"),
        ("arm", {"seed": 1.5}, TypeError, "seed is 1.5: it has to be a whole number"),
        ("arm", {"selector": None}, TypeError, "selector is None: it has to be a text"),
        ("arm", {"profile": None}, TypeError, "profile is None: it has to be a text"),
        (None, {}, TypeError, "testbed is None: it has to be a text"),
        ("arm", {"profile": "papers"}, ValueError, "paper"),
        ("maze", {"fitness": "path", "features": ["path"]}, ValueError, "fitness already"),
    ],
)
def test_errors(testbed, settings, error, text):
    with pytest.raises(error, match=text):
        mce.run(testbed, **settings)


def test_progress(capsys):
    mce.run("arm", evaluations=3000, progress=True)
    assert "coverage" in capsys.readouterr().err


def test_ctrl_c_ends_a_run_soon():
    expect_soon_interrupted("""
        import mcelites as mce
        print("go", flush=True)
        mce.run("maze", size=32, evaluations=4_000_000_000, batch=65_535)
    """)


def test_other_threads_go_on_meanwhile():
    beats = 0
    ended = threading.Event()

    def work():
        mce.run("arm", evaluations=2_000_000)
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not ended.is_set():
        beats += 1
        time.sleep(0.001)
    thread.join()
    assert beats > 20


def test_an_exception_of_the_progress_bar_ends_the_run():
    run = _native.Run.make("paper", "arm", [], "ucb-cell", [("evaluations", "4e9")], 1)

    def look(*_):
        raise OSError("no terminal")

    with pytest.raises(OSError, match="no terminal"):
        run.finish(look)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_run_is_refused_after_a_fork():
    result = mce.run("arm", evaluations=100)
    child = os.fork()
    if child == 0:
        try:
            result.archive.signature()
        except RuntimeError as error:
            os._exit(0 if "forked" in str(error) else 2)
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
