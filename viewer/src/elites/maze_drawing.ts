// SPDX-License-Identifier: MIT
import { type Paper, svgDocument, whitePaper } from "./paper";

const kNorth = 1;
const kEast = 2;
const kSouth = 4;
const kWest = 8;

export interface MazeColours {
  wall: string;
  /** Null leaves the solution out. */
  path: string | null;
}

/** The tiles from the top left to the bottom right one; empty if there is no way, which no perfect maze is without. */
export function solutionPath(tiles: ArrayLike<number>, size: number): number[] {
  const last = size * size - 1;
  const cameFrom = new Int32Array(size * size).fill(-1);
  cameFrom[0] = 0;
  const open = [0];
  for (let tile = open.pop(); tile !== undefined && cameFrom[last] === -1; tile = open.pop()) {
    const reach = (side: number, inside: boolean, next: number) => {
      if ((tiles[tile]! & side) === 0 || !inside || cameFrom[next] !== -1) return;
      cameFrom[next] = tile;
      open.push(next);
    };
    reach(kNorth, tile >= size, tile - size);
    reach(kEast, (tile + 1) % size !== 0, tile + 1);
    reach(kSouth, tile < size * (size - 1), tile + size);
    reach(kWest, tile % size !== 0, tile - 1);
  }
  if (cameFrom[last] === -1) return [];
  const path = [last];
  for (let tile = last; tile !== 0; path.push(tile)) tile = cameFrom[tile]!;
  return path.reverse();
}

/** Whether there is a wall above the tile of this row and column; row `size` is the lower edge. */
function wallAbove(tiles: ArrayLike<number>, size: number, row: number, column: number): boolean {
  if (row === size) return (tiles[(row - 1) * size + column]! & kSouth) === 0;
  return (tiles[row * size + column]! & kNorth) === 0;
}
function wallLeft(tiles: ArrayLike<number>, size: number, row: number, column: number): boolean {
  if (column === size) return (tiles[row * size + column - 1]! & kEast) === 0;
  return (tiles[row * size + column]! & kWest) === 0;
}

/** Calls `line` for every straight piece of wall, in tiles; walls in a row are one piece. */
function eachWall(
  tiles: ArrayLike<number>,
  size: number,
  line: (x: number, y: number, length: number, horizontal: boolean) => void,
): void {
  for (let across = 0; across <= size; ++across) {
    for (const horizontal of [true, false]) {
      const isWall = (along: number) =>
        horizontal ? wallAbove(tiles, size, across, along) : wallLeft(tiles, size, along, across);
      for (let start = 0; start < size; ++start) {
        if (!isWall(start)) continue;
        let end = start + 1;
        while (end < size && isWall(end)) ++end;
        line(horizontal ? start : across, horizontal ? across : start, end - start, horizontal);
        start = end;
      }
    }
  }
}

const kTargetRadius = 0.29;

/** A line through the middles of the tiles, round where it turns, up to the rim of the target. */
function softLine(path: number[], size: number): string {
  const radius = 0.35;
  const wayFrom = (i: number) => ({
    x: (path[i + 1]! % size) - (path[i]! % size),
    y: Math.floor(path[i + 1]! / size) - Math.floor(path[i]! / size),
  });
  const straight = (way: { x: number; y: number }, length: number) =>
    `${way.x !== 0 ? "h" : "v"}${round((way.x + way.y) * length)}`;
  let data = "M.5 .5";
  let length = 0;
  for (let i = 0; i + 1 < path.length; ++i) {
    const way = wayFrom(i);
    length += 1;
    if (i + 2 === path.length) {
      data += straight(way, length - kTargetRadius);
      break;
    }
    const next = wayFrom(i + 1);
    if (next.x === way.x && next.y === way.y) continue;
    data += straight(way, length - radius);
    data += `q${round(way.x * radius)} ${round(way.y * radius)}`;
    data += ` ${round((way.x + next.x) * radius)} ${round((way.y + next.y) * radius)}`;
    length = -radius;
  }
  return data;
}

const round = (value: number) => Number(value.toFixed(3));

