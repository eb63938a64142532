# SPDX-License-Identifier: MIT
"""The emitter with the real pyribs, whichever version is installed."""

import copy
import pickle
import runpy
import subprocess
import sys
from pathlib import Path

import mcelites as mce
import numpy as np
import pytest
import ribs.archives
from ribs.emitters import GaussianEmitter
from ribs.schedulers import Scheduler
from ribs_helpers import BOUNDS, bandit, evaluate, fitness_by_cell, grid, objective_by_cell, step, tallies


@pytest.mark.parametrize("selector", ["ucb-individual", "ucb-cell", "recommended", "uniform", "curiosity"])
def test_replay(selector):
    """An archive written as plainly as possible, and a selector told of it by hand, agree to the last tally."""
    archive = grid()
    emitter = bandit(archive, selector)
    replica = copy.deepcopy(emitter.selector)
    scheduler = Scheduler(archive, [emitter])
    elites = {}
    for generation in range(30):
        tickets = replica.select(16) if elites else [None] * 16
        x = scheduler.ask()
        objective, measures = evaluate(x)
        objective = np.round(objective, 1)  # so that there are ties
        cells = archive.index_of(measures).tolist()
        scheduler.tell(objective, measures)
        best = {}
        for k, cell in enumerate(cells):
            if objective[k] > elites.get(cell, -np.inf) and (cell not in best or objective[k] > objective[best[cell]]):
                best[cell] = k
        # The first ones have no parents: they come in the order of their cells.
        for k in sorted(range(16), key=lambda k: cells[k]) if generation == 0 else range(16):
            if best.get(cells[k]) != k:
                if tickets[k] is not None:
                    replica.fail(tickets[k], objective[k])
                continue
            if cells[k] in elites:
                replica.replace(cells[k], fitness=objective[k], ticket=tickets[k])
            else:
                replica.add(cells[k], objective[k], ticket=tickets[k])
            elites[cells[k]] = objective[k]
        assert fitness_by_cell(emitter.selector) == elites
        assert tallies(emitter.selector) == tallies(replica)
    survivals = sum(each.all_survivals for each in replica.scores().values())
    assert 20 < survivals < 29 * 16


def test_the_first_of_equals_in_a_cell_is_rewarded():
    archive = grid()
    archive.add([[0.1, 0.1, 0.5]], [-1.0], [[0.1, 0.1]])
    emitter = bandit(archive, "ucb-cell", sigma=0.0, batch_size=2)
    solution = emitter.ask()
    objective, measures = [0.0, 0.0], [[0.9, 0.9]] * 2
    info = archive.add(solution, objective, measures)
    assert list(info["status"]) == [2, 2]  # both would have entered, says pyribs
    emitter.tell(solution=solution, objective=objective, measures=measures, add_info=info)
    standing = emitter.selector.scores()[archive.index_of_single([0.1, 0.1])]
    assert (standing.selections, standing.survivals) == (2, 1)


def test_a_child_that_another_emitter_beats_is_no_success():
    archive = grid()
    archive.add([[0.1, 0.1, 0.5]], [-1.0], [[0.1, 0.1]])
    emitter = bandit(archive, "ucb-cell", batch_size=1)
    mine = emitter.ask()
    theirs = mine + 0.01
    info = archive.add([mine[0], theirs[0]], [0.0, 0.5], [[0.9, 0.9]] * 2)
    assert info["status"][0] == 2
    first = {name: values[:1] for name, values in info.items()}
    emitter.tell(solution=mine, objective=[0.0], measures=[[0.9, 0.9]], add_info=first)
    assert tallies(emitter.selector)[archive.index_of_single([0.1, 0.1])] == (1, 0, 1, 0)
    assert fitness_by_cell(emitter.selector) == objective_by_cell(archive)


def test_beside_a_gaussian_emitter():
    archive = grid()
    emitter = bandit(archive, "ucb-individual")
    other = GaussianEmitter(archive, sigma=0.5, x0=[0, 0, 0], bounds=BOUNDS, batch_size=10, seed=2)
    scheduler = Scheduler(archive, [other, emitter])
    for _ in range(40):
        step(scheduler)
        assert fitness_by_cell(emitter.selector) == objective_by_cell(archive)
    assert emitter.selector.selections == 39 * 16
    assert emitter.selector.open_tickets() == []


