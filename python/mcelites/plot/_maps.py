# SPDX-License-Identifier: MIT
"""Archives as heat maps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PolyCollection
from matplotlib.colors import Colormap, LogNorm, Normalize, SymLogNorm
from matplotlib.patches import Rectangle

from .._arrays import Floats
from ._cells import segments, voronoi_polygons
from ._style import Canvas, Theme

if TYPE_CHECKING:
    from ..archives import Archive

Values = Any
"""A masked array of float64, in the shape of the archive's map."""

Extent = tuple[float, float, float, float]
"""Left, right, bottom, top."""


@dataclass(frozen=True)
class Scale:
    """Which colour a number gets."""

    norm: Normalize
    cmap: Colormap
    low: float
    high: float


NAMES = {
    "objective": "objective",
    "birth": "evaluation of birth",
    "cell_selections": "selections",
    "cell_survivals": "survivals",
    "elite_selections": "selections of the elite",
    "elite_survivals": "survivals of the elite",
    "survival_rate": "survivals per selection",
}
"""What a map can show, and how its colour bar calls it."""

_COUNTS = ("cell_selections", "cell_survivals", "elite_selections", "elite_survivals")
_MOST_POLYGONS = 2000  # with more cells, pixels are faster, and as good to look at


def heatmap(
    archive: Any,
    ax: Axes | None = None,
    *,
    field: str = "objective",
    vmin: float | None = None,
    vmax: float | None = None,
    cmap: str | Colormap = "viridis",
    colorbar: bool = True,
    log: bool | None = None,
    labels: Sequence[str] | None = None,
    theme: Theme = "auto",
) -> Axes:
    """A map of an archive, or of the archive of a search or a result. Cells without an elite stay empty.

    `field` is objective, birth (the evaluation that an elite is from), cell_selections, cell_survivals,
    elite_selections, elite_survivals, or survival_rate (survivals divided by selections of a cell; empty where a cell
    was never selected). Colours go from `vmin` to `vmax`; by default from the lowest to the highest value, and from 0
    for counts and rates. With `log` they are logarithmic; by default they are for counts of which few are far above the
    others. `labels` are names of the measures; the result of `mce.run` has its own.

    A map of one measure has bars. One of two measures has the first to the right and the second upwards. A grid of
    three has a block for each interval of the third measure. A grid of four has columns of blocks for the third and
    rows for the fourth.

    >>> import mcelites as mce
    >>> archive = mce.GridArchive(solution_dim=2, dims=[10, 20], ranges=[(-1, 1), (0, 5)])
    >>> search = mce.Search(archive, bounds=[(-1, 1)] * 2, seed=1)
    >>> x = search.ask(100)
    >>> status = search.tell(-(x**2).sum(axis=1), abs(x * [1, 5]))
    >>> ax = mce.plot.heatmap(archive, labels=["speed", "height"])
    >>> ax.get_xlabel(), ax.get_ylabel(), ax.images[0].get_array().shape
    ('speed', 'height', (20, 10))
    """
    labels = getattr(archive, "measure_names", None) if labels is None else labels  # a run of a testbed knows them
    archive = _archive_of(archive)
    values = _values(archive, field)
    names = _measure_names(archive, labels)
    scale = _scale(values, field, vmin, vmax, log, cmap)
    dims = archive.measure_dim
    is_grid = hasattr(archive, "boundaries")
    most = 4 if is_grid else 2
    if dims > most:
        kind = "a grid" if is_grid else "a CVT archive"
        raise ValueError(
            f"the archive has {dims} measures, and a heat map of {kind} shows {most} at most: "
            "look at archive.to_pandas(), which has all elites"
        )
    canvas = Canvas(ax, theme, _figure_size(values.shape) if is_grid else None)
    if dims == 1:
        _draw_bars(canvas, archive, values, scale)
    elif not is_grid:
        _draw_cells(canvas, archive, values, scale)
    elif dims == 2:
        _draw_image(canvas, values, (*archive.ranges[0], *archive.ranges[1]), scale)
    else:
        _draw_blocks(canvas, archive, values, scale, names)
    if dims <= 2:
        canvas.ax.set_xlim(archive.ranges[0])
        canvas.ax.set_xlabel(names[0])
    if dims == 2:
        canvas.ax.set_ylim(archive.ranges[1])
        canvas.ax.set_ylabel(names[1])
    if dims == 1:  # its upright axis says what colours mean
        canvas.ax.set_ylabel(NAMES[field])
    elif colorbar:
        canvas.colorbar(ScalarMappable(scale.norm, scale.cmap), NAMES[field], _extend(values, scale))
    return canvas.ax


