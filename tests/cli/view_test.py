# SPDX-License-Identifier: MIT
"""The explorer's server and its page as a file. viewer/e2e/ tests what is on the page."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import textwrap
import time
import unittest

from support import ProgramTest

HAS_PAGE = os.environ.get("HAS_PAGE") == "1"
PROTOCOL = """
    name = "small"
    repetitions = 2
    selectors = ["Uc", "R"]
    evaluations = {evaluations}
    resolution = 10
    [[treatment]]
    testbed = "arm"
    [[treatment]]
    testbed = "maze"
    size = 4
"""


class ViewTest(ProgramTest):
    def write_protocol(self, evaluations):
        (self.directory / "small.toml").write_text(textwrap.dedent(PROTOCOL).format(evaluations=evaluations))

    def study(self, name="s.mce", evaluations=500):
        self.write_protocol(evaluations)
        self.good("study", "run", "small.toml", "--out", name, "--quiet")

    def serve(self, *words, **options):
        """Starts the server; gives the process and the port."""
        process = self.start("view", *words, "--no-open", "--port", "0", **options)
        line = process.stdout.readline()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/   \(Ctrl-C ends it\)\n", line)
        self.assertTrue(found, line or process.stderr.read())
        return process, int(found[1])

    def get(self, port, target, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.addCleanup(connection.close)
        connection.request("GET", target, headers=headers)
        answer = connection.getresponse()
        return answer, answer.read()

    def json(self, port, target):
        answer, body = self.get(port, "/api/" + target)
        self.assertEqual(answer.status, 200, body)
        return json.loads(body)


@unittest.skipIf(HAS_PAGE, "this program has the page")
class WithoutPage(ViewTest):
    def test_says_how_to_get_it(self):
        for words in ([], ["s.mce"], ["--export", "page.html"]):
            self.assert_error(self.mce("view", *words), "without the explorer's page", "scripts/viewer", "Node 20")
        self.assertFalse((self.directory / "page.html").exists())


@unittest.skipUnless(HAS_PAGE, "this program has no page")
class Server(ViewTest):
    def test_serves_a_study_until_it_is_interrupted(self):
        self.study()
        before = self.bytes_of("s.mce")
        process, port = self.serve("s.mce")
        answer, page = self.get(port, "/")
        self.assertEqual((answer.status, answer.headers["Content-Type"]), (200, "text/html; charset=utf-8"))
        self.assertIn(b"<title>Monte Carlo Elites</title>", page)
        self.assertEqual(self.json(port, "study.json")["name"], "small")
        self.assertEqual(len(self.json(port, "treatments/1/runs.json")["runs"]), 4)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=10)
        self.assertEqual((process.returncode, output, errors), (0, "", ""))
        self.assertEqual(self.bytes_of("s.mce"), before)
        self.assertEqual(sorted(path.name for path in self.directory.iterdir()), ["s.mce", "small.toml"])

    def test_serves_the_folder_of_a_run_and_nothing(self):
        self.good("run", "maze", "--evaluations", "500", "--out", "results", "--quiet")
        _, port = self.serve("results")
        self.assertEqual(self.json(port, "study.json")["kind"], "run")
        record = json.loads((self.directory / "results/run.json").read_text())
        self.assertEqual(self.json(port, "treatments/0/runs.json")["runs"][0]["signature"], record["signature"])
        _, port = self.serve()
        self.assertEqual(self.json(port, "study.json"), {"kind": "nothing"})

    def test_states_a_strict_policy_that_allows_just_its_own_scripts(self):
        _, port = self.serve()
        answer, page = self.get(port, "/")
        policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
        self.assertEqual(policy["default-src"], "'none'")
        self.assertEqual(policy["frame-ancestors"], "'none'")
        self.assertEqual(policy["connect-src"], "'self'")
        for part in ("script-src", "style-src"):
            self.assertNotIn("unsafe-inline", policy[part])
            self.assertNotIn("unsafe-eval", policy[part].replace("'wasm-unsafe-eval'", ""))
            self.assertIn("'sha256-", policy[part])
        self.assertNotRegex(page.decode(), r'(src|href)="(https?:)?//')

    def test_answers_nobody_but_its_own_page(self):
        self.study()
        _, port = self.serve("s.mce")
        for headers in ({"Host": "evil.example"}, {"Host": f"evil.example:{port}"}, {"Origin": "http://evil.example"},
                        {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
            for target in ("/", "/api/study.json"):
                answer, body = self.get(port, target, **headers)
                self.assertEqual(answer.status, 403, headers)
                self.assertNotIn(b"small", body)
        with socket.socket() as other, self.assertRaises(ConnectionRefusedError):
            other.connect(("127.0.0.2", port))  # an address of this machine that is not the server's

    def test_exposes_nothing_but_what_it_was_given(self):
        self.study()
        (self.directory / "secret.txt").write_text("secret")
        _, port = self.serve("s.mce")
        for target in ("/secret.txt", "/api/secret.txt", "/api/../secret.txt", "/../secret.txt", "/s.mce", "/api/s.mce",
                       "/api/%2e%2e/secret.txt", "/api/..%2fsecret.txt", "/api//etc/passwd", "/api/runs/0/0/0/../../secret.txt",
                       "/api/study.json/../secret.txt", "/api/runs/0/0/0/maps/..", "/api/\\..\\secret.txt"):
            answer, body = self.get(port, target)
            self.assertEqual(answer.status, 404, target)
            self.assertNotIn(b"secret\n", body)
            self.assertNotIn(b"SQLite", body)

    def test_follows_a_study_that_runs(self):
        self.write_protocol(evaluations=400_000)
        run = self.start("study", "run", "small.toml", "--out", "s.mce", "--threads", 1, "--quiet")
        while self.mce("study", "status", "s.mce").returncode != 0:  # the file is there before there is a study in it
            self.assertIsNone(run.poll())
        _, port = self.serve("s.mce")
        first = self.json(port, "state.json")
        while self.json(port, "state.json")["running"]:
            time.sleep(0.02)
        last = self.json(port, "state.json")
        self.assertTrue(first["running"])
        self.assertLess(sum(each["runs"] for each in first["treatments"]), 8)
        self.assertEqual([each["measured"] for each in last["treatments"]], [True, True])
        self.assertEqual(len(self.json(port, "treatments/0/comparisons.json")["comparisons"]), 6)
        self.assertEqual(run.wait(timeout=20), 0)

    @unittest.skipUnless(os.geteuid() == 0, "only root can be somebody else")
    def test_follows_a_study_of_somebody_else(self):
        """It may not write beside the file, which SQLite would like to even when it reads."""
        def text(repetitions):
            protocol = textwrap.dedent(PROTOCOL).format(evaluations=5000)
            return protocol.replace("repetitions = 2", f"repetitions = {repetitions}\nkeep = 'all'")

        try:
            self.mce("--version", user="nobody")
        except PermissionError:
            self.skipTest("others may not run the program where it is")
        words = ("study", "run", "small.toml", "--out", "s.mce", "--threads", "1", "--quiet")
        (self.directory / "small.toml").write_text(text(2))
        self.good(*words)
        self.directory.chmod(0o755)
        _, port = self.serve("s.mce", user="nobody")
        before = self.json(port, "state.json")
        (self.directory / "small.toml").write_text(text(5000))  # more than are made before it is interrupted
        run = self.start(*words)
        seen = set()
        while len(seen) < 5:
            self.assertIsNone(run.poll())
            seen.add(sum(each["runs"] for each in self.json(port, "state.json")["treatments"]))
            time.sleep(0.02)
        self.assertTrue(self.json(port, "state.json")["running"])
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=60)
        after = self.json(port, "state.json")
        self.assertFalse(after["running"])
        self.assertNotEqual(after["identity"], before["identity"])
        runs = sum(each["runs"] for each in after["treatments"])
        self.assertIn(f"{runs} of 20000\n", self.good("study", "status", "s.mce"))

    @unittest.skipUnless(shutil.which("wrk"), "wrk makes the load")
    def test_answers_fifty_clients_at_once(self):
        self.study()
        _, port = self.serve("s.mce")
        for target in ("/", "/api/treatments/0/curves.json"):
            load = subprocess.run(["wrk", "-t1", "-c50", "-d1s", f"http://127.0.0.1:{port}{target}"], check=True,
                                  capture_output=True, text=True, timeout=60).stdout
            self.assertNotIn("Socket errors", load)
            self.assertNotIn("Non-2xx", load)
            self.assertGreater(float(re.search(r"Requests/sec: +([\d.]+)", load)[1]), 50, load)

    def test_says_what_it_cannot_show(self):
        (self.directory / "text.mce").write_text("no study")
        (self.directory / "empty").mkdir()
        self.assert_error(self.mce("view", "missing.mce"), "missing.mce")
        self.assert_error(self.mce("view", "text.mce"), "text.mce")
        self.assert_error(self.mce("view", "empty"), "empty", "mce run --out")
        self.assert_error(self.mce("view", "--port", "65536"), "--port", "65536", "65535")
        self.assert_error(self.mce("view", "--port", "http"), "--port", "http")
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            self.assert_error(self.mce("view", "--no-open", "--port", taken.getsockname()[1]), "port", "in use")

    def test_takes_another_port_if_the_usual_one_is_taken(self):
        with socket.socket() as taken:
            try:
                taken.bind(("127.0.0.1", 8800))
                taken.listen()
            except OSError:
                pass  # somebody else has it, which is as good
            process = self.start("view", "--no-open")
            self.assertRegex(process.stdout.readline(), r"http://127\.0\.0\.1:(?!8800/)\d+/")


@unittest.skipUnless(HAS_PAGE, "this program has no page")
class Export(ViewTest):
    def names_in(self, name):
        return re.findall(r'<script type="application/gzip" data-mce="([^"]*)">', (self.directory / name).read_text())

    def test_puts_the_data_into_the_page(self):
        self.study()
        text = self.good("view", "s.mce", "--export", "page.html")
        self.assertRegex(text, r"\Apage\.html \(\d+\.\d MB\): open it in a browser")
        names = self.names_in("page.html")
        for name in ("study.json", "state.json", "runs/0/0/0/maps/0", "runs/1/1/0/elites"):
            self.assertIn(name, names)
        again = self.bytes_of("page.html")
        self.good("view", "s.mce", "--export", "again.html")
        self.assertEqual(self.bytes_of("again.html"), again)

    def test_of_a_part_or_of_nothing(self):
        self.study()
        self.good("view", "s.mce", "--export", "part.html", "--only", "treatment=arm,selector=uniform")
        names = self.names_in("part.html")
        self.assertIn("runs/0/1/0/elites", names)
        self.assertEqual([each for each in names if each.startswith(("runs/0/0", "runs/1", "treatments/1"))], [])
        self.good("view", "--export", "nothing.html")
        self.assertEqual(self.names_in("nothing.html"), ["study.json"])

    def test_replaces_nothing_that_it_should_not(self):
        self.study()
        before = self.bytes_of("s.mce")
        for extra in ([], ["--force"]):
            self.assert_error(self.mce("view", "s.mce", "--export", "s.mce", *extra), "--export", "s.mce")
        self.assertEqual(self.bytes_of("s.mce"), before)
        (self.directory / "page.html").write_text("mine")
        self.assert_error(self.mce("view", "s.mce", "--export", "page.html"), "page.html", "--force")
        self.assertEqual(self.bytes_of("page.html"), b"mine")
        self.good("view", "s.mce", "--export", "page.html", "--force")
        self.assertGreater(len(self.bytes_of("page.html")), 10_000)
        self.assert_error(self.mce("view", "s.mce", "--export", "missing/page.html"), "missing/page.html")
        self.good("run", "maze", "--evaluations", "500", "--out", "results", "--quiet")
        for path in (self.directory / "results").iterdir():
            before = path.read_bytes()
            result = self.mce("view", "results", "--export", f"results/{path.name}", "--force")
            self.assert_error(result, "--export", path.name, "results of a run")
            self.assertEqual(path.read_bytes(), before)
        self.assert_nothing_half_written()

    def test_options_that_do_not_go_together(self):
        self.study()
        self.assert_error(self.mce("view", "s.mce", "--export", "page.html", "--port", "1"), "--port", "--export")
        self.assert_error(self.mce("view", "s.mce", "--only", "treatment=arm"), "--only", "--export")
        self.assert_error(self.mce("view", "s.mce", "--force"), "--force", "--export")
        self.assert_error(self.mce("view", "--export", "page.html", "--only", "treatment=arm"), "--only", "study")
        self.assert_error(self.mce("view", "s.mce", "--export", "page.html", "--only", "treatment=no"), "no", "arm")
        self.assertFalse((self.directory / "page.html").exists())


if __name__ == "__main__":
    unittest.main()
