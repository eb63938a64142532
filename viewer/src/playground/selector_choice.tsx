// SPDX-License-Identifier: MIT
import { useTheme } from "../app/theme";
import type { KindFacts } from "../engine/facts";
import { lineStyle } from "../ui/line_style";
import { Swatch } from "../ui/swatch";
import { type Fault, type SelectorWords, selectorField } from "./race_settings";
import { SettingField } from "./setting_field";

/** The head of a racer's map: its selector, and the parameters of that. */
export function SelectorChoice(props: {
  position: number;
  words: SelectorWords;
  kinds: KindFacts[];
  faults: Fault[];
  onChange: (words: SelectorWords) => void;
  onRemove: (() => void) | null;
}) {
  const { position, words, kinds, faults, onChange, onRemove } = props;
  const style = lineStyle(position, useTheme());
  const kind = kinds.find((each) => each.name === words.name)!;
  const own = faults.filter((each) => each.field?.startsWith(selectorField(position, "")));
  const changed = Object.keys(words.settings).length;
  return (
    <header class="racer-head">
      <Swatch style={style} />
      <select
        aria-label={`Selector ${position + 1}`}
        title={kind.meaning}
        value={words.name}
        onChange={(event) => onChange({ name: event.currentTarget.value, settings: {} })}
      >
        {kinds.map((each) => (
          <option key={each.name} value={each.name} selected={each.name === words.name}>
            {each.name}
          </option>
        ))}
      </select>
      {kind.parameters.length > 0 && (
        <details
          class="selector-settings"
          open={own.length > 0 || undefined}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.currentTarget.open = false;
            event.currentTarget.querySelector("summary")?.focus();
          }}
        >
          <summary aria-label={`Tune selector ${position + 1}`}>Tune{changed > 0 && ` (${changed})`}</summary>
          <div class="panel">
            {kind.parameters.map((each) => (
              <SettingField
                key={`${kind.name} ${each.key}`}
                parameter={each}
                chosen={words.settings[each.key] ?? null}
                fault={own.find((fault) => fault.field === selectorField(position, each.key))?.message ?? null}
                onChange={(value) => {
                  const { [each.key]: _former, ...others } = words.settings;
                  onChange({ name: words.name, settings: value === null ? others : { ...others, [each.key]: value } });
                }}
              />
            ))}
          </div>
        </details>
      )}
      {onRemove && (
        <button type="button" class="quiet small" aria-label={`Remove selector ${position + 1}`} onClick={onRemove}>
          ×
        </button>
      )}
    </header>
  );
}
