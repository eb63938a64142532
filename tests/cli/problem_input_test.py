# SPDX-License-Identifier: MIT
"""Wrong problems, wrong options, and journals that are not what they should be."""

import json
import signal
import time
import unittest

from problem_support import WORKER, ProblemTest


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
