# SPDX-License-Identifier: MIT
"""What a search is told wrongly: exceptions that say what to do, and nothing changes."""

import numpy as np
import pytest
from conftest import filled_search, make_search, sphere

import mcelites as mce
from mcelites import _native


def test_wrong_batches_say_what_to_do_and_change_nothing(search):
    with pytest.raises(RuntimeError, match="ask for solutions first"):
        search.tell([1], [[0, 0]])
    x = search.ask(3)
    before = search.to_bytes()
    good = sphere(x)
    for objective, measures, error, message in [
        (good[0][:2], good[1], ValueError, r"objective has the shape \(2,\): it has to be \(3,\)"),
        (good[0], good[1][:2], ValueError, r"measures has the shape \(2, 2\): it has to be \(3, 2\)"),
        (good[0], x, ValueError, r"measures has the shape \(3, 3\)"),
        (good[0][:, None], good[1], ValueError, "objective has the shape"),
        (["a", "b", "c"], good[1], TypeError, "objective has the type"),
        (good[0] + 0j, good[1], TypeError, "complex128: it has to be real numbers"),
        ([1, 2, None], good[1], TypeError, "objective has the type object"),
        ([[1], [2, 3], [4]], good[1], ValueError, "objective"),
        ([0, np.nan, 0], good[1], ValueError, r"objective\[1\] = nan is not finite: .* nan_fails=True"),
        ([0, 0, -np.inf], good[1], ValueError, r"objective\[2\] = -inf"),
        ([0, 0, 0], [[0, 0], [0, 0], [np.inf, 0]], ValueError, r"measures\[2\] is not finite"),
    ]:
        with pytest.raises(error, match=message):
            search.tell(objective, measures)
        assert search.to_bytes() == before
    with pytest.raises(RuntimeError, match="are not told yet"):
        search.ask(1)
    assert len(search.tell(*good)) == 3
    with pytest.raises(RuntimeError, match="can be told once"):
        search.tell(*good)


def test_rows_with_nan_can_be_failures(search):
    search.ask(3)
    assert search.tell([0, np.nan, 0], [[0, 0], [0.5, 0.5], [np.inf, 0]], nan_fails=True).tolist() == [2, 0, 0]
    assert search.failed == 2


def test_a_batch_can_be_given_up(search):
    search.ask(3)
    search.fail(search.open_tickets())
    assert len(search.ask(2)) == 2


def test_wrong_tickets_say_what_is_wrong(search):
    with pytest.raises(ValueError, match="none was asked for"):
        search.tell_ticket(1, 0, [0, 0])
    tickets, _ = search.ask_tickets(3)
    search.tell_ticket(2, 0, [0, 0])
    for ticket, message in [
        (2, "ticket 2 is not open: it was told or failed before"),
        (4, "ticket 4 is not open: tickets 1 to 3 were asked for"),
        (0, "ticket 0 is not open"),
        (-1, "ticket -1 is not open"),
        ([1, 3, 1], "ticket 1 is there twice"),
        ([3, 1, 3], "ticket 3 is there twice"),
        ([1, 2], "ticket 2 is not open"),
    ]:
        count = np.size(ticket)
        with pytest.raises(ValueError, match=message):
            search.tell_ticket(ticket, [0] * count, [[0, 0]] * count)
        with pytest.raises(ValueError, match=message):
            search.fail(ticket)
    with pytest.raises(TypeError, match="a ticket is a whole number"):
        search.fail(1.5)
    assert search.open_tickets().tolist() == [1, 3]


def test_all_kinds_of_arrays_are_taken(search):
    x = search.ask(4)
    objective = np.arange(8, dtype=np.float32)[::2]
    objective.flags.writeable = False
    measures = np.asfortranarray(x[:, :2])[::-1]
    measures.flags.writeable = False
    search.tell(objective, measures)
    search.ask(2)
    search.tell(np.array([1, 2], dtype=np.int8), [[True, False], [0, 1]])
    assert search.told == 6


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"selector": "ucb-sell"}, ValueError, "ucb-cell"),
        ({"selector": "ucb-cell:lambda=-1"}, ValueError, "lambda"),
        ({"variation": "gausian"}, ValueError, "gaussian"),
        ({"variation": mce.Gaussian([0.1, 0.2])}, ValueError, "sigma"),
        ({"variation": mce.Gaussian(float("nan"))}, ValueError, "sigma"),
        ({"variation": 0.1}, TypeError, "variation is 0.1"),
        ({"seed": -1}, ValueError, "seed is -1: it has to be 0 to"),
        ({"seed": 1.5}, TypeError, "seed is 1.5: it has to be a whole number"),
        ({"initial": 0}, ValueError, "initial is 0"),
    ],
)
def test_impossible_searches_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        make_search(**options)


def test_bounds_and_archive_have_to_fit():
    archive = mce.GridArchive(solution_dim=3, dims=[10], ranges=[(0, 1)])
    for bounds in ([(0, 1)] * 2, [(0, 1), (1, 0), (0, 1)], [(0, 1), (0, np.inf), (0, 1)]):
        with pytest.raises(ValueError):
            mce.Search(archive, bounds=bounds)
    mce.Search(archive, bounds=[(0, 1)] * 3)
    with pytest.raises(ValueError, match="belongs to another search"):
        mce.Search(archive, bounds=[(0, 1)] * 3)
    with pytest.raises(ValueError, match="count is 0"):
        make_search().ask(0)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: mce.Search("archive", bounds=[(0, 1)]), TypeError, "archive is 'archive'"),
        (lambda: make_search(selector=None), TypeError, "selector is None: it has to be a text"),
        (lambda: mce.Search.from_bytes("text"), TypeError, "type str"),
        (lambda: mce.Search.load("/dev/null"), mce.Error, "'/dev/null' is not a file"),
        (lambda: mce.Search.load("a\0b"), ValueError, "cannot be the name"),
        (lambda: filled_search().save("a\0b"), ValueError, "cannot be the name"),
    ],
)
def test_other_wrong_things_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_the_compiled_part_checks_for_itself():
    """Whoever goes around the Python code gets an exception, too."""
    search = make_search()
    tickets, x = search._native.ask(3)
    with pytest.raises(ValueError, match="one for each"):
        search._native.tell(tickets, np.zeros(2), np.zeros((3, 2)), False)
    with pytest.raises(ValueError, match="columns"):
        search._native.tell(tickets, np.zeros(3), np.zeros((3, 7)), False)
    with pytest.raises(ValueError, match="no elite in cell"):
        search._native.rows(np.array([5_000_000_000]), ["solution"])
    with pytest.raises(TypeError):
        search._native.tell(tickets, np.zeros(3, dtype="U1"), np.zeros((3, 2)), False)
    with pytest.raises(mce.Error):
        _native.Search.load(b"")
