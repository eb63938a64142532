// SPDX-License-Identifier: MIT
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { CompareView } from "../compare/compare_view";
import type { Study } from "../data/study";
import { mazeTreatments } from "../gallery/choices";
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
  /** The parameters of the address that it has in common with other views, or keeps for them. */
  carries: readonly string[];
  show: (study: Study, revision: number) => JSX.Element;
}

const ofStudy = ["treatment", "pins"];

const views: View[] = [
  {
    name: "maps",
    title: "Maps",
    fits: (study) => study.facts !== null,
    carries: ofStudy,
    show: (study, revision) => <MapsView study={study} facts={study.facts!} revision={revision} />,
  },
  {
    name: "compare",
    title: "Compare",
    fits: (study) => study.facts !== null,
    carries: ofStudy,
    show: (study, revision) => <CompareView study={study} facts={study.facts!} revision={revision} />,
  },
  {
    name: "gallery",
    title: "Mazes",
    fits: (study) => study.facts !== null && mazeTreatments(study.facts).length > 0,
    carries: ofStudy,
    show: (study, revision) => <GalleryView study={study} facts={study.facts!} revision={revision} />,
  },
  { name: "playground", title: "Playground", fits: () => true, carries: [], show: () => <PlaygroundView /> },
];

/** How many runs are in, unless all of them are. Screen readers say only when that begins or ends. */
function Progress({ study }: { study: Study }) {
  if (study.facts?.kind !== "study") return null;
  const { done, all } = study.progress;
  const running = study.state.running && !study.source.exported;
  const word = running ? "running" : done < all ? "unfinished" : null;
  return (
    <>
      <span class="hidden-text" role="status">
        {word ? `The study is ${word}.` : "All runs of the study are in."}
      </span>
      {word && (
        <span class="progress">
          {word} · {numberText(done)} of {numberText(all)} runs
          <progress aria-label="runs that are done" max={all} value={done} />
        </span>
      )}
    </>
  );
}

/** What goes along from one view to another. */
function carried(from: View, to: View, parameters: URLSearchParams): Record<string, string> {
  const both = from.carries.filter((key) => to.carries.includes(key) && parameters.has(key));
  return Object.fromEntries(both.map((key) => [key, parameters.get(key)!]));
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
            <a
              key={each.name}
              href={hrefOf(each.name, carried(view, each, address.parameters))}
              aria-current={each === view ? "page" : undefined}
            >
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
