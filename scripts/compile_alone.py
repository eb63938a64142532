#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles every source and every header on its own, but for tests, as far as its syntax: our builds compile several
sources as one, which hides a missing include.

    scripts/compile_alone.py BUILD     BUILD: a folder configured without unity builds, with compile_commands.json

A header needs no turn of its own where a source that is compiled here includes it before anything else. Of the sources
with the evolutions, which differ in a number only, one is enough.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def flags_of(entry):
    """The command of a source, without what it compiles and where to."""
    words = shlex.split(entry["command"])
    words = words[words.index(next(word for word in words if re.search(r"(\+\+|c\+\+)[-\d.]*$", word))):]
    flags, skip = [], False
    for word in words[1:]:
        if skip:
            skip = False
        elif word in ("-o", "-c"):
            skip = True
        else:
            flags.append(word)
    return [words[0], *flags]


def first_include(source):
    """The header that a source includes first, as a path in the repository, or None."""
    match = re.search(r'^#include [<"]([^">]+)[">]', source.read_text(), re.MULTILINE)
    candidates = [ROOT / "include" / match[1], ROOT / "src" / match[1], source.parent / match[1]] if match else []
    return next((path for path in candidates if path.is_file()), None)


def main(build):
    entries = [entry for entry in json.loads((build / "compile_commands.json").read_text())
               if not re.search(r"evolutions_[1-9]", entry["file"])]
    commands, covered, rooms = {}, set(), {}
    for entry in entries:
        source = pathlib.Path(entry["file"])
        flags = flags_of(entry)
        commands[source] = [*flags, "-fsyntax-only", str(source)]
        covered.add(first_include(source))
        if source.is_relative_to(ROOT / "src"):
            rooms[source.parent.name] = flags
    for header in [*ROOT.glob("include/mce/**/*.hpp"), *ROOT.glob("src/*/*.hpp")]:
        if header not in covered:
            room = header.relative_to(ROOT).parts[2 if header.is_relative_to(ROOT / "include") else 1]
            commands[header] = [*rooms[room], "-fsyntax-only", "-include", str(header), "-x", "c++", "/dev/null"]

    def compiled(file):
        return file, subprocess.run(commands[file], capture_output=True, text=True, check=False)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for file, result in pool.map(compiled, commands):
            if result.returncode != 0:
                failed += 1
                print(f"{file.relative_to(ROOT)} does not compile on its own:\n{result.stderr}", file=sys.stderr)
    print(f"{len(commands) - failed} of {len(commands)} files compile on their own")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
