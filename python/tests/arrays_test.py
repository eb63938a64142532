# SPDX-License-Identifier: MIT
"""What people pass: the numbers of it, and what is said if it is none."""

import numpy as np
import pytest
from bowls import bowls, make_search, of

from mcelites import _arrays
from mcelites._arrays import by_column, flag, floats, number, text, vector, whole

MASKED = np.ma.array([1.0, 99.0, 3.0], mask=[False, True, False])


@pytest.mark.filterwarnings("ignore:.*masked element")  # NumPy says that of lists with a masked number
@pytest.mark.parametrize("value", [MASKED, np.ma.array([1, 99, 3], mask=[0, 1, 0]), [1.0, np.ma.masked, 3.0]])
def test_masked_numbers_are_nan(value):
    np.testing.assert_array_equal(floats(value, "objective"), [1.0, np.nan, 3.0])
    assert type(floats(value, "objective")) is np.ndarray


def test_masks_in_rows_and_of_a_single_number():
    np.testing.assert_array_equal(floats([MASKED, [4, 5, 6]], "x"), [[1, np.nan, 3], [4, 5, 6]])
    assert np.isnan(floats(np.ma.masked, "x")).all()
    np.testing.assert_array_equal(floats(np.ma.array([1.0, 2.0]), "x"), [1, 2])


def test_masked_numbers_are_no_answer_of_a_function():
    def function(x):
        return np.ma.masked if x[0] > 0 else -1.0, x[:2]

    search = make_search()
    result = of(search, function, 100)
    assert 10 < result.failed < 100 and "objective is nan" in str(result.errors[0])
    assert (search.archive.data("objective") == -1).all()

    def batches(x):
        objective, measures = bowls(x)
        return objective, np.ma.array(measures, mask=measures > 0.5)

    result = of(make_search(), batches, 100, vectorized=True, batch=50)
    assert 10 < result.failed < 100 and (result.archive.data("measures") <= 0.5).all()


def test_masked_numbers_are_told_like_nan():
    search = make_search()
    objective, measures = bowls(search.ask(5))
    masked = np.ma.array(objective, mask=[0, 0, 1, 0, 0])
    with pytest.raises(ValueError, match=r"objective\[2\] = nan is not finite"):
        search.tell(masked, measures)
    assert search.tell(masked, measures, nan_fails=True)[2] == 0 and search.failed == 1


def test_a_number_is_a_vector_of_one():
    for value in (2, 2.0, np.float32(2), np.array(2.0), [2]):
        assert vector(value, "objective", 1).tolist() == [2.0]
    with pytest.raises(ValueError, match=r"objective has the shape \(1,\): it has to be \(2,\)"):
        vector(2.0, "objective", 2)


@pytest.mark.parametrize("value", [None, "a", [1.0], b"1", 1j])
def test_what_is_no_number(value):
    with pytest.raises(TypeError, match="line"):
        number(value, "line")


def test_numbers_texts_and_flags():
    for value in (2, 2.0, np.float32(2), np.array(2.0), True + 1):
        assert number(value, "line") == 2.0
    for value in (np.nan, np.inf, np.ma.masked):
        with pytest.raises(ValueError, match="line is (nan|inf): it has to be a finite number"):
            number(value, "line")
    assert text(np.str_("a"), "name") == "a" and flag(np.True_, "rerun") is True
    with pytest.raises(TypeError, match="^name is None: it has to be a text$"):
        text(None, "name")
    with pytest.raises(TypeError, match="^rerun is 1: it has to be True or False$"):
        flag(1, "rerun")
    with pytest.raises(TypeError, match="^n is 2.5: it has to be a whole number$"):
        whole(2.5, "n", 0, 10)
    with pytest.raises(ValueError, match="^seed is -1: it has to be 0 to"):
        _arrays.seed_number(-1)


def test_fields_with_several_numbers_are_several_columns():
    columns = by_column({"name": ["a", "b"], "x": np.array([[1, 2], [3, 4]]), "y": np.array([5, 6])})
    assert {name: list(values) for name, values in columns.items()} == {
        "name": ["a", "b"],
        "x_0": [1, 3],
        "x_1": [2, 4],
        "y": [5, 6],
    }
