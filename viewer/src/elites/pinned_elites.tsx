// SPDX-License-Identifier: MIT
import { useMemo, useRef } from "preact/hooks";
import { numberText } from "../ui/numbers";
import { comparedRows } from "./comparison";
import type { Elite } from "./elite";
import { EliteDrawing } from "./elite_card";
import "./elites.css";

/** Elites side by side: drawings above a table of their numbers. Rows in which they differ are strong. */
export function PinnedElites(props: {
  elites: { key: string; elite: Elite }[];
  onUnpin: (key: string) => void;
  onClear: () => void;
}) {
  const { elites, onUnpin, onClear } = props;
  const rows = useMemo(() => comparedRows(elites.map((each) => each.elite)), [elites]);
  const section = useRef<HTMLElement>(null);
  if (elites.length === 0) return null;
  return (
    <section class="pinned-elites panel" aria-label="Pinned elites" tabIndex={-1} ref={section}>
      <header>
        <h2>
          {elites.length} pinned {elites.length === 1 ? "elite" : "elites"}
        </h2>
        <button type="button" onClick={onClear}>
          Unpin all
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls has to be reached by keyboard. */}
      <section class="scroll" tabIndex={0} aria-label="Table of the pinned elites">
        <table>
          <thead>
            <tr>
              <td />
              {elites.map(({ key, elite }) => (
                <th key={key} scope="col">
                  <EliteDrawing elite={elite} />
                  <span class="elite-origin" title={elite.origin}>
                    {elite.origin}
                  </span>
                  <button
                    type="button"
                    class="small"
                    aria-label={`Unpin cell ${elite.cell}, ${elite.origin}`}
                    onClick={() => {
                      section.current?.focus(); // the button that has the focus goes away
                      onUnpin(key);
                    }}
                  >
                    Unpin
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i} class={row.differs ? "differs" : undefined}>
                <th scope="row">{row.title}</th>
                {row.values.map((value, column) => (
                  <td key={elites[column]!.key}>{value === undefined ? "" : numberText(value, 5)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
