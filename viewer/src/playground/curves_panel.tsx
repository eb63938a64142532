// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { change, oneOf } from "../app/address";
import { useTheme } from "../app/theme";
import { Check } from "../ui/check";
import { Choice } from "../ui/choice";
import { LineChart } from "../ui/line_chart";
import { lineStyle } from "../ui/line_style";
import { numberText } from "../ui/numbers";
import { type CurveMetric, curveMetrics, curvesOf, titleOfMetric } from "./curve_metrics";
import type { Race } from "./race";

/** Curves need not be drawn as often as maps. */
const kMillisecondsBetweenCurves = 200;

const metricOptions = curveMetrics.map((value) => ({ value, text: titleOfMetric[value] }));

/** How all selectors have done until now. */
export function CurvesPanel(props: { race: Race; metric: CurveMetric; names: string[]; parameters: URLSearchParams }) {
  const { race, metric, names, parameters } = props;
  const theme = useTheme();
  const shown = useSeldom(race.reports, race.state === "running" ? kMillisecondsBetweenCurves : 0);
  const [cursor, setCursor] = useState<number | null>(null);
  const logX = oneOf(parameters, "x", ["linear", "log"]) === "log";
  const wantsLogY = oneOf(parameters, "y", ["linear", "log"]) === "log";
  const curves = useMemo(
    () => curvesOf(race.progress, metric, names.length, logX, wantsLogY),
    [race, shown, metric, names.length, logX, wantsLogY],
  );
  const lines = useMemo(
    () => curves.columns.map((values, i) => ({ style: lineStyle(i, theme), width: 2.2, values })),
    [curves, theme],
  );
  const point = cursor !== null && cursor < curves.x.length ? cursor : null;
  return (
    <section class="curves" aria-label="Curves">
      <div class="toolbar">
        <Choice
          label="Metric"
          value={metric}
          options={metricOptions}
          onChange={(value) => change({ metric: value === curveMetrics[0] ? null : value })}
        />
        <Check label="log x" checked={logX} onChange={(checked) => change({ x: checked ? "log" : null })} />
        <Check label="log y" checked={wantsLogY} onChange={(checked) => change({ y: checked ? "log" : null })} />
      </div>
      <LineChart
        label={`${titleOfMetric[metric]} by evaluations of ${names.join(", ")}; the table has the values`}
        x={curves.x}
        lines={lines}
        xTitle="evaluations"
        yTitle={titleOfMetric[metric]}
        logX={logX}
        logY={curves.logY}
        onCursor={setCursor}
      />
      <p class="curve-line dim">
        {point === null
          ? wantsLogY && !curves.logY && "Some values are not above 0, so the metric axis stays linear."
          : `${numberText(curves.x[point])}: ${names.map((name, i) => `${name} ${numberText(curves.columns[i]![point])}`).join(" · ")}`}
      </p>
    </section>
  );
}

/** The value as it was at most so many milliseconds ago. */
function useSeldom<T>(value: T, milliseconds: number): T {
  const [shown, show] = useState(value);
  const latest = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  latest.current = value;
  useEffect(() => {
    if (value === shown) return;
    if (milliseconds === 0) return show(value);
    timer.current ??= setTimeout(() => {
      timer.current = null;
      show(latest.current);
    }, milliseconds);
  }, [value, milliseconds]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  return shown;
}
