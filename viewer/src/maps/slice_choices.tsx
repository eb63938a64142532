// SPDX-License-Identifier: MIT
import { Check } from "../ui/check";
import { Choice } from "../ui/choice";
import { numberText } from "../ui/numbers";
import { edgeOf, type MapShape } from "./shape";
import { cutCount, cutFeatures, type Slice, withAxis } from "./slice";
import { fitsSideBySide } from "./slices_in_picture";

/** For a map of more than two features: which are the axes, and where the other ones are cut. */
export function SliceChoices(props: { shape: MapShape; slice: Slice; onSlice: (slice: Slice) => void }) {
  const { shape, slice, onSlice } = props;
  const options = shape.features.map(({ name }, i) => ({ value: i, text: name }));
  return (
    <div class="toolbar maps-slices">
      <Choice label="Across" value={slice.x} options={options} onChange={(i) => onSlice(withAxis(slice, "x", i))} />
      <Choice label="Upwards" value={slice.y} options={options} onChange={(i) => onSlice(withAxis(slice, "y", i))} />
      {fitsSideBySide(shape) && (
        <Check label="All slices side by side" checked={slice.all} onChange={(all) => onSlice({ ...slice, all })} />
      )}
      {!slice.all &&
        cutFeatures(shape, slice).map((i) => (
          <label class="field" key={i}>
            <span>
              {shape.features[i]!.name} <b>{cutText(shape, i, slice.cuts[i]!)}</b>
            </span>
            <input
              type="range"
              min={0}
              max={cutCount(shape, i) - 1}
              value={slice.cuts[i]}
              aria-valuetext={cutText(shape, i, slice.cuts[i]!)}
              onInput={(event) => {
                const cut = event.currentTarget.valueAsNumber;
                onSlice({ ...slice, cuts: slice.cuts.map((each, j) => (j === i ? cut : each)) });
              }}
            />
          </label>
        ))}
    </div>
  );
}

function cutText({ features, resolution }: MapShape, i: number, cut: number): string {
  const feature = features[i]!;
  if (!resolution) return numberText(edgeOf(feature, 100, cut), 3);
  const bins = resolution[i]!;
  return `${numberText(edgeOf(feature, bins, cut), 3)} to ${numberText(edgeOf(feature, bins, cut + 1), 3)}`;
}
