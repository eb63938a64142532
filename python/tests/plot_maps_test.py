# SPDX-License-Identifier: MIT
"""mce.plot.heatmap: the cells, where they are, and their colours."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import mcelites as mce
import numpy as np
import pytest
from matplotlib.colors import LogNorm, SymLogNorm, to_rgb
from mcelites.plot._cells import segments, voronoi_polygons
from mcelites.plot._style import PALETTES
from plot_support import grid, nothing_global  # noqa: F401


def searched(archive: mce.Archive, batches: int = 3) -> mce.Search:
    """Fills a part of the archive. Measures are the first numbers of a solution."""
    dims = archive.measure_dim
    search = mce.Search(archive, bounds=[(-1, 1)] * dims, variation=mce.Gaussian(0.1), initial=20)
    for _ in range(batches):
        x = search.ask(20)
        middle = archive.lower_bounds + (x + 1) / 2 * (archive.upper_bounds - archive.lower_bounds)
        search.tell(-(x**2).sum(axis=1), middle)
    return search


def cvt(centroids: Any, dims: int = 2) -> mce.CVTArchive:
    return mce.CVTArchive(solution_dim=dims, ranges=[(-1, 1), (0, 5), (0, 1)][:dims], centroids=centroids)


def area(polygon: Any) -> float:
    x, y = polygon.T
    return float(abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2)


# -- heat maps of grids -----------------------------------------------------------------------------------------------


def test_a_grid_has_the_first_measure_to_the_right_and_no_colour_where_it_is_empty() -> None:
    search = searched(grid(10, 20))
    ax = mce.plot.heatmap(search.archive)
    image = ax.images[0].get_array()
    expected = search.archive.map()
    assert image.shape == (20, 10)
    assert 0 < np.isnan(expected).sum() < 200
    np.testing.assert_array_equal(image.mask, np.isnan(expected).T)
    np.testing.assert_array_equal(image.filled(np.nan), expected.T)
    assert list(ax.images[0].get_extent()) == [-1, 1, 0, 5]
    assert ax.images[0].origin == "lower"
    assert (*ax.get_xlim(), *ax.get_ylim()) == (-1, 1, 0, 5)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("measure 0", "measure 1")
    assert (ax.images[0].norm.vmin, ax.images[0].norm.vmax) == (np.nanmin(expected), np.nanmax(expected))


def test_pixels_have_the_colours_of_their_cells() -> None:
    search = searched(grid(4, 3), batches=1)
    figure, ax = plt.subplots(figsize=(4, 3), dpi=50)
    ax.set_position([0, 0, 1, 1])
    mce.plot.heatmap(search, ax, colorbar=False).set_axis_off()
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())  # type: ignore[attr-defined]
    values = search.archive.map()
    low, high = np.nanmin(values), np.nanmax(values)
    for (column, row), value in np.ndenumerate(values):
        seen = pixels[149 - (row * 50 + 25), column * 50 + 25, :3] / 255
        share = (value - low) / (high - low)
        wanted = to_rgb(PALETTES["light"].empty if np.isnan(value) else matplotlib.colormaps["viridis"](share))
        np.testing.assert_allclose(seen, wanted, atol=0.01)


def test_takes_archive_search_and_result_and_draws_on_given_axes() -> None:
    search = searched(grid(5, 5))
    figure, axes = plt.subplots(1, 3)
    result = SimpleNamespace(archive=search.archive, measure_names=["a", "b"])
    for ax, source in zip(axes, (search, search.archive, result), strict=True):
        assert mce.plot.heatmap(source, ax, colorbar=False) is ax
        np.testing.assert_array_equal(ax.images[0].get_array(), axes[0].images[0].get_array())
    assert axes[2].get_ylabel() == "b"
    assert plt.get_fignums() == [figure.number]
    assert len(figure.axes) == 3
    mce.plot.heatmap(search, axes[0])
    assert figure.axes[3].get_ylabel() == "objective"


@pytest.mark.parametrize("field", ["birth", "cell_selections", "cell_survivals", "elite_selections", "elite_survivals"])
def test_other_fields(field: str) -> None:
    search = searched(grid(6, 6), batches=20)
    image = mce.plot.heatmap(search, field=field).images[0].get_array()
    filled = ~np.isnan(search.archive.map())
    np.testing.assert_array_equal(image.mask, ~filled.T)
    np.testing.assert_array_equal(image.compressed(), search.archive.map(field).T[filled.T])


def test_shorthands_and_the_survival_rate() -> None:
    search = searched(grid(6, 6), batches=5)
    selections, survivals = (search.archive.map(f"cell_{name}") for name in ("selections", "survivals"))
    np.testing.assert_array_equal(mce.plot.selections(search).images[0].get_array().filled(0), selections.T)
    np.testing.assert_array_equal(mce.plot.survivals(search).images[0].get_array().filled(0), survivals.T)
    rate = mce.plot.heatmap(search, field="survival_rate").images[0].get_array()
    np.testing.assert_array_equal(rate.mask, (selections == 0).T)
    np.testing.assert_array_equal(rate.compressed(), (survivals / np.maximum(selections, 1)).T[(selections > 0).T])
    assert (selections[~np.isnan(search.archive.map())] == 0).any()


def fake(**maps: list[float]) -> Any:
    """An archive of one row of cells, with these numbers."""
    arrays = {name: np.array([values]) for name, values in maps.items()}
    arrays.setdefault("objective", np.zeros(np.shape(next(iter(arrays.values())))))
    edges = [np.linspace(0, 1, 2), np.linspace(0, 1, arrays["objective"].shape[1] + 1)]
    return SimpleNamespace(
        map=arrays.__getitem__, measure_dim=2, boundaries=edges, ranges=[(0, 1), (0, 1)], cells=arrays["objective"].size
    )


def test_counts_are_logarithmic_where_few_are_far_above_the_others() -> None:
    skewed = mce.plot.selections(fake(cell_selections=[0, 1, 2, 500])).images[0]
    assert isinstance(skewed.norm, SymLogNorm)
    assert skewed.norm(0) == 0 and skewed.norm(500) == 1
    assert not isinstance(mce.plot.selections(fake(cell_selections=[4, 5, 6, 9])).images[0].norm, SymLogNorm)
    assert not isinstance(mce.plot.selections(fake(cell_selections=[0, 500]), log=False).images[0].norm, SymLogNorm)
    assert isinstance(mce.plot.heatmap(fake(objective=[1, 1000]), log=True).images[0].norm, LogNorm)
    with pytest.raises(ValueError, match="objective goes down to -1: logarithmic colours are for positive"):
        mce.plot.heatmap(fake(objective=[-1, 5]), log=True)


def test_limits_of_colours() -> None:
    source = fake(objective=[1, 2, 3, np.nan])
    ax = mce.plot.heatmap(source, vmin=1.5, vmax=2.5, cmap="magma")
    assert (ax.images[0].norm.vmin, ax.images[0].norm.vmax) == (1.5, 2.5)
    assert ax.images[0].cmap.name == "magma"
    assert ax.figure.axes[1]._colorbar.extend == "both"
    assert mce.plot.heatmap(source, vmin=1.5).figure.axes[1]._colorbar.extend == "min"
    assert mce.plot.heatmap(source, vmax=2.5).figure.axes[1]._colorbar.extend == "max"
    assert mce.plot.heatmap(source, vmax=9).figure.axes[1]._colorbar.extend == "neither"
    with pytest.raises(ValueError, match="colours go from 5 to 3: vmin has to be lower"):
        mce.plot.heatmap(source, vmin=5)
    same = mce.plot.heatmap(fake(objective=[2, 2])).images[0].norm
    assert same.vmin < 2 < same.vmax
    zeros = mce.plot.selections(fake(cell_selections=[0, 0])).images[0].norm
    assert zeros.vmin == 0 < zeros.vmax


def test_three_measures_have_a_block_for_each_interval_of_the_third() -> None:
    search = searched(grid(4, 3, 5))
    ax = mce.plot.heatmap(search, labels=["a", "b", "c"])
    assert len(ax.images) == 5
    for number, image in enumerate(ax.images):
        np.testing.assert_array_equal(image.get_array().filled(np.nan), search.archive.map()[:, :, number].T)
    places = [tuple(image.get_extent()) for image in ax.images]
    assert len(set(places)) == 5
    assert places[0][0] == places[3][0] and places[0][2] > places[3][2]  # three columns, from the top
    assert [text.get_text() for text in ax.texts][:2] == ["-2 … -1.6", "-1.6 … -1.2"]
    assert "c" in ax.get_xlabel() and ax.get_ylabel() == "b"
    assert len({(image.norm.vmin, image.norm.vmax) for image in ax.images}) == 1


def test_four_measures_have_columns_and_rows_of_blocks() -> None:
    search = searched(grid(3, 2, 4, 5))
    ax = mce.plot.heatmap(search)
    by_place = {(image.get_extent()[0], image.get_extent()[2]): image for image in ax.images}
    assert len(by_place) == 20
    columns, rows = (sorted({place[axis] for place in by_place}) for axis in (0, 1))
    for third, fourth in np.ndindex(4, 5):
        image = by_place[columns[third], rows[fourth]]
        np.testing.assert_array_equal(image.get_array().filled(np.nan), search.archive.map()[:, :, third, fourth].T)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["11", "13", "15", "17", "19"]
    assert ax.get_xlabel().startswith("measure 2\n") and "measure 0, -1 … 1" in ax.get_xlabel()


def test_one_measure_has_bars() -> None:
    search = searched(grid(40), batches=1)
    values = search.archive.map()
    ax = mce.plot.heatmap(search)
    bars = ax.collections[0]
    filled = np.flatnonzero(~np.isnan(values))
    assert 0 < len(filled) < 40
    np.testing.assert_array_equal(bars.get_array(), values[filled])
    for path, cell in zip(bars.get_paths(), filled, strict=True):
        np.testing.assert_allclose(
            [path.vertices[:, 0].min(), path.vertices[:, 0].max()], [cell / 20 - 1, (cell + 1) / 20 - 1]
        )
        assert path.vertices[:, 1].max() == values[cell]
        assert path.vertices[:, 1].min() == ax.get_ylim()[0] < np.nanmin(values)
    assert ax.get_ylabel() == "objective" and len(ax.figure.axes) == 1
    assert mce.plot.selections(search, log=True).get_yscale() == "symlog"


def test_an_empty_archive_is_an_empty_map() -> None:
    assert mce.plot.heatmap(grid(3, 3)).images[0].get_array().mask.all()
    assert len(mce.plot.selections(cvt(5)).collections[0].get_paths()) == 0


# -- heat maps of CVT archives ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 7, 300])
def test_polygons_fill_the_ranges_and_are_the_cells(count: int) -> None:
    archive = cvt(count)
    polygons = voronoi_polygons(archive.centroids, archive.ranges)
    assert sum(map(area, polygons)) == pytest.approx(2 * 5, rel=1e-12)
    for cell, polygon in enumerate(polygons):
        inside = polygon.mean(axis=0) + 0.999 * (polygon - polygon.mean(axis=0))  # just within each corner
        assert (archive.index_of(inside) == cell).all()


def test_polygons_of_regular_points() -> None:
    points = np.array([[x, y] for x in (0.25, 0.75) for y in (0.25, 0.75)])
    for point, polygon in zip(points, voronoi_polygons(points, [(0, 1), (0, 1)]), strict=True):
        assert area(polygon) == pytest.approx(0.25)
        np.testing.assert_allclose(polygon.min(axis=0), point - 0.25)
    ring = np.array([[np.cos(angle), np.sin(angle)] for angle in np.linspace(0, 2 * np.pi, 101)[:-1]])
    wheel = np.vstack([[[0.5, 0.5]], 0.5 + 0.4 * ring])  # one cell with more neighbours than are looked at first
    polygons = voronoi_polygons(wheel, [(0, 1), (0, 1)])
    assert len(polygons[0]) == 100
    assert sum(map(area, polygons)) == pytest.approx(1)


def test_a_cvt_archive_has_a_polygon_for_each_elite() -> None:
    search = searched(cvt(60), batches=2)
    ax = mce.plot.heatmap(search)
    filled = ~np.isnan(search.archive.map())
    shapes = ax.collections[0]
    assert 0 < filled.sum() < 60
    np.testing.assert_array_equal(shapes.get_array(), search.archive.map()[filled])
    centroids = search.archive.centroids[filled]
    assert all(path.contains_point(place) for path, place in zip(shapes.get_paths(), centroids, strict=True))
    assert (*ax.get_xlim(), *ax.get_ylim()) == (-1, 1, 0, 5)


def test_many_centroids_are_drawn_as_pixels() -> None:
    points = np.random.default_rng(1).uniform([-1, 0], [1, 5], (2001, 2))
    search = searched(cvt(points), batches=20)
    image = mce.plot.heatmap(search).images[0].get_array()
    rows, columns = image.shape
    for row, column in [(0, 0), (30, 200), (rows - 1, columns - 1), *np.argwhere(~image.mask)[::5000]]:
        place = [-1 + 2 * (column + 0.5) / columns, 5 * (row + 0.5) / rows]
        value = search.archive.map()[search.archive.index_of_single(place)]
        assert np.isnan(value) if image.mask[row, column] else image[row, column] == value
    assert 0 < image.mask.mean() < 1


def test_centroids_of_one_measure_are_bars_half_way_to_their_neighbours() -> None:
    np.testing.assert_allclose(segments(np.array([0.5, -0.5, 0.0]), -1, 1), [[0.25, 1], [-1, -0.25], [-0.25, 0.25]])
    search = searched(cvt(5, dims=1))
    bars = mce.plot.heatmap(search).collections[0]
    widths = [np.ptp(path.vertices[:, 0]) for path in bars.get_paths()]
    assert sum(widths) == pytest.approx(2)
    np.testing.assert_array_equal(bars.get_array(), search.archive.map())


# -- wrong input ------------------------------------------------------------------------------------------------------


def test_wrong_input() -> None:
    archive = grid(3, 3)
    for arguments, error, message in [
        ((7,), TypeError, "no heat map of int: it takes an archive, a search or a result"),
        ((archive, 7), TypeError, "ax is int: it has to be the Axes of one picture"),
        ((grid(2, 2, 2, 2, 2),), ValueError, "has 5 measures, and a heat map of a grid shows 4 at most"),
        ((cvt(3, dims=3),), ValueError, "has 3 measures, and a heat map of a CVT archive shows 2 at most"),
    ]:
        with pytest.raises(error, match=message):
            mce.plot.heatmap(*arguments)
    options: list[tuple[dict[str, Any], str]] = [
        ({"field": "age"}, "no map of 'age': fields are objective, birth"),
        ({"labels": ["a"]}, "labels is \\['a'\\]: it has to be a list with 2 names"),
        ({"labels": "ab"}, "labels is 'ab'"),
        ({"theme": "blue"}, "theme is 'blue': it has to be 'auto', 'light' or 'dark'"),
        ({"cmap": "no"}, "'no'"),
    ]
    for option, message in options:
        with pytest.raises(ValueError, match=message):
            mce.plot.heatmap(archive, **option)
    assert plt.get_fignums() == []
