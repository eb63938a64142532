# SPDX-License-Identifier: MIT
"""One call of the user's function, and whether its answer makes sense. This runs where the executor runs it."""

from __future__ import annotations

import reprlib
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Floats, floats, table, vector

Function = Callable[[Floats], tuple[ArrayLike, ArrayLike]]
"""The user's: objective and measures of one solution, or of an array of them."""

Answer = tuple[Floats, Floats]
"""The objectives, and a row of measures for each."""


@dataclass(frozen=True)
class Failure:
    """Why a call has no answer. It is text, because not every exception can go from one process to another."""

    message: str
    details: str


class WrongAnswer(Exception):
    """The function has returned something else than objective and measures."""


def evaluate(function: Function, solutions: Floats, measure_dim: int, vectorized: bool) -> Answer | Failure:
    """Calls the function with the only row of `solutions`, or with all of them. Numbers may still be NaN."""
    try:
        answer = function(solutions if vectorized else solutions[0])
        return _batch(answer, len(solutions), measure_dim) if vectorized else _single(answer, measure_dim)
    except (Exception, SystemExit) as error:  # simulators call exit() when something is wrong
        return failure_of(error)


def failure_of(error: BaseException) -> Failure:
    """The error in a line, and with its traceback."""
    if isinstance(error, WrongAnswer):
        return Failure(str(error), str(error))
    frames = error.__traceback__
    if frames is not None and frames.tb_frame.f_code is evaluate.__code__:
        frames = frames.tb_next  # people want to see it from their own function on
    message = "".join(traceback.format_exception_only(error)).strip()
    if frames is not None:
        last = traceback.extract_tb(frames)[-1]
        message += f" ({last.filename}:{last.lineno} in {last.name})"
    return Failure(message, "".join(traceback.format_exception(type(error), error, frames)).strip())


def _pair(answer: Any) -> tuple[Any, Any]:
    try:
        objective, measures = answer
    except (TypeError, ValueError):
        raise WrongAnswer(
            f"the function returned {reprlib.repr(answer)}: it has to return a pair (objective, measures)"
        ) from None
    return objective, measures


def _single(answer: Any, measure_dim: int) -> Answer:
    objective, measures = _pair(answer)
    try:
        value = floats(objective, "objective")
        row = floats(measures, "measures")
    except (TypeError, ValueError) as error:
        raise WrongAnswer(f"the function returned {reprlib.repr(answer)}: {error}") from None
    if value.size != 1:
        raise WrongAnswer(f"objective has the shape {value.shape}: it has to be one number")
    if row.size != measure_dim or row.ndim > 2:
        raise WrongAnswer(f"measures has the shape {row.shape}: it has to be ({measure_dim},)")
    return value.reshape(1), row.reshape(1, measure_dim)


def _batch(answer: Any, count: int, measure_dim: int) -> Answer:
    objective, measures = _pair(answer)
    try:
        rows = floats(measures, "measures")
        if measure_dim == 1 and rows.ndim == 1:
            rows = rows.reshape(-1, 1)
        return vector(objective, "objective", count), table(rows, "measures", measure_dim, count)
    except (TypeError, ValueError) as error:
        raise WrongAnswer(f"with vectorized=True, {error}") from None


def not_finite(objective: float, measures: Floats) -> str:
    """Says which of the numbers is wrong."""
    if not np.isfinite(objective):
        return f"objective is {objective}: it has to be finite"
    return f"measures are {measures.tolist()}: all have to be finite"
