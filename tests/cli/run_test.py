# SPDX-License-Identifier: MIT
"""`mce run` and the files it writes."""

import math
import re
import unittest

from support import BOUNDS, ProgramTest, cell_index, header_of, json_of, rows_of


def elites_header(genes):
    return (["index"] + [f"solution_{i}" for i in range(genes)] + ["objective", "measures_0", "measures_1"] +
            ["cell_selections", "cell_survivals", "elite_selections", "elite_survivals"])


def highest_term():
    """The maximum of 10 + x² − 10·cos 2πx on [0, 5.12], by bisection of its derivative near 4.52."""
    low, high = 4.5, 4.55
    for _ in range(100):
        middle = (low + high) / 2
        if 2 * middle + 20 * math.pi * math.sin(2 * math.pi * middle) > 0:
            low = middle
        else:
            high = middle
    return 10 + low * low - 10 * math.cos(2 * math.pi * low)


class Files(ProgramTest):
    def run_with_files(self, *arguments):
        self.output = self.good("run", *arguments, "--quiet", "--out", "out")
        self.elites = rows_of(self.directory / "out/elites.csv")
        self.curve = rows_of(self.directory / "out/curve.csv")
        self.json = json_of(self.directory / "out/run.json")

    def measures(self, row):
        return [value for key, value in row.items() if key.startswith("measures_")]

    def assert_files_agree(self, bounds, bins, quality):
        indices = [row["index"] for row in self.elites]
        self.assertEqual(indices, sorted(set(indices)))
        for row in self.elites:
            self.assertEqual(row["index"], cell_index(self.measures(row), bounds, bins))
            for kind in ("cell", "elite"):
                self.assertLessEqual(row[f"{kind}_survivals"], row[f"{kind}_selections"])
            self.assertLessEqual(row["elite_selections"], row["cell_selections"])
        self.assertEqual(sum(row["cell_selections"] for row in self.elites), self.json["evaluations"])
        self.assertEqual(self.json["filled"], len(self.elites))
        self.assertEqual(self.json["cells"], math.prod(bins))
        self.assertAlmostEqual(self.json["coverage"], len(self.elites) / math.prod(bins), places=12)
        self.assertEqual(self.json["best"], max(row["objective"] for row in self.elites))
        score = math.fsum(quality(row["objective"]) for row in self.elites)
        self.assertAlmostEqual(self.json["qd_score"] / score, 1, places=12)
        shares = [row["cell_selections"] / self.json["evaluations"] for row in self.elites if row["cell_selections"]]
        entropy = -math.fsum(share * math.log(share) for share in shares) / math.log(math.prod(bins))
        self.assertAlmostEqual(self.json["selection_entropy"], entropy, places=12)
        last = self.curve[-1]
        for key in ("evaluations", "filled", "coverage", "best", "qd_score", "selection_entropy"):
            self.assertEqual(last[key], self.json[key])

    def test_rastrigin(self):
        self.run_with_files("rastrigin", "--evaluations", 3000, "--resolution", 20)
        self.assertEqual(header_of(self.directory / "out/elites.csv"), elites_header(6))
        for row in self.elites:
            genes = [row[f"solution_{i}"] for i in range(6)]
            self.assertEqual(genes[:2], self.measures(row))
            value = 60 + math.fsum(x * x - 10 * math.cos(2 * math.pi * x) for x in genes)
            self.assertAlmostEqual(row["objective"], -value, places=9)
        self.assert_files_agree(BOUNDS["rastrigin"], [20, 20], lambda fitness: 1 + fitness / (6 * highest_term()))

    def test_arm(self):
        self.run_with_files("arm", "--evaluations", 3000, "--resolution", "20x10")
        self.assertEqual(header_of(self.directory / "out/elites.csv"), elites_header(12))
        for row in self.elites:
            angles = [row[f"solution_{i}"] for i in range(12)]
            mean = math.fsum(angles) / 12
            self.assertAlmostEqual(row["objective"], -math.fsum((x - mean) ** 2 for x in angles) / 12, places=9)
            sums = [math.fsum(angles[:i + 1]) for i in range(12)]
            self.assertAlmostEqual(row["measures_0"], math.fsum(map(math.cos, sums)) / 12, places=9)
            self.assertAlmostEqual(row["measures_1"], math.fsum(map(math.sin, sums)) / 12, places=9)
        self.assert_files_agree(BOUNDS["arm"], [20, 10], lambda fitness: 1 + fitness / math.pi ** 2)

    def test_maze(self):
        self.run_with_files("maze", "--evaluations", 500, "--set", "size=5", "--set", "fitness=corners",
                            "--set", "features=straights,horizontal-symmetry")
        self.assertEqual(header_of(self.directory / "out/elites.csv"), elites_header(25))
        for row in self.elites:
            tiles = [int(row[f"solution_{i}"]) for i in range(25)]
            self.assertAlmostEqual(row["objective"], sum(tile in (3, 6, 12, 9) for tile in tiles) / 25, places=12)
            self.assertAlmostEqual(row["measures_0"], sum(tile in (5, 10) for tile in tiles) / 25, places=12)
        self.assert_files_agree(BOUNDS["maze"], [50, 50], lambda fitness: fitness)

    def test_one_feature_and_three(self):
        for features, bins in ((1, [50]), (3, [4, 5, 6])):
            with self.subTest(features=features):
                self.run_with_files("rastrigin", "--evaluations", 1000, "--set", f"features={features}",
                                    "--resolution", "x".join(map(str, bins)))
                self.assertEqual(len(self.measures(self.elites[0])), features)
                self.assert_files_agree(BOUNDS["rastrigin"], bins, lambda fitness: 1 + fitness / (6 * highest_term()))

    def test_published_profile(self):
        self.run_with_files("rastrigin", "--profile", "published", "--evaluations", 12000)
        self.assertEqual([row["evaluations"] for row in self.curve], [0] + list(range(1000, 10001, 1000)) + [12000])
        self.assertEqual(self.json["settings"]["profile"], "published")
        self.assertEqual(self.json["settings"]["testbed_settings"]["goal"], "maximise")
        self.assert_files_agree(BOUNDS["rastrigin"], [100, 100], lambda fitness: fitness)

    def test_curve_has_the_save_points_of_the_profile(self):
        self.run_with_files("rastrigin", "--evaluations", 1100)
        self.assertEqual(header_of(self.directory / "out/curve.csv"),
                         ["evaluations", "filled", "coverage", "best", "qd_score", "selection_entropy"])
        points = [0] + [round(10 ** (i / 10)) for i in range(20, 31)] + [1100]
        self.assertEqual([row["evaluations"] for row in self.curve], points)
        self.assertEqual(self.json["settings"]["save_points"], points)
        for earlier, later in zip(self.curve, self.curve[1:]):
            self.assertLessEqual(earlier["filled"], later["filled"])
            self.assertLessEqual(earlier["best"], later["best"])

    def test_run_json_tells_all_that_determines_the_run(self):
        self.run_with_files("arm", "--evaluations", 500, "--seed", "18446744073709551615",
                            "--selector", "Uc:lambda=0.5", "--set", "joints=3", "--initial", 7,
                            "--batch", 4, "--resolution", "20x10")
        self.assertTrue(self.json["complete"])
        self.assertEqual(self.json["rejected_nan"], 0)
        self.assertGreaterEqual(self.json["wall_seconds"], 0)
        self.assertRegex(self.json["signature"], r"\A[0-9a-f]{16}\Z")
        self.assertIn(self.json["signature"], self.output)
        self.assertIn(self.json["version"], self.good("--version"))
        settings = self.json["settings"]
        settings.pop("save_points")
        self.assertEqual(settings, {
            "profile": "paper", "testbed": "arm",
            "testbed_settings": {"joints": 3, "mutation": 0.3141592653589793, "fitness-noise": 0, "feature-noise": 0,
                                 "scale": "plain"},
            "selector": "ucb-cell", "selector_settings": {"lambda": 0.5},
            "seed": 18446744073709551615, "initial": 7, "resolution": [20, 10], "evaluations": 500, "batch": 4})

    def test_a_run_of_no_evaluations_is_the_initial_population(self):
        self.run_with_files("rastrigin", "--evaluations", 0)
        self.assertEqual([row["evaluations"] for row in self.curve], [0])
        self.assertTrue(self.json["complete"])
        self.assertEqual(sum(row["cell_selections"] for row in self.elites), 0)

    def test_a_batch_ends_with_the_batch_that_reaches_the_end(self):
        self.run_with_files("rastrigin", "--evaluations", 1001, "--batch", 8)
        self.assertEqual(self.json["evaluations"], 1008)


