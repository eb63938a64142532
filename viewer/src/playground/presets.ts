// SPDX-License-Identifier: MIT

export interface Preset {
  title: string;
  /** What to look at. */
  note: string;
  /** Parameters of the address. */
  parameters: Record<string, string>;
}

/** Races that show something at once. The first one is shown when the playground opens. */
export const presets: readonly Preset[] = [
  {
    title: "Rastrigin: ucb-cell against uniform",
    note: "Both begin with the same genomes. The bandit finds the gaps at the border much earlier.",
    parameters: { testbed: "rastrigin", evaluations: "200000", selectors: "ucb-cell;uniform", speed: "10000" },
  },
  {
    title: "Passage: who finds the better room",
    note: "The better room is on the right, behind a narrow passage. Some selectors hardly ever try there.",
    parameters: {
      testbed: "passage",
      evaluations: "200000",
      selectors: "surprise;ucb-individual;uniform;curiosity",
      speed: "10000",
    },
  },
  {
    title: "Mazes: four selectors",
    note: "Every cell has a maze; click one to see it. Greedy soon has only mazes that resemble each other.",
    parameters: {
      testbed: "maze",
      evaluations: "50000",
      selectors: "ucb-cell;surprise;uniform;greedy",
      speed: "2000",
    },
  },
  {
    title: "Arm: cells around centroids",
    note: "Which points does the arm reach, and how smoothly does it bend? The maps show where parents were selected.",
    parameters: {
      testbed: "arm",
      evaluations: "30000",
      centroids: "1000",
      selectors: "explore-cell;greedy",
      speed: "1000",
      quantity: "selections",
    },
  },
  {
    title: "Arm, one evaluation after the other",
    note: "Slow enough to see each parent and where its offspring goes.",
    parameters: {
      testbed: "arm",
      evaluations: "5000",
      resolution: "20",
      initial: "10",
      selectors: "ucb-cell;uniform",
      speed: "2",
    },
  },
];

/** The parameters of the address of which any one names a race. */
export const kPlaces = ["testbed", "selectors", "profile"];
