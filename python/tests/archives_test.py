# SPDX-License-Identifier: MIT
import copy
import pickle

import numpy as np
import pytest
from conftest import filled_search, make_search, sphere

import mcelites as mce
from mcelites.archives import FIELDS


def test_an_archive_is_empty_at_first():
    archive = mce.GridArchive(solution_dim=3, dims=[4, 5], ranges=[(0, 1), (0, 2)])
    assert (archive.cells, archive.measure_dim, archive.solution_dim, archive.dims) == (20, 2, 3, [4, 5])
    assert len(archive) == 0 and archive.empty and archive.best_elite is None and list(archive) == []
    assert archive.stats == mce.archives.Stats(0, 0.0, 0.0, 0.0, None, None)
    assert np.isnan(archive.map()).all() and archive.map().shape == (4, 5)
    assert not archive.map("cell_selections").any()
    assert {name: len(values) for name, values in archive.data().items()} == dict.fromkeys(FIELDS, 0)
    occupied, elites = archive.retrieve([[0.5, 0.5]])
    assert not occupied[0] and elites["solution"].shape == (1, 3) and np.isnan(elites["objective"]).all()
    with pytest.raises(IndexError, match="no elites yet"):
        archive.sample_elites(3)


def test_everything_agrees_with_what_a_brute_force_archive_has(rng):
    search = make_search(seed=3)
    best = {}
    for _ in range(100):
        x = search.ask(20)
        objective, measures = sphere(x)
        for solution, value, place in zip(x, objective, search.archive.index_of(measures)):
            if place not in best or value > best[place][0]:
                best[place] = (value, solution)
        search.tell(objective, measures)
    archive = search.archive
    data = archive.data()
    assert sorted(best) == sorted(data["index"])
    for index, value, solution, measures in zip(*(data[name] for name in ("index", "objective", "solution", "measures"))):
        assert best[index][0] == value and (best[index][1] == solution).all() and (measures == solution[:2]).all()
    objectives = np.array([value for value, _ in best.values()])
    stats = archive.stats
    assert stats.num_elites == len(archive) == len(best) and stats.coverage == len(best) / 100
    assert stats.qd_score == pytest.approx(objectives.sum()) and stats.norm_qd_score == stats.qd_score / 100
    assert stats.obj_max == objectives.max() and stats.obj_mean == pytest.approx(objectives.mean())
    assert archive.best_elite["objective"] == objectives.max()
    assert (archive.map().ravel()[data["index"]] == data["objective"]).all()
    assert archive.map("cell_selections").sum() == search.asked - 100
    frame = archive.data(["solution", "objective"], return_type="pandas")
    assert list(frame.columns) == ["solution_0", "solution_1", "solution_2", "objective"] and len(frame) == len(best)
    assert list(archive.to_pandas().columns)[:5] == ["index", "solution_0", "solution_1", "solution_2", "objective"]
    index, value = archive.data(["index", "objective"], return_type="tuple")
    assert (value == archive.data("objective")).all() and len(index) == len(best)
    assert next(iter(archive))["index"] == data["index"][0]


def test_qd_score_counts_above_the_offset():
    archive = mce.GridArchive(solution_dim=3, dims=[10, 10], ranges=[(-1, 1)] * 2, qd_score_offset=-3)
    search = mce.Search(archive, bounds=[(-1, 1)] * 3)
    search.tell(*sphere(search.ask(50)))
    assert archive.stats.qd_score == pytest.approx((archive.data("objective") + 3).sum())


def test_retrieve_finds_elites_by_their_measures():
    archive = filled_search().archive
    data = archive.data()
    occupied, elites = archive.retrieve(data["measures"])
    assert occupied.all()
    for name in FIELDS:
        assert (elites[name] == data[name]).all(), name
    occupied, elite = archive.retrieve_single(data["measures"][3])
    assert occupied and elite["index"] == data["index"][3]


def test_a_mixed_retrieve_keeps_rows_in_place():
    search = make_search(initial=3)
    search.tell(*sphere(search.ask(3)))
    known = search.archive.data("measures")[0]
    unknown = -np.sign(known) * 0.95
    occupied, elites = search.archive.retrieve([unknown, known])
    assert occupied.tolist() == [False, True]
    assert np.isnan(elites["objective"][0]) and elites["objective"][1] == search.archive.data("objective")[0]


