// SPDX-License-Identifier: MIT
import { type Paper, svgDocument } from "./paper";

export interface Point {
  x: number;
  y: number;
}

/** The base at the origin, then the end of every joint (docs/algorithm.md, section 4.2). The arm is 1 long. */
export function armPoints(angles: readonly number[]): Point[] {
  const points = [{ x: 0, y: 0 }];
  let direction = 0;
  for (const angle of angles) {
    const { x, y } = points.at(-1)!;
    direction += angle;
    points.push({ x: x + Math.cos(direction) / angles.length, y: y + Math.sin(direction) / angles.length });
  }
  return points;
}

/** The arm within the circle that it can reach. */
export function armSvg(angles: readonly number[], paper: Paper): string {
  const points = armPoints(angles).map(({ x, y }) => ({ x: round(x), y: round(-y) }));
  const thickness = Math.min(0.03, 0.5 / angles.length);
  const end = points.at(-1)!;
  const joints = points.slice(1, -1).map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="${thickness * 0.85}"/>`);
  const shapes =
    `<g fill="none" stroke="${paper.faint}" stroke-width=".006"><circle r="1"/><circle r=".5"/><path d="M-1 0H1M0-1V1"/></g>` +
    `<polyline fill="none" stroke="${paper.ink}" stroke-width="${thickness}" stroke-linejoin="round" stroke-linecap="round" ` +
    `points="${points.map(({ x, y }) => `${x},${y}`).join(" ")}"/>` +
    `<g fill="${paper.back}" stroke="${paper.ink}" stroke-width="${thickness * 0.45}">${joints.join("")}</g>` +
    `<rect x="-.04" y="-.04" width=".08" height=".08" rx=".015" fill="${paper.ink}"/>` +
    `<circle cx="${end.x}" cy="${end.y}" r=".018" fill="${paper.accent}"/>` +
    `<circle cx="${end.x}" cy="${end.y}" r=".042" fill="none" stroke="${paper.accent}" stroke-width=".016"/>`;
  const frame = { left: -1.06, top: -1.06, width: 2.12, height: 2.12, pixels: 480 };
  return svgDocument(frame, `Arm with ${angles.length} joints`, paper, shapes);
}

const round = (value: number) => Number(value.toFixed(4));
