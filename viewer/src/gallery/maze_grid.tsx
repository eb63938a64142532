// SPDX-License-Identifier: MIT
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useSize } from "../ui/use_size";
import type { DrawingSize } from "./choices";
import { type Layout, layoutOf, positionAfter, rowsInView } from "./grid_layout";
import { type CellLook, MazeRow } from "./maze_row";
import type { Mazes } from "./mazes";

/** What a click or a key asks for. */
export interface GridEvents {
  open: (maze: number) => void;
  toggle: (position: number) => void;
  /** Selects from one position to the other. */
  stretch: (from: number, to: number) => void;
  selectAll: () => void;
}

/** Drawings of any number of mazes: only the rows in view are there. */
export function MazeGrid(props: {
  mazes: Mazes;
  shown: Uint32Array;
  size: DrawingSize;
  look: CellLook;
  /** When it changes, the list begins anew at its top. */
  order: string;
  opened: number | null;
  isSelected: (maze: number) => boolean;
  label: (maze: number) => string;
  events: GridEvents;
}) {
  const { mazes, shown, size, look, order, opened, isSelected, label, events } = props;
  const [scroller, { width, height }] = useSize<HTMLDivElement>();
  const layout = useMemo(() => layoutOf(shown.length, width, size), [shown.length, width, size]);
  const [scrolled, setScrolled] = useState(0);
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, Math.max(shown.length - 1, 0));
  const anchor = useRef(0);
  const takesFocus = useRef(false);
  usePlaceKept(scroller, layout, active);

  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
    setActive(0);
  }, [order]);
  // With another layout the element that has the focus stands for another maze, or is gone.
  if (scroller.current?.contains(document.activeElement)) takesFocus.current = true;
  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-position="${active}"]`)?.focus({ preventScroll: true });
  });

  const moveTo = (position: number) => {
    takesFocus.current = true;
    setActive(position);
    const box = scroller.current!;
    const top = Math.floor(position / layout.columns) * layout.rowHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + layout.rowHeight > box.scrollTop + height) box.scrollTop = top + layout.rowHeight - height;
    setScrolled(box.scrollTop);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const control = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor(height / layout.rowHeight));
    const target = positionAfter(event.key, control, active, shown.length, layout.columns, page);
    if (target !== null) {
      if (event.shiftKey) events.stretch(anchor.current, target);
      else anchor.current = target;
      moveTo(target);
    } else if (event.key === " " && control) {
      anchor.current = active;
      events.toggle(active);
    } else if (event.key === "Enter" || event.key === " ") events.open(shown[active]!);
    else if (event.key === "a" && control) events.selectAll();
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const position = positionOf(target);
    if (position === null) return;
    const marks = event.ctrlKey || event.metaKey || "mark" in target.dataset;
    if (event.shiftKey) {
      events.stretch(anchor.current, position);
      return;
    }
    anchor.current = position;
    if (marks) events.toggle(position);
    else events.open(shown[position]!);
  };

  const [first, end] = rowsInView(layout, scrolled, height);
  const rows = Array.from({ length: end - first }, (_each, i) => first + i);
  const activeRow = Math.floor(active / layout.columns);
  // The cell that has the focus stays, however far one scrolls.
  if (activeRow < first) rows.unshift(activeRow);
  else if (activeRow >= end && activeRow < layout.rows) rows.push(activeRow);
  const openedPosition = opened === null ? -1 : shown.indexOf(opened);
  return (
    <div
      class="maze-scroller"
      ref={scroller}
      onScroll={(event) => {
        const top = event.currentTarget.scrollTop;
        // A step within a row needs no other rows.
        setScrolled(top - (top % layout.rowHeight));
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: As its rows. */}
      <div
        class="maze-grid"
        role="grid"
        aria-label="Grid of mazes"
        aria-multiselectable="true"
        aria-rowcount={layout.rows}
        aria-colcount={layout.columns}
        tabIndex={-1}
        style={{ height: `${layout.rows * layout.rowHeight}px` }}
        onKeyDown={onKeyDown}
        onFocusIn={(event) => {
          const position = positionOf(event.target);
          if (position !== null) setActive(position);
        }}
        onClick={onClick}
        // Shift with a click would mark texts.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      >
        {width > 0 &&
          rows.map((row) => (
            <MazeRow
              key={row}
              mazes={mazes}
              list={shown.subarray(row * layout.columns, (row + 1) * layout.columns)}
              row={row}
              layout={layout}
              look={look}
              active={active}
              opened={openedPosition}
              isSelected={isSelected}
              label={label}
            />
          ))}
      </div>
    </div>
  );
}

/** Of the cell that an event is about. */
function positionOf(target: EventTarget | null): number | null {
  const text = (target as HTMLElement | null)?.closest<HTMLElement>("[data-position]")?.dataset.position;
  return text === undefined ? null : Number(text);
}

/** With another width or size of the drawings, the same mazes stay in view: the active one if it was there. */
function usePlaceKept(scroller: { current: HTMLElement | null }, layout: Layout, active: number): void {
  const before = useRef(layout);
  useLayoutEffect(() => {
    const { columns, rowHeight } = before.current;
    before.current = layout;
    const box = scroller.current;
    if (!box || (columns === layout.columns && rowHeight === layout.rowHeight)) return;
    const rowTop = Math.floor(active / columns) * rowHeight - box.scrollTop;
    const visible = rowTop >= 0 && rowTop < box.clientHeight;
    const kept = visible ? active : Math.floor(box.scrollTop / rowHeight) * columns;
    box.scrollTop = Math.floor(kept / layout.columns) * layout.rowHeight - (visible ? rowTop : 0);
  }, [layout]);
}
