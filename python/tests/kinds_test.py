# SPDX-License-Identifier: MIT
"""Tables of what can be chosen by name."""

import pytest

import mcelites as mce


def test_tables():
    selectors = mce.selectors()
    assert list(selectors.columns) == ["name", "symbol", "meaning", "parameters"]
    assert selectors.set_index("name").loc["ucb-cell", "symbol"] == "Uc"
    assert selectors["name"].is_unique and selectors["symbol"].is_unique
    assert {"rastrigin", "arm", "maze", "passage"} <= set(mce.testbeds()["name"])
    assert {"uniform", "gaussian", "iso-line"} <= set(mce.variations()["name"])


def test_parameters():
    table = mce.parameters("maze").set_index("key")
    assert table.loc["size", "default"] == "8" and "64" in table.loc["size", "allowed"]
    assert mce.parameters("Uc").equals(mce.parameters("ucb-cell"))
    for name in (*mce.selectors()["name"], *mce.testbeds()["name"], *mce.variations()["name"]):
        assert list(mce.parameters(name).columns) == ["key", "default", "allowed", "meaning"]
    for wrong in ("", "ucb"):
        with pytest.raises(ValueError, match="ucb-cell"):
            mce.parameters(wrong)


def test_names_stay_functions_whatever_was_used_first():
    mce.testbed("arm")
    assert callable(mce.testbeds) and callable(mce.testbed) and callable(mce.run) and callable(mce.study.run)
