// SPDX-License-Identifier: MIT
import { numberText } from "../ui/numbers";
import { type Paper, svgDocument } from "./paper";

/** More genes than these are columns without numbers. */
const kMostRows = 24;
const kWidth = 480;

/** Genes as bars from zero, or from the end of the range that is nearest to it. */
export function geneSvg(genes: readonly number[], range: [number, number], paper: Paper): string {
  return genes.length <= kMostRows ? rows(genes, range, paper) : columns(genes, range, paper);
}

function rows(genes: readonly number[], [low, high]: [number, number], paper: Paper): string {
  const row = 26;
  const left = 44;
  const right = kWidth - 84;
  const bottom = genes.length * row + 8;
  const place = placeIn(low, high, left, right);
  const zero = place(Math.min(Math.max(0, low), high));
  let shapes = frameOf(left, 4, right - left, bottom - 4, paper);
  if (low < 0 && high > 0) shapes += line(`M${zero} 4V${bottom}`, paper.dim);
  genes.forEach((gene, i) => {
    const top = 8 + i * row;
    const end = place(gene);
    shapes += `<rect x="${Math.min(zero, end)}" y="${top}" width="${Math.abs(end - zero)}" height="${row - 8}" rx="2" fill="${paper.accent}"/>`;
    shapes += text(left - 8, top + 14, `x${i + 1}`, "end", paper.dim);
    shapes += text(kWidth - 4, top + 14, numberText(gene), "end", paper.ink);
  });
  shapes += text(left, bottom + 18, numberText(low), "start", paper.dim);
  shapes += text(right, bottom + 18, numberText(high), "end", paper.dim);
  return document(genes, bottom + 26, paper, shapes);
}

function columns(genes: readonly number[], [low, high]: [number, number], paper: Paper): string {
  const left = 64;
  const right = kWidth - 8;
  const bottom = 232;
  const place = placeIn(low, high, bottom, 8);
  const zero = place(Math.min(Math.max(0, low), high));
  const width = (right - left) / genes.length;
  let bars = "";
  genes.forEach((gene, i) => {
    bars += `M${round(left + i * width)} ${zero}V${place(gene)}h${round(width * 0.8)}V${zero}z`;
  });
  let shapes = `${frameOf(left, 8, right - left, bottom - 8, paper)}<path fill="${paper.accent}" d="${bars}"/>`;
  if (low < 0 && high > 0) shapes += line(`M${left} ${zero}H${right}`, paper.dim);
  shapes += text(left - 8, 20, numberText(high), "end", paper.dim);
  shapes += text(left - 8, bottom, numberText(low), "end", paper.dim);
  shapes += text(left, bottom + 20, "x1", "start", paper.dim);
  shapes += text(right, bottom + 20, `x${genes.length}`, "end", paper.dim);
  return document(genes, bottom + 28, paper, shapes);
}

/** Genes beyond the range, which noise or a wrong range could make, end at its edge. */
function placeIn(low: number, high: number, from: number, to: number): (value: number) => number {
  const span = high - low || 1;
  return (value) => round(from + (Math.min(Math.max((value - low) / span, 0), 1) || 0) * (to - from));
}

function document(genes: readonly number[], height: number, paper: Paper, shapes: string): string {
  const frame = { left: 0, top: 0, width: kWidth, height, pixels: Math.max(kWidth, height) };
  return svgDocument(frame, `${genes.length} genes`, paper, shapes);
}

function frameOf(x: number, y: number, width: number, height: number, paper: Paper): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="${paper.faint}"/>`;
}

const line = (data: string, colour: string) => `<path fill="none" stroke="${colour}" d="${data}"/>`;

function text(x: number, y: number, content: string, anchor: string, colour: string): string {
  return `<text x="${x}" y="${y}" font-family="sans-serif" font-size="14" text-anchor="${anchor}" fill="${colour}">${content}</text>`;
}

const round = (value: number) => Number(value.toFixed(2));
