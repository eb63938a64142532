// SPDX-License-Identifier: MIT
import { useState } from "preact/hooks";

export interface Option<T> {
  value: T;
  text: string;
  /** Options of the same group, one after the other, stand under its name. */
  group?: string;
}

/** Longer lists than this one can be searched. */
const kLongList = 20;

/** A labelled list to choose one from. */
export function Choice<T extends string | number>(props: {
  label: string;
  value: T;
  options: readonly Option<T>[];
  onChange: (value: T) => void;
}) {
  const { label, value, options, onChange } = props;
  const [search, setSearch] = useState("");
  const long = options.length > kLongList;
  const found = long ? options.filter((each) => hasAllWords(each, search)) : options;
  const shown = long ? options.filter((each) => each.value === value || found.includes(each)) : options;
  return (
    <>
      <label class="field">
        <span>{label}</span>
        <select
          value={String(value)}
          title={options.find((each) => each.value === value)?.text}
          onChange={(event) => {
            const chosen = options.find((each) => String(each.value) === event.currentTarget.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {inGroups(shown).map(({ group, members }) => {
            const items = members.map((each) => (
              <option key={String(each.value)} value={String(each.value)} selected={each.value === value}>
                {each.text}
              </option>
            ));
            return group === undefined ? (
              items
            ) : (
              <optgroup key={group} label={group}>
                {items}
              </optgroup>
            );
          })}
        </select>
      </label>
      {long && (
        <label class="field">
          <span role="status">
            {search.trim() === "" ? `Search ${options.length}` : `${found.length} of ${options.length} fit`}
          </span>
          <input
            type="search"
            aria-label={`Search in: ${label}`}
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && found[0]) onChange(found[0].value);
            }}
          />
        </label>
      )}
    </>
  );
}

/** Whether an option has all words of a search, in any order. */
export function hasAllWords(option: { text: string; group?: string }, search: string): boolean {
  const text = `${option.group ?? ""} ${option.text}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Options in the given order; neighbours of the same group together. */
export function inGroups<T>(options: readonly Option<T>[]): { group?: string; members: Option<T>[] }[] {
  const result: { group?: string; members: Option<T>[] }[] = [];
  for (const each of options) {
    const last = result.at(-1);
    if (last && last.group === each.group) last.members.push(each);
    else result.push({ group: each.group, members: [each] });
  }
  return result;
}
