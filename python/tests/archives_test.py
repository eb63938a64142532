# SPDX-License-Identifier: MIT
import copy
import gc
import pickle
import weakref
import threading

import numpy as np
import pytest
from conftest import expect_soon_interrupted, filled_search, make_search, sphere

import mcelites as mce
from mcelites.archives import FIELDS


def test_an_archive_is_empty_at_first():
    archive = mce.GridArchive(solution_dim=3, dims=[4, 5], ranges=[(0, 1), (0, 2)])
    assert (archive.cells, archive.measure_dim, archive.solution_dim, archive.dims.tolist()) == (20, 2, 3, [4, 5])
    assert len(archive) == 0 and archive.empty and archive.best_elite is None and list(archive) == []
    assert archive.stats == mce.archives.Stats(0, 0.0, 0.0, 0.0, None, None)
    assert np.isnan(archive.map()).all() and archive.map().shape == (4, 5)
    assert not archive.map("cell_selections").any()
    assert {name: len(values) for name, values in archive.data().items()} == dict.fromkeys(FIELDS, 0)
    occupied, elites = archive.retrieve([[0.5, 0.5]])
    assert not occupied[0] and elites["index"].tolist() == [-1]
    assert elites["solution"].shape == (1, 3) and np.isnan(elites["objective"]).all()
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
    for index, value, solution, measures in zip(
        *(data[name] for name in ("index", "objective", "solution", "measures"))
    ):
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
    assert list(archive.to_pandas().columns)[:4] == ["solution_0", "solution_1", "solution_2", "objective"]
    assert {name: values.dtype for name, values in data.items()} == archive.dtypes
    assert {name: values.dtype for name, values in make_search().archive.data().items()} == archive.dtypes
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
    assert elites["index"].tolist() == [-1, search.archive.data("index")[0]]
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


@pytest.mark.parametrize("make", [copy.deepcopy, lambda archive: pickle.loads(pickle.dumps(archive))])
def test_empty_archives_are_copied(make):
    for archive in (
        mce.GridArchive(solution_dim=3, dims=[2, 5], ranges=[(0, 1), (-1, 1)], qd_score_offset=-2),
        mce.CVTArchive(solution_dim=3, ranges=[(0, 1), (-1, 1)], centroids=7, seed=3, qd_score_offset=-2),
    ):
        again = make(archive)
        assert type(again) is type(archive) and again is not archive and again.cells == archive.cells
        assert again.ranges == archive.ranges and again.qd_score_offset == -2 and again.solution_dim == 3
        if isinstance(archive, mce.CVTArchive):
            assert (again.centroids == archive.centroids).all()
        search = mce.Search(again, bounds=[(-1, 1)] * 3)
        search.tell(*sphere(search.ask(20)))
        assert len(again) > 0 and len(archive) == 0


def test_rows_are_of_one_moment():
    """Another thread tells meanwhile: all numbers of a row are of the same solution."""
    archive = mce.GridArchive(solution_dim=8, dims=[20, 20], ranges=[(0, 1)] * 2)
    search = mce.Search(archive, bounds=[(0, 1)] * 8, initial=1_000_000)

    def tell():
        for part in range(10):
            x = search.ask(50_000)
            search.tell(np.arange(50_000) + 50_000 * part, x[:, :2])  # each one replaces another

    thread = threading.Thread(target=tell)
    thread.start()
    reads = 0
    while thread.is_alive():
        measures, solution = archive.data(["measures", "solution"], return_type="tuple")
        reads += 1
        assert (measures == solution[:, :2]).all()
    assert reads > 0


def test_ctrl_c_ends_the_search_for_centroids_soon():
    expect_soon_interrupted("""
        from mcelites import CVTArchive
        print("go", flush=True)
        CVTArchive(solution_dim=9, ranges=[(0, 1)] * 9, centroids=20_000)
    """)


def test_solutions_are_added_by_the_search(rng):
    archive = mce.GridArchive(solution_dim=3, dims=[10, 10], ranges=[(-1, 1)] * 2)
    x = rng.uniform(-1, 1, (20, 3))
    with pytest.raises(RuntimeError, match="make one with mce.Search"):
        archive.add(x, *sphere(x))
    mce.Search(archive, bounds=[(-1, 1)] * 3)  # the archive keeps it alive
    same = make_search()
    status = archive.add(x, *sphere(x))["status"]
    assert (status == same.add(x, *sphere(x))).all() and archive.signature() == same.archive.signature()
    assert archive.add_single(x[0] * 0.99, 0.0, x[0, :2])["status"] == 1
    assert archive.retrieve_single(x[0, :2])[1]["objective"] == 0
    with pytest.raises(RuntimeError, match="a run that has ended"):
        mce.run("arm", evaluations=10).archive.add(x, *sphere(x))


