# SPDX-License-Identifier: MIT
"""Studies: treatments, selectors, repetitions and settings that make no sense."""

import pathlib
import shutil

import pytest

import mcelites as mce

OLD = pathlib.Path(__file__).parents[2] / "tests/data/study-0.1.0.mce"


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return mce.Study(shutil.copy(OLD, tmp_path_factory.mktemp("study") / "s.mce"))


@pytest.mark.parametrize("table", ["runs", "curves", "areas", "mean_areas", "comparisons", "tables", "robustness"])
def test_wrong_patterns_are_named(study, table):
    read = getattr(study, table)
    for key in ("treatment", "selector"):
        with pytest.raises(ValueError, match=f"{key} is an empty list: name at least one, or say None for all"):
            read(**{key: []})
        with pytest.raises(TypeError, match=f"{key} is 5: it has to be a text, or a list of texts"):
            read(**{key: 5})
        with pytest.raises(TypeError, match=rf"{key}\[0\] is None: it has to be a text"):
            read(**{key: [None]})


@pytest.mark.parametrize(("repetition", "error"), [(-1, ValueError), ("a", TypeError), (1.9, TypeError)])
def test_wrong_repetitions_are_named(study, repetition, error):
    for read in (study.runs, lambda repetition: study.elites("*", "*", repetition)):
        with pytest.raises(error, match=f"repetition is {repetition!r}: it has to be"):
            read(repetition=repetition)


@pytest.mark.parametrize(
    ("settings", "error", "text"),
    [
        ({"threads": -1}, ValueError, "threads is -1: it has to be 1 to 1,024"),
        ({"threads": "a"}, TypeError, "threads is 'a': it has to be a whole number"),
        ({"rerun": "a"}, TypeError, "rerun is 'a': it has to be True or False"),
        ({"treatment": []}, ValueError, "treatment is an empty list"),
    ],
)
def test_what_cannot_be_run(settings, error, text, tmp_path):
    protocol = {"repetitions": 1, "selectors": ["R"], "treatment": [{"testbed": "arm"}]}
    with pytest.raises(error, match=text):
        mce.study.run(protocol, tmp_path / "s.mce", progress=False, **settings)
    assert not list(tmp_path.iterdir())
