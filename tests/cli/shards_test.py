# SPDX-License-Identifier: MIT
"""A study in shards: whatever happens to them, merged they equal the study run in one piece, table by table."""

import os
import pathlib
import random
import resource
import shutil
import signal
import sqlite3
import time
import unittest

from study_test import StudyTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A slice of protocols/quick.toml: a treatment of each testbed, of the same sizes, with fewer runs.
SLICE = """
name = "slice"
seed = 1
repetitions = 3
selectors = "paper"
evaluations = 5000
[[treatment]]
testbed = "rastrigin"
[[treatment]]
testbed = "arm"
[[treatment]]
testbed = "maze"
size = 8
fitness = "path"
features = "corners,horizontal-symmetry"
"""


class ShardsTest(StudyTest):
    def shards(self, protocol, count=3, *arguments):
        for i in range(1, count + 1):
            self.good("study", "run", protocol, "--shard", f"{i}/{count}", "--out", f"{i}.mce", "--quiet", *arguments)
        return [f"{i}.mce" for i in range(1, count + 1)]

    def is_begun(self, shard):
        """Killed before, it leaves an empty file, or none."""
        path = self.directory / shard
        return path.exists() and path.stat().st_size > 0

    def assert_merged(self, *shards):
        self.good("study", "merge", "out.mce", *shards, "--quiet")
        self.assertEqual(self.contents("out.mce"), self.contents("whole.mce"))

    def test_smoke_toml(self):
        smoke = ROOT / "protocols/smoke.toml"
        self.good(*self.study("whole.mce", "--quiet", protocol=smoke))
        shards = self.shards(smoke)
        self.assert_merged(*shards)
        self.assert_merged(*reversed(shards), shards[0])

    def test_a_slice_of_quick_toml(self):
        (self.directory / "slice.toml").write_text(SLICE)
        self.good(*self.study("whole.mce", "--quiet", protocol="slice.toml"))
        shards = self.shards("slice.toml")
        self.assert_merged(*shards)
        (self.directory / "out.mce").unlink()
        self.assert_merged(shards[2], shards[0], shards[1], shards[0])

    def test_killed_and_run_again(self):
        protocol = self.protocol(evaluations=40_000)
        self.good(*self.study("whole.mce", "--quiet"))
        rng = random.Random(4)
        for i in (1, 2, 3):
            for _ in range(4):
                process = self.start("study", "run", protocol, "--shard", f"{i}/3", "--out", f"{i}.mce", "--quiet")
                while not self.is_begun(f"{i}.mce") and process.poll() is None:
                    time.sleep(0.01)
                time.sleep(rng.uniform(0.01, 0.15))
                process.send_signal(rng.choice((signal.SIGKILL, signal.SIGINT)))
                process.communicate()
            if i == 2:  # what there is, is merged before it is complete
                result = self.mce("study", "merge", "out.mce", "1.mce", "2.mce")
                self.assertEqual(result.returncode, 3, result.stderr)
                self.assertRegex(
                    result.stdout,
                    r"shard 3/3 is missing, with \d+ runs; make it with: mce study run small\.toml --shard 3/3",
                )
        self.assert_merged(*self.shards(protocol))

    def test_a_killed_merge_goes_on(self):
        protocol = self.protocol(repetitions=10)
        self.good(*self.study("whole.mce", "--quiet"))
        shards = self.shards(protocol)
        rng = random.Random(5)
        for _ in range(6):
            process = self.start("study", "merge", "out.mce", *shards, "--quiet")
            time.sleep(rng.uniform(0.005, 0.08))
            process.send_signal(rng.choice((signal.SIGKILL, signal.SIGINT)))
            process.communicate()
        self.assert_merged(*shards)

    def test_what_is_missing_is_named_with_the_command_that_makes_it(self):
        protocol = self.protocol(evaluations=2000)
        self.good(*self.study("whole.mce", "--quiet"))
        shards = self.shards(protocol)
        with sqlite3.connect(self.directory / "2.mce") as store:
            for table in ("run", "curve", "history", "auc", "map", "elites"):
                store.execute(f"DELETE FROM {table} WHERE repetition > 1")
            store.execute("UPDATE treatment SET measured = 0")
        result = self.mce("study", "merge", "out.mce", "1.mce", "2.mce", "--quiet")
        self.assertEqual((result.returncode, result.stderr), (3, ""))
        self.assertRegex(result.stdout, r"shard 2/3 is not finished: \d+ runs are missing; make them with: "
                                        r"mce study run small\.toml --shard 2/3 --out 2\.mce\n")
        self.assertRegex(result.stdout, r"shard 3/3 is missing, with \d+ runs; make it with: "
                                        r"mce study run small\.toml --shard 3/3 --out shard-3\.mce\n")
        self.good("study", "run", protocol, "--shard", "2/3", "--out", "2.mce", "--quiet")
        self.assert_merged(*shards)

    def test_the_commands_name_the_protocol_where_it_is(self):
        (self.directory / "protocols").mkdir()
        protocol = self.protocol("protocols/small.toml", evaluations=500)
        self.good("study", "run", protocol, "--shard", "30/30", "--out", "30.mce", "--quiet")
        result = self.mce("study", "merge", "out.mce", "30.mce", "--quiet")
        self.assertIn("make it with: mce study run protocols/small.toml --shard 1/30 --out shard-1.mce\n", result.stdout)
        self.assertIn("  … and 9 more shards, which are made likewise: 21 to 29\n", result.stdout)
        self.assertNotIn("in place of", result.stdout)
        (self.directory / protocol).rename(self.directory / "moved.toml")
        result = self.mce("study", "merge", "out.mce", "30.mce", "--quiet")
        self.assertIn("mce study run small.toml --shard 2/30", result.stdout)
        self.assertTrue(result.stdout.endswith("Put the path of the protocol in place of small.toml.\n"), result.stdout)

    def test_parts_that_are_no_shards_say_what_is_missing(self):
        protocol = self.protocol(evaluations=500)
        self.good("study", "run", protocol, "--only", "treatment=arm", "--out", "arm.mce", "--quiet")
        result = self.mce("study", "merge", "out.mce", "arm.mce", "--quiet")
        self.assertEqual((result.returncode, result.stderr), (3, ""))
        self.assertRegex(result.stdout, r"of rastrigin, \d+ runs are missing\n")
        self.assertNotIn("of arm", result.stdout)
        self.assertIn("mce study run small.toml --out out.mce\n", result.stdout)
        self.good("study", "run", protocol, "--out", "out.mce", "--quiet")
        self.good(*self.study("whole.mce", "--quiet"))
        self.assertEqual(self.contents("out.mce"), self.contents("whole.mce"))

    def test_of_another_study_truncated_or_wrong(self):
        protocol = self.protocol(evaluations=500)
        self.shards(protocol)
        self.protocol("other.toml", evaluations=600)
        self.good("study", "run", "other.toml", "--shard", "2/3", "--out", "other.mce", "--quiet")
        self.assert_error(self.mce("study", "merge", "out.mce", "1.mce", "other.mce"), "other.mce", "another protocol")
        size = (self.directory / "2.mce").stat().st_size
        shutil.copy(self.directory / "2.mce", self.directory / "cut.mce")
        os.truncate(self.directory / "cut.mce", size // 2)
        self.assert_error(self.mce("study", "merge", "out.mce", "1.mce", "cut.mce"), "cut.mce", "damaged")
        self.assert_error(self.mce("study", "merge", "out.mce", "missing.mce"), "missing.mce")
        self.assert_error(self.mce("study", "merge", "1.mce", "1.mce"), "1.mce", "write over")
        self.assertFalse((self.directory / "out.mce").exists())
        for shard in ("0/3", "4/3", "1", "x"):
            self.assert_error(self.mce("study", "run", protocol, "--shard", shard, "--out", "x.mce"), "--shard", f"'{shard}'")
        self.assert_error(self.mce("study", "run", protocol, "--out", "1.mce"), "1.mce", "shard 1/3")
        self.assertFalse((self.directory / "x.mce").exists())

    def test_a_disk_that_is_full_loses_nothing(self):
        protocol = self.protocol(repetitions=10, evaluations=2000)
        self.good(*self.study("whole.mce", "--quiet"))
        shards = self.shards(protocol)
        for limit in (100_000, 300_000):
            def full(limit=limit):
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

            result = self.mce("study", "merge", "out.mce", *shards, preexec_fn=full)
            self.assertEqual(result.returncode, 1, result.stdout)
            self.assertIn("out.mce", result.stderr)
        self.assert_merged(*shards)

    def test_a_shard_says_what_it_is(self):
        protocol = self.protocol(evaluations=500)
        text = self.good("study", "run", protocol, "--shard", "1/2", "--out", "1.mce")
        self.assertRegex(text, r"shard 1/2 of study small in 1\.mce: (\d+) of \1 runs")
        self.assertIn("mce study merge small.mce", text)
        self.assertRegex(self.good("study", "status", "1.mce"), r"shard +1/2\n +runs +(\d+) of \1\n")


if __name__ == "__main__":
    unittest.main()
