# SPDX-License-Identifier: MIT
"""What a person sees: the map and the progress, on a terminal and elsewhere."""

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import unittest

from support import MCE, ProgramTest

ESCAPE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


class TerminalTest(ProgramTest):
    def on_terminal(self, *arguments, rows=24, columns=80, **environment):
        """What the program writes to a terminal of this size."""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        process = subprocess.Popen([MCE, *map(str, arguments)], cwd=self.directory, stdin=slave, stdout=slave,
                                   stderr=slave, env=self.environment(**environment))
        os.close(slave)
        pieces = []
        while True:
            try:
                piece = os.read(master, 65536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            pieces.append(piece)
        os.close(master)
        self.assertEqual(process.wait(), 0)
        return b"".join(pieces).decode().replace("\r\n", "\n")

    def final_screen(self, text):
        """The lines left to see: a line that is redrawn counts once, colours not at all."""
        return [ESCAPE.sub("", line.rsplit("\r\x1b[K", 1)[-1]) for line in text.rstrip("\n").split("\n")]


class Map(TerminalTest):
    RUN = ("run", "rastrigin", "--evaluations", 3000)

    def test_is_plain_when_not_a_terminal(self):
        text = self.good(*self.RUN)
        self.assertNotIn("\x1b", text)
        self.assertIn("fitness", text)
        self.assertRegex(text, r"(?m)^  [ .:\-=+*#%@]{40,}$")

    def test_is_coloured_on_a_terminal(self):
        text = self.on_terminal(*self.RUN)
        self.assertIn("\x1b[38;5;", text)
        self.assertIn("▀", text)

    def test_has_all_colours_where_the_terminal_says_so(self):
        self.assertIn("\x1b[38;2;", self.on_terminal(*self.RUN, COLORTERM="truecolor"))

    def test_is_plain_with_no_color(self):
        text = self.on_terminal(*self.RUN, NO_COLOR="1")
        self.assertNotRegex(text, r"\x1b\[[0-9;]*m")
        self.assertRegex(text, r"(?m)^  [ .:\-=+*#%@]{20,}$")

    def test_is_plain_on_a_dumb_terminal(self):
        self.assertNotIn("\x1b", self.on_terminal(*self.RUN, TERM="dumb"))

    def test_fits_with_its_summary_on_the_screen(self):
        for rows, columns in ((24, 80), (40, 120), (50, 60), (60, 40)):
            for testbed in ("rastrigin", "maze"):
                with self.subTest(rows=rows, columns=columns, testbed=testbed):
                    screen = self.final_screen(self.on_terminal("run", testbed, "--evaluations", 2000, "--out", "o",
                                                                rows=rows, columns=columns))
                    self.assertLess(len(screen), rows)
                    picture = screen[:-9]
                    self.assertGreater(len(picture), 8)
                    self.assertLessEqual(max(map(len, picture)), columns)

    def test_shows_one_feature_and_three(self):
        for features in (1, 3):
            text = self.good("run", "rastrigin", "--evaluations", 500, "--resolution", 9,
                             "--set", f"features={features}")
            self.assertRegex(text, r"(?m)^  [ .:\-=+*#%@]{9}$")

    def test_colours_end_with_every_line(self):
        for line in self.on_terminal(*self.RUN).split("\n"):
            if "▀" in line or "▄" in line:
                self.assertTrue(line.endswith("\x1b[0m"))


class Maze(TerminalTest):
    def test_is_coloured_on_a_terminal(self):
        text = self.on_terminal("maze", "--strip", columns=120)
        self.assertIn("\x1b[1;38;5;", text)
        self.assertIn("\x1b[48;5;", text)
        for line in text.split("\n"):
            if "\x1b" in line:
                self.assertLess(line.rfind("m", 0, line.rfind("\x1b")), line.rfind("\x1b[0m"))

    def test_is_plain_with_no_color(self):
        self.assertNotIn("\x1b", self.on_terminal("maze", "--strip", NO_COLOR="1"))

    def test_fits(self):
        for columns in (60, 80, 120):
            for line in self.final_screen(self.on_terminal("maze", "--size", 24, "--strip", columns=columns)):
                self.assertLessEqual(len(line), max(columns, 80))  # what is said of the metrics may be longer


class ProgressLine(TerminalTest):
    def test_is_redrawn_on_a_terminal_within_one_line(self):
        for columns in (30, 80, 120):
            text = self.on_terminal("run", "rastrigin", "--evaluations", 3000, columns=columns)
            shown = [ESCAPE.sub("", part) for part in text.split("\n")[0].split("\r") if "% of" in part]
            self.assertGreater(len(shown), 0)
            for line in shown:
                self.assertLess(len(line), columns)
                self.assertIn("% of 3000", line)

    def test_is_cleared_before_the_map(self):
        text = self.on_terminal("run", "rastrigin", "--evaluations", 3000)
        self.assertNotIn("% of", "\n".join(self.final_screen(text)))

    def test_quiet_shows_none_even_on_a_terminal(self):
        text = self.on_terminal("run", "rastrigin", "--evaluations", 3000, "--quiet")
        self.assertNotIn("% of", text)
        self.assertNotIn("fitness", text)

    def test_is_a_plain_line_now_and_then_elsewhere(self):
        process = self.start("run", "rastrigin", "--evaluations", 4_000_000_000)
        line = process.stderr.readline()
        self.assertRegex(line, r"\A +\d+ % of 4G, \S+/s, .* left, coverage .* %, best \S+, QD-score \S+\n\Z")
        process.send_signal(signal.SIGINT)
        process.communicate()
        self.assertEqual(process.returncode, 130)


if __name__ == "__main__":
    unittest.main()
