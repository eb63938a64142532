# SPDX-License-Identifier: MIT
"""Ten lines for a function of your own: the best solution of every kind, and a picture of them all."""

import numpy as np

import mcelites as mce


def hills(x):
    """The objective of a solution, the higher the better, and its measures: what kind of solution it is."""
    return np.mean(np.cos(2 * x) ** 2), [x[0] + x[1], x[2] - x[3]]


result = mce.illuminate(hills, bounds=[(-3, 3)] * 4, ranges=[(-6, 6)] * 2, dims=[50, 50], evaluations=40_000)
print(result)
mce.plot.heatmap(result).figure.savefig("own_function.png")
