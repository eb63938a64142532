# SPDX-License-Identifier: MIT
"""Whatever is wrong: one line that says what and what is allowed, exit code 1, and nothing half-written."""

import os
import resource
import subprocess
import unittest

from support import ProgramTest

SHORT = ("--evaluations", "300", "--quiet")


class Names(ProgramTest):
    def test_unknown_names_are_answered_with_the_nearest(self):
        for arguments, wrong, right in (
                (("rn",), "rn", "run"),
                (("run", "rastrign"), "rastrign", "rastrigin"),
                (("run", "arms"), "arms", "arm"),
                (("run", "arm", "--selector", "ucb-cel"), "ucb-cel", "ucb-cell"),
                (("run", "arm", "--selector", "explore-individuals"), "explore-individuals", "explore-individual"),
                (("run", "arm", "--profile", "papr"), "papr", "paper"),
                (("run", "arm", "--profile", "publish"), "publish", "published"),
                (("run", "rastrigin", "--set", "mutaton=0.1"), "mutaton", "mutation"),
                (("run", "maze", "--set", "fitness=corner"), "corner", "corners"),
                (("run", "maze", "--set", "features=path,straigts"), "straigts", "straights"),
                (("run", "rastrigin", "--set", "goal=maximize"), "maximize", "maximise"),
                (("run", "arm", "--selector", "ucb-cell:lamda=1"), "lamda", "lambda"),
                (("run", "arm", "--selector", "ucb-individual:total=livin"), "livin", "living"),
                (("run", "arm", "--sed", "3"), "--sed", "--seed"),
                (("run", "arm", "--evaluation", "3"), "--evaluation", "--evaluations")):
            with self.subTest(arguments=arguments):
                self.assert_error(self.mce(*arguments), f"'{wrong}'", f"did you mean '{right}'?", "allowed")

    def test_far_off_names_are_answered_with_all_there_are(self):
        self.assert_error(self.mce("run", "xyzzyx"), "'xyzzyx'", "rastrigin, arm, maze")
        self.assert_error(self.mce("xyzzyx"), "'xyzzyx'", "run, study, export, report, view, list, signature, maze")

    def test_a_selector_without_parameters_says_so(self):
        self.assert_error(self.mce("run", "arm", "--selector", "greedy:lambda=1"), "greedy", "no parameters", "lambda")

    def test_too_many_arguments(self):
        for arguments in (("run", "arm", "maze"), ("list", "maze"), ("run", "arm", "--set", "joints=3", "mutation=1")):
            self.assert_error(self.mce(*arguments), f"'{arguments[-1]}'", "--help")