def test_someone_adds_and_clears():
    archive = grid()
    emitter = bandit(archive, "ucb-cell")
    scheduler = Scheduler(archive, [emitter])
    for _ in range(10):
        step(scheduler)
    archive.add([[0.0, 0.0, 0.0]], [5.0], [[0.95, 0.95]])
    scheduler.ask()
    assert emitter.selector.scores()[63].fitness == 5.0
    archive.clear()  # between ask and tell: nobody is left to be rewarded
    late = emitter.selector.late
    x = scheduler._cur_solutions
    scheduler.tell(*evaluate(x))
    assert emitter.selector.late == late + 16
    assert fitness_by_cell(emitter.selector) == objective_by_cell(archive)
    assert all(counts == (0, 0, 0, 0) for counts in tallies(emitter.selector).values())
    archive.clear()
    assert len(scheduler.ask()) == 16  # around x0 again
    scheduler.tell(*evaluate(scheduler._cur_solutions))
    step(scheduler)
    assert fitness_by_cell(emitter.selector) == objective_by_cell(archive)


def test_cleared_and_filled_with_worse():
    archive = grid()
    archive.add([[0.0, 0.0, 0.0]], [1.0], [[0.0, 0.0]])
    emitter = bandit(archive, "ucb-cell")
    emitter.ask()
    archive.clear()
    archive.add([[0.0, 0.0, 0.0]], [0.5], [[0.0, 0.0]])
    emitter.ask()
    (standing,) = emitter.selector.scores().values()
    assert (standing.fitness, standing.all_selections) == (0.5, 16)  # 32, had it been taken for a replacement


def test_divided_anew():
    archive = grid()
    emitter = bandit(archive, "ucb-cell")
    scheduler = Scheduler(archive, [emitter])
    for _ in range(5):
        step(scheduler)
    scheduler.ask()
    archive.retessellate([16, 4])  # as many cells as before
    scheduler.tell(*evaluate(scheduler._cur_solutions))
    assert emitter.selector.selections == 0
    for _ in range(5):
        step(scheduler)
    assert fitness_by_cell(emitter.selector) == objective_by_cell(archive)


def test_a_batch_that_is_never_told_counts_as_failed():
    archive = grid()
    archive.add([[0.0, 0.0, 0.0]], [1.0], [[0.0, 0.0]])
    emitter = bandit(archive)
    emitter.ask()
    emitter.ask()
    assert len(emitter.selector.open_tickets()) == 16
    with pytest.raises(ValueError, match="3 solutions are told, and 16 were asked for"):
        emitter.tell(solution=None, objective=None, measures=None, add_info={"status": [0, 0, 0]})


@pytest.mark.parametrize("mode", ["batch", "single"])
def test_same_seed_same_run(mode):
    def run():
        archive = grid()
        scheduler = Scheduler(archive, [bandit(archive, variation=mce.IsoLine(0.05), sigma=None)], add_mode=mode)
        for _ in range(15):
            step(scheduler)
        return archive.data("solution")

    assert np.array_equal(run(), run())


def test_pickle_goes_on_as_before():
    archive = grid()
    scheduler = Scheduler(archive, [bandit(archive)])
    for _ in range(10):
        step(scheduler)
    x = scheduler.ask()
    twin = pickle.loads(pickle.dumps(scheduler))
    for each in (scheduler, twin):
        each.tell(*evaluate(x))
        for _ in range(10):
            step(each)
    assert np.array_equal(archive.data("solution"), twin.archive.data("solution"))
    assert archive.stats.num_elites > 20


