# SPDX-License-Identifier: MIT
"""Problems in studies: compared, interrupted, moved."""

import os
import random
import signal
import textwrap
import time
import unittest

from problem_support import WORKER, ProblemTest


class StudyTest(ProblemTest):
    PROTOCOL = """
        name = "mine"
        repetitions = 2
        selectors = ["recommended", "uniform"]
        [[treatment]]
        problem = "pot.toml"
        [[treatment]]
        problem = "pot.toml"
        name = "pot with centroids"
        centroids = 50
    """

    def signature(self, store):
        return next(line for line in self.good("study", "show", store).splitlines() if "signature" in line)

    def test_compares_selectors_and_survives_kills(self):
        (self.directory / "mine.toml").write_text(textwrap.dedent(self.PROTOCOL))
        text = self.good("study", "run", "mine.toml", "--out", "whole.mce", "--threads", 2)
        self.assertRegex(text, r"QD-score +\*?\d +\*?\d")
        os.environ["DELAY"] = "0.002"
        self.addCleanup(os.environ.pop, "DELAY")
        rng = random.Random(3)
        for _ in range(4):
            process = self.start("study", "run", "mine.toml", "--out", "part.mce", "--threads", 2, "--quiet")
            time.sleep(rng.uniform(0.1, 0.3))
            process.send_signal(rng.choice((signal.SIGKILL, signal.SIGINT)))
            output, _ = process.communicate()
            if process.returncode == 130:
                self.assertIn("Interrupted. No finished evaluation is lost. Go on with: mce study run", output)
            self.assert_nobody_left()
        self.good("study", "run", "mine.toml", "--out", "part.mce", "--threads", 1, "--quiet")
        self.assertEqual(self.signature("part.mce"), self.signature("whole.mce"))
        self.assertEqual(sorted(path.name for path in self.directory.glob("part.mce*")), ["part.mce"])
        self.good("report", "whole.mce", "--out", "report")
        self.assertIn("pot with centroids", (self.directory / "report/report.html").read_text())

    def test_each_treatment_has_its_own_program(self):
        for folder, offset in (("calm", 0), ("windy", 100)):
            (self.directory / folder).mkdir()
            (self.directory / folder / "pot.toml").write_text((self.directory / "pot.toml").read_text())
            worker = textwrap.dedent(WORKER).replace("-sum(", f"{offset} - sum(")
            (self.directory / folder / "worker.py").write_text(worker)
        (self.directory / "mine.toml").write_text(textwrap.dedent("""
            repetitions = 1
            selectors = ["uniform"]
            keep = "all"
            [[treatment]]
            problem = "calm/pot.toml"
            name = "calm"
            [[treatment]]
            problem = "windy/pot.toml"
            name = "windy"
            """))
        self.good("study", "run", "mine.toml", "--out", "s.mce", "--quiet", "--threads", 1)
        self.good("export", "s.mce", "--what", "elites", "--treatment", "windy", "--out", "windy.csv")
        head, *rows = (line.split(",") for line in (self.directory / "windy.csv").read_text().splitlines())
        column = next(i for i, name in enumerate(head) if name in ("fitness", "objective"))
        self.assertGreater(min(float(row[column]) for row in rows), 90)

    def test_many_short_runs_on_several_threads(self):
        (self.directory / "mine.toml").write_text(textwrap.dedent("""
            repetitions = 60
            selectors = ["uniform", "explore-cell"]
            evaluations = 2
            initial = 3
            [[treatment]]
            problem = "pot.toml"
            """))
        self.good("study", "run", "mine.toml", "--out", "s.mce", "--quiet", "--threads", 4)
        self.assertEqual(sorted(path.name for path in self.directory.glob("s.mce*")), ["s.mce"])

    def test_a_new_store_does_not_take_journals_of_an_old_one(self):
        (self.directory / "mine.toml").write_text(textwrap.dedent(self.PROTOCOL))
        self.good("study", "run", "mine.toml", "--out", "s.mce", "--quiet")
        before = self.signature("s.mce")
        (self.directory / "s.mce").unlink()
        process = self.start("study", "run", "mine.toml", "--out", "s.mce", "--quiet")
        while not list(self.directory.glob("s.mce-journals/*")):
            time.sleep(0.005)
        time.sleep(0.1)
        process.kill()
        process.communicate()
        for path in self.directory.glob("s.mce*"):
            if path.is_file():
                path.unlink()
        worker = self.directory / "worker.py"
        worker.write_text(worker.read_text().replace("-sum(", "1 - sum("))
        self.good("study", "run", "mine.toml", "--out", "s.mce", "--quiet")
        after = self.signature("s.mce")
        (self.directory / "s.mce").unlink()
        self.good("study", "run", "mine.toml", "--out", "s.mce", "--quiet")
        self.assertEqual(self.signature("s.mce"), after)
        self.assertNotEqual(after, before)

    def test_a_program_may_move_but_the_problem_may_not_change(self):
        (self.directory / "mine.toml").write_text(textwrap.dedent(self.PROTOCOL))
        path = self.directory / "pot.toml"
        path.write_text(path.read_text().replace("lowest_fitness = -10", "lowest_fitness = -1"))
        self.good("study", "run", "mine.toml", "--out", "s.mce", "--quiet", "--only", "selector=uniform")
        path.write_text(path.read_text().replace('"worker.py"', '"./worker.py"'))
        text = self.good("study", "run", "mine.toml", "--out", "s.mce", "--quiet")
        for treatment in ("pot", "pot with centroids"):
            self.assertRegex(text, rf"Note: \d+ of \d+ elites of treatment '{treatment}' .* below lowest_fitness = -1 ")
        path.write_text(path.read_text().replace("sigma = 0.2", "sigma = 0.3"))
        self.assert_error(self.mce("study", "run", "mine.toml", "--out", "s.mce"), "the problem has changed", "pot")


if __name__ == "__main__":
    unittest.main()
