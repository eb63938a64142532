// SPDX-License-Identifier: MIT
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useTheme } from "../app/theme";
import type { LineStyle } from "./line_style";
import { numberText } from "./numbers";
import { isWide } from "./ticks";
import { useSize } from "./use_size";

export interface ChartLine {
  style: LineStyle;
  width: number;
  values: (number | null)[];
  /** The edges of a band around the line. */
  band?: { low: (number | null)[]; high: (number | null)[] };
  /** Whether every value is marked. */
  marked?: boolean;
  faint?: boolean;
}

export interface LineChartProps {
  /** What the picture shows, for those who do not see it. */
  label: string;
  x: number[];
  lines: ChartLine[];
  xTitle: string;
  yTitle: string;
  logX?: boolean;
  logY?: boolean;
  /** Names of the positions 0, 1, 2 … if x is not a number. */
  categories?: string[];
  /** Where the marks of the x-axis are, instead of at round numbers. */
  ticks?: number[];
  zoom?: [number, number] | null;
  onZoom?: (zoom: [number, number] | null) => void;
  /** A position that stays marked. */
  marked?: number | null;
  /** The position under the pointer. */
  onCursor: (index: number | null) => void;
}

/** Lines with bands. Drag to zoom; a double click shows everything again. */
export function LineChart(props: LineChartProps) {
  const [box, { width }] = useSize<HTMLDivElement>();
  const theme = useTheme();
  const chart = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const height = Math.round(Math.min(460, Math.max(260, width * 0.55)));
  const ready = width > 0;

  useEffect(() => {
    if (!ready || !box.current) return;
    const made = new uPlot({ ...optionsOf(latest), width, height }, dataOf(props), box.current);
    chart.current = made;
    return () => {
      made.destroy();
      chart.current = null;
    };
  }, [
    ready,
    theme,
    props.x,
    props.lines,
    props.logX,
    props.logY,
    props.xTitle,
    props.yTitle,
    props.categories,
    props.ticks,
  ]);
  useEffect(() => {
    if (ready) chart.current?.setSize({ width, height });
  }, [ready, width, height]);
  const [from, to] = props.zoom ?? [null, null];
  useEffect(() => chart.current?.redraw(false, true), [props.marked]);
  useEffect(() => chart.current?.setData(chart.current.data), [from, to]);
  return <div class="line-chart" role="img" aria-label={props.label} ref={box} />;
}

type Column = (number | null)[];

/** Columns of the chart: x, and for each line its low and high edge, if it has them, and its values. */
function dataOf({ x, lines }: LineChartProps): uPlot.AlignedData {
  const columns: Column[] = lines.flatMap((line) =>
    line.band ? [line.band.low, line.band.high, line.values] : [line.values],
  );
  return [x, ...columns] as uPlot.AlignedData;
}

function colourOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function optionsOf(latest: { current: LineChartProps }): Omit<uPlot.Options, "width" | "height"> {
  const { lines, logX = false, logY = false, xTitle, yTitle, categories, ticks } = latest.current;
  const series: uPlot.Series[] = [{}];
  const bands: uPlot.Band[] = [];
  for (const line of lines) {
    if (line.band) {
      const edge: uPlot.Series = { stroke: "transparent", width: 0, points: { show: false } };
      bands.push({ series: [series.length + 1, series.length], fill: withAlpha(line.style.colour, 0.16) });
      series.push(edge, edge);
    }
    series.push({
      stroke: line.faint ? withAlpha(line.style.colour, 0.45) : line.style.colour,
      width: line.width,
      dash: [...line.style.dash],
      points: { show: line.marked ?? false, size: 7, fill: line.style.colour },
      spanGaps: true,
    });
  }
  const axis: uPlot.Axis = {
    stroke: colourOf("--dim"),
    grid: { stroke: colourOf("--line"), width: 1 },
    ticks: { stroke: colourOf("--line"), width: 1 },
    font: "12px system-ui, sans-serif",
    labelFont: "12px system-ui, sans-serif",
    labelSize: 20,
  };
  const text = (value: number | null) => (value === null ? "" : numberText(value));
  return {
    legend: { show: false },
    series,
    bands,
    padding: [10, 34, 0, 0], // the last number of the axis is wider than it
    cursor: { drag: { x: true, y: false, setScale: false }, points: { show: false }, y: false },
    scales: {
      x: { time: false, distr: logX ? 3 : 1, range: (_chart, low, high) => rangeOfX(latest.current, low, high) },
      y: { distr: logY ? 3 : 1, range: (_chart, low, high) => rangeOfY(low, high, logY) },
    },
    axes: [
      {
        ...axis,
        label: xTitle,
        size: 44,
        ...(categories
          ? {
              splits: () => categories.map((_name, position) => position),
              values: (_chart, splits) => splits.map((each) => shortened(categories[each] ?? "")),
            }
          : { values: (_chart, splits) => splits.map(text) }),
        ...(ticks ? { splits: (chart) => apart(chart, ticks), filter: (_chart, splits) => splits } : {}),
      },
      { ...axis, label: yTitle, size: 66, values: (_chart, splits) => splits.map(text) },
    ],
    hooks: {
      setCursor: [(chart) => latest.current.onCursor(chart.cursor.idx ?? null)],
      setSelect: [
        (chart) => {
          const { left, width } = chart.select;
          if (width < 8) return; // a click
          latest.current.onZoom?.([chart.posToVal(left, "x"), chart.posToVal(left + width, "x")]);
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
      ready: [(chart) => chart.over.addEventListener("dblclick", () => latest.current.onZoom?.(null))],
      draw: [(chart) => drawMark(chart, latest.current)],
    },
  };
}

const kTickDistance = 44;

/** Those values, in ascending order, whose texts do not run into the one before. */
function apart(chart: uPlot, values: number[]): number[] {
  let last = Number.NEGATIVE_INFINITY;
  return values.filter((each) => {
    const place = chart.valToPos(each, "x");
    if (place - last < kTickDistance) return false;
    last = place;
    return true;
  });
}

function rangeOfX(props: LineChartProps, low: number, high: number): [number, number] {
  if (props.zoom) return props.zoom;
  if (props.categories) return [-0.4, props.categories.length - 0.6];
  if (!isWide(low, high)) return props.logX ? [low / 2, high * 2] : [low - 0.5, high + 0.5];
  return [low, high];
}

function rangeOfY(low: number | null, high: number | null, log: boolean): [number, number] {
  if (low === null || high === null) return log ? [0.1, 1] : [0, 1];
  if (log) {
    const margin = Math.max((high / low) ** 0.04, 1.02);
    return [low / margin, high * margin];
  }
  // With numbers that differ by rounding errors, uPlot's search for ticks would not end.
  const margin = isWide(low, high) ? (high - low) * 0.05 : Math.abs(low) * 0.1 || 1;
  return [low - margin, high + margin];
}

/** A dashed line at the position that stays marked. */
function drawMark(chart: uPlot, { x, marked }: LineChartProps): void {
  const value = marked === null || marked === undefined ? undefined : x[marked];
  if (value === undefined) return;
  const left = chart.valToPos(value, "x", true);
  const { left: from, width, top, height } = chart.bbox;
  if (!(left >= from - 1 && left <= from + width + 1)) return;
  const context = chart.ctx;
  context.save();
  context.strokeStyle = colourOf("--dim");
  context.lineWidth = devicePixelRatio;
  context.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
  context.beginPath();
  context.moveTo(left, top);
  context.lineTo(left, top + height);
  context.stroke();
  context.restore();
}

function withAlpha(colour: string, alpha: number): string {
  const part = Math.round(alpha * 255);
  return `${colour}${part.toString(16).padStart(2, "0")}`;
}

const kCategoryLetters = 18;

function shortened(text: string): string {
  return text.length > kCategoryLetters ? `${text.slice(0, kCategoryLetters - 1)}…` : text;
}
