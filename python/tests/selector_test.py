# SPDX-License-Identifier: MIT
import json
import math
import multiprocessing
import pickle
import random
import sys
import threading

import numpy as np
import pytest
from conftest import SELECTORS, make_search

import mcelites as mce

BY_INDEX = {"discounted-ucb", "ucb-fitness"}  # they break ties in the order of cells


def engine_events(selector, steps=600):
    """A real search with one ticket at a time: which cell was selected, and what became of its offspring."""
    search = make_search(selector=selector, seed=11, initial=20, variation=mce.Gaussian(0.3))
    cells = search.archive.map("cell_selections")
    known = {}
    for _ in range(steps):
        before = cells.copy()
        (x,) = search.ask(1)
        parent = np.flatnonzero(cells - before)
        # A step down in the objective with the distance from the middle, rounded: there are ties.
        objective = round(-float((x**2).sum()), 1)
        (status,) = search.tell(objective, x[:2])
        cell = search.archive.index_of_single(x[:2])
        yield (int(parent[0]) if len(parent) else None), cell, int(status), objective, known.get(cell)
        if status:
            known[cell] = objective


@pytest.mark.parametrize("selector", SELECTORS)
def test_it_selects_what_the_engine_selects(selector):
    ours = mce.Selector(selector, seed=11, cells=100)
    for parent, cell, status, objective, _ in engine_events(selector):
        ticket = None
        if parent is not None:
            ticket = ours.select()
            assert ticket.id == parent
        if status == 2:
            ours.add(cell, objective, ticket=ticket)
        elif status == 1:
            ours.replace(cell, fitness=objective, ticket=ticket)
        elif ticket is not None:
            ours.fail(ticket, fitness=objective)
    assert ours.selections > 500


@pytest.mark.parametrize("selector", [each for each in SELECTORS if each not in BY_INDEX])
def test_so_it_does_over_ids_of_any_kind(selector):
    ours = mce.Selector(selector, seed=11)
    names = {}
    for step, (parent, cell, status, objective, _) in enumerate(engine_events(selector)):
        ticket = None
        if parent is not None:
            ticket = ours.select()
            assert ticket.id == names[parent]
        if status == 2:
            ours.add(("cell", cell, step), objective, ticket=ticket)
        elif status == 1:
            ours.replace(names[cell], ("cell", cell, step), objective, ticket=ticket)
        elif ticket is not None:
            ours.fail(ticket, fitness=objective)
        if status:
            names[cell] = ("cell", cell, step)
    assert set(ours.ids()) == set(names.values())


def test_ucb_is_what_the_formula_says():
    selector = mce.Selector("ucb-individual:lambda=0.5", seed=2)
    tallies = {name: [0, 0] for name in "abcdefgh"}
    for name in tallies:
        selector.add(name)
    rng = random.Random(1)
    for _ in range(2000):
        total = sum(n for n, _ in tallies.values())
        scores = {
            k: math.inf if n == 0 else w / n + 0.5 * math.sqrt(math.log(total) / n) for k, (n, w) in tallies.items()
        }
        assert {k: s.score for k, s in selector.scores().items()} == pytest.approx(scores)
        ticket = selector.select()
        assert scores[ticket.id] == pytest.approx(max(scores.values()))
        tallies[ticket.id][0] += 1
        if rng.random() < 0.3:
            selector.reward(ticket)
            tallies[ticket.id][1] += 1
        else:
            selector.fail(ticket)
    assert {k: [s.selections, s.survivals] for k, s in selector.scores().items()} == tallies


def test_tickets_of_a_batch_count_at_once():
    selector = mce.Selector("explore-individual", seed=1)
    for name in "abcd":
        selector.add(name)
    tickets = selector.select(8)
    assert sorted(ticket.id for ticket in tickets) == sorted("abcd" * 2)
    selector.reward(tickets[::-1])
    assert all(standing[2:4] == (2, 2) for standing in selector.scores().values())
    assert selector.open_tickets() == []


def test_what_is_removed_is_never_selected_and_its_late_rewards_go_nowhere():
    selector = mce.Selector("ucb-individual")
    for name in "abc":
        selector.add(name)
    tickets = {ticket.id: ticket for ticket in selector.select(3)}
    selector.remove("b")
    assert "b" not in selector and len(selector) == 2
    assert tickets["b"]._replace(id=None) in selector.open_tickets()
    selector.add("new")  # takes the place of b
    selector.reward(tickets["b"])
    assert selector.late == 1 and selector.scores()["new"].survivals == 0
    selector.reward(tickets["a"])
    assert selector.scores()["a"].survivals == 1
    assert "b" not in {ticket.id for ticket in selector.select(50)}


def test_many_ids_come_and_go():
    selector = mce.Selector("surprise", seed=3)
    alive, rng = {}, random.Random(2)
    for step in range(5000):
        if not alive or rng.random() < 0.4:
            selector.add(step, rng.random())
            alive[step] = True
        elif rng.random() < 0.3:
            gone = rng.choice(list(alive))
            selector.remove(gone)
            del alive[gone]
        else:
            ticket = selector.select()
            assert ticket.id in alive
            (selector.reward if rng.random() < 0.5 else selector.fail)(ticket)
    assert set(selector.ids()) == set(alive) and len(selector) == len(alive)
    selector.clear()
    with pytest.raises(ValueError, match="nobody to select"):
        selector.select()


