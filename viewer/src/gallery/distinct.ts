// SPDX-License-Identifier: MIT

/** What is needed of mazes to tell whether two are the same. */
interface Tiled {
  tiles(maze: number): Uint8Array;
}

/** The first one of every maze among `members`, in their order. */
export function distinctMazes(mazes: Tiled, members: Uint32Array): Uint32Array {
  let slots = 16;
  while (slots < members.length * 2) slots *= 2;
  const table = new Int32Array(slots).fill(-1); // positions in `result`
  const result = new Uint32Array(members.length);
  let count = 0;
  for (const maze of members) {
    const tiles = mazes.tiles(maze);
    let slot = hashOf(tiles) & (slots - 1);
    while (table[slot] !== -1 && !same(tiles, mazes.tiles(result[table[slot]!]!))) slot = (slot + 1) & (slots - 1);
    if (table[slot] !== -1) continue;
    table[slot] = count;
    result[count++] = maze;
  }
  return result.slice(0, count);
}

/** Four tiles at a time. The upper bits are mixed into the lower ones, which choose the slot. */
function hashOf(tiles: Uint8Array): number {
  let hash = tiles.length;
  const whole = tiles.length - (tiles.length % 4);
  for (let i = 0; i < whole; i += 4) {
    const four = tiles[i]! | (tiles[i + 1]! << 8) | (tiles[i + 2]! << 16) | (tiles[i + 3]! << 24);
    hash = Math.imul(hash ^ four, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (let i = whole; i < tiles.length; ++i) hash = Math.imul(hash ^ tiles[i]!, 0x9e3779b1);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Mazes of different sizes have different numbers of tiles. */
function same(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; ++i) if (a[i] !== b[i]) return false;
  return true;
}
