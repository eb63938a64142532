// SPDX-License-Identifier: MIT
import { useAddress } from "../app/address";
import type { Study, StudyFacts } from "../data/study";
import { readChoices } from "./choices";
import { Gallery } from "./gallery";
import { useMazes } from "./use_mazes";
import "./gallery.css";

/** All mazes of a study, or of some treatments and selectors. */
export function GalleryView(props: { study: Study; facts: StudyFacts; revision: number }) {
  const { study, facts, revision } = props;
  const { parameters } = useAddress();
  const treatments = readChoices(parameters, facts, []).treatments;
  const read = useMazes(study, treatments.join(), revision);
  if (read.error) return <p class="failure">{read.error}</p>;
  if (!read.mazes) return <p class="dim">Loading the mazes …</p>;
  if (read.mazes.count === 0) {
    return (
      <p class="note">
        {facts.keep === "curves"
          ? 'This study keeps no mazes. A protocol with keep = "first" or keep = "all" keeps them.'
          : "No mazes are in yet."}
      </p>
    );
  }
  const choices = readChoices(parameters, facts, read.mazes.metricNames);
  return <Gallery {...props} parameters={parameters} mazes={read.mazes} choices={choices} note={noteOf(read)} />;

  function noteOf({ reading, treatments: count }: typeof read): string | null {
    if (reading) return "Loading more mazes …";
    if (count >= treatments.length) return null;
    return `These are the mazes of the first ${count} of ${treatments.length} treatments: more do not fit into the page. Choose treatments to see others.`;
  }
}
