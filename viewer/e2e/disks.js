// SPDX-License-Identifier: MIT
// Disks of some width and shade; the third gene should be a half. Draws every other one.
import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { id, genome } = JSON.parse(line);
  const [width, shade, third] = genome;
  const grey = Math.round(255 * shade);
  const answer = { id, fitness: -Math.abs(third - 0.5), features: [width, shade] };
  if (id % 2 === 0) {
    answer.svg =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 2 2" width="200" height="200">` +
      `<circle r="${width}" fill="rgb(${grey},${grey},${grey})" stroke="red" stroke-width=".02"/></svg>`;
  }
  console.log(JSON.stringify(answer));
});
