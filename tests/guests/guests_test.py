# SPDX-License-Identifier: MIT
"""A tenth selector and a fourth testbed, added as CONTRIBUTING.md says, go through `mce run`, a study and a report.

Copies the sources to the folder given, adds the two, builds the program without optimisation, and uses it.
Usage: guests_test.py FOLDER
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def command(*arguments, **options):
    done = subprocess.run([str(each) for each in arguments], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments))}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def edit(path, pattern, replacement):
    """Replaces the only place that matches."""
    text, count = re.subn(pattern, replacement, path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert count == 1, f"{path}: {count} places match {pattern}"
    path.write_text(text, encoding="utf-8")


def copy_sources(source):
    for name in command("git", "-C", ROOT, "ls-files", "-co", "--exclude-standard").splitlines():
        if name.split("/")[0] in {"src", "include", "apps", "cmake", "data", "protocols"} or name == "CMakeLists.txt":
            if not (ROOT / name).exists():
                continue
            target = source / name
            target.parent.mkdir(parents=True, exist_ok=True)
            contents = (ROOT / name).read_bytes()
            if not target.exists() or target.read_bytes() != contents:
                target.write_bytes(contents)


def add_guests(source):
    """The steps of CONTRIBUTING.md: a header, an entry of the variant, a line of the table."""
    for kind, folder, header, name in (("Selector", "selectors", "recent", "Recent"),
                                       ("Testbed", "testbeds", "sphere", "Sphere")):
        shutil.copy(HERE / f"{header}.hpp", source / f"include/mce/{folder}/{header}.hpp")
        registry = source / f"include/mce/{folder}/any_{kind.lower()}.hpp"
        edit(registry, rf'(#include "mce/{folder}/\w+\.hpp"\n)(\nnamespace)', rf'\1#include "mce/{folder}/{header}.hpp"\n\2')
        edit(registry, rf"(using Any{kind} = std::variant<[^;]*)>;", rf"\1, {name}>;")
    edit(source / "src/selectors/any_selector.cpp", r'(      entry<Curiosity>\([^\n]*\n)',
         r'\1      entry<Recent>("recent", "N", "any of the cells in which the last survived"),\n')
    edit(source / "src/testbeds/any_testbed.cpp", r'(      entry<Maze>\([^\n]*\n)',
         r'\1      entry<Sphere>("sphere", "the distance from the centre of a cube"),\n')


def build(source, folder):
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    command("cmake", "-S", source, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
            "-DCMAKE_UNITY_BUILD=ON", "-DMCE_BUILD_TESTS=OFF", *launcher)
    command("cmake", "--build", folder, "--target", "mce_app")
    return folder / "mce"


def check_signatures(mce, source, folder):
    pinned = (ROOT / "data/signatures.txt").read_text(encoding="utf-8").splitlines()
    now = command(mce, "signature").splitlines()
    assert set(pinned) <= set(now), "signatures of the others have changed"
    assert len(now) == 2 * 4 * 10
    (source / "data/signatures.txt").write_text("\n".join(now) + "\n", encoding="utf-8")
    command("cmake", "--build", folder, "--target", "mce_app")  # they are compiled in


def check_runs(mce, folder):
    listed = command(mce, "list")
    assert "recent" in listed and "sphere" in listed
    arguments = ["sphere", "--selector", "N:memory=32", "--evaluations", "20000", "--resolution", "20", "--quiet"]
    whole = command(mce, "run", *arguments)
    checkpoint = folder / "guest.mce-run"
    checkpoint.unlink(missing_ok=True)
    started = subprocess.Popen([mce, "run", *arguments, "--checkpoint", checkpoint, "--every", "100"],
                               stdout=subprocess.PIPE, text=True)
    while started.poll() is None and not checkpoint.exists():
        pass
    started.terminate()
    started.wait()
    resumed = command(mce, "run", "--resume", checkpoint, "--quiet")
    signature = re.compile(r"signature +(\w+)")
    assert signature.search(whole).group(1) == signature.search(resumed).group(1)


def check_study(mce, folder):
    protocol = folder / "guests.toml"
    protocol.write_text('repetitions = 2\nselectors = "all"\nevaluations = 1000\nresolution = 10\n'
                        'save_points = [0, 100]\n' +
                        "".join(f'[[treatment]]\ntestbed = "{name}"\n' for name in ("rastrigin", "arm", "sphere")) +
                        '[[treatment]]\ntestbed = "maze"\nsize = 4\n', encoding="utf-8")
    store = folder / "guests.mce"
    store.unlink(missing_ok=True)
    command(mce, "study", "run", protocol, "--out", store, "--quiet")
    runs = command(mce, "export", store, "--what", "runs").splitlines()
    assert len(runs) == 1 + 4 * 10 * 2
    report = folder / "report"
    shutil.rmtree(report, ignore_errors=True)
    command(mce, "report", store, "--out", report)
    page = (report / "report.html").read_text(encoding="utf-8")
    assert "Sphere" in page and "recent" in page
    assert (report / "figures/sphere-progress.svg").exists()
    assert "| N |" in (report / "tables/beaten-sphere.md").read_text(encoding="utf-8")


def main():
    folder = Path(sys.argv[1]).resolve()
    source, built = folder / "source", folder / "build"
    source.mkdir(parents=True, exist_ok=True)
    copy_sources(source)
    add_guests(source)
    mce = build(source, built)
    check_signatures(mce, source, built)
    check_runs(mce, folder)
    check_study(mce, folder)
    print("1 passed, 0 failed")


if __name__ == "__main__":
    main()
