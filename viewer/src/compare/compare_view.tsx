// SPDX-License-Identifier: MIT
import { change, oneOf, useAddress } from "../app/address";
import type { Study, StudyFacts } from "../data/study";
import { type Tab, Tabs } from "../ui/tabs";
import { CurvesTab } from "./curves_tab";
import { SweepsTab } from "./sweeps_tab";
import { TwoMapsTab } from "./two_maps_tab";
import { VerdictsTab } from "./verdicts_tab";
import "./compare.css";

const tabs: readonly Tab<"curves" | "verdicts" | "maps" | "sweeps">[] = [
  { value: "curves", text: "Curves" },
  { value: "verdicts", text: "Who beats whom" },
  { value: "maps", text: "Two maps" },
  { value: "sweeps", text: "Sweeps" },
];

/** What all tabs get. `parameters` is what the address says. */
export interface TabProps {
  study: Study;
  facts: StudyFacts;
  revision: number;
  parameters: URLSearchParams;
}

export function CompareView(props: { study: Study; facts: StudyFacts; revision: number }) {
  const { parameters } = useAddress();
  const values = tabs.map((each) => each.value);
  const chosen = oneOf(parameters, "tab", values);
  const all: TabProps = { ...props, parameters };
  return (
    <Tabs label="Comparisons" tabs={tabs} value={chosen} onChange={(tab) => change({ tab })}>
      {chosen === "curves" && <CurvesTab {...all} />}
      {chosen === "verdicts" && <VerdictsTab {...all} />}
      {chosen === "maps" && <TwoMapsTab {...all} />}
      {chosen === "sweeps" && <SweepsTab {...all} />}
    </Tabs>
  );
}
