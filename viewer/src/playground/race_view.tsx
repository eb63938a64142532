// SPDX-License-Identifier: MIT
import { change, oneOf } from "../app/address";
import { PinnedElites } from "../elites/pinned_elites";
import type { ProfileFacts, Tables } from "../engine/facts";
import { useKept } from "../maps/use_kept";
import { numberText } from "../ui/numbers";
import { CommandLines } from "./command_lines";
import { curveMetrics } from "./curve_metrics";
import { CurvesPanel } from "./curves_panel";
import { RaceControls } from "./race_controls";
import { RaceElite } from "./race_elite";
import { readElite, usePinned } from "./race_elites";
import { RaceMaps } from "./race_maps";
import {
  commandOf,
  kFewestSelectors,
  kMostSelectors,
  profileOf,
  readSettings,
  type SelectorWords,
  scopeOf,
  selectorsText,
  selectorText,
  testbedOf,
} from "./race_settings";
import { isOfPanel, RaceToolbar } from "./race_toolbar";
import { SettingsPanel } from "./settings_panel";
import { readSpeed, writeSpeed } from "./speeds";
import { StandingTable } from "./standing_table";
import { useRace } from "./use_race";

const quantities = ["fitness", "selections", "survivals"] as const;

export function RaceView(props: { module: WebAssembly.Module; tables: Tables; parameters: URLSearchParams }) {
  const { module, tables, parameters } = props;
  const settings = readSettings(parameters, tables);
  const profile = profileOf(tables, settings.profile);
  const testbed = testbedOf(profile, settings.testbed);
  const quantity = oneOf(parameters, "quantity", quantities);
  const metric = oneOf(parameters, "metric", curveMetrics);
  const [speed, setSpeed] = useKept(parameters, "speed", scopeOf(settings), readSpeed, writeSpeed);
  const selected = readElite(parameters, settings.selectors.length);
  const control = useRace(module, settings, { quantity, elite: selected }, speed, readAt(parameters));
  const { race, faults } = control;
  const names = settings.selectors.map(selectorText);
  const setSelectors = (selectors: SelectorWords[]) =>
    change({ selectors: selectorsText(selectors), at: null, elite: null });
  const pins = usePinned();
  const close = () => {
    change({ elite: null });
    // What had the focus goes away.
    document.querySelectorAll<HTMLElement>('.race-maps [role="application"]')[selected!.racer]?.focus();
  };
  const general = [...faults.filter((each) => each.field === null).map((each) => each.message), race?.error].filter(
    Boolean,
  );
  const ready = race && race.racers.length === names.length ? race : null;
  return (
    <>
      <RaceToolbar
        tables={tables}
        settings={settings}
        parameters={parameters}
        quantities={quantities}
        quantity={quantity}
        faults={faults}
      />
      {general.map((each) => (
        <p key={each} class="failure" role="alert">
          {each}
        </p>
      ))}
      {(parameters.has("settings") || faults.some(isOfPanel)) && (
        <SettingsPanel settings={settings} testbed={testbed} faults={faults} />
      )}
      <RaceControls control={control} speed={speed} onSpeed={setSpeed} />
      <div class="race">
        <RaceMaps
          race={ready}
          settings={settings}
          parameters={parameters}
          kinds={profile.selectors}
          faults={faults}
          quantity={quantity}
          selected={selected}
          onSelect={(racer, cell) => change({ elite: `${racer}:${cell}` })}
          onClear={() => change({ elite: null })}
          onSelector={(position, words) =>
            setSelectors(settings.selectors.map((each, i) => (i === position ? words : each)))
          }
          onRemove={
            settings.selectors.length > kFewestSelectors
              ? (position) => setSelectors(settings.selectors.filter((_each, i) => i !== position))
              : null
          }
        />
        <div class="race-side">
          {ready && selected && <RaceElite race={ready} chosen={selected} names={names} pins={pins} onClose={close} />}
          {ready && (
            <CurvesPanel race={ready} metric={metric} names={names} parameters={parameters} scope={scopeOf(settings)} />
          )}
          {ready && <StandingTable race={ready} metric={metric} names={names} />}
          <p class="fairness dim">
            All advance together: whoever is ready first waits. “per s” leaves the waiting out.
          </p>
          {settings.selectors.length < kMostSelectors && (
            <button
              type="button"
              onClick={() => setSelectors([...settings.selectors, nextSelector(settings.selectors, tables, profile)])}
            >
              Add a selector
            </button>
          )}
          <CommandLines commands={names.map((_each, i) => commandOf(settings, i, tables.profiles[0]!.name))} />
        </div>
      </div>
      <PinnedElites elites={pins.elites} onUnpin={pins.remove} onClear={pins.clear} />
      <p class="hidden-text" role="status" data-testid="race-state">
        {race?.state === "finished" && "The race is finished."}
        {race?.state === "paused" && `Paused at ${numberText(race.evaluations)} evaluations.`}
      </p>
    </>
  );
}

/** What one would compare with next: the recommended selector, or the first one that is not there yet. */
function nextSelector(selectors: SelectorWords[], tables: Tables, profile: ProfileFacts): SelectorWords {
  const names = [tables.recommended, ...profile.selectors.map((each) => each.name)];
  return { name: names.find((name) => !selectors.some((each) => each.name === name))!, settings: {} };
}

/** Where the race stays; null if it goes on. */
function readAt(parameters: URLSearchParams): number | null {
  const text = parameters.get("at");
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : null;
}
