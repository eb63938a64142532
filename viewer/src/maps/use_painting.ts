// SPDX-License-Identifier: MIT
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { drawMarks } from "./marks";
import { painterOf } from "./painter";
import type { Box, Picture } from "./picture";
import type { Shades } from "./shades";

/** Everything that can be seen in the two canvases of a map. */
interface Scenery {
  picture: Picture;
  values: ArrayLike<number>;
  shades: Shades;
  box: Box;
  cursor: number | null;
  selected: number | null;
  /** In pixels of the page; 0 as long as it is not known. */
  width: number;
  height: number;
  /** Changes with the values and the colours of the page. */
  revision: string;
}

interface Canvases {
  cells: RefObject<HTMLCanvasElement | null>;
  marks: RefObject<HTMLCanvasElement | null>;
}

/** Paints at most once per frame, however often something changes, and only the canvas in which it does. */
export function usePainting(scenery: Scenery): Canvases {
  const cells = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const latest = useRef(scenery);
  latest.current = scenery;
  const { picture, values, shades, box, cursor, selected, width, height, revision } = scenery;
  const paint = useMemo(() => painterOf(picture), [picture]);
  const place = [box.left, box.top, box.right, box.bottom, width, height].join();

  const paintCells = useFrame(() => {
    const context = fitted(cells.current, latest.current);
    if (context) paint(context, latest.current);
  });
  const paintMarks = useFrame(() => {
    const now = latest.current;
    const context = fitted(marks.current, now);
    if (context) drawMarks(context, now.picture, now.box, now.cursor, now.selected);
  });
  useLayoutEffect(paintCells, [paint, values, shades, place, revision]);
  useLayoutEffect(paintMarks, [picture, cursor, selected, place]);
  return { cells, marks };
}

/** A function that asks for a frame, in which the last `draw` is called. */
function useFrame(draw: () => void): () => void {
  const latest = useRef(draw);
  latest.current = draw;
  const asked = useRef(0);
  useEffect(() => () => cancelAnimationFrame(asked.current), []);
  return () => {
    if (asked.current !== 0) return;
    asked.current = requestAnimationFrame(() => {
      asked.current = 0;
      latest.current();
    });
  };
}

/** The context of a canvas that has a pixel for every pixel of the screen; null if there is nothing to see yet. */
function fitted(canvas: HTMLCanvasElement | null, { width, height }: Scenery): CanvasRenderingContext2D | null {
  if (!canvas || width === 0) return null;
  const across = Math.round(width * devicePixelRatio);
  const down = Math.round(height * devicePixelRatio);
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
  return canvas.getContext("2d");
}
