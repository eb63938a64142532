// SPDX-License-Identifier: MIT
import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import { change } from "../app/address";
import { useTheme } from "../app/theme";
import type { Study, StudyFacts } from "../data/study";
import { EliteCard } from "../elites/elite_card";
import { paperOf } from "../elites/paper";
import { PinnedElites } from "../elites/pinned_elites";
import { pinKey, readPins } from "../elites/pins";
import { readElite } from "../elites/read_elite";
import { usePins } from "../elites/use_pins";
import { numberText } from "../ui/numbers";
import { useAnswer } from "../ui/use_answer";
import type { Choices } from "./choices";
import { distinctMazes } from "./distinct";
import { DownloadBar } from "./download_bar";
import { evenBins, Filter } from "./filter";
import { FilterPanel } from "./filter_panel";
import { GalleryBar } from "./gallery_bar";
import { titleOf } from "./histogram";
import { MazeGrid } from "./maze_grid";
import { keyOf, keysOf, type Mazes } from "./mazes";
import { type Selection, withStretch, withToggled } from "./selection";
import { sortedBy } from "./sorting";
import { useRanges } from "./use_ranges";

/** Filters, the grid of drawings, and the maze that is open. */
export function Gallery(props: {
  study: Study;
  facts: StudyFacts;
  revision: number;
  parameters: URLSearchParams;
  /** Those that are offered. */
  selectors: readonly number[];
  mazes: Mazes;
  choices: Choices;
  /** What there is to say about them, and what could not be read. */
  note: string | null;
  error: string | null;
  onTryAgain: () => void;
}) {
  const { study, facts, revision, parameters, selectors, mazes, choices, note, error, onTryAgain } = props;
  const theme = useTheme();
  const keys = useMemo(() => keysOf(mazes, facts), [mazes, facts]);
  const members = useMembers(mazes, choices);
  const { ranges, set, clear } = useRanges(parameters, mazes.metricNames);
  const filter = useMemo(() => new Filter(mazes.metrics, members.list, evenBins(mazes.sizes)), [mazes, members.list]);
  const values = useMemo(() => valuesOf(mazes, choices.sort), [mazes, choices.sort]);
  const order = useMemo(
    () => sortedBy(members.list, values, choices.descending),
    [members.list, values, choices.descending],
  );
  const shown = useMemo(() => {
    filter.apply(ranges);
    return filter.passingOf(order);
  }, [filter, ranges, order]);

  const [selection, select] = useState<Selection>(new Set());
  const latest = useRef({ shown, keys });
  latest.current = { shown, keys };
  const stretch = useCallback(
    (from: number, to: number) =>
      select((before) => withStretch(before, latest.current.shown, latest.current.keys, from, to)),
    [],
  );

  const pins = usePins(study, facts, parameters, revision);
  const asked = readPins(parameters.get("maze"), facts)[0] ?? null;
  const askedKey = asked && pinKey(asked);
  const elite = useAnswer(
    async () => asked && { key: askedKey, elite: await readElite(study, asked, asked.cell) },
    [study, askedKey, revision],
  );
  const opened = askedKey !== null && elite.value?.key === askedKey ? elite.value.elite : null;
  const openedMaze = asked && keys.indexOf(keyOf(asked, facts));
  const focusGrid = () => document.querySelector<HTMLElement>('.maze-cell[tabindex="0"]')?.focus();

  const look = useMemo(() => {
    const paper = paperOf(theme);
    return {
      colours: { wall: paper.ink, path: choices.solution ? paper.accent : null },
      dim: paper.dim,
      caption: (maze: number) => (choices.sort === "run" ? `cell ${mazes.cell[maze]}` : numberText(values[maze], 3)),
    };
  }, [theme, choices.solution, choices.sort, values, mazes]);
  const isSelected = useCallback((maze: number) => selection.has(keys[maze]!), [selection, keys]);
  const label = useCallback(
    (maze: number) => labelOf(facts, mazes, choices.sort, values, maze),
    [facts, mazes, choices.sort, values],
  );

  return (
    <>
      <div class={askedKey === null ? "gallery" : "gallery with-card"}>
        <FilterPanel
          facts={facts}
          selectors={selectors}
          choices={choices}
          metrics={mazes.metricNames}
          filter={filter}
          ranges={ranges}
          onRange={set}
          onClear={clear}
        />
        <div class="gallery-main">
          <GalleryBar
            choices={choices}
            metrics={mazes.metricNames}
            shown={shown.length}
            all={members.list.length}
            repeats={members.repeats}
          />
          {note && <p class="gallery-note">{note}</p>}
          {error && (
            <p class="gallery-note failure" role="alert">
              Not all mazes could be read: {error}{" "}
              <button
                type="button"
                class="small"
                onClick={() => {
                  focusGrid(); // the button goes away if it works
                  onTryAgain();
                }}
              >
                Try again
              </button>
            </p>
          )}
          {shown.length === 0 ? (
            <p class="note">
              {note || error ? "None of the mazes that are loaded is" : "No maze is"} within all ranges.
            </p>
          ) : (
            <MazeGrid
              mazes={mazes}
              shown={shown}
              size={choices.size}
              look={look}
              order={`${choices.sort} ${choices.descending}`}
              opened={openedMaze}
              isSelected={isSelected}
              label={label}
              events={{
                open: (maze) => change({ maze: pinKey(mazes.pin(maze)) }),
                toggle: (position) => select((before) => withToggled(before, keys[shown[position]!]!)),
                stretch,
                selectAll: () => stretch(0, shown.length - 1),
              }}
            />
          )}
          <DownloadBar
            facts={facts}
            mazes={mazes}
            keys={keys}
            shown={shown}
            selection={selection}
            solution={choices.solution}
            format={choices.format}
            onSelectAll={() => stretch(0, shown.length - 1)}
            onClear={() => select(new Set())}
          />
        </div>
        {asked && (
          <aside class="gallery-card panel" aria-label="The open maze">
            {opened ? (
              <EliteCard
                elite={opened}
                pinned={pins.has(asked)}
                onPin={() => pins.toggle(asked)}
                onClose={() => {
                  change({ maze: null });
                  focusGrid();
                }}
              />
            ) : (
              !elite.waiting && <p class="failure">{elite.error ?? "There is no such maze."}</p>
            )}
          </aside>
        )}
      </div>
      <PinnedElites elites={pins.elites} onUnpin={pins.remove} onClear={pins.clear} />
    </>
  );
}

