// SPDX-License-Identifier: MIT
import type { LineStyle } from "./line_style";

/** A short piece of a line, for legends. */
export function Swatch({ style, thin = false }: { style: LineStyle; thin?: boolean }) {
  return (
    <svg class="swatch" width="30" height="10" aria-hidden="true">
      <line
        x1="1"
        y1="5"
        x2="29"
        y2="5"
        stroke={style.colour}
        stroke-width={thin ? 1.3 : 2.6}
        stroke-dasharray={style.dash.join(" ") || undefined}
      />
    </svg>
  );
}
