# SPDX-License-Identifier: MIT
"""An expensive simulation on a Dask cluster. One of its workers is killed on the way, and the result is the same."""

import os
import signal
import time

import numpy as np
from distributed import Client, LocalCluster

import mcelites as mce

EVALUATIONS = 200
IN_FLIGHT = 8  # the result depends on this, and not on the workers or their speed


def throw(x):
    """A ball is thrown with speed and angle, against a wind. How little effort brings it how far, and how high?"""
    time.sleep(0.005)  # as if it were expensive
    speed, angle, wind = x
    if wind > 9:
        raise ArithmeticError(f"the ball never lands: the wind is {wind:.2f}")
    position, velocity, height = np.zeros(2), speed * np.array([np.cos(angle), np.sin(angle)]), 0.0
    while position[1] >= 0:
        velocity += 0.02 * np.array([-0.1 * wind, -9.81])
        position += 0.02 * velocity
        height = max(height, position[1])
    return -(speed**2), [position[0], height]


def new_search():
    archive = mce.GridArchive(solution_dim=3, dims=[20, 20], ranges=[(-20, 40), (0, 20)], qd_score_offset=-400)
    return mce.Search(archive, bounds=[(1, 20), (0, np.pi), (0, 10)], seed=1, initial=50)


def main():
    with (
        LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        victims = list(client.run(os.getpid).values())[:1]

        def kill_one(so_far):
            """Is called a few times a second. A real cluster loses its workers without it."""
            if so_far.evaluations > EVALUATIONS // 4 and victims:
                os.kill(victims[0], signal.SIGKILL)
                print(f"killed worker {victims.pop()} after {so_far.evaluations} evaluations")

        executor = client.get_executor()
        result = new_search().run(throw, EVALUATIONS, executor=executor, in_flight=IN_FLIGHT, progress=kill_one)

    print(result)
    alone = new_search().run(throw, EVALUATIONS, in_flight=IN_FLIGHT, progress=False)
    print("on the cluster   ", result.archive.signature())
    print("without a cluster", alone.archive.signature())
    if victims or result.archive.signature() != alone.archive.signature():
        raise SystemExit("no worker was killed, or the results differ")


if __name__ == "__main__":
    main()
