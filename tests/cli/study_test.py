# SPDX-License-Identifier: MIT
"""Studies with the real program: whatever happens to it, the same command ends with the same results."""

import contextlib
import os
import random
import re
import resource
import shlex
import signal
import sqlite3
import subprocess
import time
import unittest

from support import MCE, ProgramTest

PROTOCOL = """
name = "small"
repetitions = {repetitions}
selectors = [{selectors}]
evaluations = {evaluations}
resolution = 20
{top}
[[treatment]]
testbed = "rastrigin"
[[treatment]]
testbed = "arm"
[[treatment]]
testbed = "maze"
size = 4
{more}
"""


# Sanitizers make every one of them slow; the fifty are for the program that people use.
KILLS = int(os.environ.get("KILLS", "51"))


class StudyTest(ProgramTest):
    def protocol(self, name="small.toml", repetitions=4, evaluations=20_000, selectors='"Uc", "Ei", "R"', top="", more=""):
        text = PROTOCOL.format(repetitions=repetitions, evaluations=evaluations, selectors=selectors, top=top, more=more)
        (self.directory / name).write_text(text)
        return name

    def study(self, store, *arguments, protocol="small.toml"):
        return ("study", "run", protocol, "--out", store, *arguments)

    def contents(self, store):
        """All that is in the file, but how long it took; with SQLite's own check of it."""
        with contextlib.closing(sqlite3.connect(self.directory / store)) as database:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            result = {}
            for table in sorted(tables):
                columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})") if row[1] != "seconds"]
                result[table] = sorted(database.execute(f"SELECT {', '.join(columns)} FROM {table}"))
            return result


class Whole(StudyTest):
    def test_ends_with_the_tables_of_the_paper(self):
        self.protocol()
        output = self.good(*self.study("s.mce"))
        self.assertIn("study small in s.mce: 36 of 36 runs", output)
        for word in ("rastrigin", "arm", "maze", "QD-score", "Global reliability", "Uc", "Ei"):
            self.assertIn(word, output)
        again = self.good(*self.study("s.mce"))
        self.assertIn("36 of 36 runs; 0 evaluations", again)
        status = self.good("study", "status", "s.mce")
        self.assertIn("36 of 36", status)
        self.assertIn("3 of 3 complete and measured", status)
        shown = self.good("study", "show", "s.mce")
        for word in ("ucb-cell  lambda=0.70710678", "maze size=4", "20000 evaluations", "on 20 × 20 cells", "measured", "keep"):
            self.assertIn(word, shown)
        self.good(*self.study("other.mce"), "--threads", 1)
        signature = re.search(r"signature +([0-9a-f]{16})", shown)[1]
        self.assertIn(signature, self.good("study", "show", "other.mce"))

    def test_a_growing_study(self):
        self.protocol(repetitions=2, top='keep = "all"')
        self.good(*self.study("s.mce", "--quiet"))
        self.protocol(repetitions=3, selectors='"Uc", "Ei", "R", "G"', top='keep = "all"',
                      more='[[treatment]]\ntestbed = "arm"\njoints = 3')
        self.assertIn("48 of 48 runs", self.good(*self.study("s.mce")))
        self.good(*self.study("whole.mce", "--quiet"))
        self.assertEqual(self.contents("s.mce"), self.contents("whole.mce"))

    def test_parts_of_it(self):
        self.protocol()
        self.assertIn("8 of 36 runs", self.good(*self.study("s.mce", "--only", "treatment=r*,treatment=arm,selector=Uc")))
        self.assert_error(self.mce(*self.study("s.mce", "--only", "treatment=leg")), "'leg'", "arm")
        self.assert_error(self.mce(*self.study("s.mce", "--only", "leg")), "--only", "'leg'")


