# SPDX-License-Identifier: MIT
"""Pictures that workers draw of what they evaluate: kept for the elites, wherever elites are kept."""

import json
import signal
import sqlite3
import time
import unittest

from problem_support import ProblemTest

# Draws every individual but each third one. The picture says of which genome it is.
DRAWING = """
    import json, os, sys, time
    for line in sys.stdin:
        request = json.loads(line)
        time.sleep(float(os.environ.get("DELAY", "0")))
        x = request["genome"]
        answer = {"id": request["id"], "fitness": -sum(g * g for g in x), "features": [x[0], x[1] * x[2]]}
        if request["id"] % 3:
            answer["svg"] = '<svg a="ä">' + json.dumps(x) + "</svg>"
        print(json.dumps(answer), flush=True)
"""


class PicturesTest(ProblemTest):
    def setUp(self):
        super().setUp()
        self.write(worker=DRAWING)

    def pictures(self, directory):
        lines = (self.directory / directory / "pictures.jsonl").read_text().splitlines()
        return {each["index"]: each["svg"] for each in map(json.loads, lines)}

    def elites(self, directory):
        rows = (self.directory / directory / "elites.csv").read_text().splitlines()[1:]
        return {int(row.split(",")[0]): [float(gene) for gene in row.split(",")[1:5]] for row in rows}

    def test_are_those_of_the_elites(self):
        self.run_problem("results")
        pictures, elites = self.pictures("results"), self.elites("results")
        self.assertGreater(len(pictures), 20)
        self.assertLess(len(pictures), len(elites), "some elites were not drawn")
        for cell, svg in pictures.items():
            self.assertEqual(json.loads(svg.removeprefix('<svg a="ä">').removesuffix("</svg>")), elites[cell])
        text = self.good("run", "--problem", "pot.toml", "--out", "others", "--quiet")
        self.assertIn("run.json, pictures.jsonl in others", text)

    def test_survive_an_interruption(self):
        self.run_problem("whole")
        process = self.start("run", "--problem", "pot.toml", "--out", "part", "--quiet", "--workers", 1)
        journal = self.directory / "part/journal.jsonl"
        while not journal.exists() or journal.read_text().count("\n") < 40:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        self.good("run", "--resume", "part/journal.jsonl", "--out", "part", "--quiet")
        self.assertEqual(self.pictures("part"), self.pictures("whole"))

    def test_of_a_former_run_are_removed(self):
        self.run_problem("results")
        self.write()
        self.good("run", "--problem", "pot.toml", "--out", "results", "--checkpoint", "new.jsonl", "--quiet")
        self.assertFalse((self.directory / "results/pictures.jsonl").exists())

    def test_of_somebody_else_are_not_replaced(self):
        (self.directory / "results").mkdir()
        (self.directory / "results/pictures.jsonl").write_text("mine")
        self.assert_error(self.mce("run", "--problem", "pot.toml", "--out", "results", "--quiet"), "pictures.jsonl", "--force")
        self.assertEqual(self.bytes_of("results/pictures.jsonl"), b"mine")

    def test_stay_in_a_study(self):
        (self.directory / "mine.toml").write_text(
            'repetitions = 2\nselectors = ["Uc"]\nkeep = "first"\n[[treatment]]\nproblem = "pot.toml"\n')
        self.good("study", "run", "mine.toml", "--out", "s.mce", "--quiet")
        with sqlite3.connect(self.directory / "s.mce") as store:
            kept = store.execute("SELECT repetition, count(*) FROM picture GROUP BY 1").fetchall()
        self.assertEqual([repetition for repetition, _ in kept], [0])
        self.assertGreater(kept[0][1], 20)

    def test_that_are_wrong_are_failures(self):
        self.write(worker=DRAWING.replace("<svg a", "<img a"))
        record = self.run_problem("results")
        self.assertGreater(record["failed"], 50)
        text = self.good("run", "--problem", "pot.toml", "--quiet")
        self.assertIn("svg begins with '<img a=", text)


if __name__ == "__main__":
    unittest.main()
