// SPDX-License-Identifier: MIT
import { useId } from "preact/hooks";
import type { ParameterFacts } from "../engine/facts";

/** One parameter. What the engine says is wrong with its value is shown at it. */
export function SettingField(props: {
  parameter: ParameterFacts;
  /** Null if it is the usual one. */
  chosen: string | null;
  fault: string | null;
  onChange: (value: string | null) => void;
}) {
  const { parameter, chosen, fault, onChange } = props;
  const id = useId();
  const value = chosen ?? parameter.value;
  const change = (text: string) => {
    const trimmed = text.trim();
    onChange(trimmed === "" || trimmed === parameter.value ? null : trimmed);
  };
  const options = optionsOf(parameter.allowed);
  const described = {
    "aria-describedby": `${id}-hint${fault ? ` ${id}-fault` : ""}`,
    "aria-invalid": fault ? true : undefined,
  };
  return (
    <div class={chosen === null ? "setting" : "setting chosen"}>
      <label class="field" htmlFor={id}>
        <span>{parameter.key}</span>
        {options ? (
          <select {...described} id={id} value={value} onChange={(event) => change(event.currentTarget.value)}>
            {(options.includes(value) ? options : [...options, value]).map((each) => (
              <option key={each} value={each} selected={each === value}>
                {each}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...described}
            id={id}
            type="text"
            spellcheck={false}
            autocomplete="off"
            value={value}
            onChange={(event) => change(event.currentTarget.value)}
          />
        )}
      </label>
      <p class="hint" id={`${id}-hint`}>
        {parameter.meaning}; allowed: {parameter.allowed}
      </p>
      {fault && (
        <p class="failure" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** The values to choose from; null if one writes the value. */
export function optionsOf(allowed: string): string[] | null {
  const options = allowed.split(" | ");
  return options.length > 1 && options.every((each) => !each.includes(" ")) ? options : null;
}
