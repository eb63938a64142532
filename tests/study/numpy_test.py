# SPDX-License-Identifier: MIT
"""NumPy and Python's csv read the tables we write."""

import csv
import math
import os
import pathlib
import subprocess
import tempfile
import unittest
import zipfile

import numpy

TEXTS = ["plain", "", 'naïve, 漢字 "🙂"', "two\nlines", "e\u0301"]
REALS = [0.1, math.nan, math.inf, -math.inf, -0.0]
WHOLES = [0, -1, 1, -2**63, 2**63 - 1]
MATRIX = [[1, 2], [3, 4], [5, 6], [7, 8], [9, 5e-324]]


def write_tables(directory, **environment):
    subprocess.run([os.environ["WRITE_TABLES"], directory], check=True, env=os.environ | environment)


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory(prefix="mce-tables-")
        cls.addClassCleanup(holder.cleanup)
        cls.directory = pathlib.Path(holder.name)
        write_tables(cls.directory)

    def npz(self, name):
        with numpy.load(self.directory / f"{name}.npz", allow_pickle=False) as file:
            return {key: file[key] for key in file.files}

    def csv(self, name):
        with open(self.directory / f"{name}.csv", newline="", encoding="utf-8") as file:
            return list(csv.reader(file))

    def shapes(self, name):
        return {key: (array.dtype.str, array.shape) for key, array in self.npz(name).items()}

    def test_names_types_and_shapes(self):
        self.assertEqual(list(self.npz("mixed")), ["real", "whole", "text", "größe"])
        self.assertEqual(self.shapes("mixed"), {"real": ("<f8", (5,)), "whole": ("<i8", (5,)), "text": ("<U13", (5,)),
                                                "größe": ("<f8", (5, 2))})

    def test_values(self):
        table = self.npz("mixed")
        self.assertEqual(table["real"].tobytes(), numpy.array(REALS).tobytes())
        self.assertEqual(table["whole"].tolist(), WHOLES)
        self.assertEqual(table["text"].tolist(), TEXTS)
        self.assertEqual(table["größe"].tolist(), MATRIX)

    def test_a_table_without_rows_keeps_its_types(self):
        self.assertEqual(self.shapes("no_rows"), {"real": ("<f8", (0,)), "whole": ("<i8", (0,)), "text": ("<U1", (0,)),
                                                  "matrix": ("<f8", (0, 3))})
        self.assertEqual(self.csv("no_rows"), [["real", "whole", "text", "matrix_0", "matrix_1", "matrix_2"]])

    def test_a_table_without_columns(self):
        self.assertEqual(self.npz("no_columns"), {})

    def test_empty_texts(self):
        self.assertEqual(self.npz("empty_texts")["text"].tolist(), ["", ""])
        self.assertEqual(self.csv("empty_texts"), [["text"], [""], [""]])

    def test_a_long_column(self):
        table = self.npz("long")
        expected = numpy.modf(numpy.arange(400_000) * 0.6180339887498949)[0]
        self.assertTrue(numpy.array_equal(table["fractions"], expected))
        self.assertTrue(numpy.array_equal(table["zeros"], numpy.zeros(400_000)))
        rows = self.csv("long")[1:]
        self.assertTrue(numpy.array_equal(numpy.array(rows, float)[:, 0], expected))

    def test_the_archive_is_sound(self):
        for path in self.directory.glob("*.npz"):
            with zipfile.ZipFile(path) as archive:
                self.assertIsNone(archive.testzip())

    def test_csv(self):
        header, *rows = self.csv("mixed")
        self.assertEqual(header, ["real", "whole", "text", "größe_0", "größe_1"])
        self.assertEqual([row[0] for row in rows], ["0.1", "", "inf", "-inf", "-0"])
        self.assertEqual([int(row[1]) for row in rows], WHOLES)
        self.assertEqual([row[2] for row in rows], TEXTS)
        self.assertEqual([[float(field) for field in row[3:]] for row in rows], MATRIX)

    def test_the_same_bytes_at_another_time_and_place(self):
        with tempfile.TemporaryDirectory(prefix="mce-tables-") as other:
            write_tables(other, TZ="Asia/Tokyo", LC_ALL="C")
            for path in self.directory.iterdir():
                self.assertEqual(path.read_bytes(), (pathlib.Path(other) / path.name).read_bytes(), path.name)


if __name__ == "__main__":
    unittest.main()
