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

/** The arrays are views of the buffer: nothing is copied. Who asks for one again gets the same one. */
export function readArrays<Head>(buffer: ArrayBuffer): Arrays<Head> {
  const size = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, size))) as Head & { arrays: Part[] };
  const reader = <View>(type: string, View: new (buffer: ArrayBuffer, offset: number, length: number) => View) => {
    const made = new Map<string, View>();
    return (name: string): View => {
      const found = head.arrays.find((each) => each.name === name && each.type === type);
      if (!found) throw new Error(`there is no array ${name} of ${type}`);
      const view = made.get(name) ?? new View(buffer, found.offset, found.length);
      made.set(name, view);
      return view;
    };
  };
  return {
    head,
    bytes: buffer.byteLength,
    f64: reader("f64", Float64Array),
    f32: reader("f32", Float32Array),
    u32: reader("u32", Uint32Array),
    u8: reader("u8", Uint8Array),
  };
}
