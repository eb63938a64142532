# SPDX-License-Identifier: MIT
"""scripts/slurm-study: what it writes and refuses, and its job scripts run here, one after the other. scripts/try-slurm
tries it on a real Slurm."""

import fcntl
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import unittest

from study_test import MCE, StudyTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts/slurm-study"
# A problem that takes SECONDS for an evaluation.
SLOW_BALL = """
repetitions = 2
selectors = ["R"]
[[treatment]]
problem = "ball.toml"
evaluations = 60
initial = 10
"""


class SlurmJobsTest(StudyTest):
    def setUp(self):
        super().setUp()
        (self.directory / "bin").mkdir()
        # Slurm's own commands say what they were called with.
        for name in ("scontrol", "sbatch"):
            self.command(name, f'echo {name} "$@" >>{self.directory}/called; echo 7')
        self.command("squeue", "true")

    def command(self, name, text, shell="/bin/sh"):
        path = self.directory / "bin" / name
        path.write_text(f"#!{shell}\n{text}\n")
        path.chmod(0o755)

    def called(self):
        path = self.directory / "called"
        return path.read_text() if path.exists() else ""

    def environment(self, **changes):
        return super().environment(PATH=f"{self.directory}/bin:{os.environ['PATH']}", **changes)

    def submit(self, *arguments, more=("--dry-run",), mce=MCE):
        command = [SCRIPT, *arguments, "--mce", os.path.abspath(mce), *more]
        return subprocess.run(command, cwd=self.directory, env=self.environment(), capture_output=True, text=True,
                              check=False)

    def job(self, name, **environment):
        """Starts a job script as Slurm does: a copy of it, in the folder of the study."""
        copy = self.directory / "slurm_script"
        copy.write_text((self.directory / f"out.mce.slurm/{name}.sh").read_text())
        (self.directory / "node").mkdir(exist_ok=True)
        process = subprocess.Popen(["bash", copy], cwd=self.directory / "out.mce.slurm", text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
                                   env=self.environment(TMPDIR=str(self.directory / "node"), **environment))
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(self.kill, process)
        return process

    def kill(self, process):
        """With all that it has started."""
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def task(self, number):
        return self.job("task", SLURM_ARRAY_JOB_ID="7", SLURM_ARRAY_TASK_ID=str(number))

    def merge(self):
        return self.job("merge", SLURM_JOB_ID="8")

    def said(self, process, code=0, left=0):
        output = process.communicate(timeout=120)[0]
        self.assertEqual(process.returncode, code, output)
        self.assertEqual(len(list((self.directory / "node").iterdir())), left, "left on the disk of the node")
        return output

    def wait_until(self, is_true, process):
        deadline = time.monotonic() + 60
        while not is_true():
            self.assertLess(time.monotonic(), deadline)
            self.assertIsNone(process.poll(), "it had to be longer at work")
            time.sleep(0.02)

    def prepared(self, shards=2, *arguments, **protocol):
        self.protocol(**protocol)
        result = self.submit("small.toml", "--shards", str(shards), "--out", "out.mce", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def prepared_ball(self, seconds, *arguments):
        for name in ("ball.toml", "ball.py"):
            shutil.copy(ROOT / "examples/ball" / name, self.directory)
        program = self.directory / "ball.py"
        text = program.read_text().replace("import sys\n", "import sys\nimport time\n")
        program.write_text(text.replace("    request =", f"    time.sleep({seconds})\n    request ="))
        (self.directory / "small.toml").write_text(SLOW_BALL)
        result = self.submit("small.toml", "--shards", "1", "--out", "out.mce", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)

    def in_journals(self):
        """Finished evaluations on the disk of the node; None if no run has begun."""
        journals = [path.read_text().count("\n") - 1 for path in (self.directory / "node").glob("*/*-journals/*.jsonl")]
        return sum(journals) if journals else None

    def merging(self, text):
        """Merges are done by a program that calls `merge()` for the true one, and may do more."""
        program = self.directory / "out.mce.slurm/mce"
        true = program.with_name("true-mce")
        if not true.exists():
            program.rename(true)
        program.write_text(f"""#!{sys.executable}
import os, shutil, signal, subprocess, sys, time
words = ["{true}", *sys.argv[1:]]
folder = "{self.directory}"
def merge():
    return subprocess.run(words).returncode
if sys.argv[2] != "merge":
    os.execv(words[0], words)
{text}
""")
        program.chmod(0o755)


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