def selections(archive: Any, ax: Axes | None = None, **options: Any) -> Axes:
    """How often each cell was selected as a parent. The options are those of `heatmap`."""
    return heatmap(archive, ax, field="cell_selections", **options)


def survivals(archive: Any, ax: Axes | None = None, **options: Any) -> Axes:
    """How many offspring of each cell entered the archive. The options are those of `heatmap`."""
    return heatmap(archive, ax, field="cell_survivals", **options)


# -- numbers and their colours ----------------------------------------------------------------------------------------


def _archive_of(source: Any) -> Archive:
    archive = getattr(source, "archive", source)
    if not (hasattr(archive, "map") and hasattr(archive, "measure_dim")):
        raise TypeError(f"there is no heat map of {type(source).__name__}: it takes an archive, a search or a result")
    return archive  # type: ignore[no-any-return]


def _values(archive: Archive, field: str) -> Values:
    if field not in NAMES:
        raise ValueError(f"there is no map of {field!r}: fields are {', '.join(NAMES)}")
    empty = np.isnan(archive.map("objective"))
    if field != "survival_rate":
        return np.ma.masked_array(archive.map(field).astype(float), empty)
    selected = archive.map("cell_selections").astype(float)
    rate = archive.map("cell_survivals") / np.maximum(selected, 1)
    return np.ma.masked_array(rate, empty | (selected == 0))


def _measure_names(archive: Archive, labels: Sequence[str] | None) -> list[str]:
    if labels is None:
        return [f"measure {i}" for i in range(archive.measure_dim)]
    if isinstance(labels, str) or len(labels) != archive.measure_dim:
        raise ValueError(f"labels is {labels!r}: it has to be a list with {archive.measure_dim} names, one per measure")
    return list(labels)


def _scale(
    values: Values, field: str, vmin: float | None, vmax: float | None, log: bool | None, cmap: str | Colormap
) -> Scale:
    known = values.compressed()
    lowest, highest = (known.min(), known.max()) if len(known) else (0.0, 1.0)
    if log is None:
        log = field in _COUNTS and len(known) > 0 and highest > 10 * max(np.median(known), 1)
    low = float(vmin if vmin is not None else 0 if field in _COUNTS or field == "survival_rate" else lowest)
    high = float(vmax if vmax is not None else highest)
    if low == high and (vmin is None or vmax is None):  # one value: it gets a scale around it
        apart = max(abs(low), 1) / 20
        low, high = low - apart * (vmin is None and low != 0), high + apart * (vmax is None)
    if not low < high:
        raise ValueError(f"colours go from {low:g} to {high:g}: vmin has to be lower than vmax")
    norm: Normalize = Normalize(low, high)
    if log and field in _COUNTS:
        norm = SymLogNorm(linthresh=1, vmin=low, vmax=high)  # it has a place for 0
    elif log:
        if min(lowest, low) <= 0:
            raise ValueError(f"{field} goes down to {min(lowest, low):g}: logarithmic colours are for positive numbers")
        norm = LogNorm(low, high)
    return Scale(norm, matplotlib.colormaps.get_cmap(cmap), low, high)


def _extend(values: Values, scale: Scale) -> str:
    """At which ends the colour bar gets a tip, since there are values beyond."""
    known = values.compressed()
    below, above = bool((known < scale.low).any()), bool((known > scale.high).any())
    return "both" if below and above else "min" if below else "max" if above else "neither"


# -- shapes -----------------------------------------------------------------------------------------------------------


def _draw_background(canvas: Canvas, extent: Extent) -> None:
    """What empty cells show, in a frame: blocks have no other."""
    left, right, bottom, top = extent
    box = Rectangle((left, bottom), right - left, top - bottom, zorder=-1)
    box.set(facecolor=canvas.palette.empty, edgecolor=canvas.ax.spines["left"].get_edgecolor(), linewidth=0.8)
    canvas.ax.add_patch(box)


def _draw_image(canvas: Canvas, values: Values, extent: Extent, scale: Scale) -> None:
    """A grid of two measures, at this place."""
    _draw_background(canvas, extent)
    canvas.ax.imshow(
        values.T,
        norm=scale.norm,
        cmap=scale.cmap,
        extent=extent,
        origin="lower",
        aspect="auto",
        interpolation="nearest",
    )


def _draw_polygons(canvas: Canvas, polygons: Sequence[Floats], values: Values, scale: Scale) -> None:
    filled = np.flatnonzero(~np.ma.getmaskarray(values))
    shapes = PolyCollection([polygons[cell] for cell in filled.tolist()], norm=scale.norm, cmap=scale.cmap)
    shapes.set_array(values.compressed())
    shapes.set_edgecolor("face")  # otherwise the paper shows through between neighbours
    shapes.set_linewidth(0.8)
    canvas.ax.add_collection(shapes, autolim=False)