def test_sampled_elites_are_uniform_and_seeded():
    archive = filled_search().archive
    one, other = archive.sample_elites(1000, seed=5), archive.sample_elites(1000, seed=5)
    assert (one["index"] == other["index"]).all()
    assert set(one["index"]) <= set(archive.data("index"))
    counts = np.bincount(archive.sample_elites(20_000, seed=1)["index"], minlength=100)[archive.data("index")]
    expected = 20_000 / len(archive)
    chi2 = ((counts - expected) ** 2 / expected).sum()
    assert chi2 < len(archive) + 5 * np.sqrt(2 * len(archive))


def test_maps_are_live_and_read_only():
    search = make_search()
    view = search.archive.map()
    assert np.isnan(view).all()
    search.tell(*sphere(search.ask(5)))
    assert np.isfinite(view).sum() == len(search.archive)
    with pytest.raises(ValueError):
        view[0, 0] = 1
    del search  # the view keeps its memory
    assert np.isfinite(view).any()
    with pytest.raises(ValueError, match="there is no map of 'solution'"):
        make_search().archive.map("solution")


def test_centroids_are_nearest_and_spread_the_same_from_a_seed(rng):
    archive = mce.CVTArchive(solution_dim=3, ranges=[(0, 1), (0, 10)], centroids=50, seed=4)
    same = mce.CVTArchive(solution_dim=3, ranges=[(0, 1), (0, 10)], centroids=50, seed=4)
    assert (archive.centroids == same.centroids).all() and archive.centroids.shape == (50, 2)
    points = rng.random((200, 2)) * [1, 10]
    distances = (((points[:, None] - archive.centroids[None]) / [1, 10]) ** 2).sum(axis=2)
    assert (archive.index_of(points) == distances.argmin(axis=1)).all()
    search = mce.Search(archive, bounds=[(0, 1)] * 3)
    x = search.ask(100)
    search.tell(x.sum(axis=1), x[:, :2])
    assert len(archive) > 1 and archive.map().shape == (50,)


@pytest.mark.parametrize("kind", [pickle, copy])
def test_archives_are_copied_with_their_search(kind):
    search = filled_search()
    make = copy.deepcopy if kind is copy else lambda each: pickle.loads(pickle.dumps(each))
    archive, again = make((search.archive, search))
    assert again.archive is archive and archive.signature() == search.archive.signature()
    assert (archive.data("solution") == search.archive.data("solution")).all()
    with pytest.raises(TypeError, match="there is none yet"):
        pickle.dumps(mce.GridArchive(solution_dim=1, dims=[2], ranges=[(0, 1)]))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"solution_dim": 0}, "solution_dim is 0"),
        ({"dims": [0, 5]}, "0"),
        ({"dims": [5, 5, 5]}, "3"),
        ({"dims": [100_000, 100_000]}, "cells"),
        ({"ranges": [(0, 1), (1, 1)]}, "1"),
        ({"ranges": [(0, 1), (0, float("nan"))]}, "nan"),
        ({"ranges": [(0, 1)] * 17, "dims": [2] * 17}, "17"),
        ({"ranges": [0, 1]}, "list of pairs"),
    ],
)
def test_impossible_grids_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        mce.GridArchive(**{"solution_dim": 3, "dims": [10, 10], "ranges": [(0, 1), (0, 1)], **options})


def test_impossible_centroids_are_refused():
    with pytest.raises(ValueError, match="centroids is 0"):
        mce.CVTArchive(solution_dim=1, ranges=[(0, 1)], centroids=0)
    with pytest.raises(ValueError, match="shape"):
        mce.CVTArchive(solution_dim=1, ranges=[(0, 1)], centroids=[[0.5, 0.5]])


@pytest.mark.parametrize(
    ("measures", "error"),
    [([[0.5]], ValueError), ([0.5, 0.5], ValueError), ([["a", "b"]], TypeError), ([[0.5, np.nan]], ValueError)],
)
def test_wrong_measures_are_refused(search, measures, error):
    with pytest.raises(error, match="measures"):
        search.archive.index_of(measures)


def test_unknown_fields_are_named(search):
    with pytest.raises(ValueError, match="no field 'fitness': fields are index"):
        search.archive.data(["fitness"])
    with pytest.raises(ValueError, match="return_type is 'json'"):
        search.archive.data(return_type="json")
