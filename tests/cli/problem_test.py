# SPDX-License-Identifier: MIT
"""A problem of one's own: the same result whatever the workers do, nothing lost, nobody left behind."""

import json
import os
import pathlib
import random
import signal
import textwrap
import time
import unittest

from support import ProgramTest, json_of, rows_of

# Answers late and in any order, refuses some genomes, and dies of others if DEATH says so: that takes time.
WORKER = """
    import json, os, random, sys, threading
    delay = float(os.environ.get("DELAY", "0"))
    lock = threading.Lock()

    def answer(request):
        x = request["genome"]
        if delay:
            import time
            time.sleep(random.random() * delay)
        if x[0] > float(os.environ.get("DEATH", "2")):
            os._exit(3)
        with lock:
            with open("evaluated.txt", "a") as log:
                log.write(str(request["id"]) + "\\n")
            if x[1] > 0.8:
                result = {"id": request["id"], "error": "too far up"}
            elif x[1] < -0.9:
                result = {"id": request["id"], "fitness": float("nan"), "features": x[:2]}
            else:
                result = {"id": request["id"], "fitness": -sum(g * g for g in x), "features": [x[0], x[1] * x[2]]}
            print(json.dumps(result), flush=True)

    for line in sys.stdin:
        request = json.loads(line)
        if delay:
            threading.Thread(target=answer, args=(request,)).start()
        else:
            answer(request)
"""

PROBLEM = """
    name = "pot"
    command = ["python3", "worker.py"]
    timeout = 20
    evaluations = {evaluations}
    initial = 30
    lowest_fitness = -10
    order = "{order}"
    [genome]
    dimensions = 4
    lower = -1
    upper = [1, 1, 1, 2]
    [features]
    names = ["x", "y"]
    ranges = [[-1, 1], [-1, 1]]
    {map}
    [variation]
    kind = "gaussian"
    sigma = 0.2
"""


class ProblemTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write()

    def write(self, evaluations=150, order="asked", map="resolution = [12, 12]", worker=WORKER):
        (self.directory / "worker.py").write_text(textwrap.dedent(worker))
        text = textwrap.dedent(PROBLEM).format(evaluations=evaluations, order=order, map=map)
        (self.directory / "pot.toml").write_text(text)

    def run_problem(self, directory, *arguments, delay=0.0):
        """A whole run with its results in `directory`: its record."""
        self.good("run", "--problem", "pot.toml", "--out", directory, "--quiet", *arguments,
                  environment={"DELAY": str(delay)})
        return self.record(directory)

    def record(self, directory):
        record = json_of(self.directory / directory / "run.json")
        record.pop("wall_seconds")
        record["settings"]["problem"].pop("workers")
        return record

    def evaluated(self):
        """The candidates that workers were given, in order."""
        path = self.directory / "evaluated.txt"
        return [int(line) for line in path.read_text().split()] if path.exists() else []

    def assert_nobody_left(self):
        """No process is in the directory of this test."""
        end = time.monotonic() + 10
        while True:
            left = [entry.name for entry in pathlib.Path("/proc").iterdir()
                    if entry.name.isdigit() and self.folder_of(entry) == str(self.directory.resolve())]
            if not left or time.monotonic() > end:
                self.assertEqual(left, [])
                return
            time.sleep(0.02)

    @staticmethod
    def folder_of(process):
        try:
            return os.readlink(process / "cwd")
        except OSError:
            return ""


