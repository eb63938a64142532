// SPDX-License-Identifier: MIT
import { colourTable, kColours, type ScaleKind } from "./colours";
import { shareOf, shiftOf, type Tone } from "./tone";

/** The pixel of a cell without a value: nothing, so that the hatching behind it is seen. */
export const kEmptyPixel = 0;

/** A logarithmic scale tells values apart by so many bits of a number of 32 bits. */
const kDropped = 12;
const kOne = 0x3f800000 >>> kDropped; // the number 1

const number = new Float32Array(1);
const bits = new Uint32Array(number.buffer);

/**
 * From values to pixels, fast enough for a million cells in every frame. A logarithm is looked up by the first bits of
 * the number, which are its exponent and the begin of its fraction.
 */
export class Shades {
  private readonly table: Uint32Array;
  private readonly low: number;
  private readonly factor: number;
  private readonly offset: number;
  private readonly shift: number;
  private readonly logarithms: Uint8Array | null;

  constructor(
    readonly kind: ScaleKind,
    readonly tone: Tone,
  ) {
    this.table = colourTable(kind);
    const span = tone.high - tone.low;
    this.low = tone.low;
    this.factor = span > 0 ? (kColours - 1) / span : 0;
    this.offset = span > 0 ? 0.5 : kColours / 2;
    this.shift = shiftOf(tone);
    this.logarithms = tone.logarithmic && span > 0 ? logarithmsOf(tone) : null;
  }

  pixelOf(value: number): number {
    if (Number.isNaN(value)) return kEmptyPixel;
    if (this.logarithms) {
      number[0] = (value + this.shift) / (this.low + this.shift);
      const position = (bits[0]! >>> kDropped) - kOne;
      const last = this.logarithms.length - 1;
      // A number below 1 has a smaller exponent; the sign of one below 0 is the first bit.
      if (position < 0 || number[0] < 0) return this.table[0]!;
      return this.table[this.logarithms[position > last ? last : position]!]!;
    }
    const position = (value - this.low) * this.factor + this.offset;
    return this.table[position < 0 ? 0 : position >= kColours ? kColours - 1 : Math.floor(position) || 0]!;
  }
}

/** The colour for every possible begin of a ratio to the low end of the scale, up to that of its high end. */
function logarithmsOf(tone: Tone): Uint8Array {
  const shift = shiftOf(tone);
  const base = tone.low + shift;
  number[0] = (tone.high + shift) / base;
  const colours = new Uint8Array((bits[0]! >>> kDropped) - kOne + 1);
  for (let i = 0; i < colours.length; ++i) {
    bits[0] = ((i + kOne) << kDropped) | (1 << (kDropped - 1)); // the middle of all numbers that begin like this
    colours[i] = Math.round(shareOf(tone, number[0]! * base - shift) * (kColours - 1));
  }
  return colours;
}
