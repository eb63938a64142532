# SPDX-License-Identifier: MIT
"""Pictures in light and in dark, and those of the docs."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import mcelites as mce
import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from mcelites.plot._style import PALETTES, luminance
from plot_support import frame, grid, nothing_global  # noqa: F401

EXAMPLES = Path(__file__).parents[2] / "examples" / "python"


def contrast(one: Any, other: Any) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_colours_stand_out() -> None:
    for palette in PALETTES.values():
        assert all(contrast(colour, palette.paper) >= 3 for colour in palette.lines)
        assert contrast(palette.ink, palette.paper) >= 7
    viridis = matplotlib.colormaps["viridis"](np.linspace(0, 1, 100))
    for palette in PALETTES.values():  # far away in RGB, whatever the value
        assert min(np.linalg.norm(colour[:3] - to_rgb(palette.empty)) for colour in viridis) > 0.3


@pytest.mark.parametrize(("style", "theme"), [("default", "light"), ("dark_background", "dark"), ("ggplot", "light")])
def test_the_theme_follows_the_style_of_matplotlib(style: str, theme: str) -> None:
    with plt.style.context(style):
        assert mce.plot.heatmap(grid(2, 2)).patches[0].get_facecolor()[:3] == to_rgb(PALETTES[theme].empty)
        assert mce.plot.progress(frame([1, 2], [1, 2])).lines[0].get_color() == PALETTES[theme].lines[0]
    with plt.style.context({"figure.facecolor": "none", "axes.facecolor": "none", "text.color": "white"}):
        assert mce.plot.progress(frame([1, 2], [1, 2])).lines[0].get_color() == PALETTES["dark"].lines[0]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_of_its_own_is_readable(theme: Any) -> None:
    palette = PALETTES[theme]
    with plt.style.context("dark_background" if theme == "light" else "default"):
        maps = mce.plot.heatmap(grid(2, 2, 2), theme=theme)
        lines = mce.plot.progress({"a": frame([1, 2], [1, 2])}, theme=theme)
    lines.figure.canvas.draw()  # ticks are made when they are drawn
    texts = [maps.xaxis.label, *maps.texts, *maps.get_xticklabels(), *lines.get_xticklabels()]
    texts += [lines.yaxis.label, *lines.get_legend().get_texts()]
    texts += [maps.figure.axes[1].yaxis.label, *maps.figure.axes[1].get_yticklabels()]
    assert {to_hex(text.get_color()) for text in texts} == {palette.ink}
    papers = [maps.figure, lines.figure, lines, lines.get_legend().get_frame()]
    assert {to_hex(each.get_facecolor()) for each in papers} == {palette.paper}


def test_the_example_writes_the_pictures_of_the_docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["pictures.py", str(tmp_path)])
    runpy.run_path(str(EXAMPLES / "pictures.py"), run_name="__main__")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == sorted(
        f"{name}-{theme}.png" for name in ("maps", "cells", "curves", "blocks") for theme in ("light", "dark")
    )
    for path in tmp_path.iterdir():
        pixels = plt.imread(path)[..., :3]
        assert (pixels[0, 0] < 0.2).all() if "dark" in path.name else (pixels[0, 0] > 0.8).all()
        assert len(np.unique(pixels @ [1, 300, 90000])) > 50  # colours
