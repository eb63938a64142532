// SPDX-License-Identifier: MIT
import { useMemo } from "preact/hooks";
import { useAddress } from "../app/address";
import type { Study, StudyFacts } from "../data/study";
import { numberText } from "../ui/numbers";
import { mazeSelectors, readChoices } from "./choices";
import { Gallery } from "./gallery";
import type { ReadMazes } from "./maze_reader";
import { useMazes } from "./use_mazes";
import "./gallery.css";

/** All mazes of a study, or of some treatments and selectors. */
export function GalleryView(props: { study: Study; facts: StudyFacts; revision: number }) {
  const { study, facts, revision } = props;
  const { parameters } = useAddress();
  const selectors = useMemo(() => mazeSelectors(study, facts), [study, facts]);
  const { treatments } = readChoices(parameters, facts, selectors, []);
  const read = useMazes(study, treatments.join(), revision);
  const isAsked = read.asked === treatments.join();
  if (isAsked && read.error) return <p class="failure">{read.error}</p>;
  if (!read.mazes || (!isAsked && read.mazes.count === 0)) return <p class="dim">Loading the mazes …</p>;
  if (read.mazes.count === 0) {
    return (
      <p class="note">
        {facts.keep === "curves"
          ? 'This study keeps no mazes. A protocol with keep = "first" or keep = "all" keeps them.'
          : "No mazes are in yet."}
      </p>
    );
  }
  return (
    <Gallery
      {...props}
      parameters={parameters}
      selectors={selectors}
      mazes={read.mazes}
      choices={readChoices(parameters, facts, selectors, read.mazes.metricNames)}
      // The mazes of the former treatments stay with the lists of choices, which would close without them.
      note={isAsked ? noteOf(read, facts.treatments[treatments[0]!]!.name, treatments.length) : kLoading}
    />
  );
}

const kLoading = "These are the mazes of the former choice. Loading the others …";

/** What there is to say about mazes that are not shown. */
function noteOf({ reading, mazes, left, treatments }: ReadMazes, first: string, asked: number): string | null {
  if (reading) return "Loading more mazes …";
  const others = treatments < asked ? " Choose treatments to see others." : "";
  if (left > 0) {
    const [shown, all] = [mazes!.count, mazes!.count + left].map((each) => numberText(each));
    return `These are the first ${shown} of ${all} mazes of ${first}: more do not fit into the page.${others}`;
  }
  if (!others) return null;
  return `These are the mazes of the first ${treatments} of ${asked} treatments: more do not fit into the page.${others}`;
}
