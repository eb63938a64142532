# SPDX-License-Identifier: MIT
"""The archives with the real pyribs and its own emitters."""

import pickle
import warnings

import mcelites as mce
import numpy as np
import pytest
from ribs.emitters import EvolutionStrategyEmitter, GaussianEmitter, GeneticAlgorithmEmitter, IsoLineEmitter
from ribs.schedulers import Scheduler
from ribs_helpers import BOUNDS, bandit, fitness_by_cell, grid, objective_by_cell, step, tallies


def cvt_archive(**more):
    centroids = np.random.default_rng(1).uniform(-1, 1, (50, 2))
    return mce.ribs.BanditCVTArchive(solution_dim=3, centroids=centroids, ranges=[(-1, 1)] * 2, seed=1, **more)


def grid_archive(**more):
    return grid(mce.ribs.BanditGridArchive, **more)


START = dict(x0=[0, 0, 0], bounds=BOUNDS, batch_size=16, seed=3)
EMITTERS = {
    "gaussian": (1, lambda archive: GaussianEmitter(archive, sigma=0.2, **START)),
    "iso-line": (2, lambda archive: IsoLineEmitter(archive, iso_sigma=0.1, **START)),
    "genetic": (
        1,
        lambda archive: GeneticAlgorithmEmitter(archive, operator="gaussian", operator_kwargs={"sigma": 0.2}, **START),
    ),
}


@pytest.mark.parametrize("mode", ["batch", "single"])
@pytest.mark.parametrize("emitter", EMITTERS)
@pytest.mark.parametrize("make", [grid_archive, cvt_archive])
def test_builtin_emitters_profit(make, emitter, mode):
    """Two emitters of a kind: exactly what is in the archive after a batch was rewarded."""
    parents, make_emitter = EMITTERS[emitter]
    archive = make(selector="ucb-cell", parents_per_solution=parents)
    scheduler = Scheduler(archive, [make_emitter(archive), make_emitter(archive)], add_mode=mode)
    step(scheduler)
    successes = 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(12):
            before = objective_by_cell(archive)
            step(scheduler)
            after = objective_by_cell(archive)
            successes += sum(before.get(cell) != value for cell, value in after.items())
    standings = archive.selector.scores().values()
    assert archive.selector.selections == 12 * 32
    assert sum(each.all_selections for each in standings) == 12 * 32
    assert sum(each.all_survivals for each in standings) == successes > 20
    assert fitness_by_cell(archive.selector) == objective_by_cell(archive)


def test_emitter_and_archive_are_the_same_run():
    """The same seeds, once with our emitter and once with pyribs' own on our archive: equal to the bit."""
    plain, ours = grid(), grid_archive()
    schedulers = [
        Scheduler(plain, [bandit(plain)]),
        Scheduler(ours, [GaussianEmitter(ours, sigma=0.2, x0=[0, 0, 0], bounds=BOUNDS, batch_size=16, seed=1)]),
    ]
    for _ in range(25):
        for each in schedulers:
            step(each)
    assert np.array_equal(plain.data("solution"), ours.data("solution"))
    assert tallies(schedulers[0].emitters[0].selector) == tallies(ours.selector)


def test_the_kth_child_is_of_the_kth_parent():
    archive = grid_archive(selector="explore-individual")
    archive.add([[-0.9, -0.9, 0], [0.9, 0.9, 0]], [1.0, 1.0], [[-0.9, -0.9], [0.9, 0.9]])
    parents = archive.sample_elites(2)
    good, bad = parents["index"]
    assert {int(good), int(bad)} == {0, 63}
    archive.add(parents["solution"], [0.0, -1.0], [[0.1, 0.1]] * 2)
    assert tallies(archive.selector)[good] == (1, 1, 1, 1)
    assert tallies(archive.selector)[bad] == (1, 0, 1, 0)


def test_second_halves_count_nowhere():
    archive = grid_archive(selector="greedy", parents_per_solution=2)
    corners = np.array([[-0.9, -0.9, 0.0], [0.9, 0.9, 0.0]])
    archive.add(corners, [0.0, 1.0], corners[:, :2])
    elites = archive.sample_elites(200)
    assert np.all(elites["index"][:100] == 63)
    assert 20 < np.sum(elites["index"][100:] == 0) < 80
    assert archive.selector.selections == 100


@pytest.mark.parametrize("parents", [1, 2])
def test_what_does_not_fit_is_not_rewarded(parents):
    """The wrong number for IsoLineEmitter, or an evolution strategy beside the emitter that samples."""
    archive = grid_archive(selector="ucb-cell", parents_per_solution=parents)
    strategy = EvolutionStrategyEmitter(archive, x0=[0, 0, 0], sigma0=0.2, es="openai_es", batch_size=16, seed=2)
    other = EMITTERS["iso-line" if parents == 2 else "gaussian"][1](archive)
    scheduler = Scheduler(archive, [other, strategy])
    with pytest.warns(RuntimeWarning, match="16 parents were sampled, and 32 or more solutions came back") as caught:
        for _ in range(20):
            step(scheduler)
    assert len(caught) == 1
    assert all(each.all_survivals == 0 for each in archive.selector.scores().values())
    assert fitness_by_cell(archive.selector) == objective_by_cell(archive)


def test_iso_line_with_one_parent_per_solution_is_noticed():
    archive = grid_archive()
    scheduler = Scheduler(archive, [EMITTERS["iso-line"][1](archive)])
    with pytest.warns(RuntimeWarning, match="2 for IsoLineEmitter"):
        for _ in range(3):
            step(scheduler)


def test_strategies_select_without_reward():
    archive = grid_archive(selector="ucb-cell", parents_per_solution=0)
    settings = dict(x0=[0, 0, 0], sigma0=0.1, es="openai_es", batch_size=8)
    emitters = [EvolutionStrategyEmitter(archive, seed=seed, **settings) for seed in range(3)]
    scheduler = Scheduler(archive, emitters)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(60):
            step(scheduler)
    assert archive.selector.selections == sum(each.restarts for each in emitters) > 0
    assert archive.selector.open_tickets() == []
    assert all(each.all_survivals == 0 for each in archive.selector.scores().values())


def test_archives_are_cleared_divided_and_pickled():
    archive = grid_archive()
    scheduler = Scheduler(archive, [EMITTERS["gaussian"][1](archive)])
    for _ in range(5):
        step(scheduler)
    twin = pickle.loads(pickle.dumps(scheduler))
    for each in (scheduler, twin):
        for _ in range(3):
            step(each)
    assert np.array_equal(archive.data("solution"), twin.archive.data("solution"))
    archive.clear()
    assert len(archive.selector) == 0
    for _ in range(3):
        step(scheduler)
    archive.retessellate([4, 4])
    for _ in range(3):
        step(scheduler)
    assert fitness_by_cell(archive.selector) == objective_by_cell(archive)


def test_sampling_without_replacement_is_that_of_pyribs():
    archive = grid_archive()
    with pytest.raises(IndexError):
        archive.sample_elites(1)
    archive.add([[-0.9, -0.9, 0], [0.9, 0.9, 0]], [1.0, 1.0], [[-0.9, -0.9], [0.9, 0.9]])
    assert set(archive.sample_elites(2, replace=False)["index"].tolist()) == {0, 63}
    assert archive.selector.selections == 0
    with pytest.raises(ValueError, match="parents_per_solution is 3"):
        grid_archive(parents_per_solution=3)
