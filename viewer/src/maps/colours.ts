// SPDX-License-Identifier: MIT

export type ScaleKind = "sequential" | "diverging";
type Rgb = readonly [number, number, number];

// Nine colours of the scale viridis; in between they are blended. src/report/viridis.cpp has the same ones.
const kSequential: readonly Rgb[] = [
  [68, 1, 84],
  [71, 44, 122],
  [59, 81, 139],
  [44, 113, 142],
  [33, 144, 141],
  [39, 173, 129],
  [92, 200, 99],
  [170, 220, 50],
  [253, 231, 37],
];

// From blue over nearly white to orange, which people of any colour vision can tell apart. Both sides grow equally dark.
const kDiverging: readonly Rgb[] = [
  [18, 70, 130],
  [55, 118, 180],
  [122, 172, 214],
  [190, 216, 234],
  [244, 243, 240],
  [246, 208, 172],
  [231, 154, 96],
  [197, 98, 38],
  [134, 54, 10],
];

/** How many colours a scale has. */
export const kColours = 256;

/** The colour of a share from 0 to 1. */
export function colourAt(kind: ScaleKind, share: number): Rgb {
  const anchors = kind === "diverging" ? kDiverging : kSequential;
  const position = Math.min(Math.max(share, 0), 1) * (anchors.length - 1);
  const below = Math.min(Math.floor(position), anchors.length - 2);
  const rest = position - below;
  const blend = (part: 0 | 1 | 2) => Math.round(anchors[below]![part] * (1 - rest) + anchors[below + 1]![part] * rest);
  return [blend(0), blend(1), blend(2)];
}

export const cssColour = (kind: ScaleKind, share: number) => `rgb(${colourAt(kind, share).join(",")})`;

/** All colours of a scale as pixels of an ImageData, which has the bytes red, green, blue, opacity. */
export function colourTable(kind: ScaleKind): Uint32Array {
  const table = new Uint32Array(kColours);
  for (let i = 0; i < kColours; ++i) table[i] = pixelOf(colourAt(kind, i / (kColours - 1)));
  return table;
}

export function pixelOf([red, green, blue]: Rgb): number {
  return new Uint32Array(new Uint8Array([red, green, blue, 255]).buffer)[0]!;
}
