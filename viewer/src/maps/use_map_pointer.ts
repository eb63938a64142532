// SPDX-License-Identifier: MIT
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Box, Picture } from "./picture";
import { clampViewport, type Viewport, zoomAround } from "./viewport";

/** A pointer that moves less than so many pixels has clicked. */
const kClick = 5;

export interface MapPointer {
  picture: Picture;
  viewport: Viewport;
  box: Box;
  mostZoom: number;
  onViewport(viewport: Viewport): void;
  onCursor(cell: number | null): void;
  onSelect?: (cell: number) => void;
}

interface Finger {
  x: number;
  y: number;
}

/** Mouse, fingers and wheel on a map: they show a cell, select it, move the map and enlarge it. */
export function useMapPointer(element: RefObject<HTMLElement | null>, props: MapPointer): void {
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const place = element.current;
    if (!place) return;
    const fingers = new Map<number, Finger>();
    let start: Finger | null = null;
    let dragged = false;

    /** Where it is in the plot, from 0 to 1. */
    const placeIn = (event: { clientX: number; clientY: number }): Finger => {
      const { left, top, width, height } = place.getBoundingClientRect();
      return { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    };
    const inPicture = ({ x, y }: Finger): Finger => {
      const { box } = latest.current;
      return { x: box.left + x * (box.right - box.left), y: box.top + y * (box.bottom - box.top) };
    };
    const cellUnder = (event: PointerEvent): number | null => {
      const { x, y } = inPicture(placeIn(event));
      return latest.current.picture.cellAt(x, y);
    };

    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      place.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, placeIn(event));
      if (fingers.size > 1) dragged = true;
      else {
        start = { x: event.clientX, y: event.clientY };
        dragged = false;
      }
    };
    const move = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (!before) {
        latest.current.onCursor(cellUnder(event));
        return;
      }
      if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) >= kClick) dragged = true;
      if (!dragged) return;
      const old = [...fingers.values()];
      fingers.set(event.pointerId, placeIn(event));
      follow(old, [...fingers.values()]);
    };
    /** Moves the map with one finger, and enlarges it around the middle of two. */
    const follow = (old: Finger[], now: Finger[]) => {
      const { viewport, box, mostZoom, onViewport } = latest.current;
      const from = middleOf(old);
      const to = middleOf(now);
      const shifted = {
        zoom: viewport.zoom,
        x: viewport.x - (to.x - from.x) * (box.right - box.left),
        y: viewport.y - (to.y - from.y) * (box.bottom - box.top),
      };
      const factor = old.length > 1 ? spreadOf(now) / Math.max(spreadOf(old), 0.01) : 1;
      const { x, y } = inPicture(from);
      const next = factor === 1 ? clampViewport(shifted, mostZoom) : zoomAround(shifted, factor, x, y, mostZoom);
      latest.current = { ...latest.current, viewport: next };
      onViewport(next);
    };
    const up = (event: PointerEvent) => {
      if (!fingers.delete(event.pointerId) || dragged || fingers.size > 0) return;
      const cell = cellUnder(event);
      latest.current.onCursor(cell);
      if (cell !== null) latest.current.onSelect?.(cell);
    };
    const cancel = (event: PointerEvent) => fingers.delete(event.pointerId);
    const leave = (event: PointerEvent) => {
      if (event.pointerType === "mouse" && fingers.size === 0) latest.current.onCursor(null);
    };
    const wheel = (event: WheelEvent) => {
      const { viewport, mostZoom, onViewport } = latest.current;
      if (!takesWheel(place, event, viewport)) return;
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
      const { x, y } = inPicture(placeIn(event));
      onViewport(zoomAround(viewport, 1.0018 ** (-event.deltaY * lines), x, y, mostZoom));
    };
    place.addEventListener("pointerdown", down);
    place.addEventListener("pointermove", move);
    place.addEventListener("pointerup", up);
    place.addEventListener("pointercancel", cancel);
    place.addEventListener("pointerleave", leave);
    place.addEventListener("wheel", wheel, { passive: false });
    return () => {
      place.removeEventListener("pointerdown", down);
      place.removeEventListener("pointermove", move);
      place.removeEventListener("pointerup", up);
      place.removeEventListener("pointercancel", cancel);
      place.removeEventListener("pointerleave", leave);
      place.removeEventListener("wheel", wheel);
    };
  }, [element]);
}

/** On a page that can be scrolled, the wheel scrolls it as usual, until one has clicked on the map or holds Ctrl. */
function takesWheel(place: HTMLElement, event: WheelEvent, { zoom }: Viewport): boolean {
  if (event.ctrlKey || event.metaKey || zoom > 1) return true;
  const page = document.documentElement;
  const scrolls = page.scrollHeight > page.clientHeight;
  return !scrolls || (place.contains(document.activeElement) && event.deltaY < 0);
}

function middleOf(fingers: Finger[]): Finger {
  const sum = (key: keyof Finger) => fingers.reduce((total, each) => total + each[key], 0) / fingers.length;
  return { x: sum("x"), y: sum("y") };
}

function spreadOf(fingers: Finger[]): number {
  return Math.hypot(fingers[0]!.x - fingers[1]!.x, fingers[0]!.y - fingers[1]!.y);
}
