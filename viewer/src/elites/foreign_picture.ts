// SPDX-License-Identifier: MIT
import { type PictureElement, readPicture, type StyleSheet } from "./picture_text";

/** A browser draws so many elements in a moment. */
const kMostElements = 100_000;
/** It is all the same beyond these; infinitely many times no marker would be no number. */
const kMostPoints = 1e9;
/** Browsers read no deeper trees, and this is far beyond what a drawing needs. */
const kDeepest = 500;

/**
 * Why a worker's picture is not shown by itself; null if it is. A short text can make a browser draw for hours: elements
 * that are drawn again and again by others, which are drawn again and again, too. So this counts what would be drawn, and
 * counts too much rather than too little.
 */
export function pictureFault(svg: string): string | null {
  const picture = readPicture(svg);
  if (typeof picture === "string") return picture;
  const { elements, styles } = picture;
  const byId = new Map<string, PictureElement[]>();
  for (const each of elements) {
    if (each.id === null) continue;
    const same = byId.get(each.id);
    if (same) same.push(each);
    else byId.set(each.id, [each]);
  }
  if (!areHarmless(styles, byId)) return "Its style sheet refers to other parts of it.";
  const { drawn } = new Measure(byId).of(elements[0]!, 0);
  if (drawn === Number.POSITIVE_INFINITY)
    return "Its parts refer to each other in a circle, or are nested very deeply.";
  return drawn > kMostElements ? "To draw it takes very many steps." : null;
}

/** Styles may give their colours to any element. Gradients are the only ones that do not draw anything else. */
function areHarmless(styles: readonly StyleSheet[], byId: Map<string, PictureElement[]>): boolean {
  const references = new Set(styles.flatMap((each) => each.references));
  const targets = [...references].flatMap((id) => byId.get(id) ?? []);
  return styles.every((each) => each.isPlain) && targets.every((each) => /^(linear|radial)Gradient$/.test(each.name));
}

/** How many elements are drawn, and how many points their outlines have. */
interface Size {
  drawn: number;
  points: number;
}

/** Of what is within itself. */
const kEndless: Size = { drawn: Number.POSITIVE_INFINITY, points: kMostPoints };

/** Tells of every element what is drawn with it. */
class Measure {
  private readonly known = new Map<PictureElement | string, Size>();

  constructor(private readonly byId: Map<string, PictureElement[]>) {}

  of(element: PictureElement, depth: number): Size {
    return this.once(element, () => {
      if (depth > kDeepest) return kEndless;
      const named = (ids: readonly string[]) => total(ids.map((id) => this.named(id, depth + 1)));
      const within = total([...element.children.map((each) => this.of(each, depth + 1)), named(element.copies)]);
      const points = Math.min(element.points + within.points, kMostPoints);
      const drawn = 1 + within.drawn + points * named(element.markers).drawn;
      // All that is within it may take its pattern or filter.
      return { drawn: drawn * (1 + named(element.paints).drawn), points };
    });
  }

  /** Several elements may have the same name; which one is meant does not matter here. */
  private named(id: string, depth: number): Size {
    return this.once(id, () => total((this.byId.get(id) ?? []).map((each) => this.of(each, depth))));
  }

  private once(key: PictureElement | string, measure: () => Size): Size {
    const known = this.known.get(key);
    if (known) return known;
    this.known.set(key, kEndless); // whoever meets it before it is known goes in a circle
    const size = measure();
    this.known.set(key, size);
    return size;
  }
}

function total(sizes: readonly Size[]): Size {
  return {
    drawn: sizes.reduce((sum, each) => sum + each.drawn, 0),
    points: sizes.reduce((sum, each) => sum + each.points, 0),
  };
}
