# SPDX-License-Identifier: MIT
"""Search.run without an executor: what it returns, functions that fail, progress."""

from __future__ import annotations

import pickle
import re
import sys

import mcelites as mce
import numpy as np
import pytest
from bowls import bowl, bowls, delayed, make_search, of


def test_equals_asking_and_telling_by_hand():
    search = make_search()
    for _ in range(500):
        search.tell(*bowls(search.ask(1)))
    assert of(make_search(), bowl, 500).archive.signature() == search.archive.signature()


def test_a_vectorized_function_equals_batches_by_hand():
    search = make_search()
    for size in (64, 64, 64, 8):
        search.tell(*bowls(search.ask(size)))
    sizes = []
    result = of(make_search(), lambda x: sizes.append(len(x)) or bowls(x), 200, vectorized=True, batch=64)
    assert sizes == [64, 64, 64, 8]
    assert result.archive.signature() == search.archive.signature()


def test_one_measure_can_be_a_number():
    for function, options in ((lambda x: (x[0], x[1]), {}), (lambda x: (x[:, 0], x[:, 1]), {"vectorized": True})):
        result = mce.illuminate(
            function, bounds=[(0, 1)] * 2, ranges=[(0, 1)], evaluations=300, progress=False, **options
        )
        assert result.failed == 0 and result.archive.cells == 100 and len(result.archive) > 80


def test_a_result_tells_what_was_done():
    search = make_search()
    first = of(search, evaluations=250, history=10)
    assert (first.evaluations, first.search, first.archive) == (250, search, search.archive)
    assert first.failed == search.failed > 0
    assert first.history["evaluations"].tolist() == list(range(0, 251, 25))
    last = first.history.iloc[-1]
    stats = search.archive.stats
    assert (last["num_elites"], last["coverage"], last["qd_score"]) == (
        stats.num_elites,
        stats.coverage,
        stats.qd_score,
    )
    assert (last["obj_max"], last["obj_mean"]) == (stats.obj_max, stats.obj_mean)
    assert np.isnan(first.history["obj_max"][0]) and first.history["num_elites"].is_monotonic_increasing
    assert 0 < first.seconds < 60
    second = of(search, evaluations=50, history=5)
    assert second.history["evaluations"].tolist() == [250, 260, 270, 280, 290, 300]
    assert second.evaluations == 50 and search.told == 300
    for text in (repr(first), first._repr_html_()):
        assert "250 in" in text and f"{len(search.archive)} of 400 cells" in text and "too far to the right" in text
    again = pickle.loads(pickle.dumps(second))
    assert again.archive.signature() == again.search.archive.signature() == search.archive.signature()


def test_nothing_to_do():
    result = of(make_search(), evaluations=0)
    assert result.evaluations == 0 and len(result.history) == 1


def test_the_history_has_fewer_rows_than_wanted_if_there_are_fewer_evaluations():
    assert of(make_search(), evaluations=3).history["evaluations"].tolist() == [0, 1, 2, 3]
    rows = of(make_search(), bowls, 100, vectorized=True, batch=30).history["evaluations"].tolist()
    assert rows == [0, 30, 60, 90, 100]


@pytest.mark.parametrize(
    "options, error, text",
    [
        ({"order": "random"}, ValueError, "'asked' or 'arrival'"),
        ({"batch": 5}, ValueError, "vectorized=True"),
        ({"batch": 0, "vectorized": True}, ValueError, "batch is 0"),
        ({"in_flight": 0}, ValueError, "in_flight is 0"),
        ({"in_flight": 1.5}, TypeError, "in_flight is 1.5"),
        ({"evaluations": -1}, ValueError, "evaluations is -1"),
        ({"evaluations": 1e3}, TypeError, "evaluations is 1000.0"),
        ({"executor": 4}, TypeError, "ProcessPoolExecutor"),
        ({"function": None}, TypeError, "callable"),
        ({"history": 0}, ValueError, "history is 0"),
        ({"give_up_after": 0}, ValueError, "give_up_after is 0"),
    ],
)
def test_wrong_options_say_what_is_allowed(options, error, text):
    search = make_search()
    with pytest.raises(error, match=text):
        of(search, **options)
    assert search.asked == 0


# -- functions that fail -----------------------------------------------------------------------------------------------


def exits(x):
    sys.exit(3)


