// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { change, oneOf } from "../app/address";
import { useTheme } from "../app/theme";
import { useKept } from "../maps/use_kept";
import { Check } from "../ui/check";
import { Choice } from "../ui/choice";
import { LineChart } from "../ui/line_chart";
import { lineStyle } from "../ui/line_style";
import { numberText } from "../ui/numbers";
import { type CurveMetric, curveMetrics, curvesOf, positionAt, titleOfMetric } from "./curve_metrics";
import type { Race } from "./race";

/** Curves need not be drawn as often as maps. */
const kMillisecondsBetweenCurves = 200;

const metricOptions = curveMetrics.map((value) => ({ value, text: titleOfMetric[value] }));

/** How all selectors have done until now. */
export function CurvesPanel(props: {
  race: Race;
  metric: CurveMetric;
  names: string[];
  parameters: URLSearchParams;
  /** Of the chosen evaluations; see useKept. */
  scope: string;
}) {
  const { race, metric, names, parameters, scope } = props;
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
  const [chosen, choose] = useKept(parameters, "point", scope, readPoint, writePoint);
  const last = curves.x.length - 1;
  const position = positionAt(curves.x, chosen);
  const textAt = (point: number) =>
    names.map((name, i) => `${name} ${numberText(curves.columns[i]![point])}`).join(" · ");
  const pointed = cursor !== null && cursor <= last ? cursor : position;
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
        label={`${titleOfMetric[metric]} by evaluations of ${names.join(", ")}; the slider below has the values`}
        x={curves.x}
        lines={lines}
        xTitle="evaluations"
        yTitle={titleOfMetric[metric]}
        logX={logX}
        logY={curves.logY}
        marked={chosen === null ? null : position}
        onCursor={setCursor}
      />
      <label class="field curve-point">
        <span>
          At <b>{numberText(curves.x[pointed])}</b>
        </span>
        <input
          type="range"
          aria-label="evaluations of the values"
          min={0}
          max={Math.max(last, 0)}
          value={position}
          aria-valuetext={`${numberText(curves.x[position])}: ${textAt(position)}`}
          onInput={(event) => {
            const wanted = event.currentTarget.valueAsNumber;
            choose(wanted >= last ? null : curves.x[wanted]!);
          }}
        />
      </label>
      <p class="curve-line dim">{textAt(pointed)}</p>
      {wantsLogY && !curves.logY && (
        <p class="curve-line dim">Some values are not above 0, so the metric axis stays linear.</p>
      )}
    </section>
  );
}

function readPoint(text: string | null): number | null {
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : null;
}

const writePoint = (value: number | null) => (value === null ? null : String(value));

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