class Values(ProgramTest):
    WHOLE = {"--evaluations": ("-1", "1.5", "4294901761", "1e30"), "--initial": ("0", "-1", "2.5", "1e10"),
             "--seed": ("-1", "0.5", "18446744073709551616", "1e30"), "--batch": ("0", "-3", "65536", "1.5"),
             "--every": ("0", "-1", "4294901761", "1.5"),
             "--resolution": ("0", "-1", "1.5", "100x", "x100", "10x0", "100000001", "10*10", "10x-1")}

    def test_numbers_out_of_range_or_none_at_all(self):
        for option, values in self.WHOLE.items():
            for value in values + ("many", "1e6x", "0x10 ", "nan", "inf", "1 000", ""):
                with self.subTest(option=option, value=value):
                    result = self.mce("run", "rastrigin", *(() if option == "--evaluations" else ("--evaluations", 10)),
                                      f"{option}={value}" if value else option, *(() if value else ("",)))
                    self.assert_error(result, option, f"'{value}'", "allowed" if value else "a value is needed")

    def test_an_error_names_the_option_and_what_is_allowed(self):
        for option, allowed in (("--batch", "1 to 65535"), ("--initial", "1 to 1000000000"), ("--seed", f"0 to {2 ** 64 - 1}"),
                                ("--evaluations", "0 to 4294901760"), ("--every", "1 to 4294901760"),
                                ("--resolution", "1 to 100000000, such as 100 or 100x50")):
            for value in ("-1", "1.5", "1e30", "0x10", " 5", "5 ", "+5"):
                result = self.mce("run", "arm", f"{option}={value}")
                self.assertEqual(result.stderr, f"mce: {option} '{value}': allowed are whole numbers from {allowed}\n")

    def test_large_numbers_are_exact(self):
        for text, seed in (("1e16", 10 ** 16), ("1.8446744073709551615e19", 2 ** 64 - 1), ("12.50e1", 125), ("1e0", 1),
                           ("9007199254740993", 2 ** 53 + 1), ("100e-2", 1)):
            self.assertIn(f"seed {seed} ", self.good("run", "arm", "--seed", text, *SHORT))

    def test_whatever_is_repeated_stays_in_one_line(self):
        evil = "a\nmce: all is well\x1b[2J\r\t'"
        shown = "'a\\x0amce: all is well\\x1b[2J\\x0d\\x09''"
        for arguments in (("run", evil), (evil,), ("run", "arm", "maze" + evil), ("run", "arm", "--selector", evil),
                          ("run", "arm", "--selector", f"ucb-cell:{evil}=1"), ("run", "arm", "--set", evil),
                          ("run", "arm", "--set", f"{evil}=1"), ("run", "arm", "--set", f"joints={evil}"),
                          ("run", "arm", "--profile", evil), ("run", "arm", "--seed", evil), ("run", "arm", "--batch", evil),
                          ("run", "arm", "--resolution", evil), ("run", "arm", f"--{evil}"), ("run", "--resume", evil),
                          ("run", "arm", "--out", f"/proc/{evil}"), ("run", "arm", "--checkpoint", f"/proc/{evil}"),
                          ("run", "maze", "--set", f"features={evil},path"), ("run", "rastrigin", "--set", f"goal={evil}"),
                          ("maze", "--tiles", evil), ("maze", "--size", evil), ("maze", "--svg", f"/proc/{evil}"),
                          ("maze", "--set", evil), ("maze", "--profile", evil), ("export", evil, "--what", "runs"),
                          ("export", "s", "--what", evil), ("export", "s", "--what", "runs", "--format", evil),
                          ("export", "s", "--what", "runs", "--repetition", evil), ("report", evil, "--out", "r"),
                          ("study", evil), ("study", "run", evil, "--out", "s"), ("study", "show", evil),
                          ("study", "compare", "s", "--metric", evil), ("study", "run", "p", "--out", "s", "--threads", evil)):
            with self.subTest(arguments=arguments):
                result = self.mce(*arguments)
                self.assert_error(result)
                self.assertNotRegex(result.stderr[:-1], "[\x00-\x1f\x7f]")
        for arguments in (("run", evil), ("run", "arm", "--seed", evil), ("maze", "--size", evil), ("run", "--resume", evil)):
            self.assert_error(self.mce(*arguments), shown)

    def test_no_words_of_libraries(self):
        long = "x" * 5000
        for arguments in (("run", "arm", "--checkpoint", long), ("run", "arm", "--out", long), ("run", "--resume", long),
                          ("maze", "--svg", long), ("export", long, "--what", "runs"), ("report", long, "--out", "r"),
                          ("report", "s", "--out", long), ("study", "show", long), ("study", "run", long, "--out", "s"),
                          ("run", "arm", "--seed", long), ("run", "arm", "--resolution", "x".join(["9"] * 5000)),
                          ("run", "arm", "--set", "joints=" + "9" * 5000), ("run", "arm", "--selector", ":" * 5000),
                          ("maze", "--tiles", "9" * 5000)):
            with self.subTest(arguments=[each[:20] for each in arguments]):
                result = self.mce(*arguments)
                self.assert_error(result)
                for words in ("stoull", "json.exception", "basic_string", "filesystem error", "vector::", "what()", "std::"):
                    self.assertNotIn(words, result.stderr)

    def test_numbers_may_be_written_like_this(self):
        self.good("run", "rastrigin", "--evaluations", "1e3", "--initial", "5e1", "--resolution", "1e1x20", "--quiet")

    def test_maps_that_cannot_be(self):
        self.assert_error(self.mce("run", "arm", "--resolution", "10x10x10"), "3 numbers for 2 features")
        self.assert_error(self.mce("run", "arm", "--resolution", "100000x100000"), "100000000 cells")

    def test_parameters_out_of_range_or_none_at_all(self):
        for testbed, key, values in (("rastrigin", "dimensions", ("0", "1001", "2.5", "x", "")),
                                     ("rastrigin", "features", ("0", "5", "")),
                                     ("rastrigin", "mutation", ("-0.1", "10.25", "nan", "inf", "x", "")),
                                     ("rastrigin", "cosine", ("1001", "x")),
                                     ("rastrigin", "goal", ("", "up")),
                                     ("arm", "joints", ("0", "1001", "-2", "x")),
                                     ("arm", "mutation", ("3.2", "-1", "1e", "x")),
                                     ("maze", "size", ("1", "65", "8.5", "x")),
                                     ("maze", "destruction", ("-0.01", "1.01", "x")),
                                     ("maze", "features", ("", "corners,", "path,b")),
                                     ("maze", "symmetry", ("both", ""))):
            for value in values:
                with self.subTest(testbed=testbed, key=key, value=value):
                    named = value.split(",")[-1]
                    self.assert_error(self.mce("run", testbed, "--set", f"{key}={value}"), key, f"'{named}'", "allowed")

    def test_selector_parameters_out_of_range_or_none_at_all(self):
        for selector, value in (("ucb-cell:lambda=-1", "-1"), ("ucb-cell:lambda=x", "x"), ("Ui:lambda=2e6", "2e6"),
                                ("curiosity:reward=-1", "-1"), ("curiosity:penalty=1001", "1001")):
            with self.subTest(selector=selector):
                self.assert_error(self.mce("run", "arm", "--selector", selector), f"'{value}'", "allowed")

    def test_settings_without_an_equals_sign(self):
        self.assert_error(self.mce("run", "arm", "--set", "joints"), "'joints'", "--set", "key=value")
        self.assert_error(self.mce("run", "arm", "--set", "=3"), "'=3'", "--set", "key=value")
        self.assert_error(self.mce("run", "arm", "--selector", "ucb-cell:lambda"), "'lambda'", "key=value")
        self.assert_error(self.mce("run", "arm", "--selector", "ucb-cell:"), "ucb-cell:", "key=value")

    def test_settings_that_contradict_each_other(self):
        self.assert_error(self.mce("run", "rastrigin", "--set", "features=3", "--set", "dimensions=2"), "features")
        self.assert_error(self.mce("run", "maze", "--set", "fitness=path", "--set", "features=path,corners"), "path")
        self.assert_error(self.mce("run", "maze", "--set", "features=corners,corners"), "corners")

    def test_options_without_a_value_or_with_two(self):
        for option in (*self.WHOLE, "--selector", "--profile", "--set", "--out", "--checkpoint", "--resume"):
            with self.subTest(option=option):
                self.assert_error(self.mce("run", "arm", option), f"{option}: its value is missing")
                self.assert_error(self.mce("run", "arm", option, ""), option, "a value is needed")
        self.assert_error(self.mce("run", "arm", "--seed", "1", "--seed", "2"), "--seed: given more than once")

    def test_nothing_was_written(self):
        self.mce("run", "arm", "--seed", "x", "--out", "out", "--checkpoint", "run.mce-run")
        self.assertEqual(list(self.directory.iterdir()), [])


