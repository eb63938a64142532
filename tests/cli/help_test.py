# SPDX-License-Identifier: MIT
"""The program teaches how it is used."""

import pathlib
import unittest

from support import ProgramTest

COMMANDS = ("run", "study", "export", "report", "view", "list", "signature", "maze")
STUDY_COMMANDS = ("run", "merge", "status", "show", "compare")
RUN_OPTIONS = ("--selector", "--evaluations", "--initial", "--resolution", "--centroids", "--centroid-seed",
               "--profile", "--seed", "--set", "--batch", "--problem", "--variation", "--workers", "--out", "--checkpoint",
               "--every", "--resume", "--force", "--quiet")


class Help(ProgramTest):
    def test_the_program_names_its_commands_and_the_first_thing_to_try(self):
        text = self.good("--help")
        for part in COMMANDS + ("Usage: mce", "Start with:  mce run rastrigin", "--version"):
            self.assertIn(part, text)

    def test_run_explains_every_option_and_gives_examples(self):
        text = self.good("run", "--help")
        for part in RUN_OPTIONS + ("Usage: mce run", "Examples:", "mce run rastrigin", "mce run --resume", "1e6"):
            self.assertIn(part, text)

    def test_run_tells_the_defaults(self):
        text = " ".join(self.good("run", "--help").split())
        for part in ("ucb-cell", "paper", "a tenth of the run"):
            self.assertIn(part, text)

    def test_every_command_has_help(self):
        for command in COMMANDS:
            text = self.good(command, "--help")
            self.assertIn(f"Usage: mce {command}", text)
            self.assertIn("--help", text)

    def test_every_command_about_studies_has_help(self):
        text = self.good("study", "--help")
        for command in STUDY_COMMANDS:
            self.assertIn(command, text)
            self.assertIn(f"Usage: mce study {command}", self.good("study", command, "--help"))
        text = self.good("study", "run", "--help")
        for part in ("--out", "--threads", "--only", "--rerun", "Run the same command again to continue", "Examples:"):
            self.assertIn(part, text)

    def test_the_examples_of_the_help_work(self):
        """All but the ones that would take long: those are cut short."""
        lines = self.good("run", "--help").split("Examples:")[1].splitlines()
        examples = [line.split("  (")[0].split() for line in lines if line.strip().startswith("mce run")]
        self.assertGreaterEqual(len(examples), 5)
        (self.directory / "examples").symlink_to(pathlib.Path(__file__).resolve().parents[2] / "examples")
        for example in examples:
            arguments = example[1:]
            if "--evaluations" in arguments:
                arguments[arguments.index("--evaluations") + 1] = "500"
            elif "--resume" not in arguments:
                arguments += ["--evaluations", "500"]
            with self.subTest(example=" ".join(example)):
                self.good(*arguments)

    def test_lines_fit_on_a_terminal(self):
        for command in ((), *((each,) for each in COMMANDS), *(("study", each) for each in STUDY_COMMANDS)):
            for line in self.good(*command, "--help").splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_version(self):
        self.assertRegex(self.good("--version"), r"\Amce \d+\.\d+\.\d+\n\Z")

    def test_without_arguments_it_helps_but_fails(self):
        result = self.mce()
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stdout, "")
        self.assertIn("mce run rastrigin", result.stderr)

    def test_run_without_a_testbed_says_what_is_missing(self):
        self.assert_error(self.mce("run"), "testbed", "mce run rastrigin")


if __name__ == "__main__":
    unittest.main()
