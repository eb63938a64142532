// SPDX-License-Identifier: MIT
import { useTheme } from "../app/theme";
import { lineStyle } from "../ui/line_style";
import { numberText } from "../ui/numbers";
import { Swatch } from "../ui/swatch";
import { type CurveMetric, standing, titleOfMetric } from "./curve_metrics";
import type { Race } from "./race";

/** Who leads by the metric of the curves, and the numbers of all. */
export function StandingTable({ race, metric, names }: { race: Race; metric: CurveMetric; names: string[] }) {
  const theme = useTheme();
  const order = standing(
    metric,
    race.racers.map((each) => each.summary),
  );
  const finished = race.state === "finished";
  const mark = (of: CurveMetric) => (of === metric ? "current" : undefined);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls has to be reached by keyboard. */}
      <section class="scroll standing" tabIndex={0} aria-label="Standing">
        <table>
          <thead>
            <tr>
              <th scope="col">By {titleOfMetric[metric]}</th>
              <th scope="col">filled</th>
              <th scope="col" class={mark("coverage")}>
                coverage
              </th>
              <th scope="col" class={mark("best")}>
                best
              </th>
              <th scope="col" class={mark("qd-score")}>
                QD-score
              </th>
              {metric === "entropy" && (
                <th scope="col" class="current">
                  entropy
                </th>
              )}
              <th scope="col" title="evaluations per second of the engine's own time, without waiting for the others">
                per s
              </th>
            </tr>
          </thead>
          <tbody>
            {order.map((i) => {
              const { summary, signature, evaluations, busy } = race.racers[i]!;
              return (
                <tr key={i} data-testid={`standing-${i}`}>
                  <th scope="row">
                    <Swatch style={lineStyle(i, theme)} /> <span class="name">{names[i]}</span>
                    {finished && (
                      <span class="signature">
                        <span class="hidden-text">signature </span>
                        <code>{signature}</code>
                      </span>
                    )}
                  </th>
                  <td>{numberText(summary.filled)}</td>
                  <td class={mark("coverage")}>{(summary.coverage * 100).toFixed(1)} %</td>
                  <td class={mark("best")}>{numberText(summary.best)}</td>
                  <td class={mark("qd-score")}>{numberText(summary.qdScore, 6)}</td>
                  {metric === "entropy" && <td class="current">{numberText(summary.entropy)}</td>}
                  <td>{busy > 0 ? rateText((evaluations / busy) * 1000) : "–"}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** "1.23M": more digits of a measurement would change all the time. */
function rateText(rate: number): string {
  if (rate >= 1e6) return `${(rate / 1e6).toPrecision(3)}M`;
  return numberText(Number(rate.toPrecision(2)));
}
