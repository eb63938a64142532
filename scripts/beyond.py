#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what docs/beyond.md shows: data and pictures under docs/beyond/, and the parts of the page between
`<!-- NAME -->` and `<!-- /NAME -->`. Called by scripts/beyond when the studies and their reports are there."""

import csv
import shutil
import statistics
import subprocess
import sys

from bench_table import fastest
from study_page import ROOT, Studies, fill, runs_table, write_csv

PAGE = ROOT / "docs/beyond.md"
DATA = ROOT / "docs/beyond"
STUDIES = ("robustness-tuning", "robustness-holdout", "robustness-confirmation", "tenth", "batches", "rewards")
NINE = ("ucb-individual", "ucb-cell", "exploit-individual", "exploit-cell", "explore-individual", "explore-cell",
        "greedy", "uniform", "curiosity")


def percent(value, digits=1):
    return f"{value:+.{digits}f}".replace("-", "−")


def values_by_selector(studies, study, metric="qd-score"):
    """{selector: {treatment: percent of the best of the nine}}"""
    values = {}
    for row in studies.rows(study, "robustness"):
        if row["metric"] == metric:
            values.setdefault(row["selector"], {})[row["treatment"]] = float(row["percent"])
    return values


def summary(values):
    """Mean, worst, and how many treatments are within 1 % or better."""
    numbers = list(values.values())
    return statistics.mean(numbers), min(numbers), sum(value >= -1 for value in numbers), len(numbers)


def best_of_nine(values):
    """The one of the nine with the highest mean."""
    nine = [name for name in values if name in NINE]
    return max(nine, key=lambda name: summary(values[name])[0])



def in_words(values):
    mean, worst, within, count = summary(values)
    return f"{percent(mean)} % on average and {percent(worst)} % at worst, and is within 1 % or better on {within} of {count}"


def headline(studies):
    values = values_by_selector(studies, "robustness-holdout")
    further = values_by_selector(studies, "robustness-confirmation")
    other = best_of_nine(values)
    return (f"On a hold-out of {len(values[other])} treatments, compared with the best of the nine *on each treatment* "
            f"(QD-score, area under the curve), `surprise` has {in_words(values['surprise'])}. The best single one of the "
            f"nine, `{other}`, has {in_words(values[other])}. The rule as it was before the hold-out was first looked at "
            f"(`surprise:explore=0`) has {in_words(values['surprise:explore=0'])}. On {len(further[other])} further "
            f"treatments, written afterwards and run once, `surprise` has {in_words(further['surprise'])}.")


def confirmation(studies):
    values = values_by_selector(studies, "robustness-confirmation")
    other = best_of_nine(values)
    return (f"`surprise` has {in_words(values['surprise'])}. The best single one of the nine, `{other}`, has "
            f"{in_words(values[other])}.\n\n" + studies.report("robustness-confirmation", "robustness.md").strip())


def compared(studies, other):
    """`surprise` and another selector on the 62 treatments: mean ratio by testbed, and who wins by Welch's test."""
    means = {}
    testbeds = {}
    for row in studies.rows("tenth", "mean-auc"):
        if row["metric"] == "qd-score":
            means.setdefault(row["treatment"], {})[row["selector"]] = float(row["mean"])
            testbeds[row["treatment"]] = row["treatment"].split()[0]
    ratios = {name: 100 * (each["surprise"] / each[other] - 1) for name, each in means.items()}
    verdicts = [row["verdict"] for row in studies.rows("tenth", "comparisons")
                if row["metric"] == "qd-score" and row["selector"] == "surprise" and row["other"] == other]
    by_testbed = [percent(statistics.mean(value for name, value in ratios.items() if testbeds[name] == testbed))
                  for testbed in ("rastrigin", "arm", "maze")]
    return (f"| `{other}` | {percent(statistics.mean(ratios.values()))} | " + " | ".join(by_testbed) +
            f" | {percent(min(ratios.values()))} | {verdicts.count('better')} | {verdicts.count('worse')} |")


