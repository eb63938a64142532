// SPDX-License-Identifier: MIT
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { MazeColours } from "../elites/drawings";
import { drawMaze } from "../elites/drawings";
import type { Layout } from "./grid_layout";
import type { Mazes } from "./mazes";

/** How every cell of the grid is drawn. */
export interface CellLook {
  colours: MazeColours;
  /** Of the numbers below the drawings. */
  dim: string;
  caption: (maze: number) => string;
}

export interface MazeRowProps {
  mazes: Mazes;
  /** Those of this row. */
  list: Uint32Array;
  row: number;
  layout: Layout;
  look: CellLook;
  /** Positions, among all that is shown, of the cell that has or gets the focus, and of the one that is open. */
  active: number;
  opened: number;
  isSelected: (maze: number) => boolean;
  label: (maze: number) => string;
}

/** One canvas for a row, below cells that have its focus and its texts. The browser scrolls it without drawing it again. */
export function MazeRow(props: MazeRowProps) {
  const { mazes, list, row, layout, look, active, opened, isSelected, label } = props;
  const { columns, cell, rowHeight } = layout;
  const canvas = useRef<HTMLCanvasElement>(null);
  // The same mazes after another filter need no new drawing.
  const content = list.join();
  useLayoutEffect(() => {
    if (canvas.current) drawRow(canvas.current, mazes, list, layout, look);
  }, [mazes, content, cell, rowHeight, look]);
  // Most rows stay as they are when others come into view.
  const start = row * columns;
  const within = (position: number) => (position >= start && position < start + columns ? position : -1);
  const cells = useMemo(
    () =>
      Array.from(list, (maze, column) => (
        <MazeCell
          key={column}
          column={column}
          position={start + column}
          layout={layout}
          label={label(maze)}
          selected={isSelected(maze)}
          active={start + column === active}
          opened={start + column === opened}
        />
      )),
    [content, start, layout, isSelected, label, within(active), within(opened)],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: The rows of a <table> cannot be placed by their number.
    // biome-ignore lint/a11y/useFocusableInteractive: Its cells have the focus.
    <div class="maze-row" role="row" aria-rowindex={row + 1} style={{ top: `${row * rowHeight}px` }}>
      <canvas ref={canvas} />
      {cells}
    </div>
  );
}

function MazeCell(props: {
  column: number;
  position: number;
  layout: Layout;
  label: string;
  selected: boolean;
  active: boolean;
  opened: boolean;
}) {
  const { column, position, layout, label, selected, active, opened } = props;
  const { cell, gap, rowHeight } = layout;
  return (
    // biome-ignore lint/a11y/useSemanticElements: As its row.
    <div
      class={opened ? "maze-cell opened" : "maze-cell"}
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={selected}
      aria-label={label}
      title={label}
      tabIndex={active ? 0 : -1}
      data-position={position}
      style={{ left: `${column * (cell + gap)}px`, width: `${cell}px`, height: `${rowHeight - gap}px` }}
    >
      <span class="maze-mark" data-mark aria-hidden="true" />
    </div>
  );
}

const kCaptionPixels = 12;

function drawRow(canvas: HTMLCanvasElement, mazes: Mazes, list: Uint32Array, layout: Layout, look: CellLook): void {
  const { cell, gap, rowHeight } = layout;
  const scale = devicePixelRatio;
  const width = list.length * (cell + gap) - gap;
  const height = rowHeight - gap;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d")!;
  context.scale(scale, scale);
  context.font = `${kCaptionPixels}px system-ui, sans-serif`;
  context.textAlign = "center";
  list.forEach((maze, column) => {
    const left = column * (cell + gap);
    drawMaze(context, mazes.tiles(maze), mazes.size(maze), left, 0, cell, look.colours);
    if (height === cell) return; // no room for a number
    context.fillStyle = look.dim;
    context.fillText(look.caption(maze), left + cell / 2, height - 4);
  });
}
