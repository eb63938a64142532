#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One more selector and one more testbed, added to a copy of the sources the way CONTRIBUTING.md says: their headers, an
alternative of the variant and a line of the table each, and their lines in data/signatures.txt. They then run through
mce run, checkpoints, a study of everything, and a report, with no other change.

    scripts/test guests      compiles nearly everything, without optimisation: a minute or two
"""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
HOUSE = ROOT / "build/guests"
SOURCES = HOUSE / "source"
MCE = HOUSE / "build/mce"

PROTOCOL = """
name = "guests"
repetitions = 3
selectors = "all"
evaluations = 1000
initial = 20
resolution = 8
[[treatment]]
testbed = "rastrigin"
[[treatment]]
testbed = "arm"
[[treatment]]
testbed = "maze"
size = 4
[[treatment]]
testbed = "sphere"
dimensions = 3
"""


def copied(source, target):
    """Copies what has changed, so that only that is compiled again; removes what is gone."""
    for path in [path for path in target.rglob("*") if path.is_file()]:
        if not (source / path.relative_to(target)).is_file():
            path.unlink()
    for path in [path for path in source.rglob("*") if path.is_file()]:
        copy = target / path.relative_to(source)
        if not copy.is_file() or copy.read_bytes() != path.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


def edited(path, pattern, replacement):
    """The text of a source with one change, which has to fit in exactly one place."""
    text, count = re.subn(pattern, replacement, path.read_text(), flags=re.DOTALL)
    assert count == 1, f"{path}: {count} places for '{pattern}'"
    path.write_text(text)


def add(room, kind, header, name, entry):
    """What a person does to add a selector or a testbed."""
    shutil.copyfile(HERE / header, SOURCES / "include/mce" / room / header)
    public = SOURCES / f"include/mce/{room}/any_{kind}.hpp"
    edited(public, rf'(#include "mce/{room}/\w+\.hpp"\n)(\nnamespace)', rf'\1#include "mce/{room}/{header}"\n\2')
    edited(public, rf"(using Any{kind.title()} = std::variant<[^;]*)>;", rf"\1, {name}>;")
    edited(SOURCES / f"src/{room}/any_{kind}.cpp", r"(static const std::vector<\w+> \w+ = \{\n.*?)(\n  \};)",
           rf"\1\n      {entry},\2")


def prepared():
    """The copy with the guests in it. Built in a folder beside it first, so that files without changes stay as they are."""
    global SOURCES
    with tempfile.TemporaryDirectory() as folder:
        final, SOURCES = SOURCES, pathlib.Path(folder)
        for part in ("CMakeLists.txt", "apps", "cmake", "data", "include", "protocols", "src"):
            path = ROOT / part
            (shutil.copytree if path.is_dir() else shutil.copyfile)(path, SOURCES / part)
        add("selectors", "selector", "gains.hpp", "Gains", 'entry<Gains>("gains", "Ga", "cell that has gained most lately")')
        add("testbeds", "testbed", "sphere.hpp", "Sphere", 'entry<Sphere>("sphere", "a hill, by where one stands on it")')
        copied(SOURCES, final)
        SOURCES = final


def build():
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    subprocess.run(["cmake", "-S", SOURCES, "-B", HOUSE / "build", "-G", "Ninja", "-DCMAKE_CXX_FLAGS=-O0",
                    "-DCMAKE_UNITY_BUILD=ON", "-DMCE_BUILD_TESTS=OFF", *launcher], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", HOUSE / "build", "--", "--quiet"], check=True)


def mce(*arguments, directory):
    result = subprocess.run([MCE, *map(str, arguments)], cwd=directory, capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"mce {' '.join(map(str, arguments))}: {result.stderr}"
    return result


class Guests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        prepared()
        build()
        cls.signatures = mce("signature", directory=HOUSE).stdout
        (SOURCES / "data/signatures.txt").write_text(cls.signatures)
        build()

    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="mce-guests-")
        self.addCleanup(holder.cleanup)
        self.directory = pathlib.Path(holder.name)

    def mce(self, *arguments):
        return mce(*arguments, directory=self.directory)

    def run_json(self, name):
        return json.loads((self.directory / name / "run.json").read_text())

    def test_the_old_signatures_are_unchanged(self):
        old = (ROOT / "data/signatures.txt").read_text().splitlines()
        new = self.signatures.splitlines()
        worlds, selectors = len({tuple(line.split()[:2]) for line in old}), len({line.split()[2] for line in old})
        self.assertEqual(len(old), worlds * selectors)
        self.assertEqual(len(new), (worlds + 2) * (selectors + 1), "a testbed in two profiles, and a selector")
        self.assertEqual([line for line in new if " gains " not in line and " sphere " not in line], old)
        self.assertEqual(self.mce("signature").stdout, self.signatures)

    def test_they_are_listed_with_their_parameters(self):
        listed = self.mce("list").stdout
        for word in ("gains", "Ga", "contenders", "sphere", "dimensions"):
            self.assertIn(word, listed)

    def test_they_run(self):
        for testbed, selector in (("sphere", "gains:contenders=5"), ("sphere", "Uc"), ("maze", "Ga")):
            for profile in ("paper", "published"):
                self.mce("run", testbed, "--selector", selector, "--evaluations", 2000, "--profile", profile, "--quiet",
                         "--out", "out")
                result = self.run_json("out")
                self.assertTrue(result["complete"])
                self.assertGreater(result["filled"], 50)
                shutil.rmtree(self.directory / "out")

    def test_an_interrupted_run_goes_on_to_the_same_end(self):
        command = ["run", "sphere", "--selector", "gains", "--evaluations", "1e6", "--quiet"]
        self.mce(*command, "--out", "whole")
        with subprocess.Popen([MCE, *command, "--checkpoint", "state", "--every", "1000", "--out", "parts"],
                              cwd=self.directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            while not (self.directory / "state").exists() and process.poll() is None:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
        self.assertTrue((self.directory / "state").exists(), "the run ended before it could be interrupted")
        self.mce("run", "--resume", "state", "--quiet")
        self.assertEqual(self.run_json("parts")["signature"], self.run_json("whole")["signature"])

    def test_a_study_of_everything_and_its_report(self):
        (self.directory / "guests.toml").write_text(PROTOCOL)
        self.mce("study", "run", "guests.toml", "--out", "guests.mce", "--quiet")
        self.assertIn("complete", self.mce("study", "status", "guests.mce").stdout)
        rows = self.mce("export", "guests.mce", "--what", "runs").stdout.splitlines()
        selectors = len({line.split()[2] for line in self.signatures.splitlines()})
        self.assertEqual(len(rows), 1 + 4 * selectors * 3)
        self.assertEqual(sum("sphere" in row for row in rows), selectors * 3)
        self.mce("report", "guests.mce", "--out", "report")
        page = (self.directory / "report/report.html").read_text()
        self.assertIn("Sphere", page)
        self.assertIn("gains", page)
        self.assertTrue((self.directory / "report/figures/sphere-progress.svg").is_file())
        self.assertIn("| Ga |", (self.directory / "report/tables/beaten-sphere.md").read_text())


if __name__ == "__main__":
    os.environ.pop("MCE_CPU", None)
    begin = time.monotonic()
    result = unittest.main(exit=False).result
    print(f"{time.monotonic() - begin:.0f} s")
    sys.exit(0 if result.wasSuccessful() else 1)
