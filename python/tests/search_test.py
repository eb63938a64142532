# SPDX-License-Identifier: MIT
import pickle

import numpy as np
import pytest
from conftest import REPOSITORY, SELECTORS, filled_search, make_search, sphere

import mcelites as mce


def pinned_searches():
    lines = (REPOSITORY / "data" / "signatures.txt").read_text().splitlines()
    return [line.split()[1:] for line in lines if line.startswith("search ")]


@pytest.mark.parametrize(("variation", "selector", "signature"), pinned_searches())
def test_it_is_the_search_of_the_engine_bit_for_bit(variation, selector, signature):
    """The function of src/run/signatures.cpp, with several in flight; the engine's own tests pin the same."""
    archive = mce.GridArchive(solution_dim=4, dims=[32, 32], ranges=[(-1, 1)] * 2)
    search = mce.Search(archive, selector=selector, variation=variation, bounds=[(-1, 1)] * 4, seed=42, initial=100)
    waiting = {}
    for ticket in range(1, 5001):
        while len(waiting) < 8:
            (asked,), (solution,) = search.ask_tickets(1)
            waiting[int(asked)] = solution
        genes = waiting.pop(ticket).tolist()
        objective = 0.0
        for gene in genes:
            objective -= gene * gene
        if genes[3] > 0.9:
            search.fail(ticket)
        else:
            search.tell_ticket(ticket, objective, [genes[0], genes[1] * genes[2]])
    assert archive.signature() == signature


def test_status_says_what_became_of_each():
    search = make_search()
    x = search.ask(4)
    measures = [[-0.95, -0.95], [-0.95, -0.95], [-0.95, -0.95], [0.95, 0.95]]
    assert search.tell([1, 0, 2, 5], measures).tolist() == [2, 0, 1, 2]
    assert search.archive.best_elite["objective"] == 5
    assert (search.archive.retrieve_single([-0.95, -0.95])[1]["solution"] == x[2]).all()
    assert (search.asked, search.told, search.failed) == (4, 4, 0)


def test_a_batch_of_one_takes_plain_numbers(search):
    search.ask(1)
    assert search.tell(1.5, [0, 0]).tolist() == [2]


def test_the_first_solutions_are_random_within_the_bounds():
    search = make_search(initial=1000, seed=7)
    x = search.ask(1000)
    assert x.min() >= -1 and x.max() <= 1 and x.std() == pytest.approx(1 / np.sqrt(3), rel=0.05)
    assert (make_search(initial=1000, seed=7).ask(1000) == x).all()
    assert not (make_search(initial=1000, seed=8).ask(1000) == x).any()


@pytest.mark.parametrize(
    "variation",
    [
        mce.Gaussian(0.1),
        mce.Gaussian([0.1, 0.2, 0.3]),
        mce.Uniform(),
        mce.IsoLine(0.01, 0.3),
        "uniform:step=0.5",
        "gaussian",
    ],
)
def test_variations_keep_the_bounds(variation):
    search = filled_search(variation=variation)
    assert np.abs(search.ask(1000)).max() <= 1


def test_gaussian_moves_by_its_sigma():
    search = make_search(variation=mce.Gaussian([0.01, 0.02, 0.03]), initial=1)
    search.ask(1)
    search.tell(0, [0, 0])
    parent = search.archive.best_elite["solution"]
    moved = search.ask(20_000) - parent
    inside = np.abs(parent) < 0.9
    assert moved.std(axis=0)[inside] == pytest.approx(np.array([0.01, 0.02, 0.03])[inside], rel=0.05)


def test_tickets_come_back_in_any_order_or_never():
    search = make_search()
    tickets, x = search.ask_tickets(100)
    assert tickets.tolist() == list(range(1, 101))
    objective, measures = sphere(x)
    late = np.random.default_rng(1).permutation(100)
    search.tell_ticket(tickets[late[:60]], objective[late[:60]], measures[late[:60]])
    search.fail(tickets[late[60:80]])
    assert search.open_tickets().tolist() == sorted(tickets[late[80:]])
    assert (search.solutions(search.open_tickets()) == x[np.sort(late[80:])]).all()
    more, _ = search.ask_tickets(5)
    assert more.tolist() == [101, 102, 103, 104, 105]
    search.tell_ticket(int(late[80]) + 1, 0.5, [0, 0])
    assert (search.told, search.failed) == (81, 20)


def test_known_solutions_can_be_added():
    search = make_search(initial=2)
    assert search.add([[0.5, 0.5, 0.5], [0.1, 0.1, 0.1]], [1, 2], [[0.5, 0.5], [0.1, 0.1]]).tolist() == [2, 2]
    assert len(search.archive) == 2 and search.told == 2
    assert search.archive.map("cell_selections").sum() == 0
    search.ask(1)  # an offspring: two solutions were there to start from
    assert search.archive.map("cell_selections").sum() == 1
    with pytest.raises(ValueError, match=r"solution\[1\]"):
        search.add([[0, 0, 0], [0, 0, 2]], [1, 2], [[0, 0], [0, 0]])


# -- saved -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("selector", SELECTORS)
def test_a_saved_search_goes_on_bit_for_bit(selector, tmp_path):
    search = filled_search(selector=selector, variation=mce.Uniform())
    open_tickets, waiting = search.ask_tickets(7)
    search.save(tmp_path / "search")
    loaded = mce.Search.load(tmp_path / "search")
    pickled = pickle.loads(pickle.dumps(search))
    for each in (search, loaded, pickled):
        each.tell_ticket(open_tickets[::-1], *(part[::-1] for part in sphere(waiting)))
        for _ in range(20):
            each.tell(*sphere(each.ask(10)))
    assert search.to_bytes() == loaded.to_bytes() == pickled.to_bytes()
    assert loaded.archive.signature() == search.archive.signature()


def test_a_batch_that_is_under_way_is_saved_too(tmp_path):
    search = filled_search()
    x = search.ask(5)
    loaded = mce.Search.from_bytes(search.to_bytes())
    assert (loaded.tell(*sphere(x)) == search.tell(*sphere(x))).all()


def test_centroids_and_the_offset_are_saved():
    archive = mce.CVTArchive(solution_dim=2, ranges=[(0, 1)] * 2, centroids=20, qd_score_offset=-1)
    search = mce.Search(archive, bounds=[(0, 1)] * 2)
    x = search.ask(50)
    search.tell(x[:, 0], x)
    loaded = pickle.loads(pickle.dumps(search))
    assert isinstance(loaded.archive, mce.CVTArchive) and (loaded.archive.centroids == archive.centroids).all()
    assert loaded.archive.stats == archive.stats


def test_damaged_and_foreign_files_are_refused(tmp_path):
    good = filled_search().to_bytes()
    cases = {"empty": b"", "text": b"hello, world" * 10, "cut": good[:-7], "long": good + b"x"}
    rng = np.random.default_rng(1)
    for place in rng.integers(0, len(good), 200):
        damaged = bytearray(good)
        damaged[place] ^= 1 << rng.integers(0, 8)
        cases[f"bit of {place}"] = bytes(damaged)
    for name, contents in cases.items():
        (tmp_path / "bad").write_bytes(contents)
        with pytest.raises(mce.Error, match="bad.*saved search"):
            mce.Search.load(tmp_path / "bad")
            pytest.fail(name)
    with pytest.raises(mce.Error, match="missing"):
        mce.Search.load(tmp_path / "missing")
    with pytest.raises(mce.Error):
        search = filled_search()
        search.save(tmp_path / "no" / "such" / "folder")
