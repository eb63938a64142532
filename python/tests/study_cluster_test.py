# SPDX-License-Identifier: MIT
"""Studies whose runs are made by a Dask cluster or another executor equal those that are made by threads here."""

from __future__ import annotations

import multiprocessing
import os
import pathlib
import shutil
import signal
import sqlite3
import time
import types
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing

import mcelites as mce
import pytest
from conftest import REPOSITORY
from mcelites import _native, _sent_runs

PROTOCOL = """
name = "small"
repetitions = 4
selectors = ["Uc", "greedy"]
evaluations = 20_000
resolution = 10
save_points = [0, 500]
[[treatment]]
testbed = "rastrigin"
[[treatment]]
testbed = "maze"
size = 4
[[treatment]]
testbed = "arm"
centroids = 50
"""


@pytest.fixture(scope="module")
def client():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def scaled(client, workers):
    client.cluster.scale(workers)
    deadline = time.monotonic() + 30
    while len(client.scheduler_info(n_workers=-1)["workers"]) != workers:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return client


def contents(path):
    """All that is in the file, but how long it took; with SQLite's own check of it."""
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = {name: [row[1] for row in database.execute(f"PRAGMA table_info({name})")] for name in tables}
        return {
            name: sorted(
                database.execute(f"SELECT {', '.join(each for each in columns[name] if each != 'seconds')} FROM {name}")
            )
            for name in tables
        }


@pytest.fixture(scope="module")
def whole(made):
    result = contents(made.path)
    assert len(result["run"]) == 24 and all(made.treatments["measured"])
    return result


@pytest.fixture
def path(tmp_path):
    return tmp_path / "s.mce"


def run(client, path, protocol=PROTOCOL, **options):
    return mce.study.run(protocol, path, client=client, progress=False, **options)


@pytest.fixture
def after(monkeypatch):
    """Calls a function when so many runs have come back."""

    def when(count, function):
        settle = _sent_runs.SentRuns._settle
        left = [count]

        def settled(self, run):
            settle(self, run)
            left[0] -= 1
            if left[0] == 0:
                function()

        monkeypatch.setattr(_sent_runs.SentRuns, "_settle", settled)

    return when


# -- a Dask cluster ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_any_number_of_workers(workers, client, path, whole):
    run(scaled(client, workers), path, threads=workers)
    assert contents(path) == whole
    assert os.listdir(path.parent) == ["s.mce"]


@pytest.mark.parametrize("workers, allowed_failures", [(1, 3), (2, 0)])  # with 0, Dask gives up a run at once
def test_a_worker_that_is_killed(workers, allowed_failures, client, path, whole, after, monkeypatch):
    monkeypatch.setattr(client.cluster.scheduler, "allowed_failures", allowed_failures)
    before = list(scaled(client, workers).run(os.getpid).values())
    after(3, lambda: os.kill(before[0], signal.SIGKILL))
    run(client, path)
    assert contents(path) == whole
    assert before[0] not in scaled(client, workers).run(os.getpid).values()


