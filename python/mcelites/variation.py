# SPDX-License-Identifier: MIT
"""How offspring are made: each gene moves a little, and stays within its bounds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import floats, number
from ._settings import Settings

Steps = ArrayLike | None
"""One number for all genes, one for each, or None: a share of each gene's range."""


def _steps(key: str, steps: Steps) -> Settings:
    if steps is None:
        return []
    values = floats(steps, key)
    if np.ndim(steps) == 0:
        return [(key, float(values[0]))]
    if values.ndim != 1:
        raise ValueError(f"{key} has the shape {values.shape}: it has to be a number for all genes, or one for each")
    return [(key, ",".join(map(repr, values.tolist())))]


@dataclass(frozen=True)
class Gaussian:
    """Each gene moves by a normal number with the standard deviation `sigma` (default: a tenth of its range)."""

    sigma: Steps = None

    def _choice(self) -> tuple[str, Settings]:
        return "gaussian", _steps("sigma", self.sigma)


@dataclass(frozen=True)
class Uniform:
    """Each gene moves by up to `step`, all distances with the same probability (default: a tenth of its range)."""

    step: Steps = None

    def _choice(self) -> tuple[str, Settings]:
        return "uniform", _steps("step", self.step)


@dataclass(frozen=True)
class IsoLine:
    """Iso+LineDD (Vassiliades & Mouret 2018): a normal step of every gene with the standard deviation `iso` (default: a
    hundredth of its range), and one along the line to another elite, a normal number of times `line`."""

    iso: Steps = None
    line: float = 0.2

    def _choice(self) -> tuple[str, Settings]:
        return "iso-line", [*_steps("iso", self.iso), ("line", number(self.line, "line"))]


Variation = Gaussian | Uniform | IsoLine
