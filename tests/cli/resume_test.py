# SPDX-License-Identifier: MIT
"""Interrupted runs go on to the same end, bit for bit."""

import json
import os
import random
import signal
import subprocess
import time
import unittest

from support import MCE, ProgramTest, json_of, rows_of


class ResumeTest(ProgramTest):
    RUN = ("rastrigin", "--resolution", 30, "--seed", 11, "--selector", "ucb-cell")

    def new_run(self, evaluations, *arguments):
        """Starts a run with results in out/ and its state in run.mce-run."""
        for path in self.directory.glob("**/*"):
            if path.is_file():
                path.unlink()
        return self.start("run", *self.RUN, *arguments, "--evaluations", evaluations, "--out", "out", "--checkpoint",
                          "run.mce-run", "--quiet")

    def wait_for_checkpoints(self, process, count):
        """Waits until the file has been replaced so often, or the program has ended."""
        path = self.directory / "run.mce-run"
        seen = set()
        while len(seen) < count and process.poll() is None:
            try:
                status = path.stat()
                seen.add((status.st_ino, status.st_mtime_ns))
            except FileNotFoundError:
                pass
            time.sleep(0.0005)

    def stopped_in_the_middle(self, number, *arguments):
        """A run that a signal stopped before its end: its evaluations and what it said. If the machine was too slow to
        send the signal in time, a longer run is tried."""
        evaluations = 400_000
        while True:
            process = self.new_run(evaluations, *arguments)
            self.wait_for_checkpoints(process, 1)
            process.send_signal(number)
            output, errors = process.communicate()
            if process.returncode != 0:
                self.assertEqual(errors, "")
                return evaluations, process.returncode, output
            evaluations *= 4

    def assert_like_uninterrupted(self, evaluations, *arguments):
        """out/ is the same as that of a run that nobody stopped, apart from the time it took."""
        self.good("run", *self.RUN, *arguments, "--evaluations", evaluations, "--out", "whole", "--quiet")
        for name in ("elites.csv", "curve.csv"):
            self.assertTrue(self.bytes_of(f"out/{name}") == self.bytes_of(f"whole/{name}"), name)
        stopped, whole = json_of(self.directory / "out/run.json"), json_of(self.directory / "whole/run.json")
        for each in (stopped, whole):
            each.pop("wall_seconds")
        self.assertEqual(stopped, whole)


