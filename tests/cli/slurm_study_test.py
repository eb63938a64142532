# SPDX-License-Identifier: MIT
"""scripts/slurm-study: what it writes and refuses, and its job scripts run here, one after the other. scripts/try-slurm
tries it on a real Slurm."""

import os
import pathlib
import signal
import subprocess
import time
import unittest

from study_test import MCE, StudyTest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/slurm-study"


class SlurmStudyTest(StudyTest):
    def submit(self, *arguments):
        command = [SCRIPT, *arguments, "--mce", os.path.abspath(MCE), "--dry-run"]
        return subprocess.run(command, cwd=self.directory, capture_output=True, text=True, check=False)

    def job(self, name, **environment):
        """Starts a job script as Slurm does: a copy of it, in the folder of the study."""
        copy = self.directory / "slurm_script"
        copy.write_text((self.directory / f"out.mce.slurm/{name}.sh").read_text())
        (self.directory / "node").mkdir(exist_ok=True)
        process = subprocess.Popen(["bash", copy], cwd=self.directory / "out.mce.slurm", text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   env=self.environment(TMPDIR=str(self.directory / "node"), **environment))
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def task(self, number):
        return self.job("task", SLURM_ARRAY_JOB_ID="7", SLURM_ARRAY_TASK_ID=str(number))

    def said(self, process, code=0):
        output = process.communicate(timeout=120)[0]
        self.assertEqual(process.returncode, code, output)
        self.assertEqual(list((self.directory / "node").iterdir()), [], "nothing is left on the disk of the node")
        return output

    def prepared(self, shards=2, *arguments, **protocol):
        self.protocol(**protocol)
        result = self.submit("small.toml", "--shards", str(shards), "--out", "out.mce", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_writes_the_job_scripts_and_shows_what_it_would_submit(self):
        output = self.prepared(3, "--threads=2", "--time", "1:00:00", "--partition=long", evaluations=500)
        self.assertIn("--array=1-3", output)
        self.assertIn("--dependency=afterany:ARRAY", output)
        for name in ("task", "merge"):
            script = self.directory / f"out.mce.slurm/{name}.sh"
            subprocess.run(["bash", "-n", script], check=True)
            options = [line for line in script.read_text().splitlines() if line.startswith("#SBATCH")]
            for option in ("--cpus-per-task=2", "--time=1:00:00", "--partition=long", "--signal=B:INT@60", "--requeue"):
                self.assertIn(f"#SBATCH {option}", options)

    def test_tasks_and_merge_make_the_study_of_one_piece(self):
        self.prepared(evaluations=2000)
        self.good(*self.study("whole.mce", "--quiet"))
        self.assertRegex(self.said(self.task(1)), r"shard 1/2: complete, with \d+ runs")
        merged = self.said(self.job("merge", SLURM_JOB_ID="8"), 3)
        self.assertRegex(merged, r"shard 2/2 is missing, with \d+ runs")
        self.assertIn("slurm-study small.toml --shards 2 --out out.mce", merged)
        again = self.submit("small.toml", "--shards", "2", "--out", "out.mce").stdout
        self.assertIn("--array=2 ", again)
        self.said(self.task(2))
        self.assertIn("complete: ", self.said(self.job("merge", SLURM_JOB_ID="9")))
        self.assertEqual(self.contents("out.mce"), self.contents("whole.mce"))
        self.assertIn("Nothing is missing", self.submit("small.toml", "--shards", "2", "--out", "out.mce").stdout)

    def test_an_interrupted_task_keeps_its_runs_and_goes_on(self):
        self.prepared(1, "--copy-every", "1", repetitions=20, evaluations=200_000)
        process = self.task(1)
        shared = self.directory / "out.mce.slurm/shard-1-of-1.mce"
        deadline = time.monotonic() + 60
        while not shared.exists():
            self.assertLess(time.monotonic(), deadline)
            self.assertIsNone(process.poll(), "it had to be longer at work")
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        output = self.said(process, 130)
        self.assertRegex(output, r"copied, with [1-9]\d* runs")
        self.assertRegex(output, r"stopped \(exit code 130\); [1-9]\d* runs are kept")
        again = self.said(self.task(1))
        self.assertRegex(again, r"begins on .* with [1-9]\d* runs")
        self.said(self.job("merge", SLURM_JOB_ID="8"))
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
        merged = self.said(self.job("merge", SLURM_JOB_ID="8"), 3)
        self.assertIn("the tasks 1 2 failed", merged)
        self.assertIn("do not fit into", self.submit("small.toml", "--shards", "2", "--out", "out.mce").stderr)

    def test_what_is_refused(self):
        self.prepared(evaluations=500)
        self.said(self.task(1))
        self.good(*self.study("of-500.mce", "--quiet"))
        self.protocol("other.toml", evaluations=600)
        (self.directory / "renamed.toml").write_text((self.directory / "small.toml").read_text().replace("small", "tiny"))
        (self.directory / "broken.toml").write_text("repetitions = 0\n")
        for arguments, words in (
            (("--shards", "2", "--out", "x.mce"), "a protocol is missing"),
            (("small.toml", "--out", "x.mce"), "--shards is missing"),
            (("small.toml", "--shards", "2"), "--out is missing"),
            (("small.toml", "--shards", "many", "--out", "x.mce"), "--shards: 'many'"),
            (("small.toml", "--shards", "2", "--out", "no/x.mce"), "'no'"),
            (("small.toml", "--shards", "2", "--out", "x.mce", "--nodes=3"), "'--nodes'"),
            (("none.toml", "--shards", "2", "--out", "x.mce"), "'none.toml'"),
            (("broken.toml", "--shards", "2", "--out", "x.mce"), "repetitions"),
            (("renamed.toml", "--shards", "2", "--out", "out.mce"), "shards of another study"),
            (("other.toml", "--shards", "2", "--out", "of-500.mce"), "do not fit into"),
        ):
            result = self.submit(*arguments)
            self.assertEqual((result.returncode, result.stdout), (1, ""), arguments)
            self.assertRegex(result.stderr, r"\Aslurm-study: ", arguments)
            self.assertIn(words, result.stderr, arguments)


if __name__ == "__main__":
    unittest.main()
