# SPDX-License-Identifier: MIT
"""Studies: made and read."""

import json
import os
import pathlib
import pickle
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from contextlib import closing

import numpy as np
import pandas
import pytest

import mcelites as mce
from mcelites import _native, _store
from mcelites._statistics import student_quantile

ROOT = pathlib.Path(__file__).parents[2]
OLD = ROOT / "tests/data/study-0.1.0.mce"
PROTOCOL = """
name = "small"
repetitions = 3
selectors = ["Uc", "greedy"]
evaluations = 2000
resolution = 10
save_points = [0, 500]
[[treatment]]
testbed = "rastrigin"
[[treatment]]
testbed = "maze"
size = 4
"""
METRICS = ["global_performance", "global_reliability", "precision", "coverage", "qd_score", "selection_entropy"]


def exported(path, what, **chosen):
    """What `mce export` writes, as the compiled part makes it."""
    arguments = {"treatments": [], "selectors": [], "repetition": None, **chosen}
    return pandas.DataFrame(_native.study_table(str(path), what, **arguments))


def sql(path, text):
    with closing(sqlite3.connect(path)) as database:
        with database:
            return database.execute(text).fetchall()


# -- made --------------------------------------------------------------------------------------------------------------


def test_runs_are_runs_that_anybody_can_make(made):
    runs = made.runs(treatment="rastrigin")
    assert len(runs) == 6
    for run in runs.itertuples():
        again = mce.run("rastrigin", selector=run.selector, seed=run.seed, evaluations=2000, resolution=10)
        assert (again.signature, again.qd_score, again.filled) == (run.signature, run.qd_score, run.filled)


def test_protocols_of_every_kind_and_any_number_of_threads(made, tmp_path):
    (tmp_path / "p.toml").write_text(PROTOCOL)
    as_dict = {
        "name": "small",
        "repetitions": 3,
        "selectors": ["Uc", {"selector": "greedy"}],
        "evaluations": np.int64(2000),
        "resolution": 10,
        "save_points": np.array([0, 500]),
        "treatment": [{"testbed": "rastrigin"}, {"testbed": "maze", "size": 4}],
    }
    for i, protocol in enumerate((tmp_path / "p.toml", str(tmp_path / "p.toml"), as_dict)):
        study = mce.study.run(protocol, tmp_path / f"{i}.mce", threads=i + 1, progress=False)
        pandas.testing.assert_frame_equal(
            study.runs().drop(columns="seconds"), made.runs().drop(columns="seconds"), check_exact=True
        )
        assert study.protocol == made.protocol


def test_unnamed_text_is_named_after_the_file(tmp_path):
    text = 'repetitions = 1\nselectors = ["R"]\n[[treatment]]\ntestbed = "arm"\nevaluations = 10\n'
    assert mce.study.run(text, tmp_path / "mine.mce", progress=False).name == "mine"


def test_a_part_and_then_the_rest(made, tmp_path):
    part = mce.study.run(PROTOCOL, tmp_path / "s.mce", treatment="maze*", selector="greedy", progress=False)
    assert part.treatments["runs"].tolist() == [0, 3] and not part.treatments["measured"].any()
    assert part.curves()["qd_score"].notna().all() and part.curves()["precision"].isna().all()
    assert part.mean_curves("precision")["mean"].isna().all()
    assert len(part.areas()) == 0 and len(part.mean_areas()) == 0 and len(part.comparisons()) == 0
    whole = mce.study.run(PROTOCOL, tmp_path / "s.mce", progress=False)
    pandas.testing.assert_frame_equal(whole.areas(), made.areas(), check_exact=True)


@pytest.mark.parametrize(
    "protocol, settings, error, text",
    [
        ("no such.toml", {}, mce.Error, "cannot read 'no such.toml'"),
        ("repetitions = 0\n", {}, ValueError, r"s\.toml:1:\d+: .*repetitions"),
        ({"repetitions": 1, "selectors": ["ucb-sell"], "treatment": [{"testbed": "arm"}]}, {}, ValueError, "ucb-cell"),
        ({"repetitions": None}, {}, TypeError, "repetitions of a protocol is None"),
        ({3: 1}, {}, TypeError, "key 3"),
        (PROTOCOL, {"threads": 0}, ValueError, "threads is 0"),
        (PROTOCOL, {"treatment": "arm"}, ValueError, "arm"),
        (PROTOCOL, {"selector": ["greedy", "x*"]}, ValueError, "x*"),
    ],
)
def test_what_cannot_be_run(protocol, settings, error, text, tmp_path):
    with pytest.raises(error, match=text):
        mce.study.run(protocol, tmp_path / "s.mce", progress=False, **settings)


