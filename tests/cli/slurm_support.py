# SPDX-License-Identifier: MIT
"""What the tests of scripts/slurm-study share: commands of Slurm that say what they were called with, and job scripts that
are started as Slurm does. scripts/try-slurm tries it on a real Slurm."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

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