class Interrupt(ResumeTest):
    def check(self, number):
        evaluations, code, output = self.stopped_in_the_middle(number)
        self.assertEqual(code, 130)
        self.assertIn("Interrupted. Go on with: mce run --resume run.mce-run", output)
        self.assert_nothing_half_written()

        told = json_of(self.directory / "out/run.json")
        self.assertFalse(told["complete"])
        self.assertLess(told["evaluations"], evaluations)
        self.assertIn(told["signature"], output)
        self.assertEqual(len(rows_of(self.directory / "out/elites.csv")), told["filled"])
        for row in rows_of(self.directory / "out/curve.csv"):
            self.assertLessEqual(row["evaluations"], told["evaluations"])

        output = self.good("run", "--resume", "run.mce-run", "--quiet")
        self.assertIn(f"evaluations  {evaluations} of {evaluations}", output)
        self.assert_like_uninterrupted(evaluations)
        self.assert_nothing_half_written()

    def test_control_c(self):
        self.check(signal.SIGINT)

    def test_terminate(self):
        self.check(signal.SIGTERM)

    def test_without_a_checkpoint_the_results_are_kept_and_it_says_how_to_go_on_next_time(self):
        process = self.start("run", "rastrigin", "--evaluations", 4_000_000_000, "--out", "out")
        process.stderr.readline()  # the first line of progress
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate()
        self.assertEqual(process.returncode, 130)
        self.assertIn("--checkpoint FILE", output)
        self.assertFalse(json_of(self.directory / "out/run.json")["complete"])

    def test_large_mazes_listen_within_a_second(self):
        for batch in (1, 65535):
            process = self.start("run", "maze", "--set", "size=64", "--evaluations", 1_000_000, "--quiet", "--batch", batch,
                                 "--checkpoint", f"{batch}.mce-run")
            while not (self.directory / f"{batch}.mce-run").exists():
                time.sleep(0.01)
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            start = time.monotonic()
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130)
            self.assertLess(time.monotonic() - start, 1 if "51" == os.environ.get("KILLS", "51") else 10)  # sanitizers are slow

    def test_within_a_batch(self):
        batch = ("--batch", 65_535)
        while True:
            evaluations, _, _ = self.stopped_in_the_middle(signal.SIGINT, *batch)
            done = json_of(self.directory / "out/run.json")["evaluations"]
            if done % batch[1] > 0:
                break
        self.assertFalse(json_of(self.directory / "out/run.json")["complete"])
        self.good("run", "--resume", "run.mce-run", "--quiet")
        self.assert_like_uninterrupted(evaluations, *batch)

    def test_the_command_to_go_on_with_can_be_given_to_a_shell(self):
        (self.directory / "mce").symlink_to(MCE)
        for name in ("plain.mce-run", "two words", "it's", "-dash", "$HOME;`ls`*", '"', "line\nend", "a'\tb\\", "λ"):
            with self.subTest(name=name):
                process = self.start("run", "arm", "--evaluations", 4_000_000_000, f"--checkpoint={name}", "--quiet")
                while not (self.directory / name).exists():
                    time.sleep(0.01)
                process.send_signal(signal.SIGINT)
                output, _ = process.communicate()
                command = output.split("Go on with: ")[1]
                self.assertEqual(command.count("\n"), 1)
                saved = (self.directory / name).stat().st_mtime_ns
                resumed = self.start_in_shell(command)
                while (self.directory / name).stat().st_mtime_ns == saved:  # it saves once it listens
                    time.sleep(0.01)
                resumed.send_signal(signal.SIGINT)
                output, errors = resumed.communicate()
                self.assertEqual((resumed.returncode, errors), (130, ""))
                self.assertIn("Interrupted. Go on with: " + command, output)

    def start_in_shell(self, command):
        environment = self.environment(PATH=f"{self.directory}:{os.environ['PATH']}")
        process = subprocess.Popen(["bash", "-c", "exec " + command.rstrip("\n") + " --quiet"], cwd=self.directory,
                                   env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        return process


class Kill(ResumeTest):
    def check(self, *arguments):
        """Kills the run and every one that resumes it, at random moments, some times."""
        chance = random.Random(2021)
        evaluations = 400_000
        kills = 0
        while kills < 5:
            process = self.new_run(evaluations, *arguments, "--every", evaluations // 100)
            kills = 0
            while True:
                if kills < 5:
                    self.wait_for_checkpoints(process, chance.randint(2, 5))
                    time.sleep(chance.uniform(0, 0.005))
                    process.kill()
                process.communicate()
                if process.returncode == 0:
                    break
                self.assertEqual(process.returncode, -signal.SIGKILL)
                kills += 1
                self.assertFalse((self.directory / "out/run.json").exists())
                process = self.start("run", "--resume", "run.mce-run", "--quiet")
            if kills < 5:
                evaluations *= 4  # it was faster than the killer
        self.assert_like_uninterrupted(evaluations, *arguments)

    def test_any_number_of_times(self):
        self.check()

    def test_in_batches(self):
        self.check("--batch", "7")


class LeftBehind(ResumeTest):
    """Temporary files of a process that was killed while it wrote."""

    def test_is_removed_by_the_next_one(self):
        self.good("run", *self.RUN, "--evaluations", 100, "--quiet", "--checkpoint", "run.mce-run", "--out", "out")
        ended = subprocess.Popen(["true"])
        ended.wait()
        stale = [f"run.mce-run.{ended.pid}.part", f"out/elites.csv.{ended.pid}.part", f"out/.{ended.pid}.part"]
        kept = [f"run.mce-run.{os.getpid()}.part", f"other.{ended.pid}.part"]
        for name in stale + kept:
            (self.directory / name).write_text("half")
        self.good("run", "--resume", "run.mce-run", "--quiet")
        self.assertEqual([name for name in stale if (self.directory / name).exists()], [])
        self.assertEqual([name for name in kept if not (self.directory / name).exists()], [])


class Resume(ResumeTest):
    def finished_run(self):
        self.good("run", *self.RUN, "--evaluations", 2000, "--out", "out", "--checkpoint", "run.mce-run", "--quiet")

    def test_a_finished_run_stays_as_it_is(self):
        self.finished_run()
        elites = self.bytes_of("out/elites.csv")
        self.good("run", "--resume", "run.mce-run", "--quiet")
        self.assertEqual(self.bytes_of("out/elites.csv"), elites)
        self.assertTrue(json_of(self.directory / "out/run.json")["complete"])

    def test_the_results_can_go_elsewhere(self):
        self.finished_run()
        self.good("run", "--resume", "run.mce-run", "--out", "elsewhere", "--checkpoint", "other.mce-run", "--quiet")
        self.assertEqual(self.bytes_of("elsewhere/elites.csv"), self.bytes_of("out/elites.csv"))
        self.good("run", "--resume", "other.mce-run", "--quiet")

    def test_the_time_of_both_parts_is_counted(self):
        self.finished_run()
        before = json_of(self.directory / "out/run.json")["wall_seconds"]
        self.good("run", "--resume", "run.mce-run", "--quiet")
        self.assertGreaterEqual(json.loads(self.bytes_of("out/run.json"))["wall_seconds"], before)


if __name__ == "__main__":
    unittest.main()