def averages(studies):
    lines = ["| compared with | mean of 62, % | Rastrigin | arm | mazes | worst | beats it on | is beaten on |",
             "|:--|--:|--:|--:|--:|--:|--:|--:|"]
    return "\n".join(lines + [compared(studies, other) for other in NINE])


def paper_tables(studies):
    titles = {"rastrigin": "Rastrigin", "arm": "Arm", "maze": "Mazes, sum of 60 treatments"}
    return "\n\n".join(f"**{title}: selectors beaten**\n\n" + studies.report("tenth", f"beaten-{testbed}.md").strip()
                       for testbed, title in titles.items())


def variants(studies):
    """What every part of the rule and every constant brings, on the tuning set."""
    meaning = {"surprise": "the rule", "surprise:new-cells=over-lowest": "gain in a new cell: over the lowest fitness",
               "surprise:explore=0": "no selection goes to the cell selected least",
               "surprise:explore=4": "one in four does", "surprise:explore=16": "one in sixteen does",
               "surprise:beta=1": "β = 1: past reward is believed", "surprise:inheritance=all": "all is inherited",
               "surprise:inheritance=nothing": "nothing is inherited", "surprise:memory=100": "K = 100",
               "surprise:memory=10000": "K = 10,000", "surprise:youth=0.25": "¼ instead of ½",
               "surprise:youth=1": "1 instead of ½"}
    values = values_by_selector(studies, "robustness-tuning")
    lines = ["| variant | mean, % | worst, % | within 1 % or better |", "|:--|--:|--:|--:|"]
    for label, words in meaning.items():
        mean, worst, within, count = summary(values[label])
        lines.append(f"| {words} (`{label}`) | {percent(mean, 2)} | {percent(worst)} | {within} of {count} |")
    return "\n".join(lines)


def other_metrics(studies):
    titles = {"qd-score": "QD-score", "coverage": "Coverage", "precision": "Precision",
              "global-reliability": "Global reliability", "global-performance": "Global performance"}
    lines = ["| metric | `surprise`: mean | worst | `ucb-cell`: mean | worst | `ucb-individual`: mean | worst "
             "| `explore-cell`: mean | worst |", "|:--|--:|--:|--:|--:|--:|--:|--:|--:|"]
    for metric, title in titles.items():
        values = values_by_selector(studies, "robustness-holdout", metric)
        cells = []
        for selector in ("surprise", "ucb-cell", "ucb-individual", "explore-cell"):
            mean, worst, _, _ = summary(values[selector])
            cells += [percent(mean), percent(worst)]
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def batches(studies):
    means = {}
    for row in studies.rows("batches", "mean-auc"):
        if row["metric"] == "qd-score":
            means.setdefault(row["treatment"], {})[row["selector"]] = float(row["mean"])
    lines = ["| testbed | batch 1 | 10 | 100 | 1,000 |", "|:--|--:|--:|--:|--:|"]
    by_testbed = {}
    for name, each in means.items():
        better = max(each["ucb-individual"], each["ucb-cell"])
        by_testbed.setdefault(name.split()[0], []).append(percent(100 * (each["surprise"] / better - 1)))
    lines += [f"| {testbed} | " + " | ".join(values) + " |" for testbed, values in by_testbed.items()]
    return "\n".join(lines)


def traces(studies):
    with open(studies.folder / "traces.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    lines = ["| problem | β after 10³ | 10⁴ | 10⁵ | mean reward, n < 4 | 4 ≤ n < 16 | n ≥ 16 |",
             "|:--|--:|--:|--:|--:|--:|--:|"]
    for problem in dict.fromkeys(row["problem"] for row in rows):
        at = {int(row["evaluations"]): row for row in rows if row["problem"] == problem}
        last = at[200_000]
        betas = " | ".join(f"{float(at[when]['beta']):.2f}" for when in (1000, 10_000, 100_000))
        lines.append(f"| {problem} | {betas}"
                     f" | {float(last['reward_of_young']):.2f} | {float(last['reward_of_middle']):.2f} | "
                     f"{float(last['reward_of_old']):.2f} |")
    return "\n".join(lines)


