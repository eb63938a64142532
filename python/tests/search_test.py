# SPDX-License-Identifier: MIT
import gc
import multiprocessing
import pickle
import resource
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import REPOSITORY, SELECTORS, filled_search, make_search, sphere

import mcelites as mce
from mcelites import _native


def pinned_searches():
    lines = (REPOSITORY / "data" / "signatures.txt").read_text().splitlines()
    return [line.split()[1:] for line in lines if line.startswith("search ")]


@pytest.mark.parametrize(("variation", "selector", "signature"), pinned_searches())
def test_it_is_the_search_of_the_engine_bit_for_bit(variation, selector, signature):
    """The function of src/run/signatures.cpp, with several in flight; the engine's own tests pin the same."""
    archive = mce.GridArchive(solution_dim=4, dims=[32, 32], ranges=[(-1, 1)] * 2)
    search = mce.Search(archive, selector=selector, variation=variation, bounds=[(-1, 1)] * 4, seed=42, initial=100)
    waiting = {}
    for ticket in range(1, 5001):
        while len(waiting) < 8:
            (asked,), (solution,) = search.ask_tickets(1)
            waiting[int(asked)] = solution
        genes = waiting.pop(ticket).tolist()
        objective = 0.0
        for gene in genes:
            objective -= gene * gene
        if genes[3] > 0.9:
            search.fail(ticket)
        else:
            search.tell_ticket(ticket, objective, [genes[0], genes[1] * genes[2]])
    assert archive.signature() == signature


def test_status_says_what_became_of_each():
    search = make_search()
    x = search.ask(4)
    measures = [[-0.95, -0.95], [-0.95, -0.95], [-0.95, -0.95], [0.95, 0.95]]
    assert search.tell([1, 0, 2, 5], measures).tolist() == [2, 0, 1, 2]
    assert search.archive.best_elite["objective"] == 5
    assert (search.archive.retrieve_single([-0.95, -0.95])[1]["solution"] == x[2]).all()
    assert (search.asked, search.told, search.failed) == (4, 4, 0)


def test_a_batch_of_one_takes_plain_numbers(search):
    search.ask(1)
    assert search.tell(1.5, [0, 0]).tolist() == [2]


def test_the_first_solutions_are_random_within_the_bounds():
    search = make_search(initial=1000, seed=7)
    x = search.ask(1000)
    assert x.min() >= -1 and x.max() <= 1 and x.std() == pytest.approx(1 / np.sqrt(3), rel=0.05)
    assert (make_search(initial=1000, seed=7).ask(1000) == x).all()
    assert not (make_search(initial=1000, seed=8).ask(1000) == x).any()


@pytest.mark.parametrize(
    "variation",
    [
        mce.Gaussian(0.1),
        mce.Gaussian([0.1, 0.2, 0.3]),
        mce.Uniform(),
        mce.IsoLine(0.01, 0.3),
        "uniform:step=0.5",
        "gaussian",
    ],
)
def test_variations_keep_the_bounds(variation):
    search = filled_search(variation=variation)
    assert np.abs(search.ask(1000)).max() <= 1


def test_gaussian_moves_by_its_sigma():
    search = make_search(variation=mce.Gaussian([0.01, 0.02, 0.03]), initial=1)
    search.ask(1)
    search.tell(0, [0, 0])
    parent = search.archive.best_elite["solution"]
    moved = search.ask(20_000) - parent
    inside = np.abs(parent) < 0.9
    assert moved.std(axis=0)[inside] == pytest.approx(np.array([0.01, 0.02, 0.03])[inside], rel=0.05)


def test_tickets_come_back_in_any_order_or_never():
    search = make_search()
    tickets, x = search.ask_tickets(100)
    assert tickets.tolist() == list(range(1, 101))
    objective, measures = sphere(x)
    late = np.random.default_rng(1).permutation(100)
    search.tell_ticket(tickets[late[:60]], objective[late[:60]], measures[late[:60]])
    search.fail(tickets[late[60:80]])
    assert search.open_tickets().tolist() == sorted(tickets[late[80:]])
    assert (search.solutions(search.open_tickets()) == x[np.sort(late[80:])]).all()
    more, _ = search.ask_tickets(5)
    assert more.tolist() == [101, 102, 103, 104, 105]
    search.tell_ticket(int(late[80]) + 1, 0.5, [0, 0])
    assert (search.told, search.failed) == (81, 20)


