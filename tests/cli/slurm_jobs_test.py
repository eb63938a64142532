# SPDX-License-Identifier: MIT
"""The job scripts of scripts/slurm-study, run here one after the other: whatever ends them, nothing is lost."""

import os
import shutil
import signal
import unittest

from slurm_support import SlurmJobsTest


class TaskTest(SlurmJobsTest):
    def test_journals_are_kept_and_restored(self):
        self.prepared_ball(0.05)
        task = self.task(1)
        self.wait_until(lambda: (self.in_journals() or 0) > 20, task)
        task.send_signal(signal.SIGINT)
        self.assertIn("waits in the queue again", self.said(task))
        self.assertEqual(self.called(), "scontrol requeue 7_1\n")
        kept = self.directory / "out.mce.slurm/shard-1-of-1.mce-journals.tar"
        before = kept.read_bytes()
        kept.write_bytes(before[:1200])  # as on a full disk: nothing is done, and nothing overwritten
        self.assertIn("could not copy what there is of it", self.said(self.task(1), 1))
        self.assertEqual(kept.stat().st_size, 1200)
        kept.write_bytes(before)
        task = self.task(1)
        self.wait_until(lambda: self.in_journals() is not None, task)
        self.assertGreater(self.in_journals(), 20)
        self.assertIn("complete, with 2 runs", self.said(task))
        self.said(self.merge())
        self.good(*self.study("whole.mce", "--quiet"))
        self.assertEqual(self.contents("out.mce"), self.contents("whole.mce"))

    def test_without_progress_it_is_not_put_into_the_queue_again(self):
        self.prepared_ball(1000)
        for _ in range(2):  # the journal of a run that began is there before its first evaluation
            task = self.task(1)
            self.wait_until(lambda: self.in_journals() is not None, task)
            task.send_signal(signal.SIGINT)
            self.assertIn("no run and no evaluation of a problem ended within the time limit", self.said(task, 130))
        self.assertEqual(self.called(), "")

    def test_a_program_that_was_changed_after_it_was_submitted(self):
        self.prepared_ball(0)
        with open(self.directory / "ball.py", "a") as program:
            program.write("# changed\n")
        self.assertIn("was changed after it was submitted", self.said(self.task(1), 1))

    def test_results_that_could_not_be_copied_are_found_again(self):
        self.prepared(1, evaluations=2000)
        self.command("mv", f"[ ! -e {self.directory}/full ] || exit 1; exec /bin/mv \"$@\"")
        (self.directory / "full").touch()
        left = self.said(self.task(1), 1, left=1)
        self.assertIn("the next task of this shard there goes on with them", left)
        self.assertFalse((self.directory / "out.mce.slurm/shard-1-of-1.mce").exists())
        (self.directory / "full").unlink()
        again = self.said(self.task(1))
        self.assertIn("goes on with what an earlier task has left", again)
        self.assertIn(" with 36 runs; restart", again)

    def test_less_than_was_copied_is_not_taken_from_the_disk_of_the_node(self):
        self.prepared(1, evaluations=2000)
        self.said(self.task(1))
        shutil.copytree(self.directory / "out.mce.slurm", self.directory / "kept")
        for name in ("shard-1-of-1.mce", "shard-1-of-1.mce.done"):
            (self.directory / "out.mce.slurm" / name).unlink()
        task = self.task(1)
        self.wait_until(lambda: list((self.directory / "node").glob("*/digest")), task)
        self.kill(task)
        task.communicate()
        shutil.copy(self.directory / "kept/shard-1-of-1.mce", self.directory / "out.mce.slurm")
        again = self.said(self.task(1))
        self.assertNotIn("an earlier task has left", again)
        self.assertIn(" with 36 runs; restart", again)


class MergeTest(SlurmJobsTest):
    def both_shards(self):
        self.prepared(evaluations=2000)
        for number in (1, 2):
            self.said(self.task(number))
        self.good(*self.study("whole.mce", "--quiet"))

    def test_interrupted_it_is_put_into_the_queue_again_if_there_was_progress(self):
        self.both_shards()
        self.merging("""
signal.signal(signal.SIGINT, lambda *_: os._exit(130))
del words[5]  # one shard only
merge()
open(folder + "/merged", "w").close()
time.sleep(100)""")
        for code, text in ((0, "waits in the queue again"), (130, "nothing was merged within the time limit")):
            merge = self.merge()
            self.wait_until((self.directory / "merged").exists, merge)
            merge.send_signal(signal.SIGINT)
            self.assertIn(text, self.said(merge, code))
            (self.directory / "merged").unlink()
        self.assertEqual(self.called(), "scontrol requeue 8\n")
        self.merging("sys.exit(merge())")
        self.said(self.merge())
        self.assertEqual(self.contents("out.mce"), self.contents("whole.mce"))

    def test_what_others_write_meanwhile_is_merged_too(self):
        self.both_shards()
        (self.directory / "out.mce.slurm/shard-2-of-2.mce").rename(self.directory / "2.mce")
        self.assertEqual(self.mce("study", "merge", "others.mce", "2.mce", "--quiet").returncode, 3)
        self.merging("""
code = merge()
if not os.path.exists(folder + "/out.mce"):
    shutil.copy(folder + "/others.mce", folder + "/out.mce")
sys.exit(code)""")
        self.assertIn("has changed meanwhile", self.said(self.merge()))
        self.assertEqual(self.contents("out.mce"), self.contents("whole.mce"))

    def test_another_study_that_appears_meanwhile_stays(self):
        self.both_shards()
        self.protocol("other.toml", evaluations=600)
        self.good(*self.study("other.mce", "--quiet", protocol="other.toml"))
        self.merging("""
code = merge()
shutil.copy(folder + "/other.mce", folder + "/out.mce")
sys.exit(code)""")
        self.assertIn("what was merged from the shards is in", self.said(self.merge(), 1))
        self.assertEqual(self.contents("out.mce"), self.contents("other.mce"))
        self.assertEqual(self.contents("out.mce.slurm/merged.mce"), self.contents("whole.mce"))

    def test_a_damaged_shard_is_left_out_and_made_again(self):
        self.both_shards()
        shard = self.directory / "out.mce.slurm/shard-1-of-2.mce"
        os.truncate(shard, shard.stat().st_size // 2)
        merged = self.said(self.merge(), 3)
        self.assertIn("shard 1/2 is left out", merged)
        self.assertRegex(merged, r"shard 1/2 is missing, with \d+ runs\n")
        self.assertNotIn("mce study run", merged)
        self.assertIn("--array=1 ", self.submit("small.toml", "--shards", "2", "--out", "out.mce").stdout)
        self.said(self.task(1))
        self.said(self.merge())
        self.assertEqual(self.contents("out.mce"), self.contents("whole.mce"))


if __name__ == "__main__":
    unittest.main()
