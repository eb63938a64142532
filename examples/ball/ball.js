// SPDX-License-Identifier: MIT
// ball.py in JavaScript, with equal results: command = ["node", "ball.js"]
const MASS = 0.43, INERTIA = 0.0035, DRAG = 0.0133, LIFT = 0.0058, GRAVITY = 9.81, STEP = 0.02;

function kick([ahead, up, spin]) {
  const energy = 0.5 * MASS * (ahead * ahead + up * up) + 0.5 * INERTIA * spin * spin;
  let x = 0, y = 0, highest = 0, xBefore, yBefore;
  for (;;) {
    const speed = Math.sqrt(ahead * ahead + up * up);
    const pushAhead = -DRAG * speed * ahead - LIFT * spin * up;
    const pushUp = -DRAG * speed * up + LIFT * spin * ahead - GRAVITY;
    ahead += STEP * pushAhead;
    up += STEP * pushUp;
    [xBefore, yBefore] = [x, y];
    x += STEP * ahead;
    y += STEP * up;
    if (y < 0) break;
    highest = Math.max(highest, y);
  }
  const distance = xBefore + (x - xBefore) * (yBefore / (yBefore - y));
  if (distance < 0) throw new Error('the ball flies backwards');
  return {fitness: -energy, features: [distance, highest]};
}

function answer({id, genome}) {
  try {
    return {id, ...kick(genome)};
  } catch (error) {
    return {id, error: error.message};
  }
}

const lines = require('readline').createInterface({input: process.stdin});
lines.on('line', (line) => process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + '\n'));
