// SPDX-License-Identifier: MIT
import { change, readAddress } from "../app/address";
import type { Tables } from "../engine/facts";
import { Choice } from "../ui/choice";
import { presets } from "./presets";
import { type Fault, profileOf, type RaceSettings, setKey, testbedOf } from "./race_settings";

/** What is raced, and what the maps show. */
export function RaceToolbar<Quantity extends string>(props: {
  tables: Tables;
  settings: RaceSettings;
  parameters: URLSearchParams;
  quantities: readonly Quantity[];
  quantity: Quantity;
  faults: Fault[];
}) {
  const { tables, settings, parameters, quantities, quantity, faults } = props;
  const profile = profileOf(tables, settings.profile);
  const seedFault = faults.find((each) => each.field === "seed");
  const open = parameters.has("settings");
  const preset = presets.findIndex((each) =>
    Object.entries(each.parameters).every(([key, value]) => parameters.get(key) === value),
  );
  return (
    <div class="toolbar">
      <Choice
        label="Race"
        value={preset}
        options={[
          ...(preset < 0 ? [{ value: -1, text: "your own" }] : []),
          ...presets.map((each, value) => ({ value, text: each.title })),
        ]}
        onChange={(value) => change({ ...cleared(tables, settings), ...presets[value]!.parameters })}
      />
      <Choice
        label="Testbed"
        value={settings.testbed}
        options={profile.testbeds.map(({ name }) => ({ value: name, text: name }))}
        onChange={(testbed) => change({ ...cleared(tables, settings), testbed })}
      />
      <Choice
        label="Profile"
        value={settings.profile}
        options={tables.profiles.map(({ name }) => ({ value: name, text: name }))}
        onChange={(name) => change({ profile: name === tables.profiles[0]!.name ? null : name, at: null, elite: null })}
      />
      <label class="field seed">
        <span>Seed</span>
        <input
          type="text"
          inputMode="numeric"
          autocomplete="off"
          aria-invalid={seedFault ? true : undefined}
          value={settings.seed}
          onChange={(event) => change({ seed: event.currentTarget.value.trim() || null, at: null, elite: null })}
        />
        {seedFault && (
          <span class="failure" role="alert">
            {seedFault.message}
          </span>
        )}
      </label>
      <Choice
        label="Maps show"
        value={quantity}
        options={quantities.map((each) => ({ value: each, text: each }))}
        onChange={(value) => change({ quantity: value === quantities[0] ? null : value })}
      />
      <button type="button" aria-expanded={open} onClick={() => change({ settings: open ? null : "open" })}>
        Settings
      </button>
      {preset >= 0 && <p class="preset-note dim">{presets[preset]!.note}</p>}
    </div>
  );
}

/** Whether a fault is at a field of the panel of settings. */
export function isOfPanel({ field }: Fault): boolean {
  return field !== null && field !== "seed" && !field.startsWith("selector ");
}

/** The parameters of the address that do not go together with another testbed, removed. */
function cleared(tables: Tables, settings: RaceSettings): Record<string, null> {
  const run = testbedOf(profileOf(tables, settings.profile), settings.testbed).run.map((each) => each.key);
  const set = [...readAddress().parameters.keys()].filter((key) => key.startsWith(setKey("")));
  return Object.fromEntries(
    [...run, ...set, "at", "elite", "point", "quantity", "slice", "view"].map((key) => [key, null]),
  );
}
