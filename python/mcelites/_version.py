# SPDX-License-Identifier: MIT
from ._native import version

__version__ = version()
