#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The problems in examples/ and in the guide, as their readers run them: in Python, JavaScript and C++, and in a
study with its report."""

import os
import pathlib
import re
import shutil
import unittest

from support import ProgramTest, json_of, rows_of

ROOT = pathlib.Path(__file__).resolve().parents[2]


def code_blocks(language):
    guide = (ROOT / "docs/your-own-problem.md").read_text()
    return re.findall(rf"^```{language}\n(.*?)^```$", guide, re.DOTALL | re.MULTILINE)


class BallTest(ProgramTest):
    def setUp(self):
        super().setUp()
        shutil.copytree(ROOT / "examples/ball", self.directory / "ball")

    def change(self, name, pattern, replacement):
        """Changes a line of a file, which has to be there."""
        path = self.directory / "ball" / name
        text, changes = re.subn(pattern, replacement, path.read_text(), flags=re.MULTILINE)
        self.assertEqual(changes, 1, pattern)
        path.write_text(text)

    def run_ball(self, language):
        output = self.good("run", "--problem", "ball/ball.toml", "--out", language, "--evaluations", 1000, "--quiet")
        self.assertRegex(output, r"failed +[0-9]+ of 1100 individuals\n +[0-9]+ × the ball flies backwards\n")
        return json_of(self.directory / language / "run.json")["signature"]

    def test_all_languages_give_the_same_map(self):
        python = self.run_ball("python")
        self.change("ball.toml", r"^command = .*$", 'command = ["node", "ball.js"]')
        javascript = self.run_ball("javascript")
        self.change("ball.toml", r"^command = .*$", f'command = ["{os.environ["BALL"]}"]')
        self.assertEqual([javascript, self.run_ball("c++")], [python, python])

    def test_the_map_makes_sense(self):
        self.run_ball("python")
        elites = rows_of(self.directory / "python/elites.csv")
        self.assertGreater(len(elites), 500)
        for elite in elites:
            ahead, up = elite["solution_0"], elite["solution_1"]
            self.assertLess(elite["objective"], -0.21 * (ahead**2 + up**2))
            if elite["solution_2"] <= 0:  # without a spin that lifts it, a ball stays lower than in a vacuum
                self.assertLessEqual(elite["measures_1"], up**2 / 2 / 9.81)

    def test_study_and_report(self):
        self.change("study.toml", r"^repetitions = .*$", "repetitions = 2")
        self.change("study.toml", r"^evaluations = .*$", "evaluations = 200")
        output = self.good("study", "run", "ball/study.toml", "--out", "ball.mce")
        self.assertIn("10 of 10 runs", output)
        self.assertRegex(output, r"ball \(ball, 2 repetitions\)\n +S +Uc +Ui +R +C\n")
        self.assertEqual(list(self.directory.glob("ball.mce-*")), [])  # no journals are left, and no worker complained
        self.good("report", "ball.mce", "--out", "report")
        self.assertIn("distance (m)", (self.directory / "report/figures/ball-fitness.svg").read_text())
        self.assertIn("QD-score", (self.directory / "report/report.html").read_text())


class GuideTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.first, self.complete, self.study = code_blocks("toml")

    def test_the_first_example(self):
        (self.directory / "hill.py").write_text(code_blocks("python")[0])
        (self.directory / "hill.toml").write_text(self.first)
        output = self.good("run", "--problem", "hill.toml", "--quiet")
        self.assertIn("signature    4595862b9d0006dc", output)
        self.assertIn("journal      hill-seed1.journal.jsonl", output)

    def test_the_file_with_all_keys_is_the_ball(self):
        shutil.copy(ROOT / "examples/ball/ball.py", self.directory)
        (self.directory / "kick.toml").write_text(self.complete)
        output = self.good("run", "--problem", "kick.toml", "--evaluations", 3000, "--quiet")
        self.assertIn("signature    5d22a263c2f8cd1a", output)

    def test_the_study_is_that_of_the_examples(self):
        without_comments = re.sub(r"^#.*\n", "", (ROOT / "examples/ball/study.toml").read_text(), flags=re.MULTILINE)
        self.assertEqual(self.study, without_comments)


if __name__ == "__main__":
    unittest.main()