class Repeatability(ProgramTest):
    def files(self, *arguments):
        self.good("run", *arguments, "--evaluations", 2000, "--quiet", "--out", "out")
        return self.bytes_of("out/elites.csv"), self.bytes_of("out/curve.csv")

    def test_the_same_seed_gives_the_same_bytes(self):
        for testbed in ("rastrigin", "arm", "maze", "passage"):
            self.assertEqual(self.files(testbed, "--seed", 5), self.files(testbed, "--seed", 5))

    def test_another_seed_gives_another_map(self):
        self.assertNotEqual(self.files("rastrigin", "--seed", 5)[0], self.files("rastrigin", "--seed", 6)[0])

    def test_checkpoints_do_not_change_the_run(self):
        with_checkpoints = self.files("arm", "--checkpoint", "arm.mce-run", "--every", "37")
        self.assertEqual(self.files("arm"), with_checkpoints)

    def test_the_selector_matters_and_its_parameters_too(self):
        selectors = ("ucb-cell", "ucb-cell:lambda=0.1", "Ui", "Ui:total=living", "curiosity:reward=2,penalty=0")
        maps = {self.files("rastrigin", "--selector", each, "--resolution", 10)[0] for each in selectors}
        self.assertEqual(len(maps), len(selectors))


class Output(ProgramTest):
    def test_settings_do_not_swallow_the_testbed(self):
        self.assertIn("maze · ", self.good("run", "--set", "size=4", "maze", "--evaluations", 100, "--quiet"))

    def test_the_summary_can_be_read_and_names_the_files(self):
        text = self.good("run", "rastrigin", "--evaluations", 1e4, "--seed", 3, "--out", "some/where", "--quiet")
        self.assertRegex(text, r"\Arastrigin · ucb-cell · seed 3 · profile paper\n")
        self.assertRegex(text, r"evaluations +10000 of 10000 \(\S+ per second\)")
        self.assertRegex(text, r"coverage +\d+\.\d\d % \(\d+ of 10000 cells\)")
        self.assertIn("written      elites.csv, curve.csv, run.json in some/where\n", text)

    def test_the_recommended_selector_is_named(self):
        recommended = self.good("run", "arm", "--selector", "recommended", "--evaluations", 2000, "--quiet")
        self.assertIn("arm · surprise · ", recommended)
        named = self.good("run", "arm", "--selector", "surprise", "--evaluations", 2000, "--quiet")
        self.assertEqual(re.findall("signature.*", recommended), re.findall("signature.*", named))

    def test_quiet_is_only_the_summary(self):
        result = self.mce("run", "rastrigin", "--evaluations", 1000, "--quiet")
        self.assertEqual(result.stderr, "")
        self.assertEqual(len(result.stdout.splitlines()), 6)

    def test_the_old_results_are_replaced(self):
        for seed in (1, 2):
            self.good("run", "rastrigin", "--evaluations", 500, "--seed", seed, "--out", "out", "--quiet")
        self.assertEqual(json_of(self.directory / "out/run.json")["settings"]["seed"], 2)
        self.assertEqual(sorted(path.name for path in (self.directory / "out").iterdir()),
                         ["curve.csv", "elites.csv", "run.json"])

    def test_signature_has_a_line_for_every_profile_testbed_variation_and_selector(self):
        lines = self.good("signature").splitlines()
        for line in lines:
            self.assertRegex(line, r"\A(paper|published|search) [a-z-]+ [a-z-]+ [0-9a-f]{16}\Z")
        searches = [line for line in lines if line.startswith("search ")]
        runs = [line for line in lines if line not in searches]
        profiles, testbeds, selectors = ({line.split()[column] for line in runs} for column in range(3))
        variations = {line.split()[1] for line in searches}
        self.assertEqual(len({line[:-17] for line in lines}),
                         (len(profiles) * len(testbeds) + len(variations)) * len(selectors))
        listed = self.good("list")
        for name in (*testbeds, *selectors, *variations):
            self.assertRegex(listed, rf"(?m)^  {name}(:| )")


if __name__ == "__main__":
    unittest.main()
