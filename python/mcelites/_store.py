# SPDX-License-Identifier: MIT
"""Opens the SQLite file of a study to look at it. Needs nothing compiled of ours."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
import urllib.parse
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from .errors import Error

APPLICATION = 1296254257  # "MCE1"
NEWEST_FORMAT = 2

# The compiled part may have a copy of SQLite of its own. POSIX locks belong to the process, so whichever copy closes a
# file takes away the locks of the other. Therefore a file is open only while it is read, by one of them at a time, and
# not at all while this process runs its study.
_turn = threading.RLock()
_being_run: set[str] = set()


def _start_anew() -> None:
    """After a fork: a thread that is not there any more may have had its turn, or be running a study."""
    global _turn
    _turn = threading.RLock()
    _being_run.clear()


os.register_at_fork(after_in_child=_start_anew)


@contextmanager
def turn(path: str) -> Iterator[None]:
    """Whoever opens the file of a study has to wait for it."""
    with _turn:
        if os.path.realpath(path) in _being_run:
            raise RuntimeError(
                f"{path!r}: this process is running the study right now; read it afterwards, or from another process"
            )
        yield


@contextmanager
def running(path: str) -> Iterator[None]:
    """While this process runs the study, it does not read it."""
    real = os.path.realpath(path)
    with turn(path):
        _being_run.add(real)
    try:
        yield
    finally:
        with _turn:
            _being_run.discard(real)


@contextmanager
def reading(path: str) -> Iterator[sqlite3.Connection]:
    """The open file, as it is at this moment, also while another process runs the study. Raises Error for a file that
    is not of a study, or is damaged."""
    with turn(path), _errors_with(path):
        try:
            if not stat.S_ISREG(os.stat(path).st_mode):
                raise Error(f"cannot read {path!r}: not a regular file")
        except OSError as error:
            raise Error(f"cannot read {path!r}: {error.strerror}") from None
        with closing(_opened(path)) as database:
            database.execute("BEGIN")
            _check(database, path)
            yield database


@contextmanager
def _errors_with(path: str) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        text = str(error)
        if "not a database" in text:
            text = "not a study: it is no SQLite file"
        elif "malformed" in text or "no such" in text:
            text = f"damaged: {text}"
        raise Error(f"{path!r}: {text}") from None


def _opened(path: str) -> sqlite3.Connection:
    path = os.path.abspath(path)
    uri = "file:" + urllib.parse.quote(os.fsencode(path))

    def connected(query: str) -> sqlite3.Connection:
        return sqlite3.connect(f"{uri}?{query}", uri=True, timeout=10, isolation_level=None)

    if not (os.access(path, os.W_OK) and os.access(os.path.dirname(path), os.W_OK)):
        # SQLite wants to write beside the file even to read it; where nobody can, nobody changes it either.
        return connected("mode=ro" if os.path.exists(path + "-wal") else "mode=ro&immutable=1")
    database = connected("mode=rw")  # only such a connection removes the files beside it when it is closed
    database.execute("PRAGMA query_only = 1")
    return database


def _check(database: sqlite3.Connection, path: str) -> None:
    if number(database, "PRAGMA application_id") != APPLICATION:
        raise Error(f"{path!r}: an SQLite file, but not a study of mce")
    written = number(database, "PRAGMA user_version")
    if written > NEWEST_FORMAT:
        raise Error(f"{path!r}: written by a newer version of mce (format {written}, this one knows {NEWEST_FORMAT})")
    size = number(database, "PRAGMA page_count") * number(database, "PRAGMA page_size")
    # Pages may be in the log beside it instead. It cannot be emptied now, because we are reading.
    missing = size - _size(path)
    if missing > 0 and _size(path + "-wal") == 0:
        raise Error(f"{path!r}: damaged: {missing} bytes are missing at its end")


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def number(database: sqlite3.Connection, sql: str) -> int:
    row: Any = database.execute(sql).fetchone()
    return int(row[0])
