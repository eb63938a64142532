# SPDX-License-Identifier: MIT
"""Studies: files that are foreign, damaged or forged."""

import sqlite3
from contextlib import closing

import numpy as np
import pytest

import mcelites as mce

PROTOCOL = """
repetitions = 2
selectors = ["Uc", "greedy"]
evaluations = 1000
resolution = 10
[[treatment]]
testbed = "rastrigin"
[[treatment]]
testbed = "maze"
size = 4
"""


def sql(path, text):
    with closing(sqlite3.connect(path)) as database:
        with database:
            return database.execute(text).fetchall()


def read_all(path):
    study = mce.Study(path)
    study.treatments, study.selectors, study.runs(), study.curves(), study.areas()
    study.mean_curves(), study.comparisons(), study.elites("rastrigin", "greedy")


@pytest.mark.parametrize(
    "contents, text",
    [(b"", "not a study"), (b"hello\n" * 100, "no SQLite file"), (bytes(4096), "no SQLite file|not a study")],
    ids=["empty", "text", "zeros"],
)
def test_foreign_files(contents, text, tmp_path):
    (tmp_path / "x.mce").write_bytes(contents)
    with pytest.raises(mce.Error, match=text) as raised:
        mce.Study(tmp_path / "x.mce")
    assert "x.mce" in str(raised.value) and (tmp_path / "x.mce").read_bytes() == contents


def test_other_databases_and_newer_formats(copy, tmp_path):
    sql(tmp_path / "other.db", "CREATE TABLE a (b)")
    with pytest.raises(mce.Error, match="an SQLite file, but not a study of mce"):
        mce.Study(tmp_path / "other.db")
    sql(copy, "PRAGMA user_version = 3")
    with pytest.raises(mce.Error, match="newer version of mce"):
        mce.Study(copy)


def test_no_file_and_no_regular_file(tmp_path):
    with pytest.raises(mce.Error, match="No such file"):
        mce.Study(tmp_path / "x.mce")
    with pytest.raises(mce.Error, match="not a regular file"):
        mce.Study(tmp_path)


def test_files_that_are_cut_off(copy):
    contents = copy.read_bytes()
    for share in range(16):
        copy.write_bytes(contents[: len(contents) * share // 16])
        with pytest.raises(mce.Error, match="copy.mce"):
            read_all(copy)


def test_damaged_bytes_are_an_error_or_nothing(copy):
    contents = copy.read_bytes()
    rng = np.random.default_rng(1)
    raised = 0
    for _ in range(40):
        damaged = bytearray(contents)
        for place in rng.integers(len(damaged), size=60):
            damaged[place] = int(rng.integers(256))
        copy.write_bytes(damaged)
        for name in ("copy.mce-wal", "copy.mce-shm"):
            (copy.parent / name).unlink(missing_ok=True)
        try:
            read_all(copy)
        except (mce.Error, ValueError):
            raised += 1
    assert raised > 20


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE study SET value = '{' WHERE key = 'protocol'",
        "UPDATE study SET value = '[1]' WHERE key = 'protocol'",
        """UPDATE study SET value = '{"selectors": 3}' WHERE key = 'protocol'""",
        "DELETE FROM study",
        "DROP TABLE curve",
        "DELETE FROM treatment WHERE treatment = 1",
        "UPDATE run SET seed = 'x'",
        "UPDATE run SET seconds = x'0102'",
        "UPDATE curve SET qd_score = 'many' WHERE evaluations = 501",
        "UPDATE curve SET filled = 1.5 WHERE evaluations = 501",
    ],
)
def test_forged_files(change, copy):
    sql(copy, change)
    with pytest.raises(mce.Error, match="copy.mce.*damaged"):
        read_all(copy)


def test_a_file_that_is_gone(copy):
    study = mce.Study(copy)
    copy.unlink()
    with pytest.raises(mce.Error, match="No such file"):
        study.runs()
