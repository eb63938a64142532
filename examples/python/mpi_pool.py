# SPDX-License-Identifier: MIT
"""An expensive simulation on all processes of an MPI job. The result is that of one process alone, bit for bit.

    mpirun -n 3 python -m mpi4py.futures mpi_pool.py

In a job script of Slurm it is `srun` instead of `mpirun -n 3`. The first process searches; the others, on whatever
nodes they are, simulate what it hands out. `-m mpi4py.futures` makes them wait for it, and ends all of them if one
breaks down.
"""

import time

import numpy as np
from mpi4py.futures import MPIPoolExecutor

import mcelites as mce

EVALUATIONS = 300
IN_FLIGHT = 8  # the result depends on this, and not on the number of processes; twice as many as these keeps all busy


def swing(x):
    """A pendulum with a motor. How little effort brings it how high, and how fast is it at the end?"""
    time.sleep(0.002)  # as if it were expensive
    strength, frequency, phase = x
    angle = speed = highest = 0.0
    for step in range(200):
        push = strength * np.sin(frequency * step / 20 + phase)
        speed += 0.05 * (push - 9.81 * np.sin(angle) - 0.1 * speed)
        angle += 0.05 * speed
        highest = max(highest, abs(angle))
    return -strength, [highest, speed]


def new_search():
    archive = mce.GridArchive(solution_dim=3, dims=[20, 20], ranges=[(0, 6), (-8, 8)], qd_score_offset=-10)
    return mce.Search(archive, bounds=[(0, 10), (0, 5), (0, 2 * np.pi)], seed=1, initial=50)


def main():
    with MPIPoolExecutor() as pool:
        result = new_search().run(swing, EVALUATIONS, executor=pool, in_flight=IN_FLIGHT, progress=False)
        print(f"{pool.num_workers} processes simulated")
    print(result)
    alone = new_search().run(swing, EVALUATIONS, in_flight=IN_FLIGHT, progress=False)
    print("with MPI   ", result.archive.signature())
    print("without MPI", alone.archive.signature())
    if result.archive.signature() != alone.archive.signature():
        raise SystemExit("the results differ")


if __name__ == "__main__":  # the others import this file, too
    main()
