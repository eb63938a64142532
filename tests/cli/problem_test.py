# SPDX-License-Identifier: MIT
"""A problem of one's own: the same result whatever the workers do, nothing lost, nobody left behind."""

import json
import os
import random
import signal
import time
import unittest

from problem_support import WORKER, ProblemTest
from support import json_of, rows_of


class ResultTest(ProblemTest):
    def with_deaths(self):
        os.environ["DEATH"] = "0.96"
        self.addCleanup(os.environ.pop, "DEATH")

    def test_does_not_depend_on_workers_or_timing(self):
        self.with_deaths()
        first = self.run_problem("one", "--workers", 1)
        self.assertTrue(first["complete"])
        self.assertGreater(first["failed"], 10, "some fail, some die")
        for workers, delay in ((2, 0.0), (7, 0.01)):
            again = self.run_problem(f"{workers}-{delay}", "--workers", workers, delay=delay)
            self.assertEqual(again, first, f"{workers} workers, delays up to {delay} s")
        self.assert_nobody_left()

    def test_does_not_depend_on_them_without_deaths_either(self):
        first = self.run_problem("one", "--workers", 1)
        for workers, delay in ((2, 0.0), (7, 0.0), (1, 0.004), (2, 0.01), (7, 0.01)):
            again = self.run_problem(f"{workers}-{delay}", "--workers", workers, delay=delay)
            self.assertEqual(again, first, f"{workers} workers, delays up to {delay} s")

    def test_depends_on_the_seed_and_on_the_window(self):
        signatures = {self.run_problem("a", "--seed", 1)["signature"], self.run_problem("b", "--seed", 2)["signature"]}
        path = self.directory / "pot.toml"
        path.write_text("in_flight = 3\n" + path.read_text())
        signatures.add(self.run_problem("c", "--seed", 1)["signature"])
        self.assertEqual(len(signatures), 3)

    def test_has_the_recommended_selector_unless_another_is_asked_for(self):
        self.assertEqual(self.run_problem("a")["settings"]["selector"], "surprise")
        self.assertEqual(self.run_problem("b", "--selector", "Uc")["settings"]["selector"], "ucb-cell")

    def test_centroids_and_other_variations(self):
        self.write(map="centroids = 60")
        record = self.run_problem("a", "--variation", "iso-line:line=0.5")
        self.assertEqual(record["cells"], 60)
        self.assertEqual(record["settings"]["problem"]["variation"], "iso-line")
        self.assertEqual(self.run_problem("b", "--resolution", "5x4")["cells"], 20)

    def test_failures_are_counted_with_their_reasons(self):
        self.with_deaths()
        text = self.good("run", "--problem", "pot.toml", "--quiet")
        self.assertRegex(text, r"failed +\d+ of 180 individuals")
        for reason in ("too far up", "fitness is NaN", "exit"):
            self.assertIn(reason, text)

    def test_elites_are_the_best_of_what_was_evaluated(self):
        self.run_problem("out")
        entries = [json.loads(line) for line in (self.directory / "out/journal.jsonl").read_text().splitlines()[1:]]
        self.assertEqual(sorted(entry["id"] for entry in entries), list(range(1, 181)))
        best = {}
        for entry in entries:
            if "error" in entry:
                continue
            x, y = (min(max(int((value + 1) * 6), 0), 11) for value in entry["features"])
            best[12 * x + y] = max(best.get(12 * x + y, -1e9), entry["fitness"])
        found = {int(row["index"]): row["objective"] for row in rows_of(self.directory / "out/elites.csv")}
        self.assertEqual(found, best)

    def test_a_note_says_when_the_qd_score_leaves_elites_out(self):
        path = self.directory / "pot.toml"
        path.write_text(path.read_text().replace("lowest_fitness = -10", "lowest_fitness = -1"))
        self.assertIn("lowest_fitness", self.good("run", "--problem", "pot.toml", "--quiet"))