def _draw_bars(canvas: Canvas, archive: Any, values: Values, scale: Scale) -> None:
    low, high = archive.ranges[0]
    if hasattr(archive, "boundaries"):
        edges = np.column_stack([archive.boundaries[0][:-1], archive.boundaries[0][1:]])
    else:
        edges = segments(archive.centroids[:, 0], low, high)
    top, bottom = scale.high, scale.low
    # The axis begins a little lower, so that the lowest bar is not taken for an empty cell.
    if isinstance(scale.norm, LogNorm):
        bottom /= (top / bottom) ** 0.05
    else:
        bottom -= 0.2 if isinstance(scale.norm, SymLogNorm) else (top - bottom) / 20
    heights = values.filled(bottom)
    bars = [np.array([[a, bottom], [b, bottom], [b, y], [a, y]]) for (a, b), y in zip(edges, heights, strict=True)]
    _draw_background(canvas, (low, high, bottom, top))
    _draw_polygons(canvas, bars, values, scale)
    if isinstance(scale.norm, LogNorm):
        canvas.ax.set_yscale("log")
    elif isinstance(scale.norm, SymLogNorm):
        canvas.ax.set_yscale("symlog", linthresh=1)
    canvas.ax.set_ylim(bottom, top)


def _draw_cells(canvas: Canvas, archive: Any, values: Values, scale: Scale) -> None:
    """A CVT archive of two measures."""
    extent = (*archive.ranges[0], *archive.ranges[1])
    if archive.cells > _MOST_POLYGONS:
        pixels = min(max(math.ceil(math.sqrt(8 * archive.cells)), 240), 800)  # about 8 per cell
        x, y = (low + (high - low) * (np.arange(pixels) + 0.5) / pixels for low, high in archive.ranges)
        grid = np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2)
        shown = values[archive.index_of(grid)].reshape(pixels, pixels)
        _draw_image(canvas, shown, extent, scale)
        return
    _draw_background(canvas, extent)
    _draw_polygons(canvas, voronoi_polygons(archive.centroids, archive.ranges), values, scale)


# -- blocks: grids of three and of four measures ----------------------------------------------------------------------


def _figure_size(shape: tuple[int, ...]) -> tuple[float, float] | None:
    return None if len(shape) < 3 else (8.0, 6.5)


def _draw_blocks(canvas: Canvas, archive: Any, values: Values, scale: Scale, names: list[str]) -> None:
    """Each block is 1 wide and 1 high, and has the first measure to the right and the second upwards."""
    ax = canvas.ax
    third = archive.boundaries[2]
    wrapped = archive.measure_dim == 3
    columns = math.ceil(math.sqrt(len(third) - 1)) if wrapped else len(third) - 1
    rows = math.ceil((len(third) - 1) / columns) if wrapped else len(archive.boundaries[3]) - 1
    across, up = 1.08, 1.25 if wrapped else 1.08  # with a gap; one for a title is higher
    for number in np.ndindex(values.shape[2:]):
        column, row = number if not wrapped else (number[0] % columns, rows - 1 - number[0] // columns)
        _draw_image(
            canvas, values[(..., *number)], (column * across, column * across + 1, row * up, row * up + 1), scale
        )
        if wrapped:
            title = f"{third[number[0]]:.3g} … {third[number[0] + 1]:.3g}"
            ink = ax.xaxis.label.get_color()
            ax.text(column * across, row * up + 1.03, title, color=ink, fontsize="small" if columns <= 5 else "x-small")
    ax.set_xlim(-0.02, columns * across - (across - 1) + 0.02)
    ax.set_ylim(-0.02, rows * up - (0 if wrapped else up - 1) + 0.02)
    ax.spines[:].set_visible(False)
    if wrapped:
        ax.set_xticks([0, 1], [f"{each:g}" for each in archive.ranges[0]])
        ax.set_yticks([0, 1], [f"{each:g}" for each in archive.ranges[1]])
        ax.set_xlabel(f"{names[0]}   (a block for each interval of {names[2]})", loc="left")
        ax.set_ylabel(names[1], loc="bottom")
        return
    for axis, edges, step, outer, inner in (
        (ax.xaxis, third, across, 2, 0),
        (ax.yaxis, archive.boundaries[3], up, 3, 1),
    ):
        middles = (edges[:-1] + edges[1:]) / 2
        every = math.ceil(len(middles) / 10)
        places = np.arange(len(middles))[::every]
        axis.set_ticks(places * step + 0.5, [f"{middles[place]:.3g}" for place in places])
        low, high = archive.ranges[inner]
        axis.set_label_text(f"{names[outer]}\n(in each block: {names[inner]}, {low:g} … {high:g})")