class Places(ProgramTest):
    """Root may write anywhere, so these places are ones where nobody can."""

    def setUp(self):
        super().setUp()
        (self.directory / "file").write_text("precious")

    def tearDown(self):
        self.assertEqual((self.directory / "file").read_text(), "precious")
        self.assert_nothing_half_written()

    def test_results_where_no_directory_can_be(self):
        for place in ("file", "file/below", "/proc/mce", "/proc"):
            with self.subTest(place=place):
                self.assert_error(self.mce("run", "arm", *SHORT, "--out", place), f"'{place}'")

    def test_checkpoint_where_no_file_can_be(self):
        (self.directory / "folder").mkdir()
        os.mkfifo(self.directory / "pipe")
        for place in ("file/below", "missing/below", "folder", "pipe", "/proc/mce.mce-run"):
            with self.subTest(place=place):
                self.assert_error(self.mce("run", "arm", *SHORT, "--checkpoint", place), f"'{place}'")


class Checkpoints(ProgramTest):
    def setUp(self):
        super().setUp()
        self.good("run", "rastrigin", *SHORT, "--resolution", "10", "--checkpoint", "good")
        self.contents = self.bytes_of("good")

    def assert_refused(self, contents, *parts):
        (self.directory / "bad").write_bytes(contents)
        self.assert_error(self.mce("run", "--resume", "bad", "--out", "out"), "'bad'", *parts)
        self.assertEqual(self.bytes_of("bad"), contents)
        self.assertFalse((self.directory / "out").exists())

    def test_truncated(self):
        for length in (1, 20, 31):
            self.assert_refused(self.contents[:length], "too short")
        for length in (32, 100, len(self.contents) // 2, len(self.contents) - 1):
            self.assert_refused(self.contents[:length], "truncated")

    def test_empty(self):
        self.assert_refused(b"", "too short")

    def test_corrupted(self):
        for position in range(32, len(self.contents), len(self.contents) // 20):
            damaged = bytearray(self.contents)
            damaged[position] ^= 0x10
            self.assert_refused(bytes(damaged), "damaged")

    def test_of_a_newer_version(self):
        newer = bytearray(self.contents)
        newer[8] += 1
        self.assert_refused(bytes(newer), "newer", "format is 4", "reads 2 and 3")

    def test_of_an_older_version(self):
        older = bytearray(self.contents)
        older[8] = 1
        self.assert_refused(bytes(older), "older", "format is 1", "reads 2 and 3")

    def test_foreign(self):
        self.assert_refused(b"evaluations,filled,coverage,best\n0,100,0.01,-41\n" * 10, "not a checkpoint")
        self.assert_refused(bytes(1000), "not a checkpoint")

    def test_missing_or_a_directory(self):
        self.assert_error(self.mce("run", "--resume", "missing"), "'missing'", "No such file")
        self.assert_error(self.mce("run", "--resume", "."), "'.'", "directory")

    def test_together_with_what_the_checkpoint_knows_itself(self):
        for extra in (("rastrigin",), ("--selector", "greedy"), ("--evaluations", "5"), ("--initial", "5"),
                      ("--resolution", "5"), ("--profile", "paper"), ("--seed", "5"), ("--set", "dimensions=5"),
                      ("--batch", "5")):
            with self.subTest(extra=extra):
                name = "testbed" if len(extra) == 1 else extra[0]
                result = self.mce("run", "--resume", "good", *extra)
                self.assert_error(result, f"{name} together with --resume", "allowed")
        self.assertEqual(self.bytes_of("good"), self.contents)


class FullDisk(ProgramTest):
    """The old files stay whole, and nothing else is left."""

    def assert_old_files_survive(self, place, reason, **options):
        old = {name: place / name for name in ("elites.csv", "curve.csv", "run.json")}
        for path in old.values():
            path.write_text("old")
        result = self.mce("run", "rastrigin", *SHORT, "--out", place, "--force", **options)
        self.assert_error(result, place / "elites.csv", reason)
        result = self.mce("run", "rastrigin", *SHORT, "--checkpoint", place / "run.mce-run", **options)
        self.assert_error(result, place / "run.mce-run", reason)
        for path in old.values():
            self.assertEqual(path.read_text(), "old")
        self.assertEqual(sorted(path.name for path in place.iterdir()), sorted(old))

    def test_a_limit_on_the_size_of_files(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        self.assert_old_files_survive(self.directory, "File too large", preexec_fn=limit)

    def disk_of(self, size):
        """A real disk, of a few kilobytes."""
        disk = self.directory / "disk"
        disk.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk]
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            self.skipTest("mounting is not permitted here")
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        return disk

    def test_a_disk_that_is_really_full(self):
        self.assert_old_files_survive(self.disk_of("20k"), "No space left on device")

    def test_a_disk_that_fills_up_leaves_a_checkpoint_to_go_on_from(self):
        run = ("run", "rastrigin", "--evaluations", "2000", "--quiet", "--out", "out")
        checkpoint = self.disk_of("40k") / "run.mce-run"
        self.assert_error(self.mce(*run, "--checkpoint", checkpoint), checkpoint, "No space left on device")
        self.good("run", "--resume", checkpoint, "--checkpoint", "elsewhere", "--quiet")
        resumed = self.bytes_of("out/elites.csv")
        self.good(*run)
        self.assertEqual(self.bytes_of("out/elites.csv"), resumed)


if __name__ == "__main__":
    unittest.main()