def test_islands_take_turns_and_are_apart():
    selector = mce.Selector("uniform", islands=3, seed=1)
    for island in range(3):
        selector.add("same id", island=island)
    assert [selector.select().island for _ in range(6)] == [0, 1, 2, 0, 1, 2]
    selector.remove("same id", island=1)
    assert [selector.select().island for _ in range(4)] == [0, 2, 0, 2]
    tickets = [*selector.select(2, island=0), *selector.select(2, island=2)]
    selector.reward(tickets, fitness=[1, 2, 3, 4])
    assert [selector.scores(island=i)["same id"].survivals for i in (0, 2)] == [2, 2]
    with pytest.raises(ValueError, match="ticket is of island 0, and the child goes to island 2"):
        selector.add("child", island=2, ticket=selector.select(island=0))
    with pytest.raises(ValueError, match="there is no island 3"):
        selector.add("x", island=3)


@pytest.mark.parametrize("selector", SELECTORS)
@pytest.mark.parametrize("cells", [None, 50])
def test_a_saved_selector_goes_on_bit_for_bit(selector, cells):
    one = mce.Selector(selector, seed=4, cells=cells, islands=2)
    rng = random.Random(3)
    for name in range(40):
        one.add(name, rng.random(), island=name % 2)
    for name in range(10):
        one.remove(name, island=name % 2)
    waiting = one.select(5, island=0)

    def go_on(each):
        picks = []
        rng = random.Random(5)
        for name in range(5):
            each.add(name, rng.random(), island=name % 2)
        each.reward(waiting, [0.5] * 5)
        for _ in range(200):
            ticket = each.select()
            picks.append(ticket)
            (each.reward if rng.random() < 0.4 else each.fail)(ticket, rng.random())
        return picks

    text = one.to_json()
    pickled = pickle.loads(pickle.dumps(one))
    loaded = mce.Selector.from_json(text)
    assert go_on(one) == go_on(loaded) == go_on(pickled)
    assert one.to_json() == loaded.to_json() == pickled.to_json()


def test_ids_that_json_does_not_know():
    selector = mce.Selector("uniform")
    selector.add(("a", 1, None, (True, 2.5)))
    assert mce.Selector.from_json(selector.to_json()).ids() == [("a", 1, None, (True, 2.5))]
    selector.add(frozenset("ab"))
    with pytest.raises(TypeError, match="or pickle"):
        selector.to_json()
    assert frozenset("ab") in pickle.loads(pickle.dumps(selector))


def test_damaged_json_is_refused():
    selector = mce.Selector("surprise")
    for name in "abc":
        selector.add(name)
    selector.select(3)
    good = json.loads(selector.to_json())

    def changed(**changes):
        return json.dumps({**good, **changes})

    island = good["islands"][0]
    for text in [
        "",
        "[]",
        "{}",
        '"' + "[" * 10_000,
        changed(mcelites="something"),
        changed(format=2),
        changed(turn=7),
        changed(turn=math.inf),
        changed(selector="greedy"),
        changed(islands=[{**island, "free": [math.inf]}]),
        changed(islands=[{**island, "free": list(range(3, 100))}]),
        changed(islands=[]),
        changed(islands=[{}]),
        changed(islands=[{**island, "ids": island["ids"][:2]}]),
        changed(islands=[{**island, "ids": [["a", 0], ["b", 0], ["c", 2]]}]),
        changed(islands=[{**island, "ids": [["a", 0], ["b", 1], [["list"], 2]]}]),
        changed(islands=[{**island, "free": [3, 9]}]),
        changed(islands=[{**island, "pool": "????"}]),
        changed(islands=[{**island, "pool": island["pool"][:-8]}]),
        changed(
            islands=[
                {
                    **island,
                    "pool": ("A" if island["pool"][60] != "A" else "B").join(
                        [island["pool"][:60], island["pool"][61:]]
                    ),
                }
            ]
        ),
    ]:
        with pytest.raises(mce.Error, match="saved selector"):
            mce.Selector.from_json(text)


