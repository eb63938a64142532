# SPDX-License-Identifier: MIT
"""No command writes over what it reads, and over what it did not make only with --force. Links are followed."""

import os
import unittest

from support import ProgramTest

SHORT = ("--evaluations", "300", "--quiet")
RESULTS = ("elites.csv", "curve.csv", "run.json")


class OverwritingTest(ProgramTest):
    def write(self, name, text="precious"):
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def names_of(self, file):
        """Other names of a file: links, and other ways to write the path."""
        (self.directory / "folder").mkdir()
        os.symlink(file, self.directory / "link")
        os.symlink(f"../{file}", self.directory / "folder/link")
        os.link(self.directory / file, self.directory / "hard")
        return (file, f"./{file}", f"folder/../{file}", self.directory / file, "link", "folder/link", "hard")


class Files(OverwritingTest):
    """Those that a command is told to write."""

    def check(self, name, *command):
        """Makes the file, refuses to replace it, and replaces it with --force."""
        self.good(*command)
        made = self.bytes_of(name)
        self.assert_error(self.mce(*command), f"'{name}' is there already", "--force")
        path = self.write(name)
        self.assert_error(self.mce(*command), f"'{name}' is there already", "--force")
        self.assertEqual(path.read_text(), "precious")
        self.good(*command, "--force")
        self.assertEqual(len(self.bytes_of(name)), len(made))
        (self.directory / "folder").mkdir()
        for force in ((), ("--force",)):
            self.assert_error(self.mce(*command[:-1], "folder", *force), "'folder'", "not a regular file")
        self.assert_nothing_half_written()

    def test_picture_of_a_maze(self):
        self.check("maze.svg", "maze", "--svg", "maze.svg")

    def test_checkpoint_of_a_new_run(self):
        self.check("c", "run", "arm", *SHORT, "--checkpoint", "c")

    def test_checkpoint_of_a_resumed_run(self):
        self.good("run", "arm", *SHORT, "--checkpoint", "a")
        before = self.bytes_of("a")
        self.check("b", "run", "--resume", "a", "--quiet", "--checkpoint", "b")
        self.assertEqual(self.bytes_of("a"), before)

    def test_the_checkpoint_that_is_resumed_is_replaced(self):
        self.good("run", "arm", *SHORT, "--checkpoint", "a")
        names = self.names_of("a")
        for name in reversed(names):  # the hard link first: replacing the file parts them
            with self.subTest(name=name):
                self.good("run", "--resume", "a", "--quiet", "--checkpoint", name)


class Study(OverwritingTest):
    def setUp(self):
        super().setUp()
        self.write("p.toml", 'name = "p"\nrepetitions = 2\nselectors = ["R", "G"]\nevaluations = 200\nresolution = 5\n'
                             '[[treatment]]\ntestbed = "arm"\n')
        self.good("study", "run", "p.toml", "--out", "s.mce", "--quiet")
        self.before = self.bytes_of("s.mce")

    def test_export_never_replaces_it(self):
        for name in self.names_of("s.mce"):
            for force in ((), ("--force",)):
                with self.subTest(name=name, force=force):
                    result = self.mce("export", "s.mce", "--what", "runs", "--out", name, *force)
                    self.assert_error(result, f"'{name}'", "which this command reads")
                    self.assertEqual(self.bytes_of("s.mce"), self.before)

    def test_export_never_replaces_what_sqlite_keeps_beside_it(self):
        for end in ("-wal", "-shm", "-journal"):
            self.assert_error(self.mce("export", "s.mce", "--what", "runs", "--out", f"./s.mce{end}", "--force"), "reads")
            self.assertFalse((self.directory / f"s.mce{end}").exists())

    def test_export_replaces_other_files_only_with_force(self):
        for what in ("csv", "npz"):
            path = self.write(f"t.{what}")
            command = ("export", "s.mce", "--what", "runs", "--format", what, "--out", path.name)
            self.assert_error(self.mce(*command), f"'t.{what}' is there already", "--force")
            self.assertEqual(path.read_text(), "precious")
            self.good(*command, "--force")
            self.assertNotEqual(path.read_bytes(), b"precious")

    def test_its_protocol_is_never_replaced(self):
        protocol = self.bytes_of("p.toml")
        for name in ("p.toml", "./p.toml"):
            self.assert_error(self.mce("study", "run", "p.toml", "--out", name), f"'{name}'", "reads")
        self.assertEqual(self.bytes_of("p.toml"), protocol)

    def test_a_report_is_replaced_also_if_it_was_interrupted(self):
        page = self.directory / "r/report.html"
        without_gnuplot = {"PATH": "/nowhere"}  # it fails in the middle
        self.assert_error(self.mce("report", "s.mce", "--out", "r", environment=without_gnuplot), "gnuplot")
        self.assertIn("still being made", page.read_text())
        self.good("report", "s.mce", "--out", "r")
        whole = page.read_text()
        self.assertNotIn("still being made", whole)
        self.assert_error(self.mce("report", "s.mce", "--out", "r", environment=without_gnuplot), "gnuplot")
        self.assertEqual(page.read_text(), whole)

    def test_what_is_no_report_is_replaced_only_with_force(self):
        for name in ("report.html", "tables/own.csv", "figures/own.png"):
            with self.subTest(name=name):
                directory = f"own-{name.split('/')[0]}"
                path = self.write(f"{directory}/{name}")
                result = self.mce("report", "s.mce", "--out", directory)
                self.assert_error(result, f"'{directory}'", name.split("/")[0], "--force")
                self.assertEqual(path.read_text(), "precious")
                self.assertEqual(sum(file.is_file() for file in (self.directory / directory).rglob("*")), 1)
        self.good("report", "s.mce", "--out", "own-report.html", "--force")
        self.assertNotEqual((self.directory / "own-report.html/report.html").read_text(), "precious")

    def test_a_report_never_replaces_it(self):
        for name in ("report.html", "tables/s.mce", "figures/s.mce"):
            path = self.directory / "there" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(self.before)
            with self.subTest(name=name):
                result = self.mce("report", path, "--out", "there", "--force")
                self.assert_error(result, "there", "choose another")
                self.assertEqual(path.read_bytes(), self.before)


