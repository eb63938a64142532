// SPDX-License-Identifier: MIT

import { useRef } from "preact/hooks";
import type { Comparison, Metric, Selector } from "../data/study";
import { numberText } from "../ui/numbers";
import { BreakableName } from "./breakable_name";

const symbols = { better: "▲", worse: "▼", undecided: "·" } as const;

/** From this size on an effect is called large (Cohen 1988). */
const kLargeEffect = 0.8;

type Effect = Pick<Comparison, "hedges_g" | "welch_p" | "difference">;

/** Without a test, as of single runs, there is no effect either. If both samples are constant, it is infinite. */
function effectOf({ hedges_g: g, welch_p: p, difference }: Effect): number | null {
  if (p === null || difference === null) return null;
  return g ?? Math.sign(difference) * Number.POSITIVE_INFINITY;
}

/** Hedges' g with its sign. */
export function effectText(effect: Effect): string {
  const g = effectOf(effect);
  if (g === null) return "–";
  if (!Number.isFinite(g)) return g > 0 ? "+∞" : "−∞";
  const text = Math.abs(g).toFixed(Math.abs(g) < 10 ? 1 : 0);
  return text === "0.0" ? text : `${g > 0 ? "+" : "−"}${text}`;
}

function classOf(comparison: Comparison): string {
  const large = Math.abs(effectOf(comparison) ?? 0) >= kLargeEffect;
  return `entry ${comparison.verdict}${large ? " large" : ""}`;
}

/** Every pair of selectors; arrow keys move from entry to entry. */
export function VerdictMatrix(props: {
  selectors: Selector[];
  matrix: Comparison[][];
  threshold: number;
  metric: Metric;
  first: number;
  second: number;
  onChoose: (first: number, second: number) => void;
}) {
  const { selectors, matrix, threshold, metric, first, second, onChoose } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const count = selectors.length;
  const chosen = first >= 0 && second >= 0 && first !== second;
  const move = (event: KeyboardEvent) => {
    const [row, column] = (event.target as HTMLElement).dataset.pair?.split(",").map(Number) ?? [];
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (row === undefined || column === undefined || !step) return;
    event.preventDefault();
    let [toRow, toColumn] = [row + step[0]!, column + step[1]!];
    // The diagonal has no entry: go over it.
    if (toRow === toColumn) [toRow, toColumn] = [toRow + step[0]!, toColumn + step[1]!];
    body.current?.querySelector<HTMLElement>(`[data-pair="${toRow},${toColumn}"]`)?.focus();
  };
  return (
    <>
      <div class="scroll">
        <table class="matrix">
          <caption class="hidden-text">
            Verdicts by {metric.title}: the selector of the row against that of the column
          </caption>
          <thead>
            <tr>
              <td />
              {selectors.map((each) => (
                <th key={each.label} scope="col" title={each.label}>
                  <BreakableName text={each.short} short />
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={move}>
            {selectors.map((row, from) => (
              <tr key={row.label}>
                <th scope="row" title={row.label}>
                  <BreakableName text={row.label} />
                </th>
                {selectors.map((column, to) => {
                  const comparison = matrix[from]?.[to];
                  if (from === to || !comparison) return <td key={column.label} class="diagonal" />;
                  const current = from === first && to === second;
                  const reachable = chosen ? current : from === 0 && to === 1;
                  return (
                    <td key={column.label}>
                      <button
                        type="button"
                        class={classOf(comparison)}
                        data-pair={`${from},${to}`}
                        tabIndex={reachable ? 0 : -1}
                        aria-pressed={current}
                        aria-label={`${row.label} against ${column.label}: ${comparison.verdict}, g ${effectText(comparison)}`}
                        onClick={() => onChoose(from, to)}
                      >
                        <span aria-hidden="true">{symbols[comparison.verdict]}</span> {effectText(comparison)}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="dim matrix-key">
        <span class="entry better large">▲</span> the row's selector is significantly better than the column's,{" "}
        <span class="entry worse large">▼</span> worse, <span class="entry undecided">·</span> undecided. Welch's test
        has to give p &lt; {numberText(threshold)}
        {count > 1 && ` (0.05 / ${count - 1})`}. The number is the effect, Hedges' g; strong colours are effects of{" "}
        {kLargeEffect} and more. Choose an entry to see its runs.
      </p>
    </>
  );
}
