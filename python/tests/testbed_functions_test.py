# SPDX-License-Identifier: MIT
"""Testbeds as functions of whole arrays."""

import math
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import mcelites as mce


def test_rastrigin_by_its_formula():
    rastrigin = mce.testbed("rastrigin", dimensions=3)
    x = rastrigin.random(200)
    objective, measures = rastrigin(x)
    expected = -(10 * 3 + (x**2 - 10 * np.cos(2 * np.pi * x)).sum(axis=1))
    np.testing.assert_allclose(objective, expected, rtol=1e-12)
    np.testing.assert_array_equal(measures, x[:, :2])
    assert rastrigin.bounds == [(-5.12, 5.12)] * 3 and rastrigin.ranges == [(-5.12, 5.12)] * 2
    assert rastrigin.measure_names == ["x1", "x2"] and rastrigin.solution_dim == 3


def test_arm_by_its_formula():
    arm = mce.testbed("arm", joints=5)
    angles = arm.random(100)
    objective, measures = arm(angles)
    np.testing.assert_allclose(objective, -angles.var(axis=1), rtol=1e-12)
    total = angles.cumsum(axis=1)
    np.testing.assert_allclose(measures[:, 0], np.cos(total).mean(axis=1), atol=1e-12)
    np.testing.assert_allclose(measures[:, 1], np.sin(total).mean(axis=1), atol=1e-12)
    assert arm.bounds == [(-math.pi, math.pi)] * 5


def test_passage_has_no_value_inside_the_wall():
    passage = mce.testbed("passage")
    x = np.zeros((2, 10))
    x[0, :2] = 0.0, 0.9  # in the wall
    x[1, :2] = 0.0, 0.0  # in the passage
    objective, _ = passage(x)
    assert np.isnan(objective[0]) and 0 <= objective[1] <= 1


@pytest.mark.parametrize("name", ["rastrigin", "arm", "maze", "passage"])
def test_random_solutions_are_those_a_run_starts_from(name):
    testbed = mce.testbed(name)
    solutions = testbed.random(50, seed=9)
    objective, measures = testbed(solutions)
    start = mce.run(name, seed=9, initial=50, evaluations=0)
    assert {row.tobytes() for row in start.archive.data("solution")} <= {row.tobytes() for row in solutions}
    assert start.best == objective.max()
    assert start.archive.ranges == testbed.ranges
    np.testing.assert_array_equal(testbed.random(20, seed=9), solutions[:20])
    assert not np.array_equal(testbed.random(50, seed=10), solutions)
    low, high = np.array(testbed.ranges).T
    assert np.all((measures >= low) & (measures <= high))


@pytest.mark.parametrize("name", ["rastrigin", "arm", "maze", "passage"])
@pytest.mark.parametrize("scale", ["plain", "cube", "exponential"])
def test_quality_is_what_the_qd_score_sums(name, scale):
    result = mce.run(name, evaluations=500, scale=scale)
    testbed = mce.testbed(name, scale=scale)
    objective, _ = testbed(result.archive.data("solution"))
    np.testing.assert_array_equal(objective, result.archive.data("objective"))
    assert math.isclose(testbed.quality(objective).sum(), result.qd_score, rel_tol=1e-9)


def test_profiles_and_settings():
    assert mce.testbed("rastrigin", profile="published").settings["goal"] == "maximise"
    assert mce.testbed("rastrigin").settings["goal"] == "minimise"
    assert mce.testbed("arm", fitness_noise=0.5).settings["fitness-noise"] == 0.5
    assert "dimensions=6" in repr(mce.testbed("rastrigin"))


def test_search_over_a_testbed():
    testbed = mce.testbed("arm", joints=4)
    archive = mce.GridArchive(solution_dim=4, dims=[10, 10], ranges=testbed.ranges)
    search = mce.Search(archive, bounds=testbed.bounds)
    for _ in range(20):
        search.tell(*testbed(search.ask(50)))
    assert archive.stats.coverage > 0.5


SMALL_MAZE = [[2, 10, 12], [6, 10, 9], [3, 10, 8]]


