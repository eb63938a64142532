// SPDX-License-Identifier: MIT

export type Quantity = "fitness" | "selections" | "survivals" | "rate" | "age";

export interface QuantityFacts {
  key: Quantity;
  title: string;
  help: string;
  /** Counts are shown on a logarithmic scale at first: a few cells have most of them. */
  counts: boolean;
}

export const quantities: readonly QuantityFacts[] = [
  { key: "fitness", title: "Fitness", help: "The fitness of the elite in each cell.", counts: false },
  {
    key: "selections",
    title: "Selections",
    help: "How often the cell was selected as a parent up to this moment.",
    counts: true,
  },
  {
    key: "survivals",
    title: "Survivals",
    help: "How many offspring of the cell survived up to this moment.",
    counts: true,
  },
  {
    key: "rate",
    title: "Survival rate",
    help: "Survivals divided by selections. Cells that were never selected are left out.",
    counts: false,
  },
  {
    key: "age",
    title: "Age",
    help: "Evaluations since the fitness of the cell last changed: at most so many, because changes are known only from one saved map to the next.",
    counts: true,
  },
];

export const quantityKeys = quantities.map((each) => each.key);
export const factsOf = (key: Quantity): QuantityFacts => quantities.find((each) => each.key === key)!;

/** A map as it is kept, with the tallies of its cells. */
export interface KeptMap {
  fitness: Float64Array;
  selections: Uint32Array;
  survivals: Uint32Array;
}

/** Those that are known only at the moments of saved maps. */
export const isTally = (quantity: Quantity): quantity is "selections" | "survivals" | "rate" =>
  quantity !== "fitness" && quantity !== "age";

/** A tally of every cell, written into `values`; NaN for cells without an elite. */
export function tallyValues(
  map: KeptMap,
  quantity: "selections" | "survivals" | "rate",
  values: Float64Array = new Float64Array(map.fitness.length),
): Float64Array {
  const { fitness, selections, survivals } = map;
  for (let cell = 0; cell < values.length; ++cell) {
    if (Number.isNaN(fitness[cell]!)) values[cell] = Number.NaN;
    else if (quantity === "rate") values[cell] = survivals[cell]! / selections[cell]!;
    else values[cell] = quantity === "selections" ? selections[cell]! : survivals[cell]!;
  }
  return values;
}
