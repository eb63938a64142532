# SPDX-License-Identifier: MIT
"""What the tests of problems share: a worker that can do everything wrong, and who is left behind."""

import os
import pathlib
import textwrap
import time

from support import ProgramTest, json_of

# Answers late and in any order, refuses some genomes, and dies of others if DEATH says so: that takes time.
WORKER = """
    import json, os, random, sys, threading
    delay = float(os.environ.get("DELAY", "0"))
    lock = threading.Lock()

    def answer(request):
        x = request["genome"]
        if delay:
            import time
            time.sleep(random.random() * delay)
        if x[0] > float(os.environ.get("DEATH", "2")):
            os._exit(3)
        with lock:
            with open("evaluated.txt", "a") as log:
                log.write(str(request["id"]) + "\\n")
            if x[1] > 0.8:
                result = {"id": request["id"], "error": "too far up"}
            elif x[1] < -0.9:
                result = {"id": request["id"], "fitness": float("nan"), "features": x[:2]}
            else:
                result = {"id": request["id"], "fitness": -sum(g * g for g in x), "features": [x[0], x[1] * x[2]]}
            print(json.dumps(result), flush=True)

    for line in sys.stdin:
        request = json.loads(line)
        if delay:
            threading.Thread(target=answer, args=(request,)).start()
        else:
            answer(request)
"""

PROBLEM = """
    name = "pot"
    command = ["python3", "worker.py"]
    timeout = 20
    evaluations = {evaluations}
    initial = 30
    lowest_fitness = -10
    order = "{order}"
    [genome]
    dimensions = 4
    lower = -1
    upper = [1, 1, 1, 2]
    [features]
    names = ["x", "y"]
    ranges = [[-1, 1], [-1, 1]]
    {map}
    [variation]
    kind = "gaussian"
    sigma = 0.2
"""


class ProblemTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write()

    def write(self, evaluations=150, order="asked", map="resolution = [12, 12]", worker=WORKER):
        (self.directory / "worker.py").write_text(textwrap.dedent(worker))
        text = textwrap.dedent(PROBLEM).format(evaluations=evaluations, order=order, map=map)
        (self.directory / "pot.toml").write_text(text)

    def run_problem(self, directory, *arguments, delay=0.0):
        """A whole run with its results in `directory`: its record."""
        self.good("run", "--problem", "pot.toml", "--out", directory, "--quiet", *arguments,
                  environment={"DELAY": str(delay)})
        return self.record(directory)

    def record(self, directory):
        record = json_of(self.directory / directory / "run.json")
        record.pop("wall_seconds")
        record["settings"]["problem"].pop("workers")
        return record

    def evaluated(self):
        """The candidates that workers were given, in order."""
        path = self.directory / "evaluated.txt"
        return [int(line) for line in path.read_text().split()] if path.exists() else []

    def assert_nobody_left(self):
        """No process is in the directory of this test."""
        end = time.monotonic() + 10
        while True:
            left = [entry.name for entry in pathlib.Path("/proc").iterdir()
                    if entry.name.isdigit() and self.folder_of(entry) == str(self.directory.resolve())]
            if not left or time.monotonic() > end:
                self.assertEqual(left, [])
                return
            time.sleep(0.02)

    @staticmethod
    def folder_of(process):
        try:
            return os.readlink(process / "cwd")
        except OSError:
            return ""