class Killed(StudyTest):
    """The process ends at any moment, and the same command again goes on."""

    def test_fifty_kills(self):
        self.protocol(repetitions=20)
        start = time.monotonic()
        self.good(*self.study("whole.mce", "--quiet", "--threads", 2))
        length = time.monotonic() - start
        expected = self.contents("whole.mce")
        self.assertEqual(len(expected["run"]), 180)
        chance = random.Random(5)
        for threads in (1, 2, 7):
            store = f"killed{threads}.mce"
            kills = 0
            while kills < KILLS / 3:
                process = self.start(*self.study(store, "--quiet", "--threads", threads))
                # Anywhere: while it opens the file, makes runs, measures or shrinks; most of all soon after the start.
                time.sleep(chance.random() ** 2 * length / 5)
                if process.poll() is not None:  # it was done already: once more from the start
                    (self.directory / store).unlink()
                    continue
                process.kill()
                process.communicate()
                kills += 1
                if (self.directory / store).exists():
                    with contextlib.closing(sqlite3.connect(self.directory / store)) as database:
                        self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            self.good(*self.study(store, "--quiet", "--threads", threads))
            self.assertEqual(self.contents(store), expected, threads)

    def test_interrupt(self):
        self.protocol(repetitions=200, evaluations=100_000)
        process = self.start(*self.study("s.mce"))
        while self.mce("export", "s.mce", "--what", "runs").stdout.count("\n") < 3:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate()
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("Interrupted.", output)
        self.assertIn("Go on with: mce study run small.toml --out s.mce\n", output)
        with contextlib.closing(sqlite3.connect(self.directory / "s.mce")) as database:
            runs = database.execute("SELECT count(*) FROM run").fetchone()[0]
        self.assertGreater(runs, 0)
        self.assertIn(f"{runs} of 1800 runs", output)
        self.assertIn(f"{runs} of 1800\n", self.good("study", "status", "s.mce"))

    def test_interrupt_within_a_large_batch_of_large_mazes(self):
        (self.directory / "large.toml").write_text('name = "large"\nrepetitions = 2\nselectors = ["R", "G"]\n'
                                                   'evaluations = 1000000\nbatch = 65535\n'
                                                   '[[treatment]]\ntestbed = "maze"\nsize = 64\n')
        process = self.start("study", "run", "large.toml", "--out", "s.mce", "--threads", 2)
        while not (self.directory / "s.mce").exists():
            time.sleep(0.01)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        output, errors = process.communicate()
        self.assertEqual(process.returncode, 130, errors)
        self.assertLess(time.monotonic() - start, 1)
        self.assertIn("--threads 2\n", output)

    def test_the_command_to_go_on_with_can_be_given_to_a_shell(self):
        protocol = self.protocol(name="it's mine.toml", repetitions=200, evaluations=100_000)
        process = self.start(*self.study("my $tudy.mce", "--only", "treatment=*a*", protocol=protocol))
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate()
        self.assertEqual(process.returncode, 130)
        self.assertEqual(shlex.split(output.split("Go on with: ")[1]),
                         ["mce", *self.study("my $tudy.mce", "--only", "treatment=*a*", protocol=protocol)])

    def test_the_second_of_two_processes_is_refused(self):
        self.protocol(repetitions=200, evaluations=100_000)
        process = self.start(*self.study("s.mce"))
        while not (self.directory / "s.mce").exists():
            time.sleep(0.01)
        time.sleep(0.5)
        self.assert_error(self.mce(*self.study("s.mce")), "s.mce", "another process")
        self.assertIn("being run now", self.good("study", "status", "s.mce"))
        self.assertIsNone(process.poll())
        process.kill()
        process.communicate()
        self.assertNotIn("being run now", self.good("study", "status", "s.mce"))


