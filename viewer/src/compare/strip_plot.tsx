// SPDX-License-Identifier: MIT
import { numberText } from "../ui/numbers";
import { isWide, roundNumbers } from "../ui/ticks";
import { useSize } from "../ui/use_size";
import { stacked } from "./strip";

export interface Sample {
  name: string;
  colour: string;
  values: number[];
  mean: number | null;
  interval: [number, number] | null;
}

const kRadius = 4;
const kMargin = 14;
const kMostLevels = 9;

/** The values of some samples as dots along one axis, with their means and confidence intervals. */
export function StripPlot({ samples, title }: { samples: Sample[]; title: string }) {
  const [box, { width }] = useSize<HTMLDivElement>();
  const all = samples.flatMap((each) => [...each.values, ...(each.interval ?? [])]).filter(Number.isFinite);
  let [low, high] = [Math.min(...all), Math.max(...all)];
  if (!isWide(low, high)) [low, high] = [low - (Math.abs(low) * 0.05 || 0.5), high + (Math.abs(high) * 0.05 || 0.5)];
  const x = (value: number) => kMargin + ((value - low) / (high - low)) * (width - 2 * kMargin);
  let top = 0;
  const rows = samples.map((sample) => {
    const values = sample.values.filter(Number.isFinite);
    const { places, levels } = stacked(values, x, kRadius * 2);
    const shown = Math.min(levels, kMostLevels);
    const base = top + 26 + shown * kRadius * 2; // below the name and the dots
    top = base + 18;
    return { sample, values, places, shown, base };
  });
  const described = samples.map((each) => `${each.name}: ${each.values.length} runs, mean ${numberText(each.mean)}`);
  return (
    <figure>
      <div class="strip" ref={box}>
        {width > 0 && all.length > 0 && (
          <svg width={width} height={top + 24} role="img" aria-label={`${title}. ${described.join("; ")}`}>
            {roundNumbers(low, high, width / 90).values.map((each) => (
              <g key={each}>
                <line class="grid" x1={x(each)} x2={x(each)} y1={0} y2={top} />
                <text class="tick" x={x(each)} y={top + 16} text-anchor="middle">
                  {numberText(each)}
                </text>
              </g>
            ))}
            {rows.map(({ sample, values, places, shown, base }) => (
              <g key={sample.name}>
                <text class="sample" x={2} y={base - shown * kRadius * 2 - 10}>
                  {sample.name.length > 48 ? `${sample.name.slice(0, 47)}…` : sample.name}
                </text>
                {places.map((place, position) => (
                  <circle
                    key={position}
                    cx={place.x}
                    cy={base - kRadius - (place.level % kMostLevels) * kRadius * 2}
                    r={kRadius - 0.5}
                    fill={sample.colour}
                    fill-opacity="0.75"
                  >
                    <title>{`repetition ${position}: ${numberText(values[position], 6)}`}</title>
                  </circle>
                ))}
                {sample.interval && (
                  <line
                    class="interval"
                    x1={x(sample.interval[0])}
                    x2={x(sample.interval[1])}
                    y1={base + 7}
                    y2={base + 7}
                    stroke={sample.colour}
                  />
                )}
                {sample.mean !== null && (
                  <path class="mean" d={`M${x(sample.mean)} ${base + 1}l6 6l-6 6l-6 -6z`} fill={sample.colour}>
                    <title>{`mean ${numberText(sample.mean, 6)}`}</title>
                  </path>
                )}
              </g>
            ))}
          </svg>
        )}
      </div>
      <figcaption class="dim">{title}; ◆ is the mean, the bar its 95 % confidence interval.</figcaption>
    </figure>
  );
}