class InterruptionTest(ProblemTest):
    def killed(self, more, number, *arguments):
        """A run that a signal stops after so many more evaluations; with none, at any moment of its start."""
        before = len(self.evaluated())
        process = self.start("run", *arguments, "--quiet")
        if more == 0:
            time.sleep(random.uniform(0, 0.1))
        while len(self.evaluated()) < before + more and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(number)
        process.communicate()
        return process.returncode

    def test_kills_at_random_moments_lose_nothing(self):
        self.write(evaluations=300)
        os.environ["DELAY"] = "0.01"
        self.addCleanup(os.environ.pop, "DELAY")
        whole = self.run_problem("whole", "--workers", 3, delay=0.01)
        (self.directory / "evaluated.txt").unlink()
        rng = random.Random(7)
        kills = int(os.environ.get("PROBLEM_KILLS", "30"))
        starts = 0
        while kills > 0:
            code = self.killed(rng.choice((0, 10, 20, 40)), rng.choice((signal.SIGKILL, signal.SIGINT)),
                               *self.start_or_resume(rng))
            self.assertIn(code, (-signal.SIGKILL, 130, 0, -signal.SIGINT))
            self.assert_nobody_left()
            kills -= 1
            starts += 1
            if code == 0:
                self.check_like_whole(whole, starts)
                (self.directory / "out/journal.jsonl").unlink()
                (self.directory / "evaluated.txt").unlink()
                starts = 0
        if starts > 0:
            self.good("run", *self.start_or_resume(rng), "--quiet")
            self.check_like_whole(whole, starts + 1)
        self.assert_nobody_left()

    def start_or_resume(self, rng):
        """A kill may have come before there was a journal."""
        if (self.directory / "out/journal.jsonl").exists():
            return "--resume", "out/journal.jsonl", "--workers", rng.choice((1, 2, 5))
        return "--problem", "pot.toml", "--out", "out", "--workers", 3

    def check_like_whole(self, whole, starts):
        """The results are those of the run that nobody stopped, and little was evaluated again."""
        self.assertEqual(self.record("out"), whole)
        self.assertEqual(self.bytes_of("out/elites.csv"), self.bytes_of("whole/elites.csv"))
        repeated = len(self.evaluated()) - len(set(self.evaluated()))
        self.assertLessEqual(repeated, 8 * starts, "only what was in flight is evaluated again")

    def test_results_in_the_order_of_arrival_are_gone_on_from(self):
        self.write(order="arrival", evaluations=200)
        whole = self.run_problem("out", "--workers", 3, delay=0.01)
        self.assertTrue(whole["complete"])
        self.good("run", "--resume", "out/journal.jsonl", "--quiet")
        self.assertEqual(self.record("out"), whole, "the journal has the order")
        lines = self.bytes_of("out/journal.jsonl").splitlines(keepends=True)
        (self.directory / "out/journal.jsonl").write_bytes(b"".join(lines[:100]) + lines[100][:20])
        before = len(self.evaluated())
        self.good("run", "--resume", "out/journal.jsonl", "--quiet")
        self.assertTrue(self.record("out")["complete"])
        self.assertLessEqual(len(self.evaluated()) - before, 230 - 99, "the torn line is evaluated once more, no other")

    def test_ctrl_c_says_how_to_go_on(self):
        self.write(evaluations=100_000)
        process = self.start("run", "--problem", "pot.toml")
        while len(self.evaluated()) < 50:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate()
        self.assertEqual(process.returncode, 130)
        self.assertIn("Go on with: mce run --resume pot-seed1.journal.jsonl", output)
        self.assert_nobody_left()

    def test_too_many_breakdowns_stop_the_run_and_keep_everything(self):
        worker = WORKER.replace("if x[0] > float(os.environ.get(\"DEATH\", \"2\")):", "if request[\"id\"] > 60:").replace(
            "os._exit(3)", "print('out of licences', file=sys.stderr, flush=True); os._exit(3)")
        self.write(worker=worker)
        result = self.mce("run", "--problem", "pot.toml", "--out", "out", "--quiet", "--workers", 10)
        self.assertEqual(result.returncode, 1)
        for part in ("in a row", "out of licences", "workers.log"):
            self.assertIn(part, result.stderr)
        self.assertIn("Stopped. Go on with: mce run --resume out/journal.jsonl", result.stdout)
        self.assertFalse(json_of(self.directory / "out/run.json")["complete"])
        self.write(worker=worker.replace("> 60:", "> 10**9:"))
        text = self.good("run", "--resume", "out/journal.jsonl", "--quiet")
        self.assertNotIn("exited", text, "who was asked last gets another chance")
        self.assertEqual(self.record("out"), self.run_problem("healthy"))
        self.assert_nobody_left()


if __name__ == "__main__":
    unittest.main()
