# SPDX-License-Identifier: MIT
"""What goes wrong outside of the program. Needs nothing else of the package."""


class Error(RuntimeError):
    """A file, or a saved state, is not what it should be; the message says what is wrong."""

    __module__ = "mcelites"
