# SPDX-License-Identifier: MIT
"""Pictures on matplotlib. Every function takes `ax`, or makes a figure, and returns the Axes."""

from ._maps import heatmap, selections, survivals
from ._progress import progress
from ._sweeps import split_labels, sweep

__all__ = ["heatmap", "progress", "selections", "split_labels", "survivals", "sweep"]
