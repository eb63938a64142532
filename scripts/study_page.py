# SPDX-License-Identifier: MIT
"""What the scripts share that write a page of docs/ from finished studies."""

import csv
import functools
import io
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Studies:
    """The results, as `mce export` gives them."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def mce(self, *arguments):
        command = [ROOT / "build/release/mce", *arguments]
        return subprocess.run(command, check=True, text=True, capture_output=True).stdout

    def show(self, study):
        return self.mce("study", "show", self.folder / f"{study}.mce")

    @functools.cache
    def rows(self, study, what):
        return list(csv.DictReader(io.StringIO(self.mce("export", self.folder / f"{study}.mce", "--what", what))))

    def report(self, study, table):
        return (self.folder / study / "tables" / table).read_text(encoding="utf-8")


def rounded(text, digits):
    try:
        return f"{float(text):.{digits}g}"
    except ValueError:
        return text


def write_csv(path, rows, columns, digits):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        for row in rows:
            writer.writerow([rounded(row[name], digits) if name not in ("evaluations", "runs") else row[name]
                             for name in columns])


def runs_table(studies, names):
    lines = ["| study | runs | evaluations | computing, one core | signature of all runs |", "|:--|--:|--:|--:|:--|"]
    for study in names:
        shown = dict(re.findall(r"^  (\w+) +(.*)$", studies.show(study), re.M))
        lines.append(f"| `{study}.toml` | {shown['runs'].split(' of ')[0]} | {shown['evaluations'].split(' of ')[0]} | "
                     f"{shown['computing'].removesuffix(' of one core')} | `{shown['signature'].split(',')[0]}` |")
    return "\n".join(lines)


def fill(page, parts):
    """Writes each text between `<!-- NAME -->` and `<!-- /NAME -->` of a page."""
    text = page.read_text(encoding="utf-8")
    for name, part in parts.items():
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        if begin not in text or end not in text:
            raise SystemExit(f"{page}: no part {begin} … {end}")
        text = text[:text.index(begin) + len(begin)] + "\n" + part + "\n" + text[text.index(end):]
    page.write_text(text, encoding="utf-8")
