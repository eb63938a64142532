// SPDX-License-Identifier: MIT
import { useEffect, useState } from "preact/hooks";
import type { Study } from "../data/study";

const kSecondsBetweenLooks = 2;
/** While nothing runs, but something may be started that makes the missing runs. */
const kSecondsUntilStart = 15;
/** When all runs are in: somebody may extend the study. */
const kSecondsUntilExtension = 60;

export interface Following {
  /** Grows whenever there is something new to ask for. */
  revision: number;
  /** What to say while nobody answers. */
  silence: string | null;
}

/** After how many seconds to look at a study again; null for a single run, to which nothing happens any more. */
export function secondsToNextLook(study: Study, lost: boolean): number | null {
  if (lost || study.state.running || study.isBehind) return kSecondsBetweenLooks;
  if (study.facts!.kind !== "study") return null;
  const { done, all } = study.progress;
  return done < all ? kSecondsUntilStart : kSecondsUntilExtension;
}

/** Follows a study, and looks for a server that was lost until it is back. */
export function useFollowing(study: Study): Following {
  const [revision, setRevision] = useState(0);
  const [silence, setSilence] = useState<string | null>(null);
  useEffect(() => {
    if (study.source.exported || !study.facts) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lost = false;
    let over = false;
    const plan = () => {
      clearTimeout(timer);
      const seconds = secondsToNextLook(study, lost);
      if (!over && seconds !== null) timer = setTimeout(look, seconds * 1000);
    };
    const lose = (error: Error) => {
      lost = true;
      setSilence(error.message);
    };
    const look = async () => {
      if (document.hidden) return; // it looks again as soon as somebody sees the page
      clearTimeout(timer);
      try {
        const changed = await study.follow();
        if (changed || lost) setRevision((before) => before + 1);
        lost = false;
        setSilence(null);
      } catch (error) {
        lose(error as Error);
      }
      plan();
    };
    study.onSilence = (error) => {
      if (lost) return;
      lose(error);
      plan();
    };
    study.onOther = () => {
      over = true;
      location.reload();
    };
    document.addEventListener("visibilitychange", look);
    plan();
    return () => {
      over = true;
      clearTimeout(timer);
      study.onSilence = () => {};
      study.onOther = () => {};
      document.removeEventListener("visibilitychange", look);
    };
  }, [study]);
  return { revision, silence };
}
