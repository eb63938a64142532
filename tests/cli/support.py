# SPDX-License-Identifier: MIT
"""What the tests of the command line share: the real program, a directory of its own for each test, readers."""

import csv
import json
import math
import os
import pathlib
import subprocess
import tempfile
import unittest

MCE = os.environ.get("MCE", "mce")

# Bounds of the features, by testbed.
BOUNDS = {"rastrigin": (-5.12, 5.12), "arm": (-1.0, 1.0), "maze": (0.0, 1.0)}


def rows_of(path):
    """A CSV file as a list of dictionaries of numbers."""
    with open(path, newline="") as file:
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]


def header_of(path):
    return pathlib.Path(path).read_text().split("\n", 1)[0].split(",")


def json_of(path):
    return json.loads(pathlib.Path(path).read_text())


def cell_index(measures, bounds, bins):
    """docs/algorithm.md, section 2: floor((v − lo)/(hi − lo)·k), clamped; the last feature runs fastest."""
    low, high = bounds
    index = 0
    for value, count in zip(measures, bins):
        index = index * count + min(max(math.floor((value - low) / (high - low) * count), 0), count - 1)
    return index


class ProgramTest(unittest.TestCase):
    """A test that calls the program in a directory of its own."""

    maxDiff = None

    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="mce-cli-")
        self.addCleanup(holder.cleanup)
        self.directory = pathlib.Path(holder.name)

    def environment(self, **changes):
        """The tester's own wishes about colours must not change the tests."""
        result = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLORTERM", "TERM")}
        return result | {"TERM": "xterm-256color"} | changes

    def mce(self, *arguments, environment=None, **options):
        """Calls the program, perhaps with changes to the environment, and waits for it."""
        return subprocess.run([MCE, *map(str, arguments)], cwd=self.directory, env=self.environment(**environment or {}),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, **options)

    def start(self, *arguments, **options):
        """Calls the program and does not wait."""
        process = subprocess.Popen([MCE, *map(str, arguments)], cwd=self.directory, env=self.environment(),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   **options)

        def end():
            process.kill()
            process.communicate()

        self.addCleanup(end)
        return process

    def good(self, *arguments, **options):
        """Calls the program, which has to succeed, and gives its output."""
        result = self.mce(*arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def assert_error(self, result, *parts):
        """One clear line that names all the parts, and nothing else."""
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, r"\Amce: [^\n]+\n\Z")
        self.assertEqual(result.stdout, "")
        for part in parts:
            self.assertIn(str(part), result.stderr)

    def assert_nothing_half_written(self):
        self.assertEqual(list(self.directory.rglob("*.part")), [])

    def bytes_of(self, name):
        return (self.directory / name).read_bytes()