def test_variations_keep_their_steps_and_bounds():
    archive = grid()
    archive.add([[0.9, 0.0, 0.0]], [1.0], [[0.0, 0.0]])
    x = bandit(archive, variation=mce.Uniform(0.3), sigma=None, batch_size=500).ask()
    assert x[:, 0].max() == 1.0  # at the bound
    assert 0.28 < np.abs(x[:, 1]).max() <= 0.3
    x = bandit(archive, sigma=[0.0, 0.1, 0.2], batch_size=2000).ask()
    assert np.allclose(x.std(axis=0), [0.0, 0.1, 0.2], rtol=0.1)
    x = bandit(archive, sigma=None, batch_size=2000).ask()  # a tenth of the range of 2
    assert np.allclose(x[:, 1:].std(axis=0), 0.2, rtol=0.1)
    archive.add([[0.9, 1.0, 0.0]], [1.0], [[0.9, 0.9]])
    x = bandit(archive, variation=mce.IsoLine(0.0, 0.2), sigma=None, batch_size=2000).ask()
    assert np.all(x[:, 2] == 0.0)
    assert np.any(x[:, 1] == 0.0)  # its own partner
    assert np.any((x[:, 1] != 0.0) & (x[:, 1] < 0.5))


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"selector": None}, "selector is None: it has to be a text"),
        ({"seed": 1.5}, "seed is 1.5: it has to be a whole number"),
        ({"batch_size": 2.5}, "batch_size is 2.5: it has to be a whole number"),
        ({"sigma": "a"}, "sigma has the type <U1: it has to be real numbers"),
    ],
)
def test_wrong_types(more, text):
    with pytest.raises(TypeError, match=text):
        bandit(grid(), **more)


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"x0": None}, "either x0 or initial_solutions"),
        ({"x0": [0, 0]}, r"x0 has the shape \(2,\): solutions have the shape \(3,\)"),
        ({"batch_size": 0}, "batch_size is 0"),
        ({"sigma": -1.0}, "sigma is -1.0"),
        ({"sigma": None, "bounds": None}, "sigma is not given, and solutions have no bounds"),
        ({"variation": mce.Uniform(0.1)}, "sigma and variation are both given"),
        ({"selector": "best"}, "best"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_wrong_settings(more, text):
    with pytest.raises(ValueError, match=text):
        bandit(grid(), **more)


def test_refused_archives():
    space = dict(solution_dim=3, ranges=[(-1, 1)] * 2)
    with pytest.raises(TypeError, match="SlidingBoundariesArchive .* its cells move"):
        bandit(ribs.archives.SlidingBoundariesArchive(dims=[4, 4], **space))
    with pytest.raises(TypeError, match="ProximityArchive .* has no cells"):
        bandit(ribs.archives.ProximityArchive(solution_dim=3, measure_dim=2, k_neighbors=3, novelty_threshold=0.1))
    with pytest.raises(TypeError, match="DensityArchive"):
        bandit(ribs.archives.DensityArchive(measure_dim=2))
    with pytest.raises(ValueError, match="learning_rate 0.1 and threshold_min -5"):
        bandit(grid(learning_rate=0.1, threshold_min=-5.0))
    with pytest.raises(ValueError, match="learning_rate 0.5"):
        grid(mce.ribs.BanditGridArchive, learning_rate=0.5, threshold_min=0.0)
    with pytest.raises(TypeError, match="solutions are of type int32"):
        bandit(grid(solution_dtype=np.int32))
    with pytest.raises(TypeError, match="list cannot be used with our selectors: it has no cells"):
        bandit([])


@pytest.mark.skipif(not hasattr(ribs.archives, "DNSArchive"), reason="this pyribs is older than DNSArchive")
def test_refuses_dns():
    with pytest.raises(TypeError, match="DNSArchive"):
        bandit(ribs.archives.DNSArchive(solution_dim=3, measure_dim=2, capacity=10, k_neighbors=3))


def test_cvt_and_categories_and_float32():
    centroids = np.random.default_rng(1).uniform(-1, 1, (50, 2))
    cvt = ribs.archives.CVTArchive(solution_dim=3, centroids=centroids, ranges=[(-1, 1)] * 2, dtype=np.float32)
    signs = ribs.archives.CategoricalArchive(solution_dim=3, categories=[["-", "+"], ["-", "+"]])
    for archive, measures_of in [
        (cvt, lambda x: x[:, :2]),
        (signs, lambda x: np.where(x[:, :2] < 0, "-", "+").astype(object)),
    ]:
        emitter = bandit(archive, "ucb-individual")
        scheduler = Scheduler(archive, [emitter])
        for _ in range(20):
            x = scheduler.ask()
            assert x.dtype == archive.dtypes["solution"]
            scheduler.tell(-np.sum(x**2, axis=1), measures_of(x))
        assert fitness_by_cell(emitter.selector) == objective_by_cell(archive)
        assert sum(each.all_survivals for each in emitter.selector.scores().values()) > 5


def test_example(tmp_path):
    example = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "python" / "pyribs_emitter.py"))
    final = example["main"](tmp_path / "picture.png", 150)
    assert (tmp_path / "picture.png").stat().st_size > 10_000
    assert final["BanditEmitter: recommended"] > final["GaussianEmitter: uniform"]


def test_without_pyribs():
    code = "import sys; sys.modules['ribs'] = None; import mcelites as mce; mce.GridArchive; mce.ribs"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.returncode == 1
    assert "pip install '.[ribs]'" in result.stderr