def test_wrong_use_says_what_is_wrong():
    selector = mce.Selector("ucb-cell")
    with pytest.raises(ValueError):
        selector.select()
    selector.add("a")
    for call, error, message in [
        (lambda: selector.add("a"), ValueError, "'a' is there already"),
        (lambda: selector.add(["list"]), TypeError, "unhashable"),
        (lambda: selector.add("b", math.nan), ValueError, "NaN|nan"),
        (lambda: selector.add("b", "good"), TypeError, "fitness of 'b' is 'good'"),
        (lambda: selector.add("b", None), TypeError, "fitness of 'b' is None"),
        (lambda: selector.add(math.nan), ValueError, "NaN is no id"),
        (lambda: selector.add("b", island=1.0), TypeError, "island is 1.0"),
        (lambda: selector.reward(None), TypeError, "a ticket from select"),
        (lambda: selector.reward([], 1.0), TypeError, "fitness is 1.0"),
        (lambda: selector.reward(mce.Ticket("a", -1, 0)), TypeError, "no ticket from select"),
        (lambda: mce.Selector(None), TypeError, "selector is None"),
        (lambda: selector.remove("b"), ValueError, "'b' is not known"),
        (lambda: selector.replace("b", "c"), ValueError, "'b' is not known"),
        (lambda: selector.select(0), ValueError, "count is 0"),
        (lambda: selector.reward(5), TypeError, "a ticket from select"),
        (lambda: selector.reward(["a"]), TypeError, "a ticket from select"),
        (lambda: selector.add("b", ticket="a"), TypeError, "ticket is 'a'"),
        (lambda: selector.reward(mce.Ticket("a", 9, 0)), ValueError, "ticket 9 is not open"),
        (lambda: selector.reward(mce.Ticket("a", 1, 5)), ValueError, "no island 5"),
        (lambda: mce.Selector("ucb"), ValueError, "ucb"),
        (lambda: mce.Selector(islands=0), ValueError, "islands is 0"),
        (lambda: mce.Selector(cells=0), ValueError, "cells is 0"),
        (lambda: mce.Selector(cells=5).add(7), ValueError, "7"),
        (lambda: mce.Selector(cells=5).add("x"), TypeError, "whole number"),
    ]:
        with pytest.raises(error, match=message or None):
            call()
    ticket = selector.select()
    with pytest.raises(ValueError, match="ticket 1 is there twice"):
        selector.reward([ticket, ticket])
    selector.reward(ticket)
    with pytest.raises(ValueError, match="ticket 1 is not open"):
        selector.fail(ticket)
    with pytest.raises(ValueError, match="ticket 1 is not open"):
        selector.add("b", ticket=ticket)
    assert "b" not in selector and len(selector) == 1


def test_open_tickets_know_who_is_gone():
    for cells in (None, 4):
        selector = mce.Selector("uniform", cells=cells)
        selector.add(0)
        ticket = selector.select()
        assert selector.open_tickets() == [ticket]
        selector.remove(0)
        assert selector.open_tickets() == [ticket._replace(id=None)]
        selector.add(0 if cells else "other")  # in the same place
        assert selector.open_tickets() == [ticket._replace(id=None)]


def test_tickets_of_several_islands_are_closed_all_or_none():
    selector = mce.Selector("uniform", islands=2)
    selector.add("a", island=0)
    selector.add("b", island=1)
    a, b = selector.select(), selector.select()
    selector.fail(b)
    with pytest.raises(ValueError, match="not open"):
        selector.reward([a, b])
    assert selector.open_tickets() == [a] and selector.scores()["a"].survivals == 0


def test_none_is_an_id_like_others():
    selector = mce.Selector("uniform")
    selector.add("x")
    selector.replace("x", None)
    assert selector.ids() == [None]
    selector.replace(None, fitness=2)
    assert selector.ids() == [None] and selector.scores()[None].fitness == 2


def test_an_interrupt_leaves_a_selector_that_works():
    """Ctrl-C may come between any two steps of ours."""
    selector = mce.Selector("ucb-individual")
    rng = random.Random(1)
    steps = 0

    def interrupt(frame, event, argument):
        nonlocal steps
        if event == "line" and frame.f_code.co_filename.endswith("_populations.py"):
            steps -= 1
            if steps == 0:
                raise KeyboardInterrupt
        return interrupt

    interrupted = 0
    for number in range(600):
        steps = rng.randint(1, 14)
        sys.settrace(interrupt)
        try:
            action = rng.random()
            if action < 0.5 or len(selector) < 3:
                selector.add(number, rng.random())
            elif action < 0.75:
                selector.replace(rng.choice(selector.ids()), number, rng.random())
            else:
                selector.remove(rng.choice(selector.ids()))
        except KeyboardInterrupt:
            interrupted += 1
        finally:
            sys.settrace(None)
        loaded = mce.Selector.from_json(selector.to_json())
        assert loaded.ids() == selector.ids()
    assert interrupted > 100
    assert all(ticket.id in selector for ticket in selector.select(100))


def test_threads_share_a_selector():
    selector = mce.Selector("ucb-individual", seed=1)
    selector.add("root")
    errors = []

    def work(number):
        try:
            rng = random.Random(number)
            for step in range(500):
                ticket = selector.select()
                if rng.random() < 0.2:
                    selector.add((number, step), rng.random(), ticket=ticket)
                else:
                    selector.fail(ticket)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and selector.selections == 2000 and selector.open_tickets() == []


def _select_in_child(selector, connection):
    try:
        connection.send(str(selector.select().id))
    except RuntimeError as error:
        connection.send(str(error))


def test_a_forked_copy_is_refused():
    selector = mce.Selector("uniform")
    selector.add("a")
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe()
    process = context.Process(target=_select_in_child, args=(selector, sender))
    process.start()
    assert "made before the process was forked" in receiver.recv()
    process.join()
