# SPDX-License-Identifier: MIT
"""Axes to draw on, and the colours on them, in light and in dark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import to_rgba

Theme = Literal["auto", "light", "dark"]


@dataclass(frozen=True)
class Palette:
    """The colours of a theme. Any two lines differ by 40 or more (CIELAB), also as those see them who lack one kind of
    cones (simulated after Machado et al. 2009), and stand out from the paper by a contrast of 3 or more."""

    paper: str
    ink: str
    empty: str
    """Cells without an elite. White and black are the greys that differ most from the colours of viridis."""
    lines: tuple[str, ...]


PALETTES = {
    "light": Palette(
        "#ffffff", "#1a1a1a", "#ffffff", ("#0072b2", "#cc7700", "#660044", "#ff2266", "#334400", "#9900ff")
    ),
    "dark": Palette(
        "#121212", "#e6e6e6", "#000000", ("#56b4e9", "#ee5500", "#bbff88", "#9966ff", "#ffee00", "#cc7777")
    ),
}
_DASHES = ("-", "--", ":", "-.")


class Canvas:
    """Axes with the colours for them. Without `ax` it makes a figure; only that gets the colours of a theme that was
    asked for, since axes that exist have theirs already."""

    def __init__(self, ax: Axes | None, theme: Theme, size: tuple[float, float] | None = None) -> None:
        if theme not in ("auto", "light", "dark"):
            raise ValueError(f"theme is {theme!r}: it has to be 'auto', 'light' or 'dark'")
        if ax is not None and not isinstance(ax, Axes):
            raise TypeError(
                f"ax is {type(ax).__name__}: it has to be the Axes of one picture, as plt.subplots() makes them"
            )
        self._repaint = ax is None and theme != "auto"
        self.ax: Axes = plt.subplots(figsize=size, layout="constrained")[1] if ax is None else ax
        self.palette = PALETTES[theme if theme != "auto" else "dark" if _is_dark(self.ax) else "light"]
        if self._repaint:
            self.ax.figure.set_facecolor(self.palette.paper)
            self._paint(self.ax)

    def _paint(self, ax: Axes) -> None:
        ax.set_facecolor(self.palette.paper)
        ax.tick_params(which="both", colors=self.palette.ink)
        for spine in ax.spines.values():
            spine.set_edgecolor(self.palette.ink)
        for text in (ax.title, ax.xaxis.label, ax.yaxis.label, ax.xaxis.offsetText, ax.yaxis.offsetText):
            text.set_color(self.palette.ink)

    def line_style(self, number: int) -> dict[str, Any]:
        """How the n-th line is drawn. After the last colour they come again, with other dashes."""
        rounds, colour = divmod(number, len(self.palette.lines))
        return {"color": self.palette.lines[colour], "linestyle": _DASHES[rounds % len(_DASHES)]}

    def colorbar(self, mappable: ScalarMappable, label: str, extend: str) -> None:
        bar = self.ax.figure.colorbar(mappable, ax=self.ax, label=label, extend=extend)
        if self._repaint:
            self._paint(bar.ax)
            bar.outline.set_edgecolor(self.palette.ink)

    def legend(self) -> None:
        colours: dict[str, Any] = {}
        if self._repaint:
            colours = {"facecolor": self.palette.paper, "labelcolor": self.palette.ink}
        self.ax.legend(**colours)


def luminance(colour: Any) -> float:
    """From 0, black, to 1, white, as WCAG defines it."""
    rgb = np.array(to_rgba(colour)[:3])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def _is_dark(ax: Axes) -> bool:
    for background in (ax.get_facecolor(), ax.figure.get_facecolor()):
        if to_rgba(background)[3] > 0:
            return luminance(background) < 0.18  # about half as light as white, to the eye
    return luminance(matplotlib.rcParams["text.color"]) > 0.18  # a transparent picture: text has to be readable
