// SPDX-License-Identifier: MIT
import { useMemo, useState } from "preact/hooks";
import { hrefOf, wholeOf } from "../app/address";
import type { RunFacts, RunKey, Study, StudyFacts, Treatment } from "../data/study";
import { HeatMap, type MapShape } from "../maps/heat_map";
import { ToneChoices, toneOf } from "../maps/map_choices";
import { factsOf, tallyValues } from "../maps/quantities";
import { cellText } from "../maps/shape";
import { SliceChoices } from "../maps/slice_choices";
import { rangesOf } from "../maps/tone";
import { useMapPart } from "../maps/use_map_part";
import { numberText } from "../ui/numbers";
import { useAnswer } from "../ui/use_answer";
import { type Difference, differenceOf } from "./difference";
import { type ComparedQuantity, SideChoices, type ThirdMap } from "./two_maps_tab";

/** Where in the address a side is. */
const firstKeys = { selector: "selector", repetition: "repetition", time: "time" };
const secondKeys = { selector: "other", repetition: "otherRepetition", time: "otherTime" };

const reaches = [
  { value: "end" as const, text: "over both maps" },
  { value: "inliers" as const, text: "without their outliers" },
];

export function TwoMaps(props: {
  study: Study;
  facts: StudyFacts;
  revision: number;
  parameters: URLSearchParams;
  treatment: Treatment;
  quantity: ComparedQuantity;
  third: ThirdMap;
  known: RunFacts[];
  pair: [RunKey, RunKey];
}) {
  const { study, facts, revision, parameters, treatment, quantity, third, known, pair } = props;
  const [first, second] = pair;
  const [cursor, setCursor] = useState<number | null>(null);
  const names = facts.selectors.map((each) => each.label);
  // A run differs from itself only at another time.
  const same = first.selector === second.selector && first.repetition === second.repetition;
  const asked = JSON.stringify([pair, quantity, parameters.get("time"), parameters.get("otherTime")]);
  const answer = useAnswer(async () => {
    const [times, otherTimes] = await Promise.all(pair.map((run) => timesOf(study, run)));
    const time = wholeOf(parameters, "time", times!.length - 1, times!.length);
    const following = !same && !parameters.has("otherTime");
    const usual = same ? Math.floor(time / 2) : Math.min(time, otherTimes!.length - 1);
    const otherTime = following ? usual : wholeOf(parameters, "otherTime", usual, otherTimes!.length);
    const [values, otherValues, centroids] = await Promise.all([
      mapOf(study, first, time, quantity),
      mapOf(study, second, otherTime, quantity),
      treatment.resolution ? null : study.centroids(first.treatment),
    ]);
    return {
      pair,
      quantity,
      times: times!,
      otherTimes: otherTimes!,
      time,
      otherTime,
      following,
      values,
      otherValues,
      centroids: centroids?.f64("points") ?? null,
    };
  }, [study, revision, asked]);
  // Until the next answer, everything that is said of the maps is said of the former ones.
  const shown = answer.value;
  const difference = useMemo(() => shown && differenceOf(shown.values, shown.otherValues), [shown]);
  const tones = useMemo(
    () => shown && difference && tonesOf(parameters, shown, difference),
    [parameters, shown, difference],
  );
  const centroids = shown?.centroids ?? null;
  const shape: MapShape = useMemo(
    () => ({
      features: treatment.features,
      resolution: treatment.resolution,
      cells: treatment.cells,
      centroids,
    }),
    [treatment, centroids],
  );
  const complete = shown && shown.values.length === treatment.cells && (treatment.resolution || centroids);
  const part = useMapPart(parameters, first.treatment, complete ? shape : null);
  if (answer.error) return <p class="failure">{answer.error}</p>;
  if (!shown || !difference || !tones || !part.slice) return <p class="dim">Loading the maps …</p>;
  const word = factsOf(shown.quantity).title.toLowerCase();
  const titles = [titleOf(names, shown, 0), titleOf(names, shown, 1)] as const;
  const { slice, setSlice, viewport, setViewport: onViewport } = part;
  const linked = { shape, slice, viewport, onViewport, cursor, onCursor: setCursor };
  const { low, high, logarithmic } = tones.maps;
  const coloured = { ...linked, range: [low, high] as [number, number], logarithmic };
  return (
    <>
      <div class="sides">
        <SideChoices
          title="First map (A)"
          names={names}
          known={known}
          run={first}
          keys={firstKeys}
          times={shown.times}
          time={shown.time}
        />
        <SideChoices
          title="Second map (B)"
          names={names}
          known={known}
          run={second}
          keys={secondKeys}
          times={shown.otherTimes}
          time={shown.otherTime}
          following={same ? undefined : shown.following}
        />
      </div>
      <div class="toolbar">
        <ToneChoices parameters={parameters} quantity={shown.quantity} ranges={tones.ranges} reaches={reaches} />
      </div>
      {shape.features.length > 2 && <SliceChoices shape={shape} slice={slice} onSlice={setSlice} />}
      <Summary difference={difference} quantity={shown.quantity} />
      <p class="cell-line" role="status" data-testid="cell">
        {cursor === null
          ? "Point at a cell, or move through a map with the arrow keys, to read it in all maps."
          : `${cellText(shape, cursor)} · A ${numberText(shown.values[cursor])} · B ${numberText(shown.otherValues[cursor])} · A − B ${numberText(difference.values[cursor])}`}
      </p>
      <div class="maps" aria-busy={answer.waiting}>
        <MapFigure title={`A: ${titles[0]}`} href={linkTo(shown.pair[0])}>
          <HeatMap {...coloured} values={shown.values} label={`A, ${word}: ${titles[0]}`} />
        </MapFigure>
        <MapFigure title={`B: ${titles[1]}`} href={linkTo(shown.pair[1])}>
          <HeatMap {...coloured} values={shown.otherValues} label={`B, ${word}: ${titles[1]}`} />
        </MapFigure>
        {third === "difference" ? (
          <MapFigure title="A − B, where both have the cell">
            <HeatMap
              {...linked}
              values={difference.values}
              range={[-tones.limit, tones.limit]}
              scale="diverging"
              label={`difference of ${word}, A minus B`}
            />
          </MapFigure>
        ) : (
          <MapFigure title="Who has the cell: A alone (1), both (0), B alone (−1)">
            <HeatMap
              {...linked}
              values={difference.owner}
              range={[-1, 1]}
              scale="diverging"
              label="cells that only one of the two maps has"
            />
          </MapFigure>
        )}
      </div>
    </>
  );
}

