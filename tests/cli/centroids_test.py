# SPDX-License-Identifier: MIT
"""Maps with centroids instead of a grid: runs, studies, exports and reports."""

import csv
import io
import re
import unittest

from support import ProgramTest, json_of, rows_of

POINTS = [(-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5), (0.0, 0.0)]

PROTOCOL = """
repetitions = 2
selectors = ["Uc", "R"]
evaluations = 1000
[[treatment]]
testbed = "arm"
centroids = "points.csv"
[[treatment]]
testbed = "rastrigin"
features = 3
centroids = 30
"""


class Centroids(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.directory / "points.csv").write_text("# x, y\n" + "".join(f"{x}, {y}\n" for x, y in POINTS))

    def test_run(self):
        output = self.good("run", "arm", "--evaluations", 2000, "--centroids", "points.csv", "--out", "out")
        self.assertIn("of 5 cells", output)
        self.assertGreater(len(re.findall(r"^  [ .:=+*#%@-]{10,}$", output, re.MULTILINE)), 10, "a map is drawn")
        settings = json_of(self.directory / "out/run.json")["settings"]
        numbers = [number for point in POINTS for number in point]
        self.assertEqual(settings["centroids"], {"count": 5, "file": "points.csv", "points": numbers})
        self.assertNotIn("resolution", settings)
        for row in rows_of(self.directory / "out/elites.csv"):
            distances = [(row["measures_0"] - x) ** 2 + (row["measures_1"] - y) ** 2 for x, y in POINTS]
            self.assertEqual(row["index"], distances.index(min(distances)))

    def test_run_resumes(self):
        run = ("run", "arm", "--evaluations", 2000, "--centroids", 20, "--centroid-seed", 5, "--quiet")
        signature = re.search(r"signature +(\w+)", self.good(*run, "--checkpoint", "c")).group(1)
        self.assertIn(signature, self.good("run", "--resume", "c", "--quiet"))
        other = self.good("run", "arm", "--evaluations", 2000, "--centroids", 20, "--quiet")
        self.assertNotIn(signature, other, "another seed of the centroids gives another run")

    def test_errors_name_the_option_or_the_line(self):
        def error(*arguments):
            result = self.mce("run", "arm", *arguments)
            self.assertNotEqual(result.returncode, 0)
            self.assertEqual(result.stderr.count("\n"), 1)
            return result.stderr
        self.assertIn("--centroids '1.5': allowed are 0 (a grid), whole numbers", error("--centroids", "1.5"))
        self.assertIn("No such file", error("--centroids", "none.csv"))
        self.assertIn("resolution and centroids", error("--centroids", "20", "--resolution", "5"))
        self.assertIn("centroid-seed", error("--centroid-seed", "5"))
        (self.directory / "points.csv").write_text("0 0\n1 zero\n")
        self.assertIn("points.csv:2: 'zero' is no finite number", error("--centroids", "points.csv"))

    def test_study(self):
        (self.directory / "p.toml").write_text(PROTOCOL)
        self.good("study", "run", "p.toml", "--out", "s.mce", "--quiet")
        self.assertIn("on 30 cells", self.good("study", "show", "s.mce"))
        table = self.good("export", "s.mce", "--what", "centroids", "--treatment", "arm", "--selector", "Uc")
        rows = list(csv.DictReader(io.StringIO(table)))
        self.assertEqual([(float(row["centroid_0"]), float(row["centroid_1"])) for row in rows], POINTS)
        self.good("report", "s.mce", "--out", "report")
        figures = {path.name for path in (self.directory / "report/figures").iterdir()}
        for name in ("arm-fitness.png", "arm-selections.svg", "arm-animation.gif"):
            self.assertIn(name, figures)
        page = (self.directory / "report/report.html").read_text()
        self.assertIn("the map has 3 features, and a picture shows two", page)
        # A study goes on only with the same points.
        (self.directory / "points.csv").write_text("0 0\n")
        changed = self.mce("study", "run", "p.toml", "--out", "s.mce", "--quiet")
        self.assertNotEqual(changed.returncode, 0)
        self.assertIn("points", changed.stderr)


if __name__ == "__main__":
    unittest.main()
