# SPDX-License-Identifier: MIT
"""mce maze: what is drawn, measured and written."""

import re
import unittest
import xml.etree.ElementTree

from support import ProgramTest, rows_of

SVG = "{http://www.w3.org/2000/svg}"
METRICS = ("corners", "straights", "horizontal-symmetry", "bilateral-symmetry", "path")
SNAKE = "2 10 12 6 10 9 3 10 8"  # of 3 × 3, one passage through all tiles


def metrics_of(text):
    return {name: float(value) for name, value in re.findall(r"(?m)^  ([a-z-]+) +(\d\.\d{4})  \S", text)}


class MazeTest(ProgramTest):
    def drawing(self, *arguments, **options):
        """The lines above the summary."""
        return self.good("maze", *arguments, **options).split("maze of")[0].splitlines()

    def svg(self, name):
        return xml.etree.ElementTree.parse(self.directory / name).getroot()


class Drawing(MazeTest):
    def test_is_in_lines_or_in_ascii(self):
        self.assertEqual(self.drawing("--tiles", SNAKE), ["╭───────────╮",
                                                          "│ S • • • • │",
                                                          "├───────╴ • │",
                                                          "│ • • • • • │",
                                                          "│ • ╶───────┤",
                                                          "│ • • • • E │",
                                                          "╰───────────╯"])
        self.assertEqual(self.drawing("--tiles", SNAKE, "--ascii"), ["+---+---+---+",
                                                                     "| S . . . . |",
                                                                     "+---+---+ . +",
                                                                     "| . . . . . |",
                                                                     "+ . +---+---+",
                                                                     "| . . . . E |",
                                                                     "+---+---+---+"])

    def test_can_be_without_the_solution(self):
        self.assertEqual(self.drawing("--tiles", "6,8,3,8", "--ascii", "--unsolved"),
                         ["+---+---+", "| S     |", "+   +---+", "|     E |", "+---+---+"])

    def test_has_every_size_and_narrow_tiles_where_wide_ones_do_not_fit(self):
        for size, width in ((2, 9), (8, 33), (19, 77), (20, 41), (64, 129)):
            lines = self.drawing("--size", size)
            self.assertEqual({len(line) for line in lines}, {width})
            self.assertEqual(len(lines), 2 * size + 1)

    def test_is_plain_when_not_a_terminal(self):
        self.assertNotIn("\x1b", self.good("maze", "--strip"))

    def test_same_seed_same_maze(self):
        for arguments in ((), ("--mutations", 20), ("--strip", "--size", 5)):
            first = self.good("maze", "--seed", 5, *arguments)
            self.assertEqual(self.good("maze", "--seed", 5, *arguments), first)
            self.assertNotEqual(self.drawing("--seed", 6, *arguments), self.drawing("--seed", 5, *arguments))

    def test_mutations_go_on_from_each_other(self):
        mazes = ["\n".join(self.drawing("--mutations", count, "--unsolved")) for count in range(30)]
        self.assertGreater(len(set(mazes)), 15)
        changes = [sum(a != b for a, b in zip(one, other)) for one, other in zip(mazes, mazes[1:])]
        self.assertLess(sum(changes) / len(changes), 60)  # a few walls of 144

    def test_shows_mazes_that_a_run_has_found(self):
        self.good("run", "maze", "--evaluations", 200, "--set", "size=5", "--out", "o", "--quiet")
        elite = rows_of(self.directory / "o/elites.csv")[3]
        tiles = ",".join(str(int(elite[f"solution_{i}"])) for i in range(25))
        metrics = metrics_of(self.good("maze", "--tiles", tiles))
        self.assertAlmostEqual(metrics["path"], elite["objective"], places=4)
        self.assertAlmostEqual(metrics["corners"], elite["measures_0"], places=4)
        self.assertAlmostEqual(metrics["horizontal-symmetry"], elite["measures_1"], places=4)


class Metrics(MazeTest):
    def test_are_those_of_the_profile(self):
        text = self.good("maze", "--tiles", SNAKE)
        self.assertEqual(metrics_of(text), dict(zip(METRICS, (0.4444, 0.3333, 0.3333, 0.3333, 0.0))))
        self.assertIn("maze of 3 × 3 tiles · given · 0 mutations · profile paper", text)
        self.assertIn("3 of 9 tiles", text)
        self.assertIn("9 of 9 tiles", text)
        text = self.good("maze", "--tiles", SNAKE, "--profile", "published")
        self.assertEqual(metrics_of(text), dict(zip(METRICS, (0.4444, 0.3333, 0.7778, 0.7778, 0.0))))
        self.assertIn("28 of 36 sides", text)
        self.assertIn("8 of 8 steps", text)

    def test_are_those_that_are_set(self):
        text = self.good("maze", "--tiles", SNAKE, "--set", "symmetry=sides")
        self.assertEqual(metrics_of(text)["horizontal-symmetry"], 0.7778)


