// SPDX-License-Identifier: MIT

/** A file, compressed with gzip, as base64 (vite.config.ts). */
declare module "*?packed" {
  const bytes: string;
  export default bytes;
}