/** A maze as a picture of its own; with its solution, start and end unless `solution` is false. */
export function mazeSvg(
  tiles: ArrayLike<number>,
  size: number,
  options: { solution?: boolean; paper?: Paper } = {},
): string {
  const { solution = true, paper = whitePaper } = options;
  let walls = "";
  eachWall(tiles, size, (x, y, length, horizontal) => {
    walls += `M${x} ${y}${horizontal ? "h" : "v"}${length}`;
  });
  const stroke = (colour: string, width: number, data: string) =>
    `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${data}"/>`;
  const path = solution ? solutionPath(tiles, size) : [];
  let shapes = "";
  if (path.length > 1) shapes += stroke(paper.accent, 0.26, softLine(path, size));
  shapes += stroke(paper.ink, 0.11, walls);
  if (solution) {
    const end = size - 0.5;
    shapes += `<g fill="${paper.accent}"><circle cx=".5" cy=".5" r=".28"/><circle cx="${end}" cy="${end}" r=".12"/>`;
    shapes += `<circle cx="${end}" cy="${end}" r="${kTargetRadius}" fill="none" stroke="${paper.accent}" stroke-width=".11"/></g>`;
  }
  const title = `Maze of ${size} × ${size} tiles${solution ? " with its solution" : ""}`;
  return svgDocument({ left: -0.5, top: -0.5, width: size + 1, height: size + 1, pixels: 480 }, title, paper, shapes);
}

/** The maze in letters, for mails and terminals: walls of - and |, the solution in dots from S to E unless it is false. */
export function mazeText(tiles: ArrayLike<number>, size: number, options: { solution?: boolean } = {}): string {
  const columns = 4 * size + 1;
  const lines = Array.from({ length: 2 * size + 1 }, () => Array<string>(columns).fill(" "));
  for (let row = 0; row <= size; ++row) {
    for (let column = 0; column <= size; ++column) {
      lines[2 * row]![4 * column] = "+";
      if (column < size && wallAbove(tiles, size, row, column))
        lines[2 * row]!.fill("-", 4 * column + 1, 4 * column + 4);
      if (row < size && wallLeft(tiles, size, row, column)) lines[2 * row + 1]![4 * column] = "|";
    }
  }
  const path = options.solution === false ? [] : solutionPath(tiles, size);
  const middle = (tile: number) => ({ line: 2 * Math.floor(tile / size) + 1, column: 4 * (tile % size) + 2 });
  path.forEach((tile, i) => {
    const here = middle(tile);
    lines[here.line]![here.column] = i === 0 ? "S" : i === path.length - 1 ? "E" : ".";
    if (i === 0) return;
    const before = middle(path[i - 1]!);
    lines[(here.line + before.line) / 2]![(here.column + before.column) / 2] = ".";
  });
  return lines.map((line) => `${line.join("").trimEnd()}\n`).join("");
}

/** Draws a maze into a square of a canvas. Fast, for walls of thousands of them. */
export function drawMaze(
  context: CanvasRenderingContext2D,
  tiles: ArrayLike<number>,
  size: number,
  x: number,
  y: number,
  width: number,
  colours: MazeColours,
): void {
  const margin = width * 0.04;
  const tile = (width - 2 * margin) / size;
  const left = x + margin;
  const top = y + margin;
  context.lineCap = "square";
  context.lineJoin = "round";
  if (colours.path !== null) {
    context.beginPath();
    solutionPath(tiles, size).forEach((each, i) => {
      const across = left + ((each % size) + 0.5) * tile;
      const down = top + (Math.floor(each / size) + 0.5) * tile;
      if (i === 0) context.moveTo(across, down);
      else context.lineTo(across, down);
    });
    context.strokeStyle = colours.path;
    context.lineWidth = tile * 0.28;
    context.stroke();
  }
  context.beginPath();
  eachWall(tiles, size, (column, row, length, horizontal) => {
    const across = left + column * tile;
    const down = top + row * tile;
    context.moveTo(across, down);
    if (horizontal) context.lineTo(across + length * tile, down);
    else context.lineTo(across, down + length * tile);
  });
  context.strokeStyle = colours.wall;
  context.lineWidth = Math.max(tile * 0.11, 0.75);
  context.stroke();
}