def test_places_in_the_grid():
    archive = mce.GridArchive(solution_dim=1, dims=[3, 4], ranges=[(0, 1), (-1, 1)])
    assert archive.int_to_grid_index([0, 5, 11]).tolist() == [[0, 0], [1, 1], [2, 3]]
    assert archive.grid_to_int_index([[0, 0], [1, 1], [2, 3]]).tolist() == [0, 5, 11]
    assert archive.interval_size.tolist() == [1, 2]
    with pytest.raises(ValueError, match=r"grid_indices has the shape \(2,\)"):
        archive.grid_to_int_index([1, 1])
    with pytest.raises(ValueError, match="12"):
        archive.int_to_grid_index([12])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"solution_dim": 0}, "solution_dim is 0"),
        ({"dims": [0, 5]}, "dims is 0"),
        ({"dims": [5, 5, 5]}, "dims has 3 numbers, and ranges has 2 pairs"),
        ({"dims": [5, 5], "ranges": [(0, 1)]}, "dims has 2 numbers, and ranges has 1 pairs"),
        ({"dims": [100_000, 100_000]}, "10,000,000,000 cells: there can be up to 100,000,000"),
        ({"ranges": [(0, 1), (1, 1)]}, r"ranges\[1\] is \(1.0, 1.0\)"),
        ({"ranges": [(0, 1), (0, float("nan"))]}, r"ranges\[1\] is \(0.0, nan\)"),
        ({"ranges": [(-1e308, 1e308), (0, 1)]}, r"ranges\[0\]"),
        ({"ranges": [(0, 1e-309), (0, 1)]}, r"ranges\[0\] .* too close together for 10 cells"),
        ({"ranges": [(0, 1)] * 17, "dims": [2] * 17}, "ranges has 17 pairs: there have to be 1 to 16"),
        ({"ranges": [0, 1]}, "list of pairs"),
        ({"qd_score_offset": float("nan")}, "qd_score_offset is nan"),
    ],
)
def test_impossible_grids_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        mce.GridArchive(**{"solution_dim": 3, "dims": [10, 10], "ranges": [(0, 1), (0, 1)], **options})


@pytest.mark.parametrize(
    "options", [{"qd_score_offset": None}, {"dims": "a"}, {"dims": [2.5, 2]}, {"solution_dim": None}]
)
def test_what_is_no_number_is_refused(options):
    with pytest.raises(TypeError, match=f"{next(iter(options))} is .*: it has to be a"):
        mce.GridArchive(**{"solution_dim": 3, "dims": [10, 10], "ranges": [(0, 1), (0, 1)], **options})


def test_one_number_of_cells_stands_for_all():
    for dims in (7, [7], np.array(7), np.int64(7)):
        assert mce.GridArchive(solution_dim=3, dims=dims, ranges=[(0, 1)] * 2).dims.tolist() == [7, 7]


def test_impossible_centroids_are_refused():
    with pytest.raises(ValueError, match="centroids is 0"):
        mce.CVTArchive(solution_dim=1, ranges=[(0, 1)], centroids=0)
    with pytest.raises(ValueError, match="shape"):
        mce.CVTArchive(solution_dim=1, ranges=[(0, 1)], centroids=[[0.5, 0.5]])
    with pytest.raises(ValueError, match=r"centroids\[1\] is \[0.5, 3.0\]: the range of measure 1 is \(0.0, 2.0\)"):
        mce.CVTArchive(solution_dim=1, ranges=[(0, 1), (0, 2)], centroids=[[0.5, 0.5], [0.5, 3]])
    with pytest.raises(ValueError, match="centroids is 100001: it has to be 1 to 100,000"):
        mce.CVTArchive(solution_dim=1, ranges=[(0, 1)], centroids=100_001)


@pytest.mark.parametrize(
    ("measures", "error"),
    [([[0.5]], ValueError), ([0.5, 0.5], ValueError), ([["a", "b"]], TypeError), ([[0.5, np.nan]], ValueError)],
)
def test_wrong_measures_are_refused(search, measures, error):
    with pytest.raises(error, match="measures"):
        search.archive.index_of(measures)


def test_unknown_fields_are_named(search):
    with pytest.raises(ValueError, match="no field 'fitness': fields are solution"):
        search.archive.data(["fitness"])
    with pytest.raises(TypeError, match="fields is 5: it has to be"):
        search.archive.data(5)
    for fields in (None, "objective"):
        with pytest.raises(ValueError, match="return_type is 'json'"):
            search.archive.data(fields, return_type="json")


def test_one_field_in_every_form():
    archive = filled_search().archive
    expected = archive.data()["measures"]
    assert (archive.data("measures") == expected).all()
    (values,) = archive.data("measures", return_type="tuple")
    assert (values == expected).all()
    frame = archive.data("measures", return_type="pandas")
    assert list(frame.columns) == ["measures_0", "measures_1"] and (frame.to_numpy() == expected).all()


@pytest.mark.parametrize(("n", "error"), [(None, TypeError), (1.5, TypeError), (-1, ValueError)])
def test_samples_are_whole_numbers(n, error):
    with pytest.raises(error, match=f"n is {n}: it has to be"):
        filled_search().archive.sample_elites(n)


def test_a_search_ends_when_nobody_needs_it_and_its_archive_stays():
    search = filled_search()
    archive, signature = search.archive, search.archive.signature()
    gone = weakref.ref(search)
    gc.disable()
    try:
        del search
        assert gone() is None  # without the garbage collector
    finally:
        gc.enable()
    assert archive.signature() == signature and pickle.loads(pickle.dumps(archive)).signature() == signature
    archive.add([[0.5, 0.5, 0.5]], [10], [[0.5, 0.5]])
    assert archive.best_elite["objective"] == 10
