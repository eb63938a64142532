#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A worker for `mce run --problem`: throws a ball, and says where it lands. It needs nothing but Python."""
import json
import math
import sys


def throw(genome):
    """Fitness and features of one throw: a ball with drag, thrown at an angle and a speed, with some spin."""
    angle = math.pi * (0.05 + 0.4 * (genome[0] + 1) / 2)
    speed = 5 + 25 * (genome[1] + 1) / 2
    spin = genome[2]
    x = y = highest = time = 0.0
    vx, vy = speed * math.cos(angle), speed * math.sin(angle)
    while y >= 0:
        v = math.hypot(vx, vy)
        vx, vy = vx - 0.02 * (0.2 * v * vx + spin * vy), vy - 0.02 * (9.81 + 0.2 * v * vy - spin * vx)
        x, y, time = x + 0.02 * vx, y + 0.02 * vy, time + 0.02
        highest = max(highest, y)
        if time > 20:
            raise ValueError("the ball never lands")
    effort = (speed / 30) ** 2 + 0.1 * spin**2
    return 1 - effort, [x, highest]


for line in sys.stdin:
    request = json.loads(line)
    try:
        fitness, features = throw(request["genome"])
        answer = {"id": request["id"], "fitness": fitness, "features": features}
    except ValueError as error:
        answer = {"id": request["id"], "error": str(error)}
    print(json.dumps(answer), flush=True)