def test_mazes_by_hand():
    maze = mce.testbed("maze", size=3, fitness="path", features="corners")
    assert maze.bounds is None and maze.ranges == [(0, 1)]
    objective, measures = maze(np.ravel(SMALL_MAZE)[None])
    assert measures.tolist() == [[4 / 9]]
    assert objective.tolist() == [0]  # the path leads through all tiles: best is half of them


def changed(tile, code):
    tiles = np.ravel(SMALL_MAZE).astype(float)
    tiles[tile] = code
    return tiles


@pytest.mark.parametrize(
    "tiles, text",
    [
        (changed(0, 3), r"solutions\[1\]: tile 0 .*north.*outside"),
        (changed(0, 16), r"tile 0 is 16: allowed are whole numbers from 0 to 15"),
        (changed(4, -1), "tile 4 is -1"),
        (changed(4, 1.5), r"tile 4 is 1\.5"),
        (changed(4, math.nan), "tile 4 is nan"),
        (changed(4, 0), "tile 3 .*tile 4"),
        (np.zeros(9), "not perfect"),
        (np.ravel([[6, 10, 12], [7, 10, 9], [3, 10, 8]]), "not perfect"),  # has a cycle
    ],
)
def test_what_is_no_perfect_maze_is_refused(tiles, text):
    maze = mce.testbed("maze", size=3)
    with pytest.raises(ValueError, match=text):
        maze(np.stack([np.ravel(SMALL_MAZE), tiles]))


@pytest.mark.parametrize(
    "solutions, error, text",
    [
        (np.zeros((2, 5)), ValueError, r"\(n, 6\)"),
        (np.zeros(6), ValueError, r"\(6,\)"),
        (np.full((1, 6), 6.0), ValueError, r"solutions\[0\]: gene 1 is 6: allowed are -5.12 to 5.12"),
        (np.full((1, 6), math.nan), ValueError, "nan"),
        (np.zeros((1, 6), dtype=complex), TypeError, "real numbers"),
        ([["a"] * 6], TypeError, "real numbers"),
        ([[1, 2], [3]], ValueError, "not an array"),
    ],
)
def test_wrong_solutions(solutions, error, text):
    with pytest.raises(error, match=text):
        mce.testbed("rastrigin")(solutions)


def test_any_real_array_will_do():
    rastrigin = mce.testbed("rastrigin")
    x = np.arange(24.0).reshape(4, 6) % 5
    expected = rastrigin(x)[0]
    read_only = x.copy()
    read_only.flags.writeable = False
    for same in (x.tolist(), x.astype(np.int32), np.asfortranarray(x), np.repeat(x, 2, axis=0)[::2], read_only):
        np.testing.assert_array_equal(rastrigin(same)[0], expected)
    assert rastrigin(np.zeros((0, 6)))[1].shape == (0, 2)


def test_wrong_settings():
    with pytest.raises(ValueError, match="rastrigin"):
        mce.testbed("rastriginn")
    with pytest.raises(ValueError, match="dimensions"):
        mce.testbed("rastrigin", dimensions=0)
    with pytest.raises(ValueError, match="size"):
        mce.testbed("rastrigin", size=3)
    with pytest.raises(ValueError, match="n is -1"):
        mce.testbed("arm").random(-1)
    with pytest.raises(TypeError, match="n is 2.5: it has to be a whole number"):
        mce.testbed("arm").random(2.5)
    with pytest.raises(TypeError, match="name is 5: it has to be a text"):
        mce.testbed(5)
    with pytest.raises(TypeError, match="profile is None: it has to be a text"):
        mce.testbed("arm", profile=None)


@pytest.mark.parametrize(("seed", "error"), [(-1, ValueError), (None, TypeError), (2.5, TypeError)])
def test_wrong_seeds(seed, error):
    with pytest.raises(error, match=f"seed is {seed}: it has to be"):
        mce.testbed("arm").random(1, seed=seed)


def test_threads_and_processes_share_it():
    testbed = mce.testbed("rastrigin", scale="cube")
    x = testbed.random(2000)
    expected = testbed(x)[0]
    assert np.array_equal(pickle.loads(pickle.dumps(testbed))(x)[0], expected)
    with ThreadPoolExecutor(4) as pool:
        for objective, _ in pool.map(testbed, [x] * 8):
            np.testing.assert_array_equal(objective, expected)
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
        np.testing.assert_array_equal(pool.submit(testbed, x).result()[0], expected)