class Trouble(StudyTest):
    def test_full_disk(self):
        """A file may not grow beyond a limit; then it may, and nothing is lost."""
        self.protocol(repetitions=20)
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (3_000_000, 3_000_000))
        result = self.mce(*self.study("s.mce"), preexec_fn=limit)
        self.assert_error(result, "s.mce")
        with contextlib.closing(sqlite3.connect(self.directory / "s.mce")) as database:
            self.assertGreater(database.execute("SELECT count(*) FROM run").fetchone()[0], 5)
        self.good(*self.study("s.mce", "--quiet"))
        self.good(*self.study("whole.mce", "--quiet"))
        self.assertEqual(self.contents("s.mce"), self.contents("whole.mce"))

    def test_full_file_system(self):
        disk = self.directory / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("may not mount")
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        self.protocol(repetitions=20)
        self.assert_error(self.mce(*self.study("disk/s.mce")), "disk/s.mce", "no space left")
        subprocess.run(["mount", "-o", "remount,size=100m", disk], check=True)
        self.good(*self.study("disk/s.mce", "--quiet"))
        self.good(*self.study("whole.mce", "--quiet"))
        self.assertEqual(self.contents("disk/s.mce"), self.contents("whole.mce"))

    def test_a_directory_that_may_not_be_written(self):
        if os.geteuid() == 0:
            self.skipTest("root may write everywhere")
        self.protocol()
        place = self.directory / "place"
        place.mkdir()
        self.good(*self.study("place/s.mce", "--quiet"))
        place.chmod(0o555)
        self.addCleanup(place.chmod, 0o755)
        self.assert_error(self.mce(*self.study("place/new.mce")), "place/new.mce", "ermission")
        self.assertIn("36 of 36", self.good("study", "status", "place/s.mce"))

    def test_files_that_are_no_study(self):
        self.protocol()
        self.good(*self.study("s.mce", "--quiet"))
        (self.directory / "text.mce").write_text("x" * 10_000)
        with contextlib.closing(sqlite3.connect(self.directory / "foreign.mce")) as database:
            database.execute("CREATE TABLE t (a)")
        (self.directory / "cut.mce").write_bytes(self.bytes_of("s.mce")[:100_000])
        (self.directory / "newer.mce").write_bytes(self.bytes_of("s.mce"))
        with contextlib.closing(sqlite3.connect(self.directory / "newer.mce")) as database:
            database.execute("PRAGMA user_version = 7")
        for name, reason in (("text.mce", "no SQLite file"), ("foreign.mce", "not a study"), ("cut.mce", "damaged"),
                             ("newer.mce", "newer version")):
            with self.subTest(name):
                before = self.bytes_of(name)
                self.assert_error(self.mce(*self.study(name)), name, reason)
                self.assertEqual(self.bytes_of(name), before)
        for name in ("text.mce", "foreign.mce", "newer.mce", "none.mce"):
            for command in (("study", "status"), ("study", "show"), ("study", "compare"), ("export", "--what", "runs")):
                self.assert_error(self.mce(*command, name), name)

    def test_a_changed_protocol_is_refused(self):
        self.protocol()
        self.good(*self.study("s.mce", "--quiet"))
        before = self.contents("s.mce")
        for changes, words in (({"evaluations": 30_000}, ("evaluations", "20000", "30000")),
                               ({"repetitions": 3}, ("repetitions", "4", "3")),
                               ({"selectors": '"Uc", "R"'}, ("exploit-individual", "removed")),
                               ({"top": "seed = 2"}, ("seed", "2"))):
            self.protocol(**changes)
            self.assert_error(self.mce(*self.study("s.mce")), "s.mce", *words)
        text = (self.directory / self.protocol()).read_text()
        (self.directory / "small.toml").write_text(text.replace('[[treatment]]\ntestbed = "arm"\n', ""))
        self.assert_error(self.mce(*self.study("s.mce")), "'arm'", "removed")
        self.protocol(selectors='"Uc", "Ei", "R", "G"')
        self.assert_error(self.mce(*self.study("s.mce")), "36 finished runs", "--rerun")
        self.assertEqual(self.contents("s.mce"), before)

    def test_bad_options(self):
        self.protocol()
        for value in ("0", "-1", "1.5", "many", "2000"):
            self.assert_error(self.mce(*self.study("s.mce", f"--threads={value}")), "--threads", f"'{value}'")
        self.assert_error(self.mce("study", "rum"), "'rum'", "run")
        self.assert_error(self.mce("study", "run", "none.toml", "--out", "s.mce"), "none.toml")
        self.assert_error(self.mce("study", "run", "small.toml"), "--out", "--help")
        self.assertEqual(sorted(path.name for path in self.directory.iterdir()), ["small.toml"])


if __name__ == "__main__":
    unittest.main()