/** The mazes of the chosen selectors, each once unless repeats are wanted, and how many repeats there are. */
function useMembers(mazes: Mazes, choices: Choices): { list: Uint32Array; repeats: number } {
  const selectors = [...choices.selectors].join();
  return useMemo(() => {
    const all = Uint32Array.from(mazes.cell.keys()).filter((maze) => choices.selectors.has(mazes.selector(maze)));
    const once = distinctMazes(mazes, all);
    return { list: choices.repeats ? all : once, repeats: all.length - once.length };
  }, [mazes, selectors, choices.repeats]);
}

/** "ucb-cell, repetition 0, cell 123, path 0.97" */
function labelOf(facts: StudyFacts, mazes: Mazes, sort: string, values: ArrayLike<number>, maze: number): string {
  const { selector, repetition, cell } = mazes.pin(maze);
  const value =
    sort === "run"
      ? `fitness ${numberText(mazes.fitness[maze])}`
      : `${titleOf(sort).toLowerCase()} ${numberText(values[maze])}`;
  return `${facts.selectors[selector]!.label}, repetition ${repetition}, cell ${cell}, ${value}`;
}

/** What is sorted by. Later runs have higher numbers. */
function valuesOf(mazes: Mazes, sort: string): ArrayLike<number> {
  if (sort === "fitness") return mazes.fitness;
  const column = mazes.metrics[mazes.metricNames.indexOf(sort)];
  return column ?? Uint32Array.from(mazes.cell.keys());
}