@pytest.mark.parametrize(
    "answer, text",
    [
        (lambda x: None, "returned None: it has to return a pair"),
        (lambda x: 1.0, "it has to return a pair"),
        (lambda x: (1.0, x[:2], 0), "it has to return a pair"),
        (lambda x: (1.0, x), r"measures has the shape \(4,\): it has to be \(2,\)"),
        (lambda x: ([1.0, 2.0], x[:2]), r"objective has the shape \(2,\)"),
        (lambda x: ("high", x[:2]), "objective has the type"),
        (lambda x: (1.0, [[1.0], [1.0, 2.0]]), "measures is not an array"),
        (lambda x: (1j, x[:2]), "complex"),
        (lambda x: (float("nan"), x[:2]), "objective is nan"),
        (lambda x: (float("inf"), x[:2]), "objective is inf"),
        (lambda x: (1.0, [0.0, float("nan")]), r"measures are \[0.0, nan\]"),
        (lambda x: x.no_such_attribute, "AttributeError.*driving_test.py"),
        (exits, "SystemExit: 3"),
    ],
)
def test_whatever_a_function_does_is_a_failed_evaluation(answer, text):
    count = iter(range(1000))

    def function(x):
        if next(count) % 2 == 0:
            return bowl(x)
        copy = x.copy()
        x[:] = 7  # the error has to show what was asked for, not this
        return answer(copy)

    result = of(make_search(), function, 60)
    assert (result.failed, result.evaluations, len(result.errors)) == (30, 60, 10)
    assert re.search(text, result.errors[0].message)
    assert np.all(np.abs(result.errors[0].solution) <= 1)
    with pytest.raises(RuntimeError, match=f"(?s)all of the first 10 evaluations have failed.*{text.split('.*')[0]}"):
        of(make_search(), answer, 60)


def test_a_batch_fails_as_a_whole_or_row_by_row():
    def function(x):
        if len(calls) == 2:
            raise OverflowError("the batch is lost")
        objective, measures = bowls(x)
        objective[3] = np.nan
        return objective, measures

    calls = []
    result = of(make_search(), lambda x: calls.append(x) or function(x), 100, vectorized=True, batch=25)
    assert result.failed == 25 + 3
    assert [error.solution.shape for error in result.errors] == [(4,), (25, 4), (4,), (4,)]
    assert result.errors[0].ticket == 4 and np.array_equal(result.errors[1].solution, calls[1])
    assert "25 solutions from ticket 26 on: OverflowError: the batch is lost" in str(result.errors[1])
    with pytest.raises(RuntimeError, match=r"objective has the shape \(25, 1\)"):
        of(make_search(), lambda x: (x[:, :1], x[:, :2]), 100, vectorized=True, batch=25)


def test_giving_up_can_be_put_off():
    fail_at_first = iter([False] * 15 + [True] * 100)
    result = of(make_search(), lambda x: bowl(x) if next(fail_at_first) else 1 / 0, 50, give_up_after=None)
    assert result.failed == 15
    search = make_search()
    for _ in range(2):  # the second try fails ten times too, not once
        with pytest.raises(RuntimeError, match="first 4 "):
            of(search, lambda x: 1 / 0, 50, give_up_after=4)
    assert search.failed == 8
    assert of(search, bowl, 50).failed == 0


# -- progress ----------------------------------------------------------------------------------------------------------


def test_a_function_is_told_of_the_progress():
    seen = []
    search = make_search()

    def watch(result):
        assert result.search is search
        seen.append((result.evaluations, len(result.history)))

    search.run(delayed, 400, progress=watch, history=4)
    assert len(seen) >= 2 and seen == sorted(seen) and seen[-1] == (400, 5)

    def stop(result):
        raise StopIteration("enough")

    with pytest.raises(StopIteration, match="enough"):
        make_search().run(delayed, 100_000, progress=stop)
    with pytest.raises(TypeError, match="progress is 'yes'"):
        make_search().run(bowl, 10, progress="yes")


def test_the_bar(capsys):
    make_search().run(bowl, 100)
    shown = capsys.readouterr().err
    assert "100/100" in shown and "coverage" in shown and "best -" in shown and "eval/s" in shown
    make_search().run(bowl, 100, progress=False)
    assert capsys.readouterr().err == ""
