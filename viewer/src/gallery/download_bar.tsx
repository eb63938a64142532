// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState } from "preact/hooks";
import { change } from "../app/address";
import type { StudyFacts } from "../data/study";
import { fileNameOf, pngOf, save } from "../elites/download";
import { mazeSvg } from "../elites/drawings";
import { Choice } from "../ui/choice";
import { numberText } from "../ui/numbers";
import { type Format, formats, indexFile, mazeFileName, textFile } from "./maze_files";
import type { Mazes } from "./mazes";
import { kMostSelected, type Selection, selectedMazes } from "./selection";
import { type ZipEntry, zipOf } from "./zip";

const texts: Record<Format, string> = { svg: "SVG", png: "PNG", txt: "text tiles" };
const formatOptions = formats.map((value) => ({ value, text: texts[value] }));

const kPngSide = 480;

/** What is selected, and its download as a zip. */
export function DownloadBar(props: {
  facts: StudyFacts;
  mazes: Mazes;
  keys: Float64Array;
  shown: Uint32Array;
  selection: Selection;
  solution: boolean;
  format: Format;
  onSelectAll: () => void;
  onClear: () => void;
}) {
  const { facts, mazes, keys, shown, selection, solution, format, onSelectAll, onClear } = props;
  const [done, setDone] = useState<number | null>(null);
  const [said, say] = useState("");
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const list = selectedMazes(selection, shown, keys);

  const entryOf = async (position: number): Promise<ZipEntry> => {
    if (position === list.length) {
      return { name: "index.csv", bytes: bytesOf(indexFile(facts, mazes, list, format)), packed: false };
    }
    const maze = list[position]!;
    const name = mazeFileName(facts, mazes, maze, position + 1, format);
    const tiles = mazes.tiles(maze);
    const size = mazes.size(maze);
    if (format === "txt") return { name, bytes: bytesOf(textFile(tiles, size, solution)), packed: false };
    const svg = mazeSvg(tiles, size, { solution });
    if (format === "svg") return { name, bytes: bytesOf(svg), packed: false };
    return { name, bytes: new Uint8Array(await (await pngOf(svg, kPngSide)).arrayBuffer()), packed: true };
  };
  const download = async () => {
    stop.current = new AbortController();
    setDone(0);
    say("");
    try {
      const zip = await zipOf(list.length + 1, entryOf, setDone, stop.current.signal);
      save(zip, `${fileNameOf(facts.name)}-mazes-${format}.zip`);
      say(`Saved ${counted(list.length)} in a zip.`);
    } catch (error) {
      say(stop.current.signal.aborted ? "Stopped." : `This does not work: ${(error as Error).message}.`);
    }
    setDone(null);
  };

  const most = Math.min(shown.length, kMostSelected);
  return (
    <div class="toolbar download-bar">
      <strong>{selection.size === 0 ? "Nothing selected" : `${numberText(selection.size)} selected`}</strong>
      <button type="button" disabled={most === 0} onClick={onSelectAll}>
        {most < shown.length
          ? `Select the first ${numberText(most)} (a zip takes no more)`
          : `Select all ${numberText(most)}`}
      </button>
      <button type="button" disabled={selection.size === 0} onClick={onClear}>
        Select none
      </button>
      <Choice
        label="Format"
        value={format}
        options={formatOptions}
        onChange={(value) => change({ format: value === formats[0] ? null : value })}
      />
      {done === null ? (
        <button type="button" class="primary" disabled={list.length === 0} onClick={download}>
          Download zip
        </button>
      ) : (
        <>
          <button type="button" onClick={() => stop.current?.abort()}>
            Stop
          </button>
          <progress aria-label="files in the zip" max={list.length + 1} value={done} />
        </>
      )}
      <span role="status" class="dim">
        {said}
      </span>
      {selection.size === 0 && (
        <span class="dim download-help">
          Ctrl + click or Ctrl + space selects,
          <br />
          Shift selects all in between.
        </span>
      )}
    </div>
  );
}

const counted = (count: number) => (count === 1 ? "1 maze" : `${numberText(count)} mazes`);

const bytesOf = (text: string) => new TextEncoder().encode(text);
