// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { change } from "../app/address";
import { EngineClient } from "../engine/engine_client";
import { faultsOf } from "./faults";
import { Race, type RaceWish } from "./race";
import { type Fault, nextSeed, type RaceSettings, requestOf } from "./race_settings";

/** Browsers refuse to change the address many times a second, as when somebody holds the key of a step. */
const kPauseOfWriting = 250;

export interface RaceControl {
  race: Race | null;
  faults: Fault[];
  start(): void;
  pause(): void;
  step(): void;
  restart(): void;
  restartWithNextSeed(): void;
}

/**
 * The race of these settings. It starts by itself, unless `at` says where it stays, somebody has paused the one before,
 * or the person wants little motion.
 */
export function useRace(
  module: WebAssembly.Module,
  settings: RaceSettings,
  wish: RaceWish,
  speed: number,
  at: number | null,
): RaceControl {
  const requests = settings.selectors.map((_each, i) => requestOf(settings, i));
  const text = JSON.stringify(requests);
  const [round, setRound] = useState(0);
  const [faults, setFaults] = useState<Fault[]>([]);
  const [race, setRace] = useState<Race | null>(null);
  const running = useRef(at === null && !window.matchMedia("(prefers-reduced-motion: reduce)").matches);
  const latest = useRef({ wish, speed, at });
  latest.current = { wish, speed, at };
  const changed = useRedraw();
  const writing = useRef(0);

  useEffect(() => {
    let made: Race | null = null;
    let dropped = false;
    const begin = async () => {
      const found = await faultsOf(module, settings);
      if (dropped) return;
      setFaults(found);
      if (found.length > 0) return setRace(null);
      const engines = requests.map(() => new EngineClient());
      made = new Race(engines, latest.current.wish, latest.current.speed, changed);
      setRace(made);
      await made.start(module, requests);
      if (running.current) void made.run();
      else if (latest.current.at !== null) void made.runTo(latest.current.at);
    };
    begin().catch((error: unknown) => {
      if (dropped) return;
      setRace(null);
      setFaults([{ field: null, message: error instanceof Error ? error.message : String(error) }]);
    });
    return () => {
      dropped = true;
      clearTimeout(writing.current);
      made?.stop();
    };
  }, [module, text, round]);

  useEffect(() => race?.setSpeed(speed), [race, speed]);
  const wished = JSON.stringify(wish);
  useEffect(() => void race?.setWish(latest.current.wish), [race, wished]);

  return useMemo(() => {
    /** The address says where a race stays, so that others see the same. */
    const stayed = async (work: Promise<void> | undefined) => {
      await work;
      clearTimeout(writing.current);
      writing.current = window.setTimeout(() => {
        if (race?.state === "paused" || race?.state === "finished") change({ at: race.evaluations });
      }, kPauseOfWriting);
    };
    /** It does not stay any more. */
    const goesOn = (changes: Record<string, string | null>) => {
      clearTimeout(writing.current);
      running.current = true;
      change({ at: null, ...changes });
    };
    const again = (changes: Record<string, string | null>) => {
      setRound((before) => before + 1);
      goesOn({ elite: null, ...changes });
    };
    return {
      race,
      faults,
      start: () => {
        goesOn({});
        void race?.run();
      },
      pause: () => {
        running.current = false;
        void stayed(race?.pause());
      },
      step: () => {
        running.current = false;
        void stayed(race?.step());
      },
      restart: () => again({}),
      restartWithNextSeed: () => again({ seed: nextSeed(settings.seed) }),
    };
  }, [race, faults, settings.seed]);
}

/** Draws the view anew with the next frame, however often it is asked to. */
function useRedraw(): () => void {
  const [, redraw] = useReducer((count: number, _asked: null) => count + 1, 0);
  const asked = useRef(0);
  useEffect(() => () => cancelAnimationFrame(asked.current), []);
  return useMemo(
    () => () => {
      cancelAnimationFrame(asked.current);
      asked.current = requestAnimationFrame(() => redraw(null));
    },
    [],
  );
}