class ResultTest(ProblemTest):
    def with_deaths(self):
        os.environ["DEATH"] = "0.96"
        self.addCleanup(os.environ.pop, "DEATH")

    def test_does_not_depend_on_workers_or_timing(self):
        self.with_deaths()
        first = self.run_problem("one", "--workers", 1)
        self.assertTrue(first["complete"])
        self.assertGreater(first["rejected_nan"], 10, "some fail, some die")
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
    def killed(self, seconds, number, *arguments):
        process = self.start("run", *arguments, "--quiet")
        time.sleep(seconds)
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
            code = self.killed(rng.uniform(0.02, 0.15), rng.choice((signal.SIGKILL, signal.SIGINT)),
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


class BadInputTest(ProblemTest):
    def test_wrong_problems_get_one_clear_line(self):
        good = (self.directory / "pot.toml").read_text()
        for old, new, *parts in (
                ('name = "pot"', 'name = "arm"', "'arm'", "testbed"),
                ("sigma = 0.2", "sigma = -1", "pot.toml:17:1", "sigma", "-1"),
                ("sigma = 0.2", "sigma = [1, 2]", "sigma", "4"),
                ('kind = "gaussian"', 'kind = "gausian"', "gausian", "gaussian"),
                ("resolution = [12, 12]", "resolution = [12]", "resolution"),
                ("resolution = [12, 12]", "resolution = [12, 12, 12]", "resolution"),
                ("dimensions = 4", "dimensions = 0", "dimensions"),
                ('command = ["python3", "worker.py"]', 'command = ["no-such-program"]', "no-such-program")):
            with self.subTest(new):
                (self.directory / "pot.toml").write_text(good.replace(old, new))
                result = self.mce("run", "--problem", "pot.toml", "--quiet")
                self.assertEqual(result.returncode, 1, result.stdout)
                self.assertEqual(list(self.directory.glob("*.jsonl")), [], "nothing was evaluated")
                for part in parts:
                    self.assertIn(part, result.stderr)
        self.assert_error(self.mce("run", "--problem", "nowhere.toml"), "nowhere.toml")

    def test_options_that_do_not_go_together(self):
        for arguments, part in ((("rastrigin",), "rastrigin"), (("--set", "a=1"), "--set"), (("--batch", 4), "in_flight"),
                                (("--workers", 0), "--workers"), (("--every", 5), "--every"), (("--variation", "gausian"), "gaussian")):
            with self.subTest(arguments):
                self.assert_error(self.mce("run", "--problem", "pot.toml", *arguments), part)

    def test_a_testbed_has_no_workers(self):
        self.assert_error(self.mce("run", "arm", "--workers", 2), "--workers", "--problem")
        self.assert_error(self.mce("run", "arm", "--variation", "gaussian"), "--variation")

    def test_not_even_force_takes_the_journal_of_a_running_process(self):
        self.write(evaluations=100_000)
        process = self.start("run", "--problem", "pot.toml", "--quiet")
        while len(self.evaluated()) < 20:
            time.sleep(0.01)
        self.assert_error(self.mce("run", "--problem", "pot.toml", "--force"), "in use")
        process.send_signal(signal.SIGINT)
        process.communicate()
        self.assertTrue((self.directory / "pot-seed1.journal.jsonl").exists())

    def test_a_problem_that_always_fails_cannot_be_resumed(self):
        self.write(worker=WORKER.replace("if x[1] > 0.8:", "if True:"))
        result = self.mce("run", "--problem", "pot.toml", "--quiet")
        self.assertEqual(result.returncode, 1)
        self.assertIn("no elite to start from", result.stderr)
        self.assertIn("--force", result.stdout)
        self.assertNotIn("--resume", result.stdout)

    def test_a_journal_is_never_overwritten_by_accident(self):
        self.good("run", "--problem", "pot.toml", "--quiet")
        before = self.bytes_of("pot-seed1.journal.jsonl")
        self.assert_error(self.mce("run", "--problem", "pot.toml"), "--resume pot-seed1.journal.jsonl", "--force")
        self.assertEqual(self.bytes_of("pot-seed1.journal.jsonl"), before)
        self.good("run", "--problem", "pot.toml", "--quiet", "--force")

    def test_forged_journals_are_refused(self):
        self.good("run", "--problem", "pot.toml", "--quiet", "--checkpoint", "j.jsonl")
        lines = (self.directory / "j.jsonl").read_text().splitlines()
        first = json.loads(lines[1])

        def forged(*entries, head=lines[0]):
            text = "\n".join([head] + [json.dumps(entry) for entry in entries]) + "\n"
            (self.directory / "j.jsonl").write_text(text)
            return self.mce("run", "--resume", "j.jsonl", "--quiet")

        for change in ({"genome": "0123456789abcdef"}, {"id": 100_000}, {"features": [0.1]}, {"fitness": "high"}):
            with self.subTest(change):
                result = forged(first | change)
                self.assertEqual(result.returncode, 1)
                self.assertRegex(result.stderr, r"journal|'j.jsonl' is damaged in line 2")
        self.assertEqual(forged(first, first).returncode, 1, "twice")
        head = json.loads(lines[0])
        head["plan"]["problem"]["in_flight"] = 0
        self.assertEqual(forged(head=json.dumps(head, separators=(",", ":"))).returncode, 1)
        head = json.loads(lines[0]) | {"behaviour": "0" * 16}
        self.assertIn("version", forged(head=json.dumps(head, separators=(",", ":"))).stderr)

    def test_another_problem_does_not_go_on_with_a_journal(self):
        self.good("run", "--problem", "pot.toml", "--quiet", "--checkpoint", "j.jsonl")
        self.good("run", "--problem", "pot.toml", "--resume", "j.jsonl", "--quiet")
        path = self.directory / "pot.toml"
        path.write_text(path.read_text().replace("sigma = 0.2", "sigma = 0.1"))
        self.assert_error(self.mce("run", "--problem", "pot.toml", "--resume", "j.jsonl"), "not the problem", "pot.toml")


if __name__ == "__main__":
    unittest.main()
