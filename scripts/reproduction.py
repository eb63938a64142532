#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what docs/reproduction.md shows: data and figures under docs/reproduction/, and the parts of the page between
`<!-- NAME -->` and `<!-- /NAME -->`. Called by scripts/reproduce when the studies and their reports are there."""

import csv
import re
import shutil
import sys

from study_page import ROOT, Studies, fill, rounded, runs_table, write_csv

PAGE = ROOT / "docs/reproduction.md"
DATA = ROOT / "docs/reproduction"
PROFILES = ("published", "paper")
SELECTORS = {"ucb-individual": "Ui", "ucb-cell": "Uc", "exploit-individual": "Ei", "exploit-cell": "Ec",
             "explore-individual": "Xi", "explore-cell": "Xc", "greedy": "G", "uniform": "R", "curiosity": "C"}
METRICS = {"global-performance": "Global performance", "global-reliability": "Global reliability",
           "precision": "Precision", "coverage": "Coverage", "qd-score": "QD-score"}
THRESHOLD = 0.05 / 8


def is_better(row):
    return float(row["difference"]) > 0 and float(row["welch_p"]) < THRESHOLD


def beaten(comparisons, treatment, replace=None):
    """{(metric, symbol): selectors beaten} among the nine in one treatment; `replace` maps a label to the symbol whose
    place it takes."""
    symbols = dict(SELECTORS)
    if replace:
        symbols = {label: symbol for label, symbol in symbols.items() if symbol not in replace.values()} | replace
    counts = {(metric, symbol): 0 for metric in METRICS for symbol in SELECTORS.values()}
    found = 0
    for row in comparisons:
        if row["treatment"] != treatment or row["metric"] not in METRICS:
            continue
        if row["selector"] in symbols and row["other"] in symbols:
            found += 1
            counts[row["metric"], symbols[row["selector"]]] += is_better(row)
    if found != len(METRICS) * 9 * 8:
        raise SystemExit(f"{treatment}: {found} comparisons instead of {len(METRICS) * 9 * 8}")
    return counts


def published_tables():
    """{testbed: {(metric, symbol): entry}}"""
    tables = {}
    with open(ROOT / "data/published_tables.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for symbol in SELECTORS.values():
                tables.setdefault(row["testbed"], {})[row["metric"], symbol] = int(row[symbol])
    return tables


def differences(one, other):
    return {key: one[key] - other[key] for key in one if one[key] != other[key]}


def write_data(studies, profile):
    folder = DATA / profile
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "figures").mkdir(parents=True)
    tables = [row for row in studies.rows(profile, "tables") if row["metric"] in METRICS]
    write_csv(folder / "tables.csv", tables, list(tables[0]), 6)
    means = studies.rows(profile, "mean-auc")
    write_csv(folder / "auc.csv", means, list(means[0]), 7)
    curves = studies.rows(profile, "mean-curves")
    write_csv(folder / "mean_curves.csv", curves, list(curves[0]), 6)
    labels = list(SELECTORS)
    once = [row for row in studies.rows(profile, "comparisons")
            if labels.index(row["selector"]) < labels.index(row["other"])]
    write_csv(folder / "comparisons.csv", once, ["treatment", "metric", "selector", "other", "difference", "hedges_g",
                                                 "welch_p", "mann_whitney_p", "verdict"], 4)
    for figure in sorted((studies.folder / profile / "figures").glob("*.svg")):
        if re.fullmatch(r"(rastrigin|arm|maze)-(progress|fitness|selections)", figure.stem):
            shutil.copy(figure, folder / "figures" / figure.name)


def replicates(studies):
    """[{testbed: counts}]: the study itself, then its repetitions with other seeds."""
    own = studies.rows("published", "comparisons")
    again = studies.rows("again", "comparisons")
    found = [{testbed: beaten(own, testbed) for testbed in ("rastrigin", "arm")}]
    for i in range(1, 5):
        found.append({testbed: beaten(again, f"{testbed} again {i}") for testbed in ("rastrigin", "arm")})
    return found


def again_table(studies):
    published = published_tables()
    all_studies = replicates(studies)
    names = ["`published.toml`", *(f"again {i}" for i in range(1, 5))]
    lines = ["| study | Table 1: equal | Table 2: equal | both, of 90 | off by more than 1 | "
             "equal to those of the other four studies, mean |", "|:--|--:|--:|--:|--:|--:|"]
    for name, study in zip(names, all_studies):
        off = {testbed: differences(study[testbed], published[testbed]) for testbed in study}
        equal = {testbed: 45 - len(off[testbed]) for testbed in study}
        larger = sum(abs(value) > 1 for each in off.values() for value in each.values())
        to_others = [90 - sum(len(differences(study[testbed], other[testbed])) for testbed in study)
                     for other in all_studies if other is not study]
        lines.append(f"| {name} | {equal['rastrigin']} | {equal['arm']} | {sum(equal.values())} | {larger} | "
                     f"{sum(to_others) / 4:.1f} |")
    return "\n".join(lines)


def flips_table(studies):
    """Every entry of Tables 1 and 2 that differs, and the comparisons of its selector that could make it do so: not
    decided alike in the five studies, or with a p close to the threshold in one of them."""
    published = published_tables()
    all_studies = replicates(studies)
    rows = studies.rows("published", "comparisons") + studies.rows("again", "comparisons")
    by_test = {(row["treatment"], row["metric"], row["selector"], row["other"]): row for row in rows}
    labels = {symbol: label for label, symbol in SELECTORS.items()}
    lines = ["| testbed | metric | selector | ours / published | ours, other seeds | "
             "against whom it is close: p in the five studies (* better) |", "|:--|:--|:--|--:|--:|:--|"]
    for testbed in ("rastrigin", "arm"):
        treatments = [testbed, *(f"{testbed} again {i}" for i in range(1, 5))]
        for metric, symbol in differences(all_studies[0][testbed], published[testbed]):
            close = []
            for other, other_symbol in SELECTORS.items():
                if other_symbol == symbol:
                    continue
                tests = [by_test[treatment, metric, labels[symbol], other] for treatment in treatments]
                near = [float(row["difference"]) > 0 and 1e-4 < float(row["welch_p"]) < 0.1 for row in tests]
                if len({is_better(row) for row in tests}) > 1 or any(near):
                    close.append(f"{other_symbol}: " + ", ".join(rounded(row["welch_p"], 2) + "*" * is_better(row)
                                                                 for row in tests))
            counts = ", ".join(str(study[testbed][metric, symbol]) for study in all_studies[1:])
            lines.append(f"| {testbed} | {METRICS[metric]} | {symbol} | {all_studies[0][testbed][metric, symbol]} / "
                         f"{published[testbed][metric, symbol]} | {counts} | {'; '.join(close) or 'none'} |")
    return "\n".join(lines)


def claims_table(studies):
    found = {}
    for profile in PROFILES:
        for line in studies.report(profile, "claims.md").splitlines():
            cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
            if len(cells) >= 4 and cells[2].strip("*") in ("holds", "does not hold", "undecided"):
                found.setdefault((cells[0], cells[1]), {})[profile] = cells[2]
    lines = ["| claim of the paper | section | published | paper |", "|:--|:--|:--|:--|"]
    lines += [f"| {claim} | {section} | {verdicts['published']} | {verdicts['paper']} |"
              for (claim, section), verdicts in found.items()]
    counts = {profile: [verdicts[profile].strip("*") for verdicts in found.values()] for profile in PROFILES}
    words = [f"{counts[profile].count('holds')} of {len(found)} hold in profile {profile} "
             f"({counts[profile].count('does not hold')} do not, {counts[profile].count('undecided')} are undecided)"
             for profile in PROFILES]
    return "; ".join(words) + ".\n\n" + "\n".join(lines)


def ablation_table(studies):
    comparisons = studies.rows("ablation", "comparisons")
    treatments = list(dict.fromkeys(row["treatment"] for row in comparisons))
    all_selections = {"ucb-individual:total=all": "Ui"}
    lines = []
    for problem in dict.fromkeys(name.split(":")[0] for name in treatments):
        base = beaten(comparisons, f"{problem}: published")
        lines += ["", f"**{problem[0].upper()}{problem[1:]}**", "",
                  "| switched to what the text says | entries that change, of 45 | by more than 1 | QD-score: "
                  + " ".join(SELECTORS.values()) + " | who gains or loses most, sum over the five metrics |",
                  "|:--|--:|--:|:--|:--|"]
        variants = [(name.split(": ")[1], name, None) for name in treatments if name.startswith(problem + ":")]
        variants.insert(2, ("N_s of Ui", f"{problem}: published", all_selections))
        for variant, treatment, replace in variants:
            counts = beaten(comparisons, treatment, all_selections if variant == "all" else replace)
            off = differences(counts, base)
            moved = {symbol: sum(off.get((metric, symbol), 0) for metric in METRICS) for symbol in SELECTORS.values()}
            most = sorted(moved, key=lambda symbol: -abs(moved[symbol]))[:3]
            name = {"published": "nothing", "published (other seeds)": "nothing, other seeds"}.get(variant, variant)
            scores = " ".join(str(counts["qd-score", symbol]) for symbol in SELECTORS.values())
            movers = ", ".join(f"{symbol} {moved[symbol]:+d}" for symbol in most if moved[symbol]) or "–"
            lines.append(f"| {name} | {len(off)} | {sum(abs(value) > 1 for value in off.values())} | {scores} | {movers} |")
    return "\n".join(lines[1:])


def headline(studies):
    published = published_tables()
    own = replicates(studies)[0]
    off = [value for testbed in own for value in differences(own[testbed], published[testbed]).values()]
    in_order = 0
    for row in studies.rows("published", "tables"):
        if row["testbed"] == "maze" and row["metric"] in METRICS:
            ours = {symbol: int(row[symbol]) for symbol in SELECTORS.values()}
            printed = {symbol: published["maze"][row["metric"], symbol] for symbol in SELECTORS.values()}
            in_order += sorted(ours, key=ours.get) == sorted(printed, key=printed.get)
    return (f"Profile published, 100 repetitions: {90 - len(off)} of the 90 entries of Tables 1 and 2 are equal to the "
            f"printed ones, none is off by more than {max(map(abs, off), default=0)}; on mazes the nine selectors stand in "
            f"the printed order in {in_order} of the 5 rows of Table 3.")


def main(folder):
    studies = Studies(folder)
    for profile in PROFILES:
        write_data(studies, profile)
    parts = {"headline": headline(studies), "runs": runs_table(studies, (*PROFILES, "again", "ablation")), "again": again_table(studies),
             "flips": flips_table(studies), "claims": claims_table(studies), "ablation": ablation_table(studies)}
    for profile in PROFILES:
        parts[f"agreement-{profile}"] = studies.report(profile, "agreement.md").strip()
    fill(PAGE, parts)
    print(parts["headline"])


if __name__ == "__main__":
    main(sys.argv[1])
