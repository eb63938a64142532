# SPDX-License-Identifier: MIT
"""Dependencies point one way: a source that includes a header of a room above its own does not compile."""
import os
import pathlib
import re
import subprocess
import unittest

SOURCES = pathlib.Path(__file__).resolve().parents[2]

# Each room, and those that it may use.
ALLOWED = {
    "core": set(),
    "selectors": {"core"},
    "testbeds": {"core"},
    "analysis": {"core"},
    "search": {"core", "selectors"},
    "problems": {"core"},
    "run": {"core", "selectors", "testbeds", "analysis", "search", "problems"},
    "study": {"core", "selectors", "testbeds", "analysis", "search", "problems", "run"},
    "paper": {"core", "selectors", "testbeds", "analysis", "search", "problems", "run", "study"},
    "report": {"core", "selectors", "testbeds", "analysis", "search", "problems", "run", "study", "paper"},
    "view": {"core", "selectors", "testbeds", "analysis", "search", "problems", "run", "study"},
}
HEADERS = {room: sorted((SOURCES / "include/mce" / room).glob("*.hpp")) for room in ALLOWED}


def directories():
    """The include directories that the sources of each room are compiled with."""
    rooms = {}
    for line in pathlib.Path(os.environ["ROOMS"]).read_text().splitlines():
        room, *paths = line.split(":")
        rooms[room] = [path for path in paths if path]
    return rooms


def compiled(room, included):
    """What the compiler says when a source of this room includes these headers; only names matter, so no code is made."""
    text = "".join(f'#include "mce/{header.parent.name}/{header.name}"\n' for header in included)
    flags = [f"-I{path}" for path in directories()[room]]
    return subprocess.run([os.environ["CXX"], "-std=c++20", "-E", "-o", "/dev/null", *flags, "-x", "c++", "-"],
                          input=text, capture_output=True, text=True, check=False)


class Dependencies(unittest.TestCase):
    def test_every_room_is_here(self):
        found = {path.name for path in (SOURCES / "include/mce").iterdir() if path.is_dir()}
        self.assertEqual(found, set(ALLOWED))
        self.assertEqual(set(directories()), set(ALLOWED))
        self.assertTrue(all(HEADERS.values()))

    def test_a_room_sees_itself_and_what_it_uses(self):
        for room, others in ALLOWED.items():
            headers = [header for other in others | {room} for header in HEADERS[other]]
            result = compiled(room, headers)
            self.assertEqual(result.returncode, 0, f"{room}: {result.stderr}")

    def test_a_room_sees_no_other(self):
        for room, others in ALLOWED.items():
            for other in set(ALLOWED) - others - {room}:
                for header in HEADERS[other]:
                    result = compiled(room, [header])
                    self.assertNotEqual(result.returncode, 0, f"{room} sees {header}")
                    self.assertIn(f"mce/{other}/{header.name}: No such file", result.stderr)

    def test_no_include_climbs_out_of_its_room(self):
        for path in [*SOURCES.glob("src/**/*"), *SOURCES.glob("include/**/*"), *SOURCES.glob("apps/**/*")]:
            if path.suffix in {".cpp", ".hpp", ".in"}:
                for included in re.findall(r'#include [<"]([^">]+)', path.read_text()):
                    self.assertNotIn("..", included, path)


if __name__ == "__main__":
    unittest.main()
