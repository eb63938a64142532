// SPDX-License-Identifier: MIT

import { useMemo, useState } from "preact/hooks";
import { change, oneOf, wholeOf } from "../app/address";
import { useTheme } from "../app/theme";
import { TreatmentChoice, treatmentOf } from "../app/treatment_choice";
import type { Curves, Metric } from "../data/study";
import { useKept } from "../maps/use_kept";
import { Choice } from "../ui/choice";
import { type ChartLine, LineChart } from "../ui/line_chart";
import { lineStyle } from "../ui/line_style";
import { numberText } from "../ui/numbers";
import { useAnswer } from "../ui/use_answer";
import type { TabProps } from "./compare_view";
import { allPositive, meanLine, picked, shownPoints, snapped, zoomed } from "./curve_lines";
import { CurveTable } from "./curve_table";
import { readPositions, toggled, writePositions } from "./lists";
import { curveMetrics, metricOf } from "./metrics";
import { ShowAllOrNone } from "./show_all_or_none";
import { MetricChoice, missingRuns, unfinishedText } from "./study_choices";

const scales = ["linear", "log"] as const;
const scaleOptions = [
  { value: "linear", text: "linear" },
  { value: "log", text: "logarithmic" },
] as const;

/** Progress curves of all selectors in one treatment, with confidence bands. */
export function CurvesTab({ study, facts, revision, parameters }: TabProps) {
  const treatment = treatmentOf(parameters, facts);
  const metrics = curveMetrics(facts);
  const metric = metricOf(metrics, parameters.get("metric"));
  const answer = useAnswer(
    async () => ({ treatment, curves: await study.curves(treatment) }),
    [study, treatment, revision],
  );
  // Curves of the former treatment do not go together with the new one's texts.
  const curves = answer.value?.treatment === treatment ? answer.value.curves : null;
  const someRuns = (study.state.treatments[treatment]?.runs ?? 0) > 0;
  // While a treatment is not measured, metrics that compare runs have curves without values.
  const known = curves?.curves[metric.key]?.some((each) => each.mean.some((value) => value !== null));
  const unfinished = unfinishedText(facts, study.state, treatment);
  return (
    <>
      <div class="toolbar">
        <TreatmentChoice facts={facts} value={treatment} />
        <MetricChoice metrics={metrics} value={metric} />
        <Choice
          label="Evaluations axis"
          value={oneOf(parameters, "x", scales)}
          options={scaleOptions}
          onChange={(x) => change({ x: x === "linear" ? null : x, from: null, to: null })}
        />
        <Choice
          label="Metric axis"
          value={oneOf(parameters, "y", scales)}
          options={scaleOptions}
          onChange={(y) => change({ y: y === "linear" ? null : y })}
        />
      </div>
      {answer.error && <p class="failure">{answer.error}</p>}
      {!curves && !answer.error && <p class="dim">Loading the curves …</p>}
      {curves && someRuns && !known && (
        <p class="note">
          {metric.title} compares a run with all others. {missingRuns(facts, study.state, treatment)}{" "}
          {facts.kind === "run" && "A study has several runs of each selector, and all metrics."}
        </p>
      )}
      {(known || !someRuns) && unfinished && <p class="note">{unfinished}</p>}
      {curves && known && (
        <Picture
          study={study}
          facts={facts}
          revision={revision}
          parameters={parameters}
          curves={curves}
          metric={metric}
          treatment={treatment}
        />
      )}
    </>
  );
}