async function timesOf(study: Study, run: RunKey): Promise<number[]> {
  return (await study.maps(run)).head.evaluations;
}

async function mapOf(study: Study, run: RunKey, time: number, quantity: ComparedQuantity): Promise<Float64Array> {
  const map = await study.map(run, time);
  const fitness = map.f64("fitness");
  if (quantity === "fitness") return fitness;
  const kept = { fitness, selections: map.u32("selections"), survivals: map.u32("survivals") };
  return tallyValues(kept, quantity);
}

/** What the colours of the maps and of their difference mean. */
function tonesOf(
  parameters: URLSearchParams,
  shown: { quantity: ComparedQuantity; values: Float64Array; otherValues: Float64Array },
  difference: Difference,
) {
  const { quantity, otherValues } = shown;
  const both = new Float64Array(shown.values.length + otherValues.length);
  both.set(shown.values);
  both.set(otherValues, shown.values.length);
  const ranges = rangesOf(both);
  const { low, high } = toneOf(parameters, { quantity, ...difference }, rangesOf(difference.values));
  return {
    ranges,
    maps: toneOf(parameters, { quantity, values: both }, ranges),
    limit: Math.max(Math.abs(low), Math.abs(high)) || 1,
  };
}

function titleOf(
  names: string[],
  shown: { pair: [RunKey, RunKey]; times: number[]; otherTimes: number[]; time: number; otherTime: number },
  side: 0 | 1,
): string {
  const { selector, repetition } = shown.pair[side];
  const evaluations = side === 0 ? shown.times[shown.time] : shown.otherTimes[shown.otherTime];
  return `${names[selector]}, repetition ${repetition}, ${numberText(evaluations)} evaluations`;
}

const linkTo = ({ treatment, selector, repetition }: RunKey) => hrefOf("maps", { treatment, selector, repetition });

function MapFigure(props: { title: string; href?: string; children: preact.ComponentChildren }) {
  return (
    <div class="panel map-figure">
      <h3 title={props.title}>{props.href ? <a href={props.href}>{props.title}</a> : props.title}</h3>
      {props.children}
    </div>
  );
}

/** In how many cells each map is ahead. */
function Summary({ difference, quantity }: { difference: Difference; quantity: ComparedQuantity }) {
  const { firstHigher, secondHigher, equal, onlyFirst, onlySecond } = difference;
  const word = quantity === "fitness" ? "wins" : quantity === "rate" ? "has the higher rate" : `has more ${quantity}`;
  const both = firstHigher + secondHigher + equal;
  const what = quantity === "rate" ? "cells with a survival rate" : "filled cells";
  return (
    <p class="wins" data-testid="wins">
      Of {numberText(both + onlyFirst + onlySecond)} {what}, {numberText(both)} are in both maps: <b>A {word}</b> in{" "}
      {numberText(firstHigher)}, <b>B {word}</b> in {numberText(secondHigher)}, and they are equal in{" "}
      {numberText(equal)}. Only A has {numberText(onlyFirst)}, only B has {numberText(onlySecond)}.
    </p>
  );
}
