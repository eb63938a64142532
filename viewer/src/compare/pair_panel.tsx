// SPDX-License-Identifier: MIT

import { change, hrefOf } from "../app/address";
import { useTheme } from "../app/theme";
import type { Comparison, Metric, Runs, Study, StudyFacts } from "../data/study";
import { lineStyle } from "../ui/line_style";
import { numberText } from "../ui/numbers";
import { useAnswer } from "../ui/use_answer";
import { BreakableName } from "./breakable_name";
import { type Sample, StripPlot } from "./strip_plot";
import { effectText } from "./verdict_matrix";

const verdicts = {
  better: "is significantly better than",
  worse: "is significantly worse than",
  undecided: "is neither significantly better nor worse than",
} as const;

/** The runs behind one entry of the matrix. */
export function PairPanel(props: {
  study: Study;
  facts: StudyFacts;
  revision: number;
  treatment: number;
  metric: Metric;
  first: number;
  second: number;
  comparison: Comparison;
  threshold: number;
}) {
  const { study, facts, revision, treatment, metric, first, second, comparison, threshold } = props;
  const theme = useTheme();
  const answer = useAnswer(
    async () => ({ treatment, runs: await study.runs(treatment), areas: await study.areas() }),
    [study, treatment, revision],
  );
  const known = answer.value?.treatment === treatment ? answer.value : null;
  const samples: Sample[] = [first, second].map((selector) => {
    const area = known?.areas[metric.key]?.[treatment]?.[selector];
    return {
      name: facts.selectors[selector]!.label,
      colour: lineStyle(selector, theme).colour,
      values: known?.runs.areas[metric.key]?.[selector] ?? [],
      mean: area?.mean ?? null,
      interval: area && area.low !== null && area.high !== null ? [area.low, area.high] : null,
    };
  });
  const [a, b] = samples as [Sample, Sample];
  return (
    <section class="pair" aria-labelledby="pair-title" data-testid="pair">
      <h3 id="pair-title">
        {a.name} <span class="dim">{verdicts[comparison.verdict]}</span> {b.name}
      </h3>
      {answer.error && <p class="failure">{answer.error}</p>}
      {known && (
        <>
          <StripPlot samples={samples} title={`${metric.title}, area under the curve of each run`} />
          <dl class="numbers">
            <Fact name="Difference of means" text={numberText(comparison.difference)} />
            <Fact name="Hedges' g" text={effectText(comparison)} />
            <Fact name="Welch's p" text={probabilityText(comparison.welch_p)} />
            <Fact name="threshold" text={numberText(threshold)} />
            <Fact name="Mann–Whitney p" text={probabilityText(comparison.mann_whitney_p)} />
            {samples.map((each) => (
              <Fact key={each.name} name={each.name} text={sampleText(each)} />
            ))}
          </dl>
          <p>
            <button type="button" onClick={() => change({ tab: "maps", selector: first, other: second })}>
              Compare their maps
            </button>{" "}
            <button type="button" onClick={() => change({ first: second, second: first })}>
              Swap the two
            </button>
          </p>
          <RunTable facts={facts} runs={known.runs} metric={metric} pair={[first, second]} treatment={treatment} />
        </>
      )}
    </section>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt title={name}>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function sampleText({ values, mean, interval }: Sample): string {
  const band = interval ? ` (${numberText(interval[0])} – ${numberText(interval[1])})` : "";
  return `mean ${numberText(mean)}${band} of ${values.length} runs`;
}

function probabilityText(value: number | null): string {
  if (value === null) return "–";
  return value < 1e-16 ? "< 1e-16" : numberText(value, 3);
}

/** The area of every run, with a link to its maps if they are kept. */
function RunTable(props: { facts: StudyFacts; runs: Runs; metric: Metric; pair: [number, number]; treatment: number }) {
  const { facts, runs, metric, pair, treatment } = props;
  const repetitions = [
    ...new Set(runs.runs.filter((each) => pair.includes(each.selector)).map((each) => each.repetition)),
  ].sort((a, b) => a - b);
  const kept = new Set(runs.runs.filter((each) => each.maps).map((each) => `${each.selector} ${each.repetition}`));
  return (
    <details class="runs">
      <summary>The {pair.length * repetitions.length} runs, with links to their maps</summary>
      {kept.size === 0 && <p class="dim">This study keeps no maps of this treatment.</p>}
      <div class="scroll tall">
        <table>
          <thead>
            <tr>
              <th scope="col">Repetition</th>
              {pair.map((selector) => (
                <th key={selector} scope="col" title={facts.selectors[selector]!.label}>
                  <BreakableName text={facts.selectors[selector]!.label} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {repetitions.map((repetition) => (
              <tr key={repetition}>
                <th scope="row">{repetition}</th>
                {pair.map((selector) => (
                  <td key={selector}>
                    {numberText(runs.areas[metric.key]?.[selector]?.[repetition], 5)}{" "}
                    {kept.has(`${selector} ${repetition}`) && (
                      <a
                        href={hrefOf("maps", { treatment, selector, repetition })}
                        aria-label={`map of ${facts.selectors[selector]!.label}, repetition ${repetition}`}
                      >
                        map
                      </a>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
