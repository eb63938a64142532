// SPDX-License-Identifier: MIT
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

export interface ZipEntry {
  name: string;
  bytes: Uint8Array;
  /** Whether it is as small as it gets already. */
  packed: boolean;
}

/** The page answers to people in between. */
const kMillisecondsOfWork = 12;

/**
 * A zip of `count` entries, which are made one after the other. Tells how many are done; throws when `signal` says to
 * stop.
 */
export async function zipOf(
  count: number,
  entry: (position: number) => ZipEntry | Promise<ZipEntry>,
  tell: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else chunks.push(chunk);
  });
  let since = performance.now();
  for (let position = 0; position < count; ++position) {
    const { name, bytes, packed } = await entry(position);
    signal.throwIfAborted();
    const file = packed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    zip.add(file);
    file.push(bytes, true);
    if (performance.now() - since < kMillisecondsOfWork) continue;
    tell(position + 1);
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  signal.throwIfAborted();
  zip.end();
  if (failure) throw failure;
  return new Blob(chunks, { type: "application/zip" });
}
