# SPDX-License-Identifier: MIT
"""Gaussian, Uniform and IsoLine: how far genes move."""

import numpy as np
import pytest
from conftest import make_search, sphere

import mcelites as mce


def signature(variation):
    search = make_search(variation=variation, initial=10)
    for _ in range(10):
        search.tell(*sphere(search.ask(10)))
    return search.archive.signature()


def test_any_number_is_a_step():
    for kind in (mce.Gaussian, mce.Uniform, mce.IsoLine):
        expected = signature(kind(0.5))
        for same in (np.float32(0.5), np.array(0.5), [0.5] * 3, np.full(3, 0.5), np.full(3, 0.5, np.float32)):
            assert signature(kind(same)) == expected
        assert signature(kind(0.25)) != expected
        assert signature(kind([0.5, 0.5, 0.25])) != expected
    assert signature(mce.IsoLine(0.1, np.float32(0.5))) == signature(mce.IsoLine(0.1, 0.5))


@pytest.mark.parametrize(
    ("variation", "error", "text"),
    [
        (mce.Gaussian("a"), TypeError, "sigma has the type <U1: it has to be real numbers"),
        (mce.Uniform([0.1, None, 0.1]), TypeError, "step has the type object"),
        (mce.Gaussian([[0.1] * 3]), ValueError, r"sigma has the shape \(1, 3\)"),
        (mce.Gaussian([0.1, 0.2]), ValueError, "sigma"),
        (mce.Gaussian(-1), ValueError, "sigma"),
        (mce.Gaussian(np.nan), ValueError, "sigma"),
        (mce.IsoLine(line="a"), TypeError, "line is 'a': it has to be a number"),
        (mce.IsoLine(line=None), TypeError, "line"),
    ],
)
def test_what_is_no_step(variation, error, text):
    with pytest.raises(error, match=text):
        make_search(variation=variation)
