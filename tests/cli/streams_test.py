# SPDX-License-Identifier: MIT
"""Standard streams that are closed, full or read by nobody: files stay whole, and the exit code tells."""

import os
import pathlib
import signal
import subprocess
import unittest

from support import MCE, ProgramTest

PROTOCOL = """
name = "small"
repetitions = 2
selectors = ["Uc", "R"]
evaluations = 2000
resolution = 10
[[treatment]]
testbed = "rastrigin"
[[treatment]]
testbed = "arm"
"""


class StreamsTest(ProgramTest):
    def in_shell(self, redirection, *arguments):
        """Calls the program from a shell that redirects its streams."""
        return subprocess.run(["bash", "-c", f'exec "$0" "$@" {redirection}', MCE, *map(str, arguments)],
                              cwd=self.directory, env=self.environment(), stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, check=False)

    def without_reader(self, *arguments):
        """Calls the program with a standard output that nobody reads any more."""
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "w") as output:
            return subprocess.run([MCE, *map(str, arguments)], cwd=self.directory, env=self.environment(),
                                  stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE, text=True, check=False)


class Closed(StreamsTest):
    def test_no_text_gets_into_a_study(self):
        (self.directory / "small.toml").write_text(PROTOCOL)
        self.good("study", "run", "small.toml", "--out", "whole.mce", "--quiet")
        expected = self.good("export", "whole.mce", "--what", "curves")
        for number, (redirection, code) in enumerate(((">&-", 1), ("2>&-", 0), ("<&-", 0), (">&- 2>&-", 1),
                                                      ("<&- >&- 2>&-", 1))):
            with self.subTest(redirection):
                store = f"{number}.mce"
                for _ in range(2):  # made, then continued
                    self.assertEqual(self.in_shell(redirection, "study", "run", "small.toml", "--out", store).returncode, code)
                self.assertEqual(self.good("export", store, "--what", "curves"), expected)

    def test_no_text_gets_into_other_files(self):
        for number, redirection in enumerate((">&-", "2>&-", "<&-", "<&- >&- 2>&-")):
            with self.subTest(redirection):
                checkpoint = f"{number}.mce-run"
                self.in_shell(redirection, "run", "arm", "--evaluations", 5000, "--checkpoint", checkpoint, "--out", number)
                self.good("run", "--resume", checkpoint, "--quiet")
                self.assertTrue((self.directory / f"{number}/elites.csv").read_text().startswith("index,"))

    def test_a_closed_output_is_an_error(self):
        for arguments in (("list",), ("--help",), ("maze",)):
            result = self.in_shell(">&-", *arguments)
            self.assertEqual(result.returncode, 1)
            self.assertEqual(result.stderr, "mce: cannot write the output: Bad file descriptor\n")


class ErrorOutput(StreamsTest):
    def test_an_error_that_cannot_be_written_is_an_exit_code(self):
        for redirection in ("2>&-", "2>/dev/full", ">&- 2>&-", ">/dev/full 2>/dev/full"):
            for arguments in (("run", "leg"), ("run",), (), ("--what",), ("study", "show", "none.mce")):
                with self.subTest(redirection=redirection, arguments=arguments):
                    self.assertEqual(self.in_shell(redirection, *arguments).returncode, 1)

    def test_progress_that_cannot_be_written_stops_nothing(self):
        for redirection in ("2>&-", "2>/dev/full"):
            self.assertEqual(self.in_shell(redirection, "run", "arm", "--evaluations", 2000, "--out", "o").returncode, 0)


class BrokenPipe(StreamsTest):
    def assert_silent_end(self, result):
        self.assertEqual(result.returncode, -signal.SIGPIPE)
        self.assertEqual(result.stderr, "")

    def test_ends_silently_as_unix_tools_do(self):
        for arguments in (("list",), ("--help",), ("run", "--help"), ("--version",), ("maze", "--size", 64)):
            with self.subTest(arguments=arguments):
                self.assert_silent_end(self.without_reader(*arguments))

    def test_of_an_export_that_is_cut_short(self):
        (self.directory / "small.toml").write_text(PROTOCOL.replace("2000", "200000").replace("= 10", "= 100"))
        self.good("study", "run", "small.toml", "--out", "s.mce", "--quiet")
        command = f"'{MCE}' export s.mce --what elites --treatment arm --selector R | head -1; echo ${{PIPESTATUS[0]}}"
        result = subprocess.run(["bash", "-c", command], cwd=self.directory, capture_output=True, text=True, check=True)
        self.assertRegex(result.stdout, r"\Aindex,solution_0.*\n141\n\Z")
        self.assertEqual(result.stderr, "")

    def test_the_results_of_a_run_are_written_before(self):
        self.assert_silent_end(self.without_reader("run", "arm", "--evaluations", 2000, "--out", "o", "--checkpoint", "c"))
        self.assertTrue((self.directory / "o/run.json").exists())
        self.assert_nothing_half_written()


class FullOutput(StreamsTest):
    def test_is_an_error(self):
        if not pathlib.Path("/dev/full").exists():
            self.skipTest("there is no /dev/full here")
        for arguments in (("list",), ("--help",), ("maze", "--size", 64), ("run", "arm", "--evaluations", 300, "--quiet")):
            result = self.in_shell(">/dev/full", *arguments)
            self.assert_error(result, "cannot write the output: No space left on device")


if __name__ == "__main__":
    unittest.main()
