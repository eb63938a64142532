# SPDX-License-Identifier: MIT
"""A worker that does wrong what the first gene says: the number of a fault, or 0 for none.

worker.py [--delay]    waits a moment before every answer
worker.py --deaf       never reads
worker.py --recycle N  exits after N answers, as some do against leaks
worker.py --batch N    reads N requests before it answers them, the last one first
worker.py --once FILE SIGNAL  ends by this signal once; it makes the file then
worker.py --family     starts a process of its own; the log has the numbers of both
"""
import json
import os
import signal
import sys
import time


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(request, **other):
    genome = request["genome"]
    write(json.dumps({"id": request["id"], "fitness": sum(genome), "features": genome[:2]} | other) + "\n")


def close_output(request):
    os.close(1)
    time.sleep(1000)


def start_a_child():
    """It holds our standard output."""
    return os.posix_spawnp("sleep", ["sleep", "1000"], os.environ)


def leave_a_child(request):
    start_a_child()
    os._exit(4)


def ignore_signals(request):
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    time.sleep(1000)


def late(request):
    time.sleep(2.5)
    answer(request)


def told_once(request):
    path, number = sys.argv[2:]
    if os.path.exists(path):
        answer(request)
    else:
        open(path, "w").close()
        os.kill(os.getpid(), int(number))


FAULTS = [
    answer,
    lambda request: os._exit(3),
    lambda request: os.kill(os.getpid(), signal.SIGKILL),
    lambda request: write("Traceback (most recent call last)\n"),
    lambda request: (write('{"id": 1, "fitn'), os._exit(0)),
    lambda request: [write("x" * 1_000_000) for i in range(100)],
    lambda request: answer(request, id=999_999),
    close_output,
    leave_a_child,
    lambda request: time.sleep(1000),
    ignore_signals,
    late,
    lambda request: os.kill(os.getpid(), signal.SIGTERM),
    told_once,
    # From here on the worker lives on.
    lambda request: answer(request, fitness=float("nan")),
    lambda request: answer(request, fitness=None),
    lambda request: answer(request, features=[0.5, float("-inf")]),
    lambda request: write(json.dumps({"id": request["id"], "fitness": 1}) + "\n"),
    lambda request: answer(request, features=[0.5]),
    lambda request: answer(request, features=[0.5, 1, 2]),
    lambda request: answer(request, features=["a", "b"]),
    lambda request: answer(request, error="the ball\nis lost"),
    lambda request: (answer(request), answer(request)),  # twice: the first counts
]


def main():
    options = sys.argv[1:]
    if "--deaf" in options:
        time.sleep(1000)
    left = int(options[1]) if "--recycle" in options else -1
    if "--family" in options:
        print(os.getpid(), start_a_child(), file=sys.stderr, flush=True)
    size = int(options[1]) if "--batch" in options else 1
    batch = []
    for line in sys.stdin:
        if "--delay" in options:
            time.sleep(os.urandom(1)[0] / 50_000)  # up to 5 ms
        batch.append(json.loads(line))
        if len(batch) < size:
            continue
        while batch:
            request = batch.pop()
            FAULTS[int(request["genome"][0])](request)
        left -= 1
        if left == 0:
            break


main()
