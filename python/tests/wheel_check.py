# SPDX-License-Identifier: MIT
"""Run by scripts/wheel in an environment that has the wheel and nothing else of ours."""

from pathlib import Path

import mcelites as mce
from mcelites import _native

package = Path(_native.__file__).parent
archive = mce.GridArchive(solution_dim=3, dims=[10, 10], ranges=[(-1, 1)] * 2)
search = mce.Search(archive, bounds=[(-1, 1)] * 3)
for _ in range(100):
    x = search.ask(10)
    search.tell(-(x**2).sum(axis=1), x[:, :2])
assert archive.stats.coverage > 0.9, archive

# Every library that the compiled part has loaded is the system's C library, or came with the wheel.
ours = str(package.parent)
loaded = {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if ".so" in line}
for name in ("fmt", "sqlite3", "zstd"):
    found = [path for path in loaded if f"lib{name}" in path]
    assert all(path.startswith(ours) for path in found), found
assert (package / "py.typed").exists() and (package / "_native.pyi").exists()
print(f"mcelites {mce.__version__} works: {archive}")
