// SPDX-License-Identifier: MIT

import { change } from "../app/address";
import { includedTreatments } from "../app/treatment_choice";
import type { BeatenTable, Metric, StudyFacts } from "../data/study";
import { BreakableName } from "./breakable_name";

/** The tables of the paper: by testbed and metric, how many selectors each one beats. */
export function BeatenTables(props: {
  tables: BeatenTable[];
  facts: StudyFacts;
  metric: Metric;
  winner: number;
  testbed: string | null;
  treatment: number;
}) {
  const { tables, facts, metric, winner, testbed, treatment } = props;
  return (
    <section class="panel" aria-labelledby="beaten-title">
      <h2 id="beaten-title">How many others each selector beats</h2>
      <p class="dim">
        An entry counts the selectors that this one is significantly better than, summed over the treatments of the
        testbed. ★ marks the highest of a row. Choose an entry to see who is beaten, and one of those for the runs.
      </p>
      {tables.length === 0 && <p class="note">No treatment is measured yet: this needs all runs of one.</p>}
      <div class="beaten-tables">
        {tables.map((table) => (
          <OneTable
            key={table.testbed}
            table={table}
            facts={facts}
            metric={metric}
            winner={table.testbed === testbed ? winner : -1}
            treatment={treatmentWithRuns(table, facts, treatment)}
          />
        ))}
      </div>
    </section>
  );
}

interface OneTableProps {
  table: BeatenTable;
  facts: StudyFacts;
  metric: Metric;
  winner: number;
  /** One of the table, whose runs are shown for a winner and a loser; null if the runs of none are here. */
  treatment: number | null;
}

/** The preferred treatment, if it is in the table, or the first one there whose runs are in an exported part. */
export function treatmentWithRuns(table: BeatenTable, facts: StudyFacts, preferred: number): number | null {
  const offered = includedTreatments(facts).filter((each) => table.treatments.includes(each));
  return offered.includes(preferred) ? preferred : (offered[0] ?? null);
}

function OneTable(props: OneTableProps) {
  const { table, facts, metric, winner } = props;
  const count = table.treatments.length;
  const most = count * (facts.selectors.length - 1);
  const rows = facts.metrics.filter((each) => table.beaten[each.key]);
  return (
    <div class="beaten">
      <div class="scroll">
        <table>
          <caption>
            <b>{table.testbed}</b>{" "}
            <span class="dim">
              {count === 1 ? "1 treatment" : `${count} treatments`}, {facts.repetitions} repetitions; at most {most}
            </span>
          </caption>
          <thead>
            <tr>
              <th scope="col">Metric</th>
              {facts.selectors.map((each) => (
                <th key={each.label} scope="col" title={each.label}>
                  <BreakableName text={each.short} short />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const beaten = table.beaten[row.key]!;
              const highest = Math.max(...beaten);
              return (
                <tr key={row.key}>
                  <th scope="row">{row.title}</th>
                  {beaten.map((value, selector) => {
                    const best = value === highest && highest > 0;
                    const name = facts.selectors[selector]!.label;
                    return (
                      <td key={selector} class={best ? "best" : undefined}>
                        <button
                          type="button"
                          class="entry"
                          style={{ background: shade(value / most) }}
                          aria-pressed={row === metric && selector === winner}
                          aria-label={`${name} beats ${value} by ${row.title}${best ? ", the most" : ""}`}
                          onClick={() => change({ metric: row.key, winner: selector, testbed: table.testbed })}
                        >
                          {best && <span class="star">★</span>}
                          {value}
                        </button>
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {winner >= 0 && table.victories[metric.key] && <Victories {...props} />}
    </div>
  );
}

/** The more of all possible victories, the stronger. */
function shade(share: number): string {
  return `color-mix(in srgb, var(--better) ${Math.round(share * 36)}%, transparent)`;
}

/** Whom one selector beats, and in how many treatments. */
function Victories({ table, facts, metric, winner, treatment }: OneTableProps) {
  const counts = table.victories[metric.key]![winner] ?? [];
  const losers = counts
    .map((value, loser) => ({ value, loser }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
  const of = table.treatments.length;
  return (
    <p class="victories" role="status">
      <b>{facts.selectors[winner]!.label}</b>{" "}
      {losers.length === 0 ? `beats no other by ${metric.title}.` : `beats by ${metric.title}: `}
      {losers.map(({ value, loser }, position) => (
        <span key={loser}>
          {position > 0 && ", "}
          {treatment === null ? (
            facts.selectors[loser]!.label
          ) : (
            <button
              type="button"
              class="inline"
              onClick={() => {
                change({ treatment, first: winner, second: loser });
                document.getElementById("verdicts-title")?.scrollIntoView({ block: "start" });
              }}
            >
              {facts.selectors[loser]!.label}
            </button>
          )}
          {of > 1 && <span class="dim"> (in {value})</span>}
        </span>
      ))}
    </p>
  );
}
