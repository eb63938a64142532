// SPDX-License-Identifier: MIT
import { useState } from "preact/hooks";
import { change } from "../app/address";
import { writePositions } from "../compare/lists";
import type { StudyFacts } from "../data/study";
import { type Choices, mazeTreatments } from "./choices";
import type { Filter, Range } from "./filter";
import { MetricFilter } from "./histogram";
import { Several } from "./several";

const narrow = window.matchMedia("(max-width: 48rem)");

/** Which mazes are shown: of which runs, and with which metrics. Closed at first where there is little room. */
export function FilterPanel(props: {
  facts: StudyFacts;
  /** Those that are offered. */
  selectors: readonly number[];
  choices: Choices;
  metrics: readonly string[];
  filter: Filter | null;
  ranges: readonly Range[];
  onRange: (metric: string, range: Range) => void;
  onClear: () => void;
}) {
  const { facts, selectors, choices, metrics, filter, ranges, onRange, onClear } = props;
  const [open, setOpen] = useState(!narrow.matches);
  return (
    <details
      class="gallery-filters panel"
      open={open}
      onToggle={(event) => {
        if (event.target === event.currentTarget) setOpen(event.currentTarget.open);
      }}
    >
      <summary>Filters</summary>
      <Several
        title="Treatments"
        options={mazeTreatments(facts).map((value) => ({ value, text: facts.treatments[value]!.name }))}
        chosen={new Set(choices.treatments)}
        onChange={(chosen) => change({ treatments: chosen && writePositions(chosen), maze: null })}
      />
      <Several
        title="Selectors"
        options={selectors.map((value) => ({ value, text: facts.selectors[value]!.label }))}
        chosen={choices.selectors}
        onChange={(chosen) => change({ selectors: chosen && writePositions(chosen) })}
      />
      {filter &&
        metrics.map((metric, i) => (
          <MetricFilter
            key={metric}
            metric={metric}
            histogram={filter.histograms[i]!}
            passing={filter.passing}
            range={ranges[i] ?? null}
            onChange={(range) => onRange(metric, range)}
          />
        ))}
      <button type="button" disabled={ranges.every((each) => each === null)} onClick={onClear}>
        Take all values
      </button>
    </details>
  );
}