def test_interrupted_and_continued(client, path, whole, after):
    scaled(client, 2)
    for count in (2, 7):
        after(count, lambda: signal.raise_signal(signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            run(client, path)
        assert count <= len(contents(path)["run"]) < 24
        deadline = time.monotonic() + 10
        while any(client.processing().values()):  # what was submitted is released
            assert time.monotonic() < deadline
            time.sleep(0.05)
    run(client, path)
    assert contents(path) == whole


def test_a_run_that_fails_on_a_worker(client, path):
    def damage(dask_worker):
        from mcelites import _sent_runs

        def fails(text):
            raise ValueError("what is this?")

        dask_worker.good_one, _sent_runs._protocol = _sent_runs._protocol, fails

    def repair(dask_worker):
        from mcelites import _sent_runs

        _sent_runs._protocol = dask_worker.good_one

    scaled(client, 2).run(damage)
    try:
        with pytest.raises(
            mce.Error, match="run of treatment '.+', selector '.+', repetition . .*: ValueError: what is this"
        ):
            run(client, path)
    finally:
        client.run(repair)
    assert contents(path)["run"] == []


def test_a_problem_of_ones_own(client, tmp_path):
    for file in (REPOSITORY / "examples/ball").iterdir():
        shutil.copy(file, tmp_path)
    protocol = tmp_path / "p.toml"
    protocol.write_text(
        'repetitions = 2\nselectors = ["R", "Uc"]\n[[treatment]]\nproblem = "ball.toml"\n'
        "evaluations = 50\ninitial = 10\n"
    )
    mce.study.run(protocol, tmp_path / "here.mce", progress=False)
    run(scaled(client, 2), tmp_path / "there.mce", protocol)
    assert contents(tmp_path / "there.mce") == contents(tmp_path / "here.mce")
    for folder in client.run(lambda dask_worker: dask_worker.local_directory).values():
        assert not list(pathlib.Path(folder).glob("mcelites-*"))


def test_an_asynchronous_client_is_refused(path):
    client = types.SimpleNamespace(asynchronous=True, get_executor=None)
    with pytest.raises(TypeError, match="client is asynchronous"):
        run(client, path)
    assert not path.exists()


# -- other executors ---------------------------------------------------------------------------------------------------


def test_processes(path, whole, after):
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        after(5, lambda: pool.submit(signal.raise_signal, signal.SIGKILL))
        with pytest.raises(mce.Error, match="(?s)does not work any more: BrokenProcessPool.*it goes on"):
            run(pool, path)
    assert 5 <= len(contents(path)["run"]) < 24
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        run(pool, path)
    assert contents(path) == whole


def test_a_part_and_then_the_rest(path, whole, capsys):
    with ThreadPoolExecutor(2) as pool:
        part = run(pool, path, treatment="maze*", selector="greedy")
        assert part.treatments["runs"].tolist() == [0, 4, 0] and not part.treatments["measured"].any()
        mce.study.run(PROTOCOL, path, client=pool)
        said = capsys.readouterr().err
        assert "s.mce: 100%" in said and "of 20 runs" in said
    assert contents(path) == whole


class Losing(Executor):
    """Loses every run so many times."""

    def __init__(self, pool, times, lose):
        self._pool = pool
        self._left = {}
        self._times = times
        self._lose = lose

    def submit(self, function, text, key):
        left = self._left.setdefault(key, self._times)
        if left == 0:
            return self._pool.submit(function, text, key)
        self._left[key] -= 1
        future = Future()
        self._lose(future)
        return future


def kill_worker(future):
    distributed = pytest.importorskip("distributed")
    future.set_exception(distributed.KilledWorker("make_run", None, 4))


@pytest.mark.parametrize("lose", [Future.cancel, kill_worker])
def test_a_run_that_is_lost_is_submitted_again(lose, path, whole):
    with ThreadPoolExecutor(2) as pool:
        with pytest.raises(
            mce.Error, match="run of treatment 'maze size=4', selector .*, repetition . was lost 5 times"
        ):
            run(Losing(pool, 5, lose), path, treatment="maze*")
        run(Losing(pool, 4, lose), path)
    assert contents(path) == whole


def answers(monkeypatch, change):
    """The answer for the third run is changed."""
    count = iter(range(1000))
    make = _sent_runs.make_run

    def make_run(text, key):
        sent = make(text, key)
        return change(sent) if next(count) == 2 else sent

    monkeypatch.setattr(_sent_runs, "make_run", make_run)


def of_another_version(sent):
    place = sent.index(b"behaviour") + len(b"behaviour") + 4
    return sent[:place] + bytes([sent[place] ^ 1]) + sent[place + 1 :]


@pytest.mark.parametrize(
    "change, text",
    [
        (
            lambda sent: sent[:-7],
            "result that was sent for treatment '.+repetition . cannot be used: it is damaged",
        ),
        (of_another_version, "result that was sent for .* made by an engine that behaves differently"),
        (lambda sent: None, "run of treatment '.+repetition .: a worker has sent something that is no run"),
    ],
)
def test_answers_that_are_wrong(change, text, path, whole, monkeypatch):
    with ThreadPoolExecutor(1) as pool:
        with monkeypatch.context() as patch, pytest.raises(mce.Error, match=text):
            answers(patch, change)
            run(pool, path)
        assert 2 <= len(contents(path)["run"]) < 24
        run(pool, path)
    assert contents(path) == whole


class SlowToMeasure:
    """An open study that measures only when two further runs have come back."""

    def __init__(self, study):
        self._study = study
        self.runs = None
        self.waited_for = []

    def __getattr__(self, name):
        return getattr(self._study, name)

    def measure(self, threads):
        deadline = time.monotonic() + 10
        while self.runs._todo and len(self.runs._arrived) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        self.waited_for.append(len(self.runs._arrived) >= 2 or not self.runs._todo)
        self._study.measure(threads)


def test_runs_come_back_while_a_treatment_is_measured(path, whole):
    study = SlowToMeasure(_native.OpenStudy(PROTOCOL, "small.toml", str(path), False))
    with ThreadPoolExecutor(2) as pool:
        study.runs = _sent_runs.SentRuns(study, study.agenda([], []), pool, 1, None)
        study.runs.make()
    study.close()
    assert len(study.waited_for) >= 3 and all(study.waited_for)
    assert contents(path) == whole


def test_workers_that_come_later_are_used(path, after, monkeypatch):
    monkeypatch.setattr(_sent_runs, "_OFTEN", 0)
    most = [0, 0]
    hand_out = _sent_runs.SentRuns._hand_out

    def look(self):
        hand_out(self)
        grown = pool._max_workers > 1
        most[grown] = max(most[grown], len(self._under_way))

    monkeypatch.setattr(_sent_runs.SentRuns, "_hand_out", look)
    with ThreadPoolExecutor(1) as pool:
        after(4, lambda: setattr(pool, "_max_workers", 3))
        run(pool, path)
    assert most == [3, 9]


def test_a_class_is_no_client(path):
    with pytest.raises(TypeError, match="client is the class ThreadPoolExecutor: make one of it"):
        run(ThreadPoolExecutor, path)