class Results(OverwritingTest):
    """The three files of `mce run --out DIR`."""

    def test_of_an_earlier_run_are_replaced(self):
        for seed in (1, 2):
            self.good("run", "maze", "--set", "size=20", *SHORT, "--seed", seed, "--out", "o")
        for name in RESULTS[:2]:  # as if it had been killed between them
            (self.directory / "o" / name).unlink()
            self.good("run", "arm", *SHORT, "--out", "o")

    def test_others_are_replaced_only_with_force(self):
        for name in RESULTS:
            for text in ("precious", "", '{\n  "version": "1.0",\n  "name": "other"\n}\n', "index,value\n1,2\n"):
                with self.subTest(name=name, text=text):
                    path = self.write(f"o/{name}", text)
                    self.assert_error(self.mce("run", "arm", *SHORT, "--out", "o"), "'o'", name, "--force")
                    self.assertEqual(path.read_text(), text)
                    self.assertEqual(os.listdir(self.directory / "o"), [name])
                    path.unlink()
        self.write("o/curve.csv")
        self.good("run", "arm", *SHORT, "--out", "o", "--force")
        self.assertEqual(sorted(os.listdir(self.directory / "o")), sorted(RESULTS))

    def test_and_the_checkpoint_do_not_share_a_file(self):
        for name in RESULTS:
            for force in ((), ("--force",)):
                result = self.mce("run", "arm", *SHORT, "--out", "o", "--checkpoint", f"./o/{name}", *force)
                self.assert_error(result, f"--checkpoint './o/{name}'", "results")
        (self.directory / "o").mkdir()
        self.good("run", "arm", *SHORT, "--checkpoint", "o/run.json")
        before = self.bytes_of("o/run.json")
        self.assert_error(self.mce("run", "--resume", "o/run.json", "--out", "o", "--force"), "results")
        self.assertEqual(self.bytes_of("o/run.json"), before)


class Links(OverwritingTest):
    """A symbolic link stays one: the file that it leads to is written."""

    def setUp(self):
        super().setUp()
        (self.directory / "elsewhere").mkdir()
        os.symlink("elsewhere/target", self.directory / "link")

    def tearDown(self):
        self.assertTrue((self.directory / "link").is_symlink())
        self.assertFalse((self.directory / "elsewhere/target").is_symlink())
        self.assertGreater((self.directory / "elsewhere/target").stat().st_size, 0)
        self.assertEqual(os.listdir(self.directory / "elsewhere"), ["target"])

    def test_of_a_checkpoint(self):
        self.good("run", "arm", *SHORT, "--checkpoint", "link", "--every", "100")
        self.good("run", "--resume", "link", "--quiet")
        self.good("run", "--resume", "elsewhere/target", "--quiet")

    def test_of_a_picture(self):
        self.good("maze", "--svg", "link")
        self.assert_error(self.mce("maze", "--svg", "link"), "'link' is there already")
        self.good("maze", "--svg", "link", "--force")

    def test_of_an_export(self):
        self.write("p.toml", 'name = "p"\nselectors = ["R", "G"]\nrepetitions = 2\nevaluations = 200\n'
                             '[[treatment]]\ntestbed = "arm"\n')
        self.good("study", "run", "p.toml", "--out", "s.mce", "--quiet")
        self.good("export", "s.mce", "--what", "runs", "--out", "link")

    def test_of_results(self):
        (self.directory / "o").mkdir()
        for name in RESULTS[:1]:
            os.symlink("../link", self.directory / "o" / name)
        for _ in range(2):
            self.good("run", "arm", *SHORT, "--out", "o")
        self.assertTrue((self.directory / "o/elites.csv").is_symlink())


if __name__ == "__main__":
    unittest.main()