def test_known_solutions_can_be_added():
    search = make_search(initial=2)
    assert search.add([[0.5, 0.5, 0.5], [0.1, 0.1, 0.1]], [1, 2], [[0.5, 0.5], [0.1, 0.1]]).tolist() == [2, 2]
    assert len(search.archive) == 2 and search.told == 2
    assert search.archive.map("cell_selections").sum() == 0
    search.ask(1)  # an offspring: two solutions were there to start from
    assert search.archive.map("cell_selections").sum() == 1
    with pytest.raises(ValueError, match=r"solution\[1\]"):
        search.add([[0, 0, 0], [0, 0, 2]], [1, 2], [[0, 0], [0, 0]])


# -- saved -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("selector", SELECTORS)
def test_a_saved_search_goes_on_bit_for_bit(selector, tmp_path):
    search = filled_search(selector=selector, variation=mce.Uniform())
    open_tickets, waiting = search.ask_tickets(7)
    search.save(tmp_path / "search")
    loaded = mce.Search.load(tmp_path / "search")
    pickled = pickle.loads(pickle.dumps(search))
    for each in (search, loaded, pickled):
        each.tell_ticket(open_tickets[::-1], *(part[::-1] for part in sphere(waiting)))
        for _ in range(20):
            each.tell(*sphere(each.ask(10)))
    assert search.to_bytes() == loaded.to_bytes() == pickled.to_bytes()
    assert loaded.archive.signature() == search.archive.signature()


def test_a_batch_that_is_under_way_is_saved_too(tmp_path):
    search = filled_search()
    x = search.ask(5)
    loaded = mce.Search.from_bytes(search.to_bytes())
    assert (loaded.tell(*sphere(x)) == search.tell(*sphere(x))).all()


def test_centroids_and_the_offset_are_saved():
    archive = mce.CVTArchive(solution_dim=2, ranges=[(0, 1)] * 2, centroids=20, qd_score_offset=-1)
    search = mce.Search(archive, bounds=[(0, 1)] * 2)
    x = search.ask(50)
    search.tell(x[:, 0], x)
    loaded = pickle.loads(pickle.dumps(search))
    assert isinstance(loaded.archive, mce.CVTArchive) and (loaded.archive.centroids == archive.centroids).all()
    assert loaded.archive.stats == archive.stats


def test_damaged_and_foreign_files_are_refused(tmp_path):
    good = filled_search().to_bytes()
    cases = {"empty": b"", "text": b"hello, world" * 10, "cut": good[:-7], "long": good + b"x"}
    rng = np.random.default_rng(1)
    for place in rng.integers(0, len(good), 200):
        damaged = bytearray(good)
        damaged[place] ^= 1 << rng.integers(0, 8)
        cases[f"bit of {place}"] = bytes(damaged)
    for name, contents in cases.items():
        (tmp_path / "bad").write_bytes(contents)
        with pytest.raises(mce.Error, match="bad.*saved search"):
            mce.Search.load(tmp_path / "bad")
            pytest.fail(name)
    with pytest.raises(mce.Error, match="missing"):
        mce.Search.load(tmp_path / "missing")
    with pytest.raises(mce.Error):
        search = filled_search()
        search.save(tmp_path / "no" / "such" / "folder")


# -- wrong use ---------------------------------------------------------------------------------------------------------


def test_wrong_batches_say_what_to_do_and_change_nothing(search):
    with pytest.raises(RuntimeError, match="ask for solutions first"):
        search.tell([1], [[0, 0]])
    x = search.ask(3)
    before = search.to_bytes()
    good = sphere(x)
    for objective, measures, error, message in [
        (good[0][:2], good[1], ValueError, r"objective has the shape \(2,\): it has to be \(3,\)"),
        (good[0], good[1][:2], ValueError, r"measures has the shape \(2, 2\): it has to be \(3, 2\)"),
        (good[0], x, ValueError, r"measures has the shape \(3, 3\)"),
        (good[0][:, None], good[1], ValueError, "objective has the shape"),
        (["a", "b", "c"], good[1], TypeError, "objective has the type"),
        (good[0] + 0j, good[1], TypeError, "complex128: it has to be real numbers"),
        ([1, 2, None], good[1], TypeError, "objective has the type object"),
        ([[1], [2, 3], [4]], good[1], ValueError, "objective"),
        ([0, np.nan, 0], good[1], ValueError, r"objective\[1\] = nan is not finite: .* nan_fails=True"),
        ([0, 0, -np.inf], good[1], ValueError, r"objective\[2\] = -inf"),
        ([0, 0, 0], [[0, 0], [0, 0], [np.inf, 0]], ValueError, r"measures\[2\] is not finite"),
    ]:
        with pytest.raises(error, match=message):
            search.tell(objective, measures)
        assert search.to_bytes() == before
    with pytest.raises(RuntimeError, match="are not told yet"):
        search.ask(1)
    assert len(search.tell(*good)) == 3
    with pytest.raises(RuntimeError, match="can be told once"):
        search.tell(*good)


