# SPDX-License-Identifier: MIT
"""scripts/slurm-study: what it writes, submits and refuses, and that tasks and merge make the study of one piece."""

import fcntl
import shutil
import signal
import subprocess
import unittest

from slurm_support import MCE, SlurmJobsTest


class WrittenTest(SlurmJobsTest):
    def test_writes_the_job_scripts_and_shows_what_it_would_submit(self):
        output = self.prepared(3, "--threads=2", "--time", "1:00:00", "--partition=long", evaluations=500)
        self.assertIn("--array=1-3", output)
        self.assertIn("--dependency=afterany:ARRAY", output)
        for name, lead in (("task", 60), ("merge", 300)):
            script = self.directory / f"out.mce.slurm/{name}.sh"
            subprocess.run(["bash", "-n", script], check=True)
            options = [line for line in script.read_text().splitlines() if line.startswith("#SBATCH")]
            for option in ("--cpus-per-task=2", "--time=1:00:00", "--partition=long", "--requeue",
                           f"--signal=B:INT@{lead}"):
                self.assertIn(f"#SBATCH {option}", options)

    def test_what_is_submitted(self):
        self.protocol(evaluations=500)
        arguments = ("small.toml", "--shards", "3", "--out", "out.mce", "--at-once=2")
        output = self.submit(*arguments, more=("--", "--account=evolution", "--mem", "2G")).stdout
        self.assertIn("Submitted 3 of 3", output)
        folder = self.directory / "out.mce.slurm"
        self.assertEqual(self.called().splitlines(), [
            f"sbatch --parsable --account=evolution --mem 2G --chdir={folder} {rest}" for rest in (
                f"--array=1-3%2 --output=logs/shard-%a.txt {folder}/task.sh",
                f"--dependency=afterany:7 --output=logs/merge.txt {folder}/merge.sh")])
        self.command("squeue", "echo 7")
        self.assertIn("still waits or runs, as job 7", self.submit(*arguments, more=()).stderr)
        self.command("squeue", "exit 1")
        self.assertIn("squeue failed", self.submit(*arguments, more=()).stderr)
        with open(folder / "lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.assertIn("another slurm-study", self.submit(*arguments).stderr)
        self.assertEqual(self.called().count("\n"), 2)

    def test_the_jobs_have_a_program_of_their_own(self):
        shutil.copy(MCE, self.directory / "built")
        self.protocol(evaluations=500)
        result = self.submit("small.toml", "--shards=1", "--out=out.mce", mce=self.directory / "built")
        self.assertEqual(result.returncode, 0, result.stderr)
        (self.directory / "built").unlink()
        self.said(self.task(1))

    def test_results_behind_a_symbolic_link(self):
        (self.directory / "link.mce").symlink_to("out.mce")
        self.protocol(evaluations=500)
        for _ in range(2):
            self.assertEqual(self.submit("small.toml", "--shards", "1", "--out", "link.mce").returncode, 0)
            self.said(self.task(1))
            self.said(self.merge())
            self.assertTrue((self.directory / "link.mce").is_symlink() and (self.directory / "out.mce").is_file())

    def test_tasks_and_merge_make_the_study_of_one_piece(self):
        self.prepared(evaluations=2000)
        self.good(*self.study("whole.mce", "--quiet"))
        self.assertRegex(self.said(self.task(1)), r"shard 1/2: complete, with \d+ runs")
        merged = self.said(self.merge(), 3)
        self.assertRegex(merged, r"shard 2/2 is missing, with \d+ runs")
        self.assertIn("slurm-study small.toml --shards 2 --out out.mce", merged)
        again = self.submit("small.toml", "--shards", "2", "--out", "out.mce").stdout
        self.assertIn("--array=2 ", again)
        self.said(self.task(2))
        self.assertIn("complete: ", self.said(self.merge()))
        self.assertEqual(self.contents("out.mce"), self.contents("whole.mce"))
        self.assertIn("Nothing is missing", self.submit("small.toml", "--shards", "2", "--out", "out.mce").stdout)

    def test_an_interrupted_task_keeps_its_runs_and_goes_on(self):
        self.prepared(1, "--copy-every", "1", repetitions=20, evaluations=200_000)
        process = self.task(1)
        shared = self.directory / "out.mce.slurm/shard-1-of-1.mce"
        self.wait_until(shared.exists, process)
        process.send_signal(signal.SIGTERM)
        output = self.said(process, 130)
        self.assertRegex(output, r"copied, with [1-9]\d* runs")
        self.assertRegex(output, r"stopped \(exit code 130\); [1-9]\d* runs are kept")
        again = self.said(self.task(1))
        self.assertRegex(again, r"begins on .* with [1-9]\d* runs")
        self.said(self.merge())
        self.good(*self.study("whole.mce", "--quiet"))
        self.assertEqual(self.contents("out.mce"), self.contents("whole.mce"))

    def test_a_protocol_that_was_changed_after_it_was_submitted(self):
        self.prepared(evaluations=2000)
        self.protocol(evaluations=3000)
        self.assertIn("was changed after it was submitted", self.said(self.task(1), 1))
        self.assertFalse((self.directory / "out.mce.slurm/shard-1-of-2.mce").exists())

    def test_shards_of_an_older_protocol_are_never_called_complete(self):
        self.prepared(evaluations=500)
        for number in (1, 2):
            self.said(self.task(number))
        self.assertIn("--array=1-2", self.prepared(evaluations=600))
        for number in (1, 2):
            self.assertIn("stopped (exit code 1)", self.said(self.task(number), 1))
        merged = self.said(self.merge(), 3)
        self.assertIn("the tasks 1 2 failed", merged)
        self.assertIn("do not fit into", self.submit("small.toml", "--shards", "2", "--out", "out.mce").stderr)

    def test_a_study_that_is_measured_gets_more_repetitions(self):
        self.prepared(evaluations=500, repetitions=2)
        for number in (1, 2):
            self.said(self.task(number))
        self.said(self.merge())
        self.protocol(evaluations=500, repetitions=3)
        arguments = ("small.toml", "--shards", "2", "--out", "out.mce")
        self.assertIn("--rerun", self.submit(*arguments).stderr)
        self.assertIn("--array=1-2", self.submit(*arguments, "--rerun").stdout)
        for number in (1, 2):
            self.said(self.task(number))
        self.said(self.merge())
        self.good(*self.study("whole.mce", "--quiet"))
        self.assertEqual(self.contents("out.mce"), self.contents("whole.mce"))

    def test_what_is_refused(self):
        self.prepared(evaluations=500)
        self.said(self.task(1))
        self.good(*self.study("of-500.mce", "--quiet"))
        self.protocol("other.toml", evaluations=600)
        (self.directory / "renamed.toml").write_text((self.directory / "small.toml").read_text().replace("small", "tiny"))
        for code in (126, 139):
            self.command(f"ends-with-{code}", f"exit {code}")
            broken = self.directory / f"bin/ends-with-{code}"
            result = self.submit("small.toml", "--shards", "2", "--out", "x.mce", mce=broken)
            self.assertIn("failed without a word", result.stderr)
        (self.directory / "broken.toml").write_text("repetitions = 0\n")
        for arguments, words in (
            (("--shards", "2", "--out", "x.mce"), "a protocol is missing"),
            (("small.toml", "--out", "x.mce"), "--shards is missing"),
            (("small.toml", "--shards", "2"), "--out is missing"),
            (("small.toml", "--shards", "many", "--out", "x.mce"), "--shards: 'many'"),
            (("small.toml", "--shards", "2", "--out", "no/x.mce"), "'no'"),
            (("small.toml", "--shards", "2", "--out", "x.mce", "--nodes=3"), "'--nodes'"),
            (("small.toml", "--shards", "2", "--out", "x.mce", "--at-once", "0"), "--at-once: '0'"),
            (("none.toml", "--shards", "2", "--out", "x.mce"), "'none.toml'"),
            (("broken.toml", "--shards", "2", "--out", "x.mce"), "repetitions"),
            (("renamed.toml", "--shards", "2", "--out", "out.mce"), "shards of another study"),
            (("other.toml", "--shards", "2", "--out", "of-500.mce"), "do not fit into"),
        ):
            result = self.submit(*arguments)
            self.assertEqual((result.returncode, result.stdout), (1, ""), arguments)
            self.assertRegex(result.stderr, r"\Aslurm-study: ", arguments)
            self.assertIn(words, result.stderr, arguments)
        for word in ("--array=1", "-a1", "--dependency=afterok:3", "-d", "--output=x", "-o", "--chdir=x"):
            result = self.submit("small.toml", "--shards", "2", "--out", "x.mce", more=("--", word))
            self.assertIn(f"'{word}' is not allowed after --", result.stderr)
        self.assertEqual(self.called(), "")


if __name__ == "__main__":
    unittest.main()
