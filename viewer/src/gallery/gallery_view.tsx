// SPDX-License-Identifier: MIT
import { useMemo } from "preact/hooks";
import { useAddress } from "../app/address";
import type { Study, StudyFacts } from "../data/study";
import { numberText } from "../ui/numbers";
import { mazeSelectors, readChoices } from "./choices";
import { Gallery } from "./gallery";
import { type ReadMazes, textOfChoice } from "./maze_reader";
import { useMazes } from "./use_mazes";
import "./gallery.css";

/** All mazes of a study, or of some treatments and selectors. */
export function GalleryView(props: { study: Study; facts: StudyFacts; revision: number }) {
  const { study, facts, revision } = props;
  const { parameters } = useAddress();
  const selectors = useMemo(() => mazeSelectors(study, facts), [study, facts]);
  const { treatments, selectors: chosen } = readChoices(parameters, facts, selectors, []);
  const choice = { treatments, selectors: [...chosen] };
  const read = useMazes(study, choice, revision);
  // The mazes of the former choice stay with the lists of choices, which would close without them.
  const isAsked = read.asked === textOfChoice(choice);
  if (isAsked && read.error && !read.mazes?.count) {
    return (
      <p class="failure">
        {read.error}{" "}
        <button type="button" class="small" onClick={read.tryAgain}>
          Try again
        </button>
      </p>
    );
  }
  if (!read.mazes || (!isAsked && read.mazes.count === 0)) return <p class="dim">Loading the mazes …</p>;
  if (read.mazes.count === 0) return <p class="note">{textWithoutMazes(facts, selectors)}</p>;
  return (
    <Gallery
      {...props}
      parameters={parameters}
      selectors={selectors}
      mazes={read.mazes}
      choices={readChoices(parameters, facts, selectors, read.mazes.metricNames)}
      note={isAsked ? noteOf(read) : kLoading}
      error={isAsked ? read.error : null}
      onTryAgain={read.tryAgain}
    />
  );
}

const kLoading = "These are the mazes of the former choice. Loading the others …";

function textWithoutMazes(facts: StudyFacts, selectors: readonly number[]): string {
  if (facts.keep === "curves") {
    return 'This study keeps no mazes. A protocol with keep = "first" or keep = "all" keeps them.';
  }
  return selectors.length === 0 ? "This part of the study has no mazes." : "No mazes are in yet.";
}

/** What there is to say about mazes that are not shown. */
function noteOf({ reading, full, mazes, taken, runs }: ReadMazes): string | null {
  if (reading) return "Loading more mazes …";
  if (!full) return null;
  const shown = `These are the first ${numberText(mazes!.count)} mazes, those of ${taken} of ${runs} runs`;
  return `${shown}: more do not fit into the page. Choose treatments or selectors to see others.`;
}
