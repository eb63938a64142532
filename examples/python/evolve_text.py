# SPDX-License-Identifier: MIT
"""Programs as text, evolved the way language models do it: islands, workers that answer late or fail, checkpoints.

    python evolve_text.py [CHECKPOINT.json]      goes on where the checkpoint ends, if there is one

Each program is an expression in x; the best one is nearest to the target. The stand-alone selector decides which
program is rewritten next. Replace `rewrite` by a call to a model and `evaluate` by a real test, and keep the rest.
"""

import json
import math
import os
import random
import re
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import mcelites as mce

ISLANDS, PLACES, IN_FLIGHT = 3, 60, 8
POINTS = [i / 10 for i in range(-20, 21)]
TARGET = [x**3 - x + 1 for x in POINTS]


def rewrite(program: str, seed: int) -> str:
    """STAND-IN FOR A LANGUAGE MODEL: put your call here. It gets a program and returns another one."""
    dice = random.Random(seed)
    if dice.random() < 0.1:
        return program.replace("(", "", 1) + ")"  # models make mistakes too: this does not parse
    parts = re.findall(r"[x\d.]+|.", program)
    place = dice.randrange(len(parts))
    if parts[place] in "+-*":
        parts[place] = dice.choice("+-*")
    elif parts[place] not in "()":
        term = dice.choice(["x", "(x*x)", "1", "2", "0.5"])
        parts[place] = dice.choice([term, f"({parts[place]}{dice.choice('+-*')}{term})"])
    return "".join(parts)


def evaluate(program: str, seed: int) -> float:
    """The fitness of a program. Some take long, and some never give an answer."""
    time.sleep(random.Random(seed).choice([0.0, 0.0005, 0.003]))
    if len(program) > 60:
        raise TimeoutError("the program is too long")
    code = compile(program, "<program>", "eval")
    values = [float(eval(code, {"__builtins__": {}}, {"x": x})) for x in POINTS]
    error = math.fsum((value - wanted) ** 2 for value, wanted in zip(values, TARGET, strict=True))
    return 1 / (1 + error / len(POINTS))


def child_of(parent: str, seed: int) -> tuple[str, float]:
    """What a worker does: model and test. Both may fail."""
    program = rewrite(parent, seed)
    return program, evaluate(program, seed)


class Evolution:
    """The programs of all islands, and the selector. Workers know nothing of either."""

    def __init__(self, seed: int = 1) -> None:
        self.selector = mce.Selector("ucb-individual", seed=seed, islands=ISLANDS)
        self.fitness: list[dict[str, float]] = [{"x": evaluate("x", 0)} for _ in range(ISLANDS)]
        for island in range(ISLANDS):
            self.selector.add("x", self.fitness[island]["x"], island=island)
        self.evaluations = self.failures = 0

    def run(self, evaluations: int, checkpoint: Path) -> None:
        """Keeps the workers busy: each answer is judged when it comes, and the next parent is selected."""
        for ticket in self.selector.open_tickets():  # they were under way at the checkpoint, and are lost
            self.selector.fail(ticket)
        under_way: dict[Future[Any], mce.Ticket] = {}
        end = self.evaluations + evaluations
        with ThreadPoolExecutor(IN_FLIGHT) as pool:
            while self.evaluations < end:
                while len(under_way) < min(IN_FLIGHT, end - self.evaluations):
                    ticket = self.selector.select()
                    under_way[pool.submit(child_of, ticket.id, self.selector.selections)] = ticket
                for answer in wait(under_way, return_when=FIRST_COMPLETED).done:
                    self.judge(under_way.pop(answer), answer)
                    if self.evaluations % 100 == 0:
                        self.save(checkpoint)

    def judge(self, ticket: mce.Ticket, answer: "Future[Any]") -> None:
        self.evaluations += 1
        programs = self.fitness[ticket.island]
        if answer.exception() is not None:
            self.failures += 1
            self.selector.fail(ticket)
            return
        program, fitness = answer.result()
        worst = min(programs, key=programs.__getitem__)
        if program in programs or (len(programs) == PLACES and fitness <= programs[worst]):
            self.selector.fail(ticket, fitness)
        elif len(programs) < PLACES:
            self.selector.add(program, fitness, island=ticket.island, ticket=ticket)  # rewards the parent
            programs[program] = fitness
        else:
            self.selector.replace(worst, program, fitness, island=ticket.island, ticket=ticket)
            del programs[worst]
            programs[program] = fitness

    def best(self) -> tuple[str, float]:
        return max((each for island in self.fitness for each in island.items()), key=lambda item: item[1])

    def save(self, path: Path) -> None:
        counts = [self.evaluations, self.failures]
        state = {"selector": self.selector.to_json(), "fitness": self.fitness, "counts": counts}
        path.with_suffix(".new").write_text(json.dumps(state))
        os.replace(path.with_suffix(".new"), path)  # the old checkpoint, or the new one: never half of it

    @classmethod
    def load(cls, path: Path) -> "Evolution":
        state = json.loads(path.read_text())
        evolution = cls()
        evolution.selector = mce.Selector.from_json(state["selector"])
        evolution.fitness = state["fitness"]
        evolution.evaluations, evolution.failures = state["counts"]
        return evolution


def main(checkpoint: Path, evaluations: int = 4000) -> Evolution:
    evolution = Evolution.load(checkpoint) if checkpoint.exists() else Evolution()
    for _ in range(4):
        evolution.run(evaluations // 4, checkpoint)
        program, fitness = evolution.best()
        print(f"{evolution.evaluations:6} evaluations, {evolution.failures} failed: {fitness:.3f}  {program}")
    print("\nWho is next on island 0, and why?")
    for program, standing in list(evolution.selector.scores().items())[:5]:
        print(
            f"  score {standing.score:5.2f}: {standing.survivals} of {standing.selections} children were kept, "
            f"fitness {standing.fitness:.3f}  {program}"
        )
    return evolution


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "evolve_text.json"))
