#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A worker for `mce run --problem`: kicks a football and says where it lands. It needs nothing but Python."""
import json
import math
import sys

MASS = 0.43  # kg
INERTIA = 0.0035  # kg m²
DRAG = 0.0133  # 1/m: the air slows the ball down by DRAG · v²
LIFT = 0.0058  # the air pushes a spinning ball sideways by LIFT · spin · v
GRAVITY = 9.81  # m/s²
STEP = 0.02  # s


def kick(genome):
    """The fitness and the features of one kick. The fewer joules it takes, the better."""
    ahead, up, spin = genome  # m/s, m/s and rad/s; with a positive spin the ball stays in the air for longer
    energy = 0.5 * MASS * (ahead * ahead + up * up) + 0.5 * INERTIA * spin * spin
    x = y = highest = 0.0
    while True:
        speed = math.sqrt(ahead * ahead + up * up)
        push_ahead = -DRAG * speed * ahead - LIFT * spin * up
        push_up = -DRAG * speed * up + LIFT * spin * ahead - GRAVITY
        ahead += STEP * push_ahead
        up += STEP * push_up
        x_before, y_before = x, y
        x += STEP * ahead
        y += STEP * up
        if y < 0:
            break
        highest = max(highest, y)
    distance = x_before + (x - x_before) * (y_before / (y_before - y))
    if distance < 0:
        raise ValueError("the ball flies backwards")
    return -energy, [distance, highest]


for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"]}
    try:
        answer["fitness"], answer["features"] = kick(request["genome"])
    except ValueError as error:
        answer["error"] = str(error)
    print(json.dumps(answer), flush=True)
