// SPDX-License-Identifier: MIT
import { change } from "../app/address";
import type { KindFacts, ParameterFacts } from "../engine/facts";
import { Choice } from "../ui/choice";
import { type Fault, type RaceSettings, setKey } from "./race_settings";
import { SettingField } from "./setting_field";

/** They belong to one of the two kinds of a map. */
const kOfGrids = ["resolution"];
const kOfCentroids = ["centroids", "centroid-seed"];
const kUsualCentroids = "1000";
/** What the program can do and a page cannot. */
const kOfFiles = ", or the path of a file";

/** The parameters of the testbed and of the runs. */
export function SettingsPanel(props: { settings: RaceSettings; testbed: KindFacts; faults: Fault[] }) {
  const { settings, testbed, faults } = props;
  const faultAt = (field: string) => faults.find((each) => each.field === field)?.message ?? null;
  const around = isAroundCentroids(settings);
  const hidden = around ? kOfGrids : kOfCentroids;
  const field = (parameter: ParameterFacts, chosen: string | undefined, key: string) => (
    <SettingField
      key={key}
      parameter={{ ...parameter, allowed: parameter.allowed.replace(kOfFiles, "") }}
      chosen={chosen ?? null}
      fault={faultAt(key)}
      onChange={(value) => change({ [key]: value, at: null, elite: null })}
    />
  );
  return (
    <section class="panel settings" aria-label="Settings">
      <fieldset>
        <legend>{testbed.name}</legend>
        {testbed.parameters.map((each) => field(each, settings.testbedSettings[each.key], setKey(each.key)))}
      </fieldset>
      <fieldset>
        <legend>Run</legend>
        <div class="setting">
          <Choice
            label="cells"
            value={around ? "centroids" : "grid"}
            options={[
              { value: "grid", text: "a grid" },
              { value: "centroids", text: "around centroids" },
            ]}
            onChange={(value) =>
              change({
                resolution: null,
                centroids: value === "grid" ? null : kUsualCentroids,
                "centroid-seed": null,
                at: null,
                elite: null,
              })
            }
          />
        </div>
        {testbed.run
          .filter((each) => !hidden.includes(each.key))
          .map((each) => field(each, settings.run[each.key], each.key))}
      </fieldset>
    </section>
  );
}

function isAroundCentroids({ run }: RaceSettings): boolean {
  return run.centroids !== undefined && run.centroids !== "0";
}
