// SPDX-License-Identifier: MIT

/** A resource of arrays (docs/explorer-api.md): its head, and typed arrays by name. */
export interface Arrays<Head> {
  head: Head;
  /** Of the whole resource. */
  bytes: number;
  f64(name: string): Float64Array;
  f32(name: string): Float32Array;
  u32(name: string): Uint32Array;
  u8(name: string): Uint8Array;
}

interface Part {
  name: string;
  type: string;
  offset: number;
  length: number;
}

/** The arrays are views of the buffer: nothing is copied. */
export function readArrays<Head>(buffer: ArrayBuffer): Arrays<Head> {
  const size = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, size))) as Head & { arrays: Part[] };
  const part = (name: string, type: string): Part => {
    const found = head.arrays.find((each) => each.name === name && each.type === type);
    if (!found) throw new Error(`there is no array ${name} of ${type}`);
    return found;
  };
  return {
    head,
    bytes: buffer.byteLength,
    f64: (name) => new Float64Array(buffer, part(name, "f64").offset, part(name, "f64").length),
    f32: (name) => new Float32Array(buffer, part(name, "f32").offset, part(name, "f32").length),
    u32: (name) => new Uint32Array(buffer, part(name, "u32").offset, part(name, "u32").length),
    u8: (name) => new Uint8Array(buffer, part(name, "u8").offset, part(name, "u8").length),
  };
}
