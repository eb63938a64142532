// SPDX-License-Identifier: MIT
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { CompareView } from "../compare/compare_view";
import type { Study } from "../data/study";
import { GalleryView } from "../gallery/gallery_view";
import { MapsView } from "../maps/maps_view";
import { PlaygroundView } from "../playground/playground_view";
import { numberText } from "../ui/numbers";
import { hrefOf, useAddress } from "./address";
import { useFollowing } from "./following";
import { ThemeButton } from "./theme";

interface View {
  name: string;
  title: string;
  /** Whether there is something to show in it. */
  fits: (study: Study) => boolean;
  show: (study: Study, revision: number) => JSX.Element;
}

const views: View[] = [
  {
    name: "maps",
    title: "Maps",
    fits: (study) => study.facts !== null,
    show: (study, revision) => <MapsView study={study} facts={study.facts!} revision={revision} />,
  },
  {
    name: "compare",
    title: "Compare",
    fits: (study) => study.facts !== null,
    show: (study, revision) => <CompareView study={study} facts={study.facts!} revision={revision} />,
  },
  {
    name: "gallery",
    title: "Mazes",
    fits: (study) => study.facts?.treatments.some((each) => each.testbed === "maze") ?? false,
    show: (study, revision) => <GalleryView study={study} facts={study.facts!} revision={revision} />,
  },
  { name: "playground", title: "Playground", fits: () => true, show: () => <PlaygroundView /> },
];

/** How many runs are in, unless all of them are. */
function Progress({ study }: { study: Study }) {
  const facts = study.facts;
  if (facts?.kind !== "study") return null;
  const done = study.state.treatments.reduce((sum, each) => sum + each.runs, 0);
  const all = facts.treatments.length * facts.selectors.length * facts.repetitions;
  const running = study.state.running && !study.source.exported;
  if (!running && done >= all) return null;
  return (
    <span class="progress" role="status">
      {running ? "running" : "unfinished"} · {numberText(done)} of {numberText(all)} runs
      <progress aria-label="runs that are done" max={all} value={done} />
    </span>
  );
}

export function App({ study }: { study: Study }) {
  const address = useAddress();
  const { revision, silence } = useFollowing(study);
  const fitting = views.filter((each) => each.fits(study));
  const view = fitting.find((each) => each.name === address.view) ?? fitting[0]!;
  const name = study.facts?.name;
  useEffect(() => {
    document.title = `${view.title}${name ? ` · ${name}` : ""} · Monte Carlo Elites`;
  }, [view, name]);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("content")?.focus()}>
        Skip to the content
      </button>
      <header class="top">
        <span class="brand">
          Monte Carlo Elites
          {name && (
            <span class="study-name" title={name}>
              {name}
            </span>
          )}
        </span>
        <nav aria-label="Views">
          {fitting.map((each) => (
            <a key={each.name} href={hrefOf(each.name)} aria-current={each === view ? "page" : undefined}>
              {each.title}
            </a>
          ))}
        </nav>
        <Progress study={study} />
        <ThemeButton />
      </header>
      {silence && (
        <p class="silence" role="alert">
          {silence} This page continues when it is back.
        </p>
      )}
      <main id="content" tabIndex={-1}>
        {view.show(study, revision)}
      </main>
    </>
  );
}