def draw_traces(studies):
    """β over the evaluations, a line for each problem."""
    source = studies.folder / "traces.csv"
    problems = list(dict.fromkeys(line.split(",")[0] for line in source.read_text(encoding="utf-8").splitlines()[1:]))
    lines = ", ".join(f"'{source}' using 2:(strcol(1) eq '{name}' ? $3 : NaN) with linespoints lw 2 pt {i + 1} "
                      f"title '{name}'" for i, name in enumerate(problems))
    script = f"""set terminal svg size 900,480 font 'Helvetica,14' background 'white'
set output '{DATA / "beta.svg"}'
set datafile separator ','
set logscale x
set xrange [900:220000]
set format x '10^{{%L}}'
set xlabel 'evaluations'
set ylabel 'β: how well past reward predicts the next'
set yrange [0:1]
set key outside right
set grid
plot {lines}
"""
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def claims(studies):
    lines = ["| claim of the paper's discussion | verdict | figures |", "|:--|:--|:--|"]
    for line in studies.report("rewards", "claims.md").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if len(cells) >= 4 and ("reward" in cells[0] or "fitness itself" in cells[0]):
            lines.append(f"| {cells[0]} | {cells[2]} | {cells[3]} |")
    return "\n".join(lines)


def speed(studies):
    times = fastest(studies.folder / "speed.json")
    lines = ["| whole loop on a mature map | `ucb-individual`, ns | `surprise`, ns | throughput of `surprise` |",
             "|:--|--:|--:|--:|"]
    titles = {"rastrigin": "Rastrigin", "arm": "arm", "maze8": "mazes 8 × 8", "maze16": "mazes 16 × 16"}
    for testbed, title in titles.items():
        one, other = times[f"loop/{testbed}/ucb-individual"], times[f"loop/{testbed}/surprise"]
        lines.append(f"| {title} | {one:.0f} | {other:.0f} | × {one / other:.2f} |")
    lines += ["", "| selection alone, with feedback | 10² elites, ns | 10⁴ | 10⁶ | 10⁶ : 10⁴ |", "|:--|--:|--:|--:|--:|"]
    for selector in ("ucb-individual", "ucb-cell", "surprise"):
        at = [times[f"selection/{selector}/{size}"] for size in (100, 10_000, 1_000_000)]
        lines.append(f"| `{selector}` | " + " | ".join(f"{ns:.0f}" for ns in at) + f" | {at[2] / at[1]:.1f} |")
    return "\n".join(lines)


def write_data(studies):
    shutil.rmtree(DATA, ignore_errors=True)
    DATA.mkdir(parents=True)
    for study in ("robustness-holdout", "robustness-confirmation", "robustness-tuning", "tenth"):
        rows = studies.rows(study, "robustness")
        write_csv(DATA / f"{study}.csv", rows, list(rows[0]), 4)
        shutil.copy(studies.folder / study / "figures/robustness-map.png", DATA / f"{study}.png")
    shutil.copy(studies.folder / "traces.csv", DATA / "traces.csv")
    draw_traces(studies)


def main(folder):
    studies = Studies(folder)
    write_data(studies)
    parts = {"headline": headline(studies), "runs": runs_table(studies, STUDIES),
             "holdout": studies.report("robustness-holdout", "robustness.md").strip(),
             "holdout-values": studies.report("robustness-holdout", "robustness-values.md").strip(),
             "confirmation": confirmation(studies),
             "tuning": studies.report("robustness-tuning", "robustness.md").strip(),
             "averages": averages(studies), "tables": paper_tables(studies), "variants": variants(studies),
             "metrics": other_metrics(studies), "batches": batches(studies), "traces": traces(studies),
             "claims": claims(studies), "speed": speed(studies)}
    fill(PAGE, parts)
    fill(ROOT / "README.md", {"headline": parts["headline"]})
    print(parts["headline"])


if __name__ == "__main__":
    main(sys.argv[1])
