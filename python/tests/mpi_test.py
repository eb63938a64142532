# SPDX-License-Identifier: MIT
"""Search.run with an executor of MPI, under mpirun: what the example does, and what it does when something is wrong."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap

import pytest
from conftest import REPOSITORY

pytest.importorskip("mpi4py", reason="needs mpi4py")
if shutil.which("mpirun") is None:
    pytest.skip("needs mpirun, as in Debian's openmpi-bin", allow_module_level=True)


def under_mpirun(script, folder, processes=3):
    """Runs a script with one process that searches, and the others that simulate."""
    command = ["mpirun", "-n", str(processes), "--oversubscribe"]
    if os.geteuid() == 0:
        command.append("--allow-run-as-root")
    command += [sys.executable, "-m", "mpi4py.futures", str(script)]
    # Open MPI puts sockets into the folder for temporary files, whose path must not be long.
    environment = {**os.environ, "TMPDIR": "/tmp", "OMP_NUM_THREADS": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)


def test_the_example(tmp_path):
    done = under_mpirun(REPOSITORY / "examples/python/mpi_pool.py", tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "2 processes simulated"
    assert lines[-2].startswith("with MPI") and lines[-1].startswith("without MPI")
    assert lines[-2].split()[-1] == lines[-1].split()[-1]


def test_whoever_simulates_is_another_process_and_may_fail(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent(f"""
            import sys
            sys.path[:0] = {sys.path!r}
            import os, time
            from mpi4py.futures import MPIPoolExecutor
            import bowls

            def simulate(x):
                open(f"process-{{os.getpid()}}", "w").close()
                time.sleep(0.001)
                return bowls.moody(x)

            if __name__ == "__main__":
                open(f"first-{{os.getpid()}}", "w").close()
                with MPIPoolExecutor() as pool:
                    result = bowls.of(bowls.make_search(), simulate, executor=pool)
                print(result.failed, result.archive.signature())
                print(result.errors[0])
                assert result.archive.signature() == bowls.expected(2 * 3)  # twice the processes that simulate
        """)
    )
    done = under_mpirun(script, tmp_path, processes=4)
    assert done.returncode == 0, done.stderr
    assert "ValueError: too far to the right" in done.stdout and int(done.stdout.split()[0]) > 0
    (first,) = (path.name.removeprefix("first-") for path in tmp_path.glob("first-*"))
    assert len(list(tmp_path.glob("process-*"))) == 3 and not (tmp_path / f"process-{first}").exists()


def test_a_result_that_differs_would_be_seen(tmp_path):
    script = tmp_path / "script.py"
    text = (REPOSITORY / "examples/python/mpi_pool.py").read_text(encoding="utf-8")
    script.write_text(
        text.replace("alone = new_search().run(swing, EVALUATIONS,", "alone = new_search().run(swing, 299,")
    )
    done = under_mpirun(script, tmp_path)
    assert done.returncode != 0 and "the results differ" in done.stderr
