// SPDX-License-Identifier: MIT

/** A closed list of boxes to tick. What is chosen is said without opening it. */
export function Several(props: {
  title: string;
  options: { value: number; text: string }[];
  chosen: ReadonlySet<number>;
  /** Null for all of them. */
  onChange: (chosen: Set<number> | null) => void;
}) {
  const { title, options, chosen, onChange } = props;
  if (options.length < 2) return null;
  const all = options.every((each) => chosen.has(each.value));
  const one = options.find((each) => chosen.has(each.value));
  const said = all
    ? `all ${options.length}`
    : chosen.size === 1 && one
      ? one.text
      : `${chosen.size} of ${options.length}`;
  return (
    <details class="several">
      <summary class="several-title">
        {title}: <strong>{said}</strong>
      </summary>
      <fieldset>
        <legend class="hidden-text">{title}</legend>
        <button type="button" class="small" disabled={all} onClick={() => onChange(null)}>
          All
        </button>
        {options.map(({ value, text }) => (
          <div key={value} class="several-option">
            <label>
              <input
                type="checkbox"
                checked={chosen.has(value)}
                // None at all would show nothing.
                disabled={chosen.size === 1 && chosen.has(value)}
                onChange={(event) => {
                  const changed = new Set(chosen);
                  if (event.currentTarget.checked) changed.add(value);
                  else changed.delete(value);
                  onChange(changed);
                }}
              />
              <span>{text}</span>
            </label>
            <button type="button" class="small" aria-label={`only ${text}`} onClick={() => onChange(new Set([value]))}>
              only
            </button>
          </div>
        ))}
      </fieldset>
    </details>
  );
}