def test_protocol_that_is_not_text(tmp_path):
    (tmp_path / "p.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="UTF-8"):
        mce.study.run(tmp_path / "p.toml", tmp_path / "s.mce")


def test_a_study_of_another_protocol_is_left_alone(copy):
    before = copy.read_bytes()
    with pytest.raises(mce.Error, match="another protocol"):
        mce.study.run(PROTOCOL.replace("2000", "3000"), copy, progress=False)
    with pytest.raises(mce.Error, match="rerun=True makes"):
        mce.study.run(PROTOCOL.replace("= 3", "= 4"), copy, progress=False)
    assert copy.read_bytes() == before
    grown = mce.study.run(PROTOCOL.replace("= 3", "= 4"), copy, rerun=True, progress=False)
    assert grown.treatments["runs"].tolist() == [8, 8]


def test_progress(tmp_path, capsys):
    protocol = PROTOCOL.replace("2000", "600_000").replace("= 3", "= 1")
    mce.study.run(protocol, tmp_path / "s.mce")
    said = capsys.readouterr().err
    assert "of 4 runs" in said and "100%" in said


LONG = PROTOCOL.replace("2000", "2e7").replace("= 3", "= 20")


def test_ctrl_c_ends_a_study_and_it_can_go_on(tmp_path):
    code = f"""
        import mcelites as mce
        print("go", flush=True)
        mce.study.run({LONG!r}, {str(tmp_path / "s.mce")!r}, progress=False)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        process.stdout.readline()
        deadline = time.monotonic() + 20
        while not (tmp_path / "s.mce").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.3)
        study = mce.Study(tmp_path / "s.mce")  # while the other process runs it
        assert study.name == "small" and not study.treatments["measured"].any()
        with pytest.raises(mce.Error, match="in use"):
            mce.study.run(LONG, tmp_path / "s.mce", progress=False)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in said
    assert time.monotonic() - start < 3
    assert os.listdir(tmp_path) == ["s.mce"]
    assert sql(tmp_path / "s.mce", "PRAGMA integrity_check") == [("ok",)]


def test_a_process_does_not_read_what_it_runs(tmp_path):
    failures = []

    def work():
        try:
            mce.study.run(PROTOCOL.replace("2000", "2e5"), tmp_path / "s.mce", progress=False)
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive() and not _store._being_run:
        time.sleep(0.001)
    with pytest.raises(RuntimeError, match="this process is running the study"):
        mce.Study(tmp_path / "s.mce")
    thread.join()
    assert not failures and len(mce.Study(tmp_path / "s.mce").runs()) == 12


def test_studies_of_problems(tmp_path):
    ball = ROOT / "examples/ball"
    if not (ball / "ball.toml").is_file():
        pytest.skip("the example is not here")
    for file in ball.iterdir():
        shutil.copy(file, tmp_path)
    (tmp_path / "p.toml").write_text(
        'repetitions = 1\nselectors = ["R", "Uc"]\n[[treatment]]\nproblem = "ball.toml"\n'
        "evaluations = 50\ninitial = 10\n"
    )
    study = mce.study.run(tmp_path / "p.toml", tmp_path / "s.mce", progress=False)
    assert study.treatments["measured"].all() and len(study.runs()) == 2


# -- read --------------------------------------------------------------------------------------------------------------


def test_what_it_consists_of(made):
    assert made.name == "small" and made.metrics == METRICS
    assert made.protocol["repetitions"] == 3 and made.protocol["keep"] == "first"
    assert made.treatments.to_dict("records")[1] == {
        "name": "maze size=4", "testbed": "maze", "cells": 100, "evaluations": 2000, "runs": 6, "all_runs": 6,
        "measured": True,
    }  # fmt: skip
    assert made.selectors["label"].tolist() == ["ucb-cell", "greedy"]
    assert made.selectors["settings"][0].keys() == {"lambda"}
    assert "12 of 12 runs" in repr(made) and "maze size=4" in made._repr_html_()
    with made as same:
        assert same is made
    assert pickle.loads(pickle.dumps(made)).name == "small"


@pytest.mark.parametrize("path", ["made", OLD], ids=["made", "0.1.0"])
@pytest.mark.parametrize("what, method", [("runs", "runs"), ("curves", "curves"), ("auc", "areas")])
def test_the_same_as_the_exports(what, method, path, made, tmp_path):
    path = made.path if path == "made" else shutil.copy(path, tmp_path)
    table = getattr(mce.Study(path), method)()
    pandas.testing.assert_frame_equal(table, exported(path, what), check_exact=True)


def test_means_are_those_of_the_exports(made):
    ours = made.mean_areas()
    theirs = exported(made.path, "mean-auc")
    theirs["metric"] = theirs["metric"].str.replace("-", "_")
    pandas.testing.assert_frame_equal(ours, theirs, rtol=1e-9, atol=1e-12)
    curves = exported(made.path, "mean-curves")
    for metric in ["filled_share", "best", *METRICS]:
        mean = made.mean_curves(metric)
        assert mean[["treatment", "selector", "evaluations", "runs"]].equals(
            curves[["treatment", "selector", "evaluations", "runs"]]
        )
        np.testing.assert_allclose(mean["mean"], curves[metric], rtol=1e-12)
        assert (mean["interval_low"] <= mean["mean"]).all() and (mean["mean"] <= mean["interval_high"]).all()
    assert len(made.mean_curves()) == 8 * len(curves)


def test_means_of_single_runs_have_no_interval(made, tmp_path):
    study = mce.study.run(PROTOCOL.replace("= 3", "= 1"), tmp_path / "s.mce", progress=False)
    table = study.mean_areas("qd_score")
    assert table["mean"].notna().all() and table[["deviation", "interval_low", "interval_high"]].isna().all(axis=None)


def test_chosen_parts(made):
    one = made.curves("qd-score", treatment="maze*", selector="Uc", repetition=1)
    assert list(one.columns) == ["treatment", "selector", "repetition", "evaluations", "qd_score"]
    assert one["evaluations"].tolist() == [0, 500, 2000]
    assert set(made.runs(treatment=["maze", "rastrigin"], selector="gr*")["selector"]) == {"greedy"}
    assert len(made.runs(treatment="maze")) == 6  # a testbed
    assert list(made.areas("coverage").columns) == ["treatment", "selector", "repetition", "coverage"]
    assert len(made.runs(repetition=7)) == 0
    for wrong in ({"treatment": "arm"}, {"selector": "Ui"}):
        with pytest.raises(ValueError, match=r"ucb-cell|rastrigin"):
            made.runs(**wrong)
    with pytest.raises(ValueError, match="there is no metric 'score'"):
        made.mean_areas("score")


def test_what_the_compiled_part_reads(made):
    comparisons = made.comparisons("qd_score", treatment="rastrigin")
    assert comparisons[["selector", "other", "verdict"]].values.tolist() == [
        ["ucb-cell", "greedy", "better"], ["greedy", "ucb-cell", "worse"],
    ]  # fmt: skip
    assert len(made.comparisons()) == 2 * 6 * 2
    assert set(made.comparisons()["metric"]) == set(METRICS)
    assert list(made.tables().columns) == ["testbed", "metric", "Uc", "G"]
    robustness = made.robustness("qd_score", selector="greedy")
    assert (robustness["percent"] < 0).all() and robustness["reference"].tolist() == ["ucb-cell"] * 2


def test_elites_and_maps(made):
    elites = made.elites("rastrigin", "Uc")
    run = made.runs(treatment="rastrigin", selector="Uc", repetition=0).iloc[0]
    archive = mce.run("rastrigin", seed=int(run["seed"]), evaluations=2000, resolution=10).archive
    expected = archive.to_pandas().sort_values("index", ignore_index=True)
    assert list(elites.columns)[:2] == ["index", "solution_0"]
    pandas.testing.assert_frame_equal(elites, expected[elites.columns], check_dtype=False, check_exact=True)
    maps = made.maps("rastrigin", "Uc")
    end = maps[maps["evaluations"] == 2000]
    np.testing.assert_array_equal(end["objective"], archive.map().ravel())
    np.testing.assert_array_equal(end["cell_selections"], archive.map("cell_selections").ravel())
    with pytest.raises(ValueError, match="no elites of repetition 2 are kept"):
        made.elites("rastrigin", "Uc", 2)
    with pytest.raises(ValueError, match="has a grid, not centroids"):
        made.centroids("rastrigin")
    with pytest.raises(ValueError, match="choose one treatment"):
        made.elites("*", "Uc")


def test_centroids(tmp_path):
    arm = {"testbed": "arm", "centroids": 7, "evaluations": 50}
    protocol = {"repetitions": 1, "selectors": ["R", "G"], "treatment": [arm]}
    study = mce.study.run(protocol, tmp_path / "s.mce", progress=False)
    expected = mce.run("arm", centroids=7, evaluations=10).archive.centroids
    np.testing.assert_array_equal(study.centroids("arm")[["centroid_0", "centroid_1"]], expected)


def test_reading_leaves_nothing_behind_and_changes_nothing(copy):
    before = copy.read_bytes()
    study = mce.Study(copy)
    study.curves(), study.comparisons()
    assert os.listdir(copy.parent) == ["copy.mce"] and copy.read_bytes() == before


def test_folders_that_cannot_be_written(copy, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    assert len(mce.Study(copy).runs()) == 12
    assert os.listdir(copy.parent) == ["copy.mce"]


def test_reading_while_another_process_runs_it(tmp_path):
    path = tmp_path / "s.mce"
    code = f"import mcelites; mcelites.study.run({PROTOCOL.replace('2000', '40_000')!r}, {str(path)!r}, progress=False)"
    seen = set()
    with subprocess.Popen([sys.executable, "-c", code]) as process:
        while process.poll() is None:
            try:
                study = mce.Study(path)
                seen.add(len(study.runs()))
                assert len(study.curves()) >= 3 * max(seen)
                study.comparisons()
            except mce.Error as error:  # before its tables are made
                assert not seen and ("No such file" in str(error) or "not a study" in str(error)), error
    assert process.returncode == 0 and max(seen) <= 12
    assert len(mce.Study(path).runs()) == 12 and os.listdir(tmp_path) == ["s.mce"]


def test_odd_names(made, tmp_path):
    path = shutil.copy(made.path, tmp_path / "50 % of #1?&mode=rw ü.mce")
    assert len(mce.Study(path).runs()) == 12


# -- without the compiled part -----------------------------------------------------------------------------------------


def test_without_the_compiled_part(made):
    code = f"""
        import sys
        sys.modules["mcelites._native"] = None  # cannot be imported
        import mcelites as mce
        study = mce.Study({made.path!r})
        assert len(study.runs()) == 12 and len(study.curves()) == 36 and len(study.areas()) == 12
        assert len(study.mean_areas("qd_score")) == 4 and len(study.mean_curves("best")) == 12
        assert len(study.treatments) == 2 and len(study.selectors) == 2 and study.protocol["repetitions"] == 3
        assert len(study.runs(selector="ucb-*")) == 6
        for call in (study.comparisons, study.robustness, lambda: study.elites("rastrigin", "greedy"),
                     lambda: mce.study.run("p.toml", "s.mce")):
            try:
                call()
            except ImportError as error:
                assert "needs the compiled part of mcelites" in str(error), error
            else:
                raise AssertionError(call)
        try:
            mce.Study("/")
        except mce.Error:
            print("good")
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True)
    assert done.stdout == "good\n", done.stderr


def test_one_error_with_and_without_the_compiled_part():
    assert mce.Error.__module__ == "mcelites" and issubclass(mce.Error, RuntimeError)
    with pytest.raises(mce.Error, match="cannot read"):
        _native.read_file("/no/such/file")


# -- statistics --------------------------------------------------------------------------------------------------------


def test_student_quantiles():
    table = {1: 12.706204736174694, 2: 4.302652729749462, 3: 3.182446305283708, 10: 2.2281388519862735,
             19: 2.093024054408309, 100: 1.983971518523552, 1000: 1.9623390808264078}  # fmt: skip
    for degrees, quantile in table.items():
        assert student_quantile(degrees) == pytest.approx(quantile, rel=1e-9)
    assert np.isnan(student_quantile(0))
    assert json.dumps(student_quantile(5, 0.95))[:8] == "2.015048"
