// SPDX-License-Identifier: MIT

import { useMemo, useState } from "preact/hooks";
import { change } from "../app/address";
import { useTheme } from "../app/theme";
import type { Areas, Metric } from "../data/study";
import { Choice } from "../ui/choice";
import { type ChartLine, LineChart } from "../ui/line_chart";
import { lineStyle } from "../ui/line_style";
import { columnTexts, numberText } from "../ui/numbers";
import { Swatch } from "../ui/swatch";
import { BreakableName } from "./breakable_name";
import { readPositions, toggled, writePositions } from "./lists";
import { ShowAllOrNone } from "./show_all_or_none";
import type { Parameter, Sweep, SweepLine, Value } from "./sweep";

type AreasOfMetric = Areas[string];

const scaleOptions = [
  { value: "linear", text: "linear" },
  { value: "log", text: "logarithmic" },
] as const;

/** Values this far apart, as a ratio, are easier to see on a logarithmic axis. */
const kFarApart = 20;

/** A table of more values than these is below the chart, not beside it. */
const kMostBesideChart = 5;

/** Bands of more lines than these hide each other. */
const kMostBands = 12;

/** The chart of a sweep, and the table of its values. */
export function SweepPicture(props: {
  sweep: Sweep;
  parameter: Parameter;
  metric: Metric;
  areas: AreasOfMetric;
  parameters: URLSearchParams;
}) {
  const { sweep, parameter, metric, areas, parameters } = props;
  const theme = useTheme();
  const [hovered, setHovered] = useState<number | null>(null);
  const hiddenText = parameters.get("hiddenLines");
  const hidden = useMemo(() => readPositions(hiddenText, sweep.lines.length), [hiddenText, sweep]);
  const values = parameter.values.filter((each) =>
    sweep.lines.some((line) => !line.constant && line.points.some((point) => point.value === each)),
  );
  const numbers = values.map(Number);
  const positive = parameter.numeric && numbers.every((each) => each > 0);
  const asked = parameters.get("axis");
  const far = positive && Math.max(...numbers) / Math.min(...numbers) >= kFarApart;
  const logX = positive && (asked === "log" || (asked !== "linear" && far));
  const valuesText = JSON.stringify(values);
  const x = useMemo(
    () => (parameter.numeric ? numbers : values.map((_value, position) => position)),
    [valuesText, parameter],
  );
  const categories = useMemo(() => (parameter.numeric ? undefined : values.map(String)), [valuesText, parameter]);
  const lines = useMemo(() => {
    const visible = sweep.lines.filter((line) => !hidden.has(line.position));
    return visible.map((line): ChartLine => {
      const found = values.map((value) => areaOf(areas, line, value));
      return {
        style: lineStyle(line.position, theme),
        width: line.constant ? 1.3 : 2.2,
        marked: !line.constant,
        values: found.map((each) => each?.mean ?? null),
        band:
          line.constant || visible.length > kMostBands
            ? undefined
            : { low: found.map((each) => each?.low ?? null), high: found.map((each) => each?.high ?? null) },
      };
    });
  }, [sweep, hidden, areas, theme, valuesText]);
  const treatments = [...new Set(sweep.lines.flatMap((line) => line.points.map((each) => each.treatment)))];
  const missing = treatments.filter((each) => !areas[each]).length;
  return (
    <>
      {missing > 0 && (
        <p class="note">
          {missing} of these {treatments.length} treatments {missing === 1 ? "is" : "are"} not measured yet: this needs
          all runs of a treatment.
        </p>
      )}
      <div class={`chart-and-table${values.length > kMostBesideChart ? " stacked" : ""}`}>
        <figure>
          <LineChart
            label={`${metric.title} by ${parameter.key}; the table has the values`}
            x={x}
            lines={lines}
            xTitle={parameter.key}
            yTitle={`${metric.title} (area)`}
            logX={logX}
            categories={categories}
            ticks={parameter.numeric ? x : undefined}
            onCursor={setHovered}
          />
          <figcaption class="dim">
            The mean area under the curve of {metric.title};{" "}
            {lines.some((each) => each.band)
              ? "bands are its 95 % confidence intervals."
              : `bands are shown for up to ${kMostBands} lines.`}
            {sweep.lines.some((each) => each.constant) && ` Thin lines do not depend on ${parameter.key}.`}
          </figcaption>
        </figure>
        <div class="readout">
          <div class="toolbar">
            {positive && (
              <Choice
                label={`Axis of ${parameter.key}`}
                value={logX ? "log" : "linear"}
                options={scaleOptions}
                onChange={(axis) => change({ axis })}
              />
            )}
            <ShowAllOrNone name="hiddenLines" count={sweep.lines.length} hidden={hidden.size} />
          </div>
          <SweepTable
            lines={sweep.lines}
            values={values}
            areas={areas}
            parameter={parameter}
            hovered={hovered}
            hidden={hidden}
            onHide={(line) => change({ hiddenLines: writePositions(toggled(hidden, line)) })}
          />
        </div>
      </div>
    </>
  );
}

function areaOf(areas: AreasOfMetric, line: SweepLine, value: Value) {
  const point = line.points.find((each) => each.value === value);
  return point ? (areas[point.treatment]?.[point.selector] ?? null) : null;
}

/** A row per line, a column per value of the parameter. The highest of a column is marked. */
function SweepTable(props: {
  lines: SweepLine[];
  values: Value[];
  areas: AreasOfMetric;
  parameter: Parameter;
  hovered: number | null;
  hidden: ReadonlySet<number>;
  onHide: (line: number) => void;
}) {
  const { lines, values, areas, parameter, hovered, hidden, onHide } = props;
  const theme = useTheme();
  const shown = lines.filter((each) => !hidden.has(each.position));
  const highest = values.map((value) =>
    Math.max(...shown.map((line) => areaOf(areas, line, value)?.mean ?? Number.NEGATIVE_INFINITY)),
  );
  const texts = values.map((value) => columnTexts(lines.map((line) => areaOf(areas, line, value)?.mean)));
  return (
    <div class="scroll">
      <table class="legend-table">
        <thead>
          <tr>
            <th scope="col">{parameter.key}</th>
            {values.map((each, column) => (
              <th key={each} scope="col" class={column === hovered ? "current" : undefined}>
                {typeof each === "number" ? numberText(each) : each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, row) => (
            <tr key={line.position} class={hidden.has(line.position) ? "off" : undefined}>
              <th scope="row">
                <button
                  type="button"
                  class="legend"
                  aria-pressed={!hidden.has(line.position)}
                  title={`${line.name}: ${hidden.has(line.position) ? "show" : "hide"}`}
                  aria-label={line.name}
                  onClick={() => onHide(line.position)}
                >
                  <Swatch style={lineStyle(line.position, theme)} thin={line.constant} />
                  <BreakableName text={line.name} />
                </button>
              </th>
              {values.map((value, column) => {
                const mean = areaOf(areas, line, value)?.mean;
                const best = mean !== undefined && mean === highest[column] && !hidden.has(line.position);
                return (
                  <td key={value} class={`${best ? "best " : ""}${column === hovered ? "current" : ""}` || undefined}>
                    {best && <span title="the highest">★ </span>}
                    {texts[column]![row]}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
