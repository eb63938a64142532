# SPDX-License-Identifier: MIT
"""Studies: many runs in one file. `run` makes them, `Study` reads them."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager, nullcontext
from types import ModuleType
from typing import Any

from ._arrays import flag, whole
from ._executors import executor_of
from ._sent_runs import Look, SentRuns
from ._store import running
from ._toml import to_toml
from .errors import Error
from .study_file import Patterns, Study as Study, compiled, listed

__all__ = ["Study", "run"]


def run(
    protocol: str | os.PathLike[str] | Mapping[str, Any],
    out: str | os.PathLike[str],
    *,
    threads: int | None = None,
    treatment: Patterns = None,
    selector: Patterns = None,
    rerun: bool = False,
    progress: bool = True,
    client: Executor | Any = None,
) -> Study:
    """Makes all runs of a protocol that the file `out` does not have yet, as `mce study run` does, and compares them.

    `protocol` is the path of a file, TOML text (of more than one line), or a dict with the same keys. `threads` is as
    many as there are cores unless it is said; it does not change the results. `treatment` and `selector` choose a part.
    `rerun` allows to make runs again whose maps are gone. Ctrl-C ends it; calling it again goes on.

    With `client`, which is a Dask client or an executor of concurrent.futures, its workers make the runs, with the same
    results. They are taken into the file as they finish, and `threads` compare them here.

    >>> import tempfile, mcelites as mce
    >>> protocol = {"repetitions": 3, "evaluations": 1000, "resolution": 10, "selectors": ["Uc", "R"],
    ...             "treatment": [{"testbed": "arm"}]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     study = mce.study.run(protocol, f"{folder}/small.mce", progress=False)
    ...     study.mean_areas("coverage")[["selector", "runs"]].values.tolist()
    [['ucb-cell', 3], ['uniform', 3]]
    """
    native = compiled("running a study")
    path = os.fsdecode(out)
    text, source = _protocol_text(protocol, path, native)
    arguments = (text, source, path)
    at_once = None if threads is None else whole(threads, "threads", 1, 1024)
    chosen = (listed(treatment, "treatment"), listed(selector, "selector"))
    may_rerun = flag(rerun, "rerun")
    executor = None if client is None else executor_of(client, "client")
    with running(path):
        try:
            with _bar(os.path.basename(path)) if progress else nullcontext() as look:
                if executor is None:
                    notes = native.run_study(*arguments, at_once, *chosen, may_rerun, look)
                else:
                    study = native.OpenStudy(*arguments, may_rerun)
                    try:
                        SentRuns(study, study.agenda(*chosen), executor, at_once or os.cpu_count() or 1, look).make()
                    finally:
                        notes = study.close()
        except Error as error:
            raise Error(str(error).replace("--rerun makes", "rerun=True makes")) from error.__cause__
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return Study(path)


@contextmanager
def _bar(title: str) -> Iterator[Look]:
    from tqdm.auto import tqdm

    with ExitStack() as open_bars:
        bar: Any = None  # only once the study is under way: what is wrong before shows no bar

        def look(evaluations: int, all_evaluations: int, runs: int, all_runs: int, treatment: str) -> None:
            nonlocal bar
            if bar is None:
                bar = open_bars.enter_context(tqdm(total=all_evaluations, desc=title, unit="", unit_scale=True))
            bar.set_postfix_str(f"{runs} of {all_runs} runs, {treatment}", refresh=False)
            bar.update(evaluations - bar.n)

        yield look
        if bar is not None:
            bar.update(bar.total - bar.n)


def _protocol_text(protocol: Any, out: str, native: ModuleType) -> tuple[str, str]:
    """The text, and what errors call it; paths in it start in the folder of that."""
    unnamed = os.path.splitext(os.path.basename(out))[0] + ".toml"
    if isinstance(protocol, Mapping):
        return to_toml(protocol), unnamed
    if isinstance(protocol, str) and "\n" in protocol:
        return protocol, unnamed
    path = os.fsdecode(protocol)
    contents: bytes = native.read_file(path)
    try:
        return contents.decode(), path
    except UnicodeDecodeError:
        raise ValueError(f"{path!r} is no protocol: it is not UTF-8 text") from None
