// SPDX-License-Identifier: MIT
import type { BarPicture } from "./bars";
import type { Paint } from "./painter";
import { backgroundPixel, bufferOf, type PixelBuffer } from "./pixel_buffer";
import { kEmptyPixel, type Shades } from "./shades";
import { shareOf } from "./tone";

/** Bars at least so wide, in pixels, have a gap to the next one. */
const kGap = 5;
/** The lowest value still has a bar of such a share of the height. */
const kLeastHeight = 0.024;

/**
 * Bars as high as their values on the scale, column by column of pixels; of several bars in a column the highest. On a
 * diverging scale they begin in the middle. Above a bar there is nothing, but an empty cell is filled.
 */
export function barPainter(picture: BarPicture): Paint {
  let buffer: PixelBuffer | null = null;
  return (context, { values, shades, box }) => {
    const { width, height } = context.canvas;
    buffer = bufferOf(buffer, width, height);
    const { pixels } = buffer;
    const { edges, cells } = picture;
    const scale = width / (box.right - box.left);
    const blank = backgroundPixel();
    for (let column = 0; column < width; ++column) {
      const from = box.left + column / scale;
      const to = box.left + (column + 1) / scale;
      let rank = picture.rankAt(from + 0.5 / scale);
      let value = values[cells[rank]!]!;
      const isGap = (edges[rank + 1]! - edges[rank]!) * scale >= kGap && edges[rank + 1]! < to;
      while (rank + 1 < cells.length && edges[rank + 1]! < to) {
        const next = values[cells[++rank]!]!;
        if (next > value || Number.isNaN(value)) value = next;
      }
      fillColumn(pixels, column, width, height, isGap ? null : value, shades, blank);
    }
    buffer.update(0, 0, width, height);
    context.clearRect(0, 0, width, height);
    context.drawImage(buffer.canvas, 0, 0);
  };
}

/** `value` is null between two bars. */
function fillColumn(
  pixels: Uint32Array,
  column: number,
  width: number,
  height: number,
  value: number | null,
  shades: Shades,
  blank: number,
): void {
  const share = value === null ? Number.NaN : shareOf(shades.tone, value);
  const background = value !== null && Number.isNaN(share) ? kEmptyPixel : blank;
  const zero = shades.kind === "diverging" ? 0.5 : 0;
  const least = kLeastHeight / 2;
  const top = Math.round((1 - Math.max(share, zero + least)) * height);
  const bottom = Math.round((1 - Math.min(share, zero - least)) * height);
  const colour = value === null ? blank : shades.pixelOf(value);
  for (let row = 0, i = column; row < height; ++row, i += width) {
    pixels[i] = row >= top && row < bottom ? colour : background; // never between NaN and NaN
  }
}
