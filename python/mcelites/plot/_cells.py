# SPDX-License-Identifier: MIT
"""The shapes of cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from .._arrays import Floats

_NEIGHBOURS = 64  # are looked at first; few cells touch more


def segments(centroids: Floats, low: float, high: float) -> Floats:
    """Where the cell of each of these numbers begins and ends: a row each, half-way to its neighbours."""
    order = np.argsort(centroids)
    ascending = centroids[order]
    edges = np.concatenate([[low], (ascending[:-1] + ascending[1:]) / 2, [high]])
    rows = np.empty((len(centroids), 2))
    rows[order] = np.column_stack([edges[:-1], edges[1:]])
    return rows


def voronoi_polygons(centroids: Floats, ranges: Sequence[tuple[float, float]]) -> list[Floats]:
    """The corners of each cell, in order, within the ranges. As in the engine, distances are in units of the ranges."""
    low = np.array([each[0] for each in ranges])
    span = np.array([each[1] for each in ranges]) - low
    points = (centroids - low) / span
    return [low + span * _cell(points, index) for index in range(len(points))]


def _cell(points: Floats, index: int) -> Floats:
    """The part of the unit square that is nearer to this point than to the others."""
    polygon = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    place = points[index]
    distances = np.hypot(*(points - place).T)
    for other in _by_distance(distances):
        if other == index:
            continue
        if distances[other] > 2 * np.hypot(*(polygon - place).T).max():
            break  # this one and all further ones are too far away to cut something off
        polygon = _nearer(polygon, place, points[other])
    return polygon


def _by_distance(distances: Floats) -> Iterator[int]:
    """The nearest points first. Most cells do not need more than some, so that the others are sorted only if needed."""
    if len(distances) <= _NEIGHBOURS:
        yield from np.argsort(distances).tolist()
        return
    parted = np.argpartition(distances, _NEIGHBOURS)
    for part in (parted[:_NEIGHBOURS], parted[_NEIGHBOURS:]):
        yield from part[np.argsort(distances[part])].tolist()


def _nearer(polygon: Floats, place: Floats, other: Floats) -> Floats:
    """The part of a convex polygon that is nearer to the one point than to the other (Sutherland & Hodgman 1974)."""
    beyond = (polygon - (place + other) / 2) @ (other - place)
    if (beyond <= 0).all():
        return polygon
    corners = []
    for corner in range(len(polygon)):
        before = corner - 1
        if (beyond[before] > 0) != (beyond[corner] > 0):
            share = beyond[before] / (beyond[before] - beyond[corner])
            corners.append(polygon[before] + share * (polygon[corner] - polygon[before]))
        if beyond[corner] <= 0:
            corners.append(polygon[corner])
    return np.array(corners)