function Picture(props: TabProps & { curves: Curves; metric: Metric; treatment: number }) {
  const { study, facts, revision, parameters, curves, metric, treatment } = props;
  const theme = useTheme();
  const [hovered, setHovered] = useState<number | null>(null);
  const count = facts.selectors.length;
  const hiddenText = parameters.get("hidden");
  const singlesText = parameters.get("runs");
  const hidden = useMemo(() => readPositions(hiddenText, count), [hiddenText, count]);
  const singles = useMemo(() => readPositions(singlesText, count), [singlesText, count]);
  const means = curves.curves[metric.key]!;
  const logX = oneOf(parameters, "x", scales) === "log";
  const points = useMemo(() => shownPoints(curves.evaluations, logX), [curves, logX]);
  const wantsLogY = oneOf(parameters, "y", scales) === "log";
  const logY = useMemo(() => {
    return (
      wantsLogY &&
      allPositive(
        means.filter((_mean, position) => !hidden.has(position)),
        points,
      )
    );
  }, [means, hidden, points, wantsLogY]);

  const wanted = singles.size > 0;
  const runs = useAnswer(
    async () => (wanted ? { treatment, metric, arrays: await study.curvesOfRuns(treatment, metric.key) } : null),
    [study, treatment, metric, revision, wanted],
  );
  const known = runs.value?.treatment === treatment && runs.value.metric === metric ? runs.value.arrays : null;

  const x = useMemo(() => points.map((each) => curves.evaluations[each]!), [curves, points]);
  const lines = useMemo(() => {
    const result: ChartLine[] = [];
    if (known) {
      const values = known.f64("values");
      const length = known.head.evaluations.length;
      known.head.runs.forEach(({ selector }, run) => {
        if (!singles.has(selector) || hidden.has(selector)) return;
        const style = lineStyle(selector, theme);
        const own = picked(values, points, run * length).map((each) =>
          logY && each !== null && each <= 0 ? null : each,
        );
        result.push({ style, width: 1, faint: true, values: own });
      });
    }
    means.forEach((mean, selector) => {
      if (hidden.has(selector) || mean.runs === 0) return;
      result.push({ style: lineStyle(selector, theme), width: 2.2, ...meanLine(mean, points, logY) });
    });
    return result;
  }, [known, means, hidden, singles, points, logY, theme]);

  const [fromText, toText] = [parameters.get("from"), parameters.get("to")];
  const last = points.length - 1;
  const [pinned, pin] = useKept(
    parameters,
    "point",
    `${treatment} ${last}`,
    () => wholeOf(parameters, "point", last, points.length),
    (point) => (point === last ? null : String(point)),
  );
  const shown = Math.min(hovered ?? pinned, last);
  const zoom = useMemo(() => snapped(readZoom(fromText, toText), x), [fromText, toText, x]);
  const zoomTo = (range: [number, number] | null) => change({ from: range?.[0] ?? null, to: range?.[1] ?? null });
  const zoomBy = (factor: number) => {
    const all: [number, number] = [x[0]!, x[last]!];
    zoomTo(snapped(zoomed(zoom ?? all, all, x[pinned]!, factor, logX), x));
  };
  return (
    <div class="chart-and-table">
      <figure>
        <LineChart
          label={`${metric.title} by evaluations, ${count - hidden.size} selectors; the table has the values`}
          x={x}
          lines={lines}
          xTitle="evaluations"
          yTitle={metric.title}
          logX={logX}
          logY={logY}
          zoom={zoom}
          onZoom={(range) => zoomTo(snapped(range, x))}
          marked={pinned}
          onCursor={setHovered}
        />
        <figcaption class="dim">
          {means.some((each) => each.runs > 1) && "Bands are 95 % confidence intervals of the mean. "}
          Drag in the chart to zoom; a double click shows everything.
          {logX && " A logarithmic axis begins after evaluation 0."}
          {wantsLogY && !logY && " Some values are not above 0, so the metric axis stays linear."}
          {runs.error && <span class="failure"> The single runs are not there: {runs.error}</span>}
        </figcaption>
      </figure>
      <div class="readout">
        <label class="field">
          <span>
            Values at evaluation <b>{numberText(x[shown])}</b>
          </span>
          <input
            type="range"
            min={0}
            max={Math.max(last, 0)}
            value={pinned}
            aria-valuetext={`evaluation ${numberText(x[pinned])}`}
            onInput={(event) => pin(event.currentTarget.valueAsNumber)}
          />
        </label>
        <div class="toolbar">
          <button type="button" class="small" onClick={() => zoomBy(0.5)}>
            Zoom in
          </button>
          <button type="button" class="small" disabled={!zoom} onClick={() => zoomBy(2)}>
            Zoom out
          </button>
          <button type="button" class="small" disabled={!zoom} onClick={() => zoomTo(null)}>
            All evaluations
          </button>
          <ShowAllOrNone name="hidden" count={count} hidden={hidden.size} />
        </div>
        <CurveTable
          selectors={facts.selectors}
          curves={means}
          metric={metric}
          point={points[shown] ?? 0}
          hidden={hidden}
          singles={singles}
          onHide={(selector) => change({ hidden: writePositions(toggled(hidden, selector)) })}
          onSingles={(selector) => change({ runs: writePositions(toggled(singles, selector)) })}
        />
      </div>
    </div>
  );
}

function readZoom(fromText: string | null, toText: string | null): [number, number] | null {
  const from = Number(fromText ?? Number.NaN);
  const to = Number(toText ?? Number.NaN);
  return Number.isFinite(from) && Number.isFinite(to) && from < to ? [from, to] : null;
}