def test_rows_with_nan_can_be_failures(search):
    search.ask(3)
    assert search.tell([0, np.nan, 0], [[0, 0], [0.5, 0.5], [np.inf, 0]], nan_fails=True).tolist() == [2, 0, 0]
    assert search.failed == 2


def test_a_batch_can_be_given_up(search):
    search.ask(3)
    search.fail(search.open_tickets())
    assert len(search.ask(2)) == 2


def test_wrong_tickets_say_what_is_wrong(search):
    with pytest.raises(ValueError, match="none was asked for"):
        search.tell_ticket(1, 0, [0, 0])
    tickets, _ = search.ask_tickets(3)
    search.tell_ticket(2, 0, [0, 0])
    for ticket, message in [
        (2, "ticket 2 is not open: it was told or failed before"),
        (4, "ticket 4 is not open: tickets 1 to 3 were asked for"),
        (0, "ticket 0 is not open"),
        (-1, "ticket -1 is not open"),
        ([1, 3, 1], "ticket 1 is there twice"),
        ([3, 1, 3], "ticket 3 is there twice"),
        ([1, 2], "ticket 2 is not open"),
    ]:
        count = np.size(ticket)
        with pytest.raises(ValueError, match=message):
            search.tell_ticket(ticket, [0] * count, [[0, 0]] * count)
        with pytest.raises(ValueError, match=message):
            search.fail(ticket)
    with pytest.raises(TypeError, match="a ticket is a whole number"):
        search.fail(1.5)
    assert search.open_tickets().tolist() == [1, 3]


def test_all_kinds_of_arrays_are_taken(search):
    x = search.ask(4)
    objective = np.arange(8, dtype=np.float32)[::2]
    objective.flags.writeable = False
    measures = np.asfortranarray(x[:, :2])[::-1]
    measures.flags.writeable = False
    search.tell(objective, measures)
    search.ask(2)
    search.tell(np.array([1, 2], dtype=np.int8), [[True, False], [0, 1]])
    assert search.told == 6


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"selector": "ucb-sell"}, ValueError, "ucb-cell"),
        ({"selector": "ucb-cell:lambda=-1"}, ValueError, "lambda"),
        ({"variation": "gausian"}, ValueError, "gaussian"),
        ({"variation": mce.Gaussian([0.1, 0.2])}, ValueError, "sigma"),
        ({"variation": mce.Gaussian(float("nan"))}, ValueError, "sigma"),
        ({"variation": 0.1}, TypeError, "variation is 0.1"),
        ({"seed": -1}, ValueError, "seed is -1: it has to be 0 to"),
        ({"seed": 1.5}, TypeError, "seed is 1.5: it has to be a whole number"),
        ({"initial": 0}, ValueError, "initial is 0"),
    ],
)
def test_impossible_searches_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        make_search(**options)


