// SPDX-License-Identifier: MIT

import { useTheme } from "../app/theme";
import type { MeanCurve, Metric, Selector } from "../data/study";
import { lineStyle } from "../ui/line_style";
import { columnTexts } from "../ui/numbers";
import { Swatch } from "../ui/swatch";
import { BreakableName } from "./breakable_name";
import { ranked } from "./curve_lines";

/** The legend of a chart of curves, which is also the table of their values at one save point, the highest first. */
export function CurveTable(props: {
  selectors: Selector[];
  curves: MeanCurve[];
  metric: Metric;
  point: number;
  hidden: ReadonlySet<number>;
  singles: ReadonlySet<number>;
  onHide: (selector: number) => void;
  onSingles: (selector: number) => void;
}) {
  const { selectors, curves, metric, point, hidden, singles, onHide, onSingles } = props;
  const theme = useTheme();
  const order = ranked(curves, point);
  const rows = [...order.filter((each) => !hidden.has(each)), ...order.filter((each) => hidden.has(each))];
  const several = curves.some((each) => each.runs > 1);
  const means = columnTexts(curves.map((each) => each.mean[point]));
  const edges = columnTexts(curves.flatMap((each) => [each.low[point], each.high[point]]));
  return (
    <div class="scroll">
      <table class="legend-table curve-table">
        <thead>
          <tr>
            <th scope="col">Selector</th>
            <th scope="col">
              {several ? `Mean ${metric.title}` : metric.title}
              {several && <span class="interval-text dim">95 % interval</span>}
            </th>
            {several && (
              <th scope="col" title="Show the single runs">
                Runs
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((position) => {
            const { label } = selectors[position]!;
            const { runs } = curves[position]!;
            const shown = !hidden.has(position);
            return (
              <tr key={position} class={shown ? undefined : "off"}>
                <th scope="row">
                  <button
                    type="button"
                    class="legend"
                    aria-pressed={shown}
                    title={`${label}: ${shown ? "hide" : "show"}`}
                    aria-label={label}
                    onClick={() => onHide(position)}
                  >
                    <Swatch style={lineStyle(position, theme)} />
                    <BreakableName text={label} />
                  </button>
                </th>
                <td>
                  {runs === 0 ? "no runs" : means[position]}
                  {several && (
                    <span class="interval-text dim">
                      {runs > 1 && `${edges[2 * position]} – ${edges[2 * position + 1]}`}
                    </span>
                  )}
                </td>
                {several && (
                  <td>
                    <button
                      type="button"
                      class="small"
                      aria-pressed={singles.has(position)}
                      aria-label={`single runs of ${label}`}
                      title={`The ${runs} single runs of ${label}`}
                      disabled={!shown || runs === 0}
                      onClick={() => onSingles(position)}
                    >
                      {runs}
                    </button>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