class Svg(MazeTest):
    def test_has_the_walls_in_one_path_and_the_solution_in_another(self):
        self.assertIn("written              maze.svg", self.good("maze", "--tiles", SNAKE, "--svg", "maze.svg"))
        root = self.svg("maze.svg")
        self.assertEqual(root.tag, SVG + "svg")
        self.assertEqual(root.get("viewBox"), "-.5 -.5 4 4")
        self.assertEqual(root.find(SVG + "title").text, "Maze of 3 × 3 tiles with its solution")
        solution, walls = root.findall(SVG + "path")
        self.assertEqual(walls.get("stroke"), "currentColor")
        self.assertEqual(walls.get("d"), "M0 0h3M0 1h2M1 2h2M0 3h3M0 0v3M3 0v3")
        self.assertTrue(solution.get("d").startswith("M.5 .5h1.65q"))

    def test_can_be_without_the_solution(self):
        self.good("maze", "--unsolved", "--svg", "maze.svg")
        self.assertEqual(len(self.svg("maze.svg").findall(SVG + "path")), 1)

    def test_of_a_strip_has_six_panels(self):
        text = self.good("maze", "--size", 16, "--strip", "--svg", "strip.svg")
        self.assertIn("1 mutation ·", text)
        panels = self.svg("strip.svg").findall(f"{SVG}g/{SVG}g")
        headings = ["".join(panel.find(SVG + "text").itertext()) for panel in panels]
        self.assertEqual(headings, ["1Initial maze", "2Destroyed tiles", "3Repair 1: reconnected tiles", "4Islands",
                                    "5Repair 2: rejoined islands", "6Final maze"])
        for heading in headings:
            self.assertIn(heading[1:], text)

    def test_of_a_strip_shows_the_last_mutation(self):
        first = self.drawing("--mutations", 6)
        self.assertIn(first[1], self.good("maze", "--mutations", 7, "--strip"))  # the initial maze of the strip
        final = self.drawing("--mutations", 7)
        strip = self.good("maze", "--mutations", 7, "--strip")
        for line in final:
            self.assertIn(line, strip)
        self.assertIn("7 mutations", strip)

    def test_is_the_same_each_time(self):
        for name in ("one.svg", "other.svg"):
            self.good("maze", "--size", 12, "--mutations", 4, "--strip", "--svg", name)
        self.assertEqual(self.bytes_of("one.svg"), self.bytes_of("other.svg"))


class Errors(MazeTest):
    def test_of_tiles_name_the_tile_and_what_is_wrong(self):
        for tiles, parts in (
                ("6,8,3,16", ("tile 3", "'16'", "0 to 15")),
                ("6,8,x,8", ("tile 2", "'x'", "0 to 15")),
                ("6,8,3,-1", ("tile 3", "'-1'", "0 to 15")),
                ("6,8,3", ("3 of them", "no square", "4, 9, 16")),
                ("1", ("1 of them", "no square")),
                (",", ("0 of them", "no square")),
                ("6,9,3,8", ("tile 1 (row 0, column 1)", "9 is open to the north", "leads outside")),
                ("6,8,3,0", ("tile 2 (row 1, column 0)", "3 is open to the east", "tile 3")),
                ("4,8,3,8", ("tile 0 (row 0, column 0)", "4 is closed to the east", "tile 1")),
                ("2,8,2,8", ("not a perfect maze", "no way leads from tile 0 to tile 2")),
                ("6,12,3,9", ("not a perfect maze", "between tiles 0 and 1", "circle"))):
            with self.subTest(tiles=tiles):
                self.assert_error(self.mce("maze", "--tiles", tiles), "--tiles", *parts)

    def test_of_tiles_that_are_not_of_the_size(self):
        self.assert_error(self.mce("maze", "--tiles", "6,8,3,8", "--size", 3), "4 tiles: a maze of size 3 has 9")

    def test_of_values(self):
        for option, value in (("--size", 1), ("--size", 65), ("--size", "x"), ("--seed", -1), ("--mutations", "1.5"),
                              ("--mutations", -1)):
            self.assert_error(self.mce("maze", option, value), option, f"'{value}'", "allowed")
        for option in ("--size", "--tiles", "--svg"):
            self.assert_error(self.mce("maze", option, ""), option, "a value is needed")

    def test_of_names(self):
        self.assert_error(self.mce("maze", "--set", "symetry=sides"), "did you mean 'symmetry'?")
        self.assert_error(self.mce("maze", "--profile", "publish"), "did you mean 'published'?")
        self.assert_error(self.mce("maze", "--stripe"), "did you mean '--strip'?")
        self.assert_error(self.mce("maze", "--strip", "--unsolved"), "--unsolved", "--strip")

    def test_of_a_file_that_cannot_be_written(self):
        self.assert_error(self.mce("maze", "--svg", "no/such/maze.svg"), "no/such/maze.svg")
        self.assert_nothing_half_written()


class Help(MazeTest):
    def test_has_examples_that_work(self):
        lines = self.good("maze", "--help").split("Examples:")[1].splitlines()
        examples = [line.split()[1:] for line in lines if line.strip().startswith("mce maze")]
        self.assertGreaterEqual(len(examples), 4)
        for example in examples:
            self.good(*example)


if __name__ == "__main__":
    unittest.main()