def test_bounds_and_archive_have_to_fit():
    archive = mce.GridArchive(solution_dim=3, dims=[10], ranges=[(0, 1)])
    for bounds in ([(0, 1)] * 2, [(0, 1), (1, 0), (0, 1)], [(0, 1), (0, np.inf), (0, 1)]):
        with pytest.raises(ValueError):
            mce.Search(archive, bounds=bounds)
    mce.Search(archive, bounds=[(0, 1)] * 3)
    with pytest.raises(ValueError, match="belongs to another search"):
        mce.Search(archive, bounds=[(0, 1)] * 3)
    with pytest.raises(ValueError, match="count is 0"):
        make_search().ask(0)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: mce.Search("archive", bounds=[(0, 1)]), TypeError, "archive is 'archive'"),
        (lambda: make_search(selector=None), TypeError, "selector is None: it has to be a text"),
        (lambda: mce.Search.from_bytes("text"), TypeError, "type str"),
        (lambda: mce.Search.load("/dev/null"), mce.Error, "'/dev/null' is not a file"),
        (lambda: mce.Search.load("a\0b"), ValueError, "cannot be the name"),
        (lambda: filled_search().save("a\0b"), ValueError, "cannot be the name"),
    ],
)
def test_other_wrong_things_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_the_compiled_part_checks_for_itself():
    """Whoever goes around the Python code gets an exception, too."""
    search = make_search()
    tickets, x = search._native.ask(3)
    with pytest.raises(ValueError, match="one for each"):
        search._native.tell(tickets, np.zeros(2), np.zeros((3, 2)), False)
    with pytest.raises(ValueError, match="columns"):
        search._native.tell(tickets, np.zeros(3), np.zeros((3, 7)), False)
    with pytest.raises(ValueError, match="no elite in cell"):
        search._native.rows(np.array([5_000_000_000]), ["solution"])
    with pytest.raises(TypeError):
        search._native.tell(tickets, np.zeros(3, dtype="U1"), np.zeros((3, 2)), False)
    with pytest.raises(mce.Error):
        _native.Search.load(b"")


# -- threads and processes ---------------------------------------------------------------------------------------------


def test_several_threads_share_a_search_by_tickets():
    search = make_search()
    errors = []

    def work():
        try:
            for _ in range(200):
                tickets, x = search.ask_tickets(100)
                search.tell_ticket(tickets, *sphere(x))
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(200):
        assert len(search.archive.data("solution")) >= 0 and search.archive.stats.coverage <= 1
    for thread in threads:
        thread.join()
    assert not errors and search.told == 4 * 200 * 100 and len(search.open_tickets()) == 0


def test_two_threads_that_ask_and_tell_never_mix_their_batches():
    """They are told to use tickets, and what is stored is right."""
    search = make_search()
    refused = []
    start = threading.Barrier(2)

    def work():
        start.wait()
        for _ in range(30):
            try:
                x = search.ask(5000)
            except RuntimeError as error:
                refused.append(str(error))
                continue
            try:
                search.tell(*sphere(x))
            except RuntimeError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    data = search.archive.data()
    assert (data["objective"] == -(data["solution"] ** 2).sum(axis=1)).all()
    assert any("use ask_tickets" in each for each in refused)


def test_an_interrupt_during_tell_leaves_a_search_that_works():
    """Ctrl-C is seen when the compiled part returns."""
    program = """
import _thread, threading, time
import numpy as np
import mcelites as mce

archive = mce.GridArchive(solution_dim=3, dims=[10, 10], ranges=[(-1, 1)] * 2)
search = mce.Search(archive, bounds=[(-1, 1)] * 3)
interrupted = 0
for trial in range(30):
    x = search.ask(100_000)
    objective, measures = -(x**2).sum(axis=1), x[:, :2].copy()
    timer = threading.Timer(0.004, _thread.interrupt_main)
    try:
        timer.start()
        search.tell(objective, measures)
        timer.join()
        time.sleep(0.01)  # it is raised here at the latest
    except KeyboardInterrupt:
        interrupted += 1
    again = mce.Search.from_bytes(search.to_bytes())
    assert len(again.open_tickets()) in (0, 100_000)
    search.fail(search.open_tickets())
print(interrupted, search.told)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    interrupted, told = map(int, done.stdout.split())
    assert interrupted > 0 and told == 3_000_000


def _in_child(search, connection):
    try:
        search.ask(1)
        connection.send("asked")
    except RuntimeError as error:
        connection.send(str(error))


def test_a_forked_copy_is_refused_and_a_pickled_one_works():
    search = filled_search()
    for method, expected in [("fork", "made before the process was forked"), ("spawn", "asked")]:
        context = multiprocessing.get_context(method)
        receiver, sender = context.Pipe()
        process = context.Process(target=_in_child, args=(search, sender))
        process.start()
        assert expected in receiver.recv()
        process.join()
        assert process.exitcode == 0
    search.ask(1)


def test_nothing_leaks():
    """A hundredth of what python/benchmarks/leaks.py measures."""

    def memory():
        gc.collect()
        return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()

    search = make_search()

    def rounds(count):
        for _ in range(count):
            x = search.ask(10)
            search.tell(*sphere(x))

    rounds(1000)
    before = memory()
    rounds(10_000)
    assert memory() - before < 2**20
