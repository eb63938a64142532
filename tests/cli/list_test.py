# SPDX-License-Identifier: MIT
"""`mce list` tells all there is to choose from."""

import re
import unittest

from support import ProgramTest

SELECTORS = {"ucb-individual": "Ui", "ucb-cell": "Uc", "exploit-individual": "Ei", "exploit-cell": "Ec",
             "explore-individual": "Xi", "explore-cell": "Xc", "greedy": "G", "uniform": "R", "curiosity": "C",
             "surprise": "S", "inherit": "I", "thompson-tournament": "T", "discounted-ucb": "D", "ucb-fitness": "F"}


class List(ProgramTest):
    def setUp(self):
        super().setUp()
        self.text = self.good("list")

    def test_testbeds_with_parameters_and_defaults(self):
        for line in ("rastrigin:", "dimensions = 6", "features = 2", "cosine = -10 (1 in profile published)",
                     "goal = minimise (maximise in profile published)", "mutation = 0.256 (0.512 in profile published)",
                     "arm:", "joints = 12", "mutation = 0.3141592653589793", "fitness-noise = 0", "feature-noise = 0",
                     "maze:", "size = 8", "fitness = path", "features = corners,horizontal-symmetry",
                     "destruction = 0.02", "symmetry = tiles (sides in profile published)",
                     "path = tiles (steps in profile published)", "fallback = any (inner in profile published)", "scale = plain",
                     "passage:", "thickness = 0.2", "gap = 0.04"):
            self.assertRegex(self.text, r"(?m)^ +" + re.escape(line))

    def test_maze_metrics(self):
        for metric in ("corners", "straights", "horizontal-symmetry", "bilateral-symmetry", "path"):
            self.assertIn(metric, self.text)

    def test_maps_and_lengths(self):
        self.assertEqual(self.text.count("1000000 evaluations on 100 × 100 cells, from 100 random genomes\n"), 3)
        self.assertIn("100000 evaluations on 50 × 50 cells, from 100 random genomes (1000 in profile published)",
                      self.text)

    def test_selectors_with_their_symbols(self):
        for name, symbol in SELECTORS.items():
            self.assertRegex(self.text, rf"(?m)^  {name} +{symbol} +\S")

    def test_selector_parameters(self):
        for line in ("lambda = 0.7071067811865476", "total = all (living in profile published)", "reward = 1",
                     "penalty = 0.5", "contenders = 64", "discount = 0.99999", "tally = cell"):
            self.assertIn(line, self.text)

    def test_both_profiles(self):
        self.assertRegex(self.text, r"(?m)^  paper +\S")
        self.assertRegex(self.text, r"(?m)^  published +\S")

    def test_every_parameter_says_what_is_allowed(self):
        self.assertEqual(len(re.findall(r"(?m)^ +[a-z-]+ = ", self.text)), self.text.count("; allowed: "))

    def test_names_and_symbols_can_be_used_as_listed(self):
        short = ("--evaluations", 200, "--resolution", 10, "--quiet")
        for name, symbol in SELECTORS.items():
            by_name = self.good("run", "rastrigin", "--selector", name, *short)
            by_symbol = self.good("run", "rastrigin", "--selector", symbol, *short)
            self.assertEqual(re.findall("signature.*", by_name), re.findall("signature.*", by_symbol))


if __name__ == "__main__":
    unittest.main()
