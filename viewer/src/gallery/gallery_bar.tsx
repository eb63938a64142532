// SPDX-License-Identifier: MIT
import { change } from "../app/address";
import { Check } from "../ui/check";
import { Choice } from "../ui/choice";
import { numberText } from "../ui/numbers";
import { type Choices, type DrawingSize, sizes } from "./choices";
import { titleOf } from "./histogram";

const sizeOptions = (["small", "medium", "large"] as const).map((value) => ({ value, text: value }));

/** How many mazes are shown, in which order, and how they are drawn. */
export function GalleryBar(props: {
  choices: Choices;
  metrics: readonly string[];
  shown: number;
  all: number;
  repeats: number;
}) {
  const { choices, metrics, shown, all, repeats } = props;
  const { sort, descending, size, solution } = choices;
  const newest = sort === "run";
  return (
    <div class="toolbar">
      <p class="gallery-count" role="status">
        <strong>{numberText(shown)}</strong> of {numberText(all)} mazes
      </p>
      <Choice
        label="Sort by"
        value={sort}
        options={[
          { value: "fitness", text: "Fitness" },
          ...metrics.map((value) => ({ value, text: titleOf(value) })),
          { value: "run", text: "Run" },
        ]}
        onChange={(value) => change({ sort: value === "fitness" ? null : value })}
      />
      <Choice
        label="Order"
        value={descending ? "down" : "up"}
        options={[
          { value: "down", text: newest ? "newest first" : "highest first" },
          { value: "up", text: newest ? "oldest first" : "lowest first" },
        ]}
        onChange={(value) => change({ order: value === "down" ? null : value })}
      />
      <Choice<DrawingSize>
        label="Drawings"
        value={size}
        options={sizeOptions}
        onChange={(value) => change({ size: value === sizes[0] ? null : value })}
      />
      <Check label="Solutions" checked={solution} onChange={(checked) => change({ solution: checked ? null : "0" })} />
      {repeats > 0 && (
        <Check
          label={`Each maze once (${numberText(repeats)} ${repeats === 1 ? "repeat" : "repeats"})`}
          checked={!choices.repeats}
          onChange={(checked) => change({ repeats: checked ? null : "1" })}
        />
      )}
    </div>
  );
}
