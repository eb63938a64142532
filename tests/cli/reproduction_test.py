# SPDX-License-Identifier: MIT
"""The committed results of the paper's study agree with each other, and the page with them."""

import csv
import math
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from reproduction import METRICS, SELECTORS, differences, published_tables  # noqa: E402

DATA = ROOT / "docs/reproduction"


def rows_of(profile, name):
    with open(DATA / profile / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def tables_of(profile):
    return {(row["testbed"], row["metric"], symbol): int(row[symbol])
            for row in rows_of(profile, "tables.csv") for symbol in SELECTORS.values()}


class Data(unittest.TestCase):
    def test_tables_have_the_format_of_the_published_ones(self):
        with open(ROOT / "data/published_tables.csv", newline="", encoding="utf-8") as file:
            published = list(csv.DictReader(file))
        for profile in ("published", "paper"):
            own = rows_of(profile, "tables.csv")
            self.assertEqual([(list(row), row["testbed"], row["metric"]) for row in own],
                             [(list(row), row["testbed"], row["metric"]) for row in published])

    def test_tables_count_the_comparisons(self):
        for profile in ("published", "paper"):
            counts = dict.fromkeys(tables_of(profile), 0)
            for row in rows_of(profile, "comparisons.csv"):
                if row["metric"] not in METRICS or row["verdict"] == "undecided":
                    continue
                winner = row["selector"] if row["verdict"] == "better" else row["other"]
                counts[row["treatment"].split()[0], row["metric"], SELECTORS[winner]] += 1
            self.assertEqual(counts, tables_of(profile))

    def test_comparisons_follow_from_the_areas(self):
        for profile in ("published", "paper"):
            areas = {(row["treatment"], row["metric"], row["selector"]): row for row in rows_of(profile, "auc.csv")}
            comparisons = rows_of(profile, "comparisons.csv")
            self.assertEqual(len(areas), 62 * 6 * 9)
            self.assertEqual(len(comparisons), 62 * 6 * 36)
            for row in comparisons[::7]:
                one, other = (areas[row["treatment"], row["metric"], row[name]] for name in ("selector", "other"))
                self.assertEqual((one["runs"], other["runs"]), ("100", "100"))
                difference = float(one["mean"]) - float(other["mean"])
                deviation = math.sqrt((float(one["deviation"]) ** 2 + float(other["deviation"]) ** 2) / 2)
                scale = max(abs(float(one["mean"])), abs(float(other["mean"])))
                self.assertAlmostEqual(difference, float(row["difference"]), delta=1e-6 * scale + 1e-3 * abs(difference))
                if deviation > 1e-4 * scale:
                    corrected = difference / deviation * (1 - 3 / (4 * 198 - 1))
                    self.assertAlmostEqual(corrected, float(row["hedges_g"]), delta=1e-2 + 1e-3 * abs(corrected))

    def test_the_published_tables_are_met(self):
        own = tables_of("published")
        for testbed, published in published_tables().items():
            ours = {key: own[testbed, *key] for key in published}
            off = differences(ours, published)
            if testbed == "maze":
                for metric in METRICS:
                    leader = max(SELECTORS.values(), key=lambda symbol: ours[metric, symbol])
                    self.assertEqual(leader, max(SELECTORS.values(), key=lambda symbol: published[metric, symbol]))
            else:
                self.assertLessEqual(max(map(abs, off.values())), 1)
                self.assertGreaterEqual(45 - len(off), 39)


class Page(unittest.TestCase):
    def test_every_picture_and_link_is_there(self):
        page = (ROOT / "docs/reproduction.md").read_text(encoding="utf-8")
        for piece in page.split("](")[1:]:
            target = piece.split(")")[0]
            if not target.startswith("http"):
                self.assertTrue((ROOT / "docs" / target).exists(), target)

    def test_every_part_is_filled(self):
        page = (ROOT / "docs/reproduction.md").read_text(encoding="utf-8")
        for piece in page.split("<!-- /")[1:]:
            name = piece.split(" -->")[0]
            begin = page.index(f"<!-- {name} -->") + len(f"<!-- {name} -->")
            self.assertTrue(page[begin:page.index(f"<!-- /{name} -->")].strip(), name)


if __name__ == "__main__":
    unittest.main()
