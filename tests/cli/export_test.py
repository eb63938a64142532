# SPDX-License-Identifier: MIT
"""Results of a study as tables: tidy, complete, and the same in every format."""

import contextlib
import csv
import io
import math
import sqlite3
import unittest

import numpy

from support import ProgramTest

PROTOCOL = """
name = "small"
repetitions = 3
selectors = ["Uc", "G", "R"]
evaluations = 2000
resolution = [10]
save_points = [0, 500]
[[treatment]]
testbed = "rastrigin"
[[treatment]]
testbed = "maze"
size = [4]
"""

RELATIVE = ["global_performance", "global_reliability", "precision", "coverage"]
METRICS = RELATIVE + ["qd_score", "selection_entropy"]


class Export(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.directory / "small.toml").write_text(PROTOCOL)
        self.good("study", "run", "small.toml", "--out", "s.mce", "--quiet")

    def rows(self, *arguments):
        text = self.good("export", "s.mce", *arguments)
        return list(csv.DictReader(io.StringIO(text)))

    def test_runs(self):
        rows = self.rows("--what", "runs")
        self.assertEqual(len(rows), 18)
        self.assertEqual(list(rows[0]), ["treatment", "selector", "repetition", "seed", "signature", "evaluations",
                                         "rejected", "seconds", "filled", "best", *METRICS])
        for row in rows:  # a run of a study is a run that anybody can make
            if row["treatment"].startswith("rastrigin"):
                again = self.good("run", "rastrigin", "--selector", row["selector"], "--seed", row["seed"], "--evaluations",
                                  2000, "--resolution", 10, "--quiet")
                self.assertIn(row["signature"], again)

    def test_curves_and_areas(self):
        curves = self.rows("--what", "curves")
        self.assertEqual(len(curves), 18 * 3)
        self.assertEqual(list(curves[0]), ["treatment", "selector", "repetition", "evaluations", "filled", "filled_share",
                                           "best", *METRICS])
        areas = self.rows("--what", "auc")
        self.assertEqual(list(areas[0]), ["treatment", "selector", "repetition", *METRICS])
        for number, area in enumerate(areas):
            points = curves[3 * number:3 * number + 3]
            self.assertEqual([point["evaluations"] for point in points], ["0", "500", "2000"])
            for metric in METRICS:
                start, middle, end = (float(point[metric]) for point in points)
                expected = ((start + middle) / 2 * 500 + (middle + end) / 2 * 1500) / 2000
                self.assertAlmostEqual(float(area[metric]), expected, delta=1e-12 * abs(expected))

    def test_comparisons(self):
        rows = self.rows("--what", "comparisons", "--treatment", "rastrigin*")
        self.assertEqual(len(rows), 6 * 3 * 2)
        areas = self.rows("--what", "auc", "--treatment", "rastrigin*")
        for row in rows:
            values = [float(area[row["metric"].replace("-", "_")]) for area in areas if area["selector"] == row["selector"]]
            self.assertAlmostEqual(float(row["mean"]), numpy.mean(values), delta=1e-12 * abs(numpy.mean(values)))
            self.assertIn(row["verdict"], ("better", "worse", "undecided"))
            if row["verdict"] == "better":
                self.assertGreater(float(row["difference"]), 0)
                self.assertLess(float(row["welch_p"]), 0.05 / 2)

    def test_means_over_runs(self):
        areas = self.rows("--what", "auc")
        means = self.rows("--what", "mean-auc")
        self.assertEqual(len(means), 2 * 6 * 3)
        for row in means:
            values = [float(area[row["metric"].replace("-", "_")]) for area in areas
                      if (area["treatment"], area["selector"]) == (row["treatment"], row["selector"])]
            self.assertEqual(row["runs"], "3")
            self.assertAlmostEqual(float(row["mean"]), numpy.mean(values), delta=1e-12 * abs(numpy.mean(values)))
            self.assertAlmostEqual(float(row["deviation"]), numpy.std(values, ddof=1), delta=1e-9)
        curves = self.rows("--what", "curves")
        means = self.rows("--what", "mean-curves")
        self.assertEqual(len(means), 2 * 3 * 3)
        keys = ("treatment", "selector", "evaluations")
        for row in means:
            points = [point for point in curves if all(point[key] == row[key] for key in keys)]
            self.assertEqual(len(points), 3)
            self.assertEqual(row["runs"], "3")
            for column in ("filled_share", "best", *METRICS):
                expected = numpy.mean([float(point[column]) for point in points])
                self.assertAlmostEqual(float(row[column]), expected, delta=1e-12 * max(1, abs(expected)))

    def test_tables_count_who_is_better(self):
        comparisons = self.rows("--what", "comparisons")
        tables = self.rows("--what", "tables")
        self.assertEqual([row["testbed"] for row in tables], ["rastrigin"] * 6 + ["maze"] * 6)
        for row in tables:
            for label, name in (("Uc", "ucb-cell"), ("G", "greedy"), ("R", "uniform")):
                better = [one for one in comparisons
                          if one["treatment"].startswith(row["testbed"]) and one["metric"] == row["metric"]
                          and one["selector"] == name and one["verdict"] == "better"]
                self.assertEqual(int(row[label]), len(better))
        self.assertTrue(any(int(row["Uc"]) > 0 for row in tables))
        part = self.rows("--what", "tables", "--treatment", "maze*", "--selector", "G")
        self.assertEqual([list(row) for row in part], [["testbed", "metric", "G"]] * 6)
        self.assertEqual([row["G"] for row in part], [row["G"] for row in tables[6:]])

    def test_elites_are_those_of_the_run(self):
        self.good("export", "s.mce", "--what", "elites", "--treatment", "maze*", "--selector", "Uc", "--out", "elites.csv")
        with open(self.directory / "elites.csv", newline="") as file:
            elites = list(csv.DictReader(file))
        run = self.rows("--what", "runs", "--treatment", "maze*", "--selector", "ucb-cell", "--repetition", 0)[0]
        self.assertEqual(len(elites), int(run["filled"]))
        self.good("run", "maze", "--set", "size=4", "--selector", "ucb-cell", "--seed", run["seed"], "--evaluations", 2000,
                  "--resolution", 10, "--quiet", "--out", "again")
        with open(self.directory / "again/elites.csv", newline="") as file:
            again = list(csv.DictReader(file))
        for one, other in zip(elites, again, strict=True):
            for column in one:
                self.assertEqual(one[column], other[column], column)

    def test_numpy_reads_the_same_numbers(self):
        for what in ("runs", "curves", "mean-curves", "auc", "mean-auc", "comparisons", "tables"):
            with self.subTest(what):
                rows = self.rows("--what", what)
                self.good("export", "s.mce", "--what", what, "--format", "npz", "--out", f"{what}.npz")
                with numpy.load(self.directory / f"{what}.npz") as arrays:
                    self.assertEqual(list(arrays), list(rows[0]))
                    for name in arrays:
                        for value, row in zip(arrays[name], rows, strict=True):
                            if arrays[name].dtype.kind == "U":
                                self.assertEqual(value, row[name])
                            elif row[name] == "":
                                self.assertTrue(math.isnan(value))
                            else:
                                self.assertEqual(value, float(row[name]))

    def test_a_part(self):
        rows = self.rows("--what", "auc", "--selector", "G", "--selector", "uniform", "--repetition", 2)
        self.assertEqual([(row["selector"], row["repetition"]) for row in rows], [("greedy", "2"), ("uniform", "2")] * 2)

    def test_what_is_not_measured_yet_is_empty(self):
        with contextlib.closing(sqlite3.connect(self.directory / "s.mce")) as database:
            database.execute("UPDATE treatment SET measured = 0")
            database.execute("DELETE FROM auc")
            database.execute(f"UPDATE curve SET {', '.join(f'{name} = NULL' for name in RELATIVE)}")
            database.commit()
        self.assertEqual(self.rows("--what", "auc"), [])
        self.assertEqual(self.rows("--what", "comparisons"), [])
        self.assertEqual({row["coverage"] for row in self.rows("--what", "curves")}, {""})
        self.assertIn("no treatment has all its runs yet", self.good("study", "compare", "s.mce"))

    def test_compare_with_a_metric(self):
        output = self.good("study", "compare", "s.mce", "--metric", "coverage")
        self.assertIn("95 % interval", output)
        self.assert_error(self.mce("study", "compare", "s.mce", "--metric", "coverag"), "'coverag'", "coverage")

    def test_robustness_is_that_of_the_areas(self):
        areas = self.rows("--what", "auc")
        rows = self.rows("--what", "robustness")
        self.assertEqual(list(rows[0]), ["treatment", "metric", "selector", "percent", "error", "reference"])
        self.assertEqual(len(rows), 2 * 6 * 3)
        for row in rows:
            values = {}
            for area in areas:
                if area["treatment"] == row["treatment"]:
                    values.setdefault(area["selector"], []).append(float(area[row["metric"].replace("-", "_")]))
            means = {selector: numpy.mean(runs) for selector, runs in values.items()}
            errors = {selector: numpy.std(runs, ddof=1) / math.sqrt(3) for selector, runs in values.items()}
            own = row["selector"]
            best = next(each for each in means if means[each] >= max(means.values()) * (1 - 1e-12))  # the first of equals
            self.assertEqual(row["reference"], best)
            self.assertAlmostEqual(float(row["percent"]), 100 * (means[own] / means[best] - 1), delta=1e-9)
            spread = math.hypot(errors[own], means[own] / means[best] * errors[best]) / means[best]
            self.assertAlmostEqual(float(row["error"]), 0 if own == best else 100 * spread, delta=1e-9)

    def test_compare_by_robustness(self):
        rows = [row for row in self.rows("--what", "robustness") if row["metric"] == "qd-score"]
        percents = {name: [float(row["percent"]) for row in rows if row["selector"] == name]
                    for name in ("ucb-cell", "greedy", "uniform")}
        output = self.good("study", "compare", "s.mce", "--robustness")
        self.assertIn("Reference: the highest mean of Uc G R on each treatment\n2 treatments, 3 repetitions\n", output)
        for symbol, values in zip(("Uc", "G", "R"), percents.values()):
            within = sum(value >= -1 for value in values)
            signs = {each: "0.0" if each == 0 else f"{each:+.1f}" for each in (numpy.mean(values), min(values))}
            mean, worst = (signs[each].replace("+", r"\+") for each in (numpy.mean(values), min(values)))
            self.assertRegex(output, rf"\n  {symbol} +{mean} ± [0-9.]+ +{worst} ± [0-9.]+ +{within} of 2 +0  ")
        self.assertRegex(output, r"\n  rastrigin resolution=10 .*\*")
        self.assertTrue(all(len(line) <= 100 for line in output.splitlines()), output)
        other = self.good("study", "compare", "s.mce", "--robustness", "--metric", "coverage", "--reference", "G, uniform")
        self.assertIn("\nCoverage: area under the curve", other)
        self.assertIn("highest mean of G R on", other)
        with contextlib.closing(sqlite3.connect(self.directory / "s.mce")) as database:
            database.execute("UPDATE treatment SET measured = 0 WHERE treatment = 1")
            database.commit()
        self.assertIn("1 of 2 treatments", self.good("study", "compare", "s.mce", "--robustness"))
        with contextlib.closing(sqlite3.connect(self.directory / "s.mce")) as database:
            database.execute("UPDATE treatment SET measured = 0")
            database.commit()
        self.assertIn("no treatment has all its runs yet", self.good("study", "compare", "s.mce", "--robustness"))

    def test_robustness_refuses_what_it_does_not_know(self):
        for arguments, words in ((("--robustness", "--reference", "Uc,Ui"), ("--reference", "'Ui'", "ucb-cell")),
                                 (("--robustness", "--reference", ""), ("--reference", "value")),
                                 (("--robustness", "--metric", "coverag"), ("'coverag'", "coverage")),
                                 (("--reference", "Uc"), ("--reference", "--robustness"))):
            with self.subTest(arguments=arguments):
                self.assert_error(self.mce("study", "compare", "s.mce", *arguments), *words)

    def test_errors(self):
        for arguments, words in (
                (("--what", "run"), ("'run'", "did you mean 'runs'?")),
                (("--what", "runs", "--format", "xls"), ("'xls'", "csv and npz")),
                (("--what", "runs", "--format", "npz"), ("--out",)),
                (("--what", "elites"), ("6 runs", "one treatment and one selector")),
                (("--what", "elites", "--treatment", "maze*", "--selector", "R", "--repetition", "1"), ("keep",)),
                (("--what", "runs", "--treatment", "arm"), ("'arm'",)),
                (("--what", "runs", "--selector", "Ui"), ("'Ui'",)),
                (("--what", "runs", "--repetition", "x"), ("--repetition", "'x'")),
                (("--what", "tables", "--repetition", "1"), ("--repetition '1'", "all repetitions")),
                (("--what", "runs", "--out", "no/where.csv"), ("no/where.csv",)),
                ((), ("--what",))):
            with self.subTest(arguments=arguments):
                self.assert_error(self.mce("export", "s.mce", *arguments), *words)
        self.assert_nothing_half_written()


if __name__ == "__main__":
    unittest.main()
