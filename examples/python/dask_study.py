# SPDX-License-Identifier: MIT
"""A study whose runs are spread over a Dask cluster: here processes on this machine, elsewhere hundreds of nodes."""

from distributed import Client, LocalCluster

import mcelites as mce

PROTOCOL = {
    "name": "arms",
    "repetitions": 5,
    "evaluations": 20_000,
    "selectors": ["recommended", "uniform", "curiosity"],
    "treatment": [{"testbed": "arm", "joints": [4, 8]}, {"testbed": "maze", "size": 6, "fitness": "path"}],
}


def new_cluster():
    """Only this depends on where it runs. Any cluster of Dask will do, and it may grow and shrink on the way.

    On Slurm (pip install dask-jobqueue), with up to 50 jobs that come and go:

        from dask_jobqueue import SLURMCluster
        cluster = SLURMCluster(cores=8, processes=8, memory="8GB", walltime="02:00:00")
        cluster.adapt(maximum_jobs=50)

    On Kubernetes (pip install dask-kubernetes), from an image that has mcelites:

        from dask_kubernetes.operator import KubeCluster
        cluster = KubeCluster(name="study", image="registry.example.org/mcelites", n_workers=50)
    """
    return LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)


def main():
    with new_cluster() as cluster, Client(cluster) as client:
        study = mce.study.run(PROTOCOL, "arms.mce", client=client)
    # The file is the one that mce.study.run(PROTOCOL, "arms.mce") would have made without a cluster. If this program is
    # interrupted, or the machine that runs it fails, start it again: it makes only the runs that are not in the file.
    print(study)
    print(study.mean_areas("qd_score")[["treatment", "selector", "runs", "mean"]].to_string(index=False))


if __name__ == "__main__":  # the workers import this file, too
    main()
