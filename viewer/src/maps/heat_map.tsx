// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useTheme } from "../app/theme";
import { useSize } from "../ui/use_size";
import type { ScaleKind } from "./colours";
import { Legend } from "./legend";
import { boxSeen, keyResult, kZoomStep, mostZoomOf } from "./map_keys";
import { pictureOf } from "./picture";
import { labelWidthOf, PlotAxes, xTicks, yTicks } from "./plot_axes";
import { layoutOf } from "./plot_layout";
import { Shades } from "./shades";
import type { MapShape } from "./shape";
import { type Slice, usualSlice } from "./slice";
import { useMapPointer } from "./use_map_pointer";
import { usePainting } from "./use_painting";
import { clampViewport, type Viewport, wholeViewport, zoomAround } from "./viewport";
import "./maps.css";

export type { MapShape } from "./shape";

/** Without a height of its own, a map leaves some of the window to what is around it. */
const kShareOfWindow = 0.72;
const kUsualTicks = 300;

export interface HeatMapProps {
  shape: MapShape;
  /** One value per cell; NaN where there is none. */
  values: ArrayLike<number>;
  /** Another number says that the values changed in place. */
  revision?: number;
  range: [number, number];
  scale?: ScaleKind;
  logarithmic?: boolean;
  label: string;
  /** What the values are: the title of the legend. */
  quantity?: string;
  cursor: number | null;
  onCursor: (cell: number | null) => void;
  selected?: number | null;
  onSelect?: (cell: number) => void;
  /** The key Escape, after the cursor is gone. */
  onClear?: () => void;
  slice?: Slice;
  /** Without these two, the map keeps its part of the picture to itself. */
  viewport?: Viewport;
  onViewport?: (viewport: Viewport) => void;
  /** Whether it fills the height of its parent, instead of having the height that follows from its width. */
  fill?: boolean;
}

/** The values of a map as colours, with axes and a legend, to look at by mouse, fingers and keys. */
export function HeatMap(props: HeatMapProps) {
  const { shape, values, range, cursor, onCursor, onSelect, selected = null, fill = false } = props;
  const kind = props.scale ?? "sequential";
  const logarithmic = props.logarithmic ?? false;
  const [figure, size] = useSize<HTMLElement>();
  const plot = useRef<HTMLDivElement>(null);
  const slice = useMemo(() => props.slice ?? usualSlice(shape), [shape, props.slice]);
  const picture = useMemo(() => pictureOf(shape, slice), [shape, slice]);
  const [low, high] = range;
  const tone = useMemo(() => ({ low, high, logarithmic }), [low, high, logarithmic]);
  const shades = useMemo(() => new Shades(kind, tone), [kind, tone]);

  const [ownViewport, setOwnViewport] = useState(wholeViewport);
  useEffect(() => setOwnViewport(wholeViewport), [picture]);
  const mostZoom = mostZoomOf(picture);
  const viewport = clampViewport(props.viewport ?? ownViewport, mostZoom);
  const setViewport = props.onViewport ?? setOwnViewport;
  const box = boxSeen(picture, viewport);

  const labelWidth = labelWidthOf(yTicks(picture, box, kUsualTicks, tone));
  const layout = layoutOf(
    size.width,
    fill ? size.height : null,
    picture.aspect,
    labelWidth,
    window.innerHeight * kShareOfWindow,
  );
  const theme = useTheme();
  const canvases = usePainting({
    picture,
    values,
    shades,
    box,
    cursor,
    selected,
    width: size.width > 0 ? layout.width : 0,
    height: layout.height,
    revision: `${props.revision ?? 0} ${theme}`,
  });
  useMapPointer(plot, { picture, viewport, box, mostZoom, onViewport: setViewport, onCursor, onSelect });

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const result = keyResult(event.key, picture, viewport, cursor);
    if (result === null) return;
    event.preventDefault();
    if (result === "clear") {
      onCursor(null);
      props.onClear?.();
      return;
    }
    if ("viewport" in result) setViewport(result.viewport);
    if ("cursor" in result) onCursor(result.cursor);
    if ("select" in result) onSelect?.(result.select);
  };
  const zoom = (factor: number) => setViewport(zoomAround(viewport, factor, viewport.x, viewport.y, mostZoom));
  const { left, top, width, height, legendBeside } = layout;
  return (
    <figure class={fill ? "heat-map fill" : "heat-map"} ref={figure}>
      <div class={legendBeside ? "heat-row" : "heat-column"} style={{ opacity: size.width > 0 ? 1 : 0 }}>
        <div class="heat-plot">
          <PlotAxes
            layout={layout}
            xTitle={picture.xAxis.label}
            yTitle={picture.yAxis?.label ?? props.quantity ?? "value"}
            xTicks={xTicks(picture, box, width)}
            yTicks={yTicks(picture, box, height, tone)}
          />
          <div
            class={viewport.zoom > 1 ? "heat-field enlarged" : "heat-field"}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys.
            tabIndex={0}
            role="application"
            aria-roledescription="heat map"
            aria-label={`${props.label}. Arrow keys move from cell to cell, plus and minus zoom, 0 shows all${onSelect ? ", Enter selects" : ""}.`}
            ref={plot}
            style={{ left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }}
            onKeyDown={press}
          >
            <canvas class="heat-cells" ref={canvases.cells} />
            <canvas ref={canvases.marks} />
          </div>
        </div>
        <div
          class={`heat-side ${legendBeside ? "beside" : "below"}`}
          style={{ marginLeft: legendBeside ? 0 : `${left}px` }}
        >
          <fieldset class="heat-zoom" aria-label="Zoom">
            <button
              type="button"
              aria-label="Zoom in"
              disabled={viewport.zoom >= mostZoom}
              onClick={() => zoom(kZoomStep)}
            >
              +
            </button>
            <button
              type="button"
              aria-label="Zoom out"
              disabled={viewport.zoom <= 1}
              onClick={() => zoom(1 / kZoomStep)}
            >
              −
            </button>
            <button
              type="button"
              aria-label="Show the whole map"
              disabled={viewport.zoom <= 1}
              onClick={() => setViewport(wholeViewport)}
            >
              all
            </button>
          </fieldset>
          <Legend
            kind={kind}
            tone={tone}
            title={props.quantity ?? ""}
            beside={legendBeside}
            length={Math.max(60, legendBeside ? Math.min(height - 130, 420) : width - 130)}
            value={cursor === null ? null : (values[cursor] ?? null)}
          />
        </div>
      </div>
    </figure>
  );
}
