// SPDX-License-Identifier: MIT
import { useMemo } from "preact/hooks";
import type { MapShape } from "./shape";
import { readSlice, type Slice, sliceText } from "./slice";
import { useKept } from "./use_kept";
import { readViewport, type Viewport, viewportText } from "./viewport";

export interface MapPart {
  /** Null as long as the shape is not known. */
  slice: Slice | null;
  setSlice(slice: Slice): void;
  viewport: Viewport;
  setViewport(viewport: Viewport): void;
}

const asIs = (text: string | null) => text;

/** Which part of the maps of a treatment is shown. The address holds it. */
export function useMapPart(parameters: URLSearchParams, treatment: number, shape: MapShape | null): MapPart {
  const scope = String(treatment);
  const [viewport, setViewport] = useKept(parameters, "view", scope, readViewport, viewportText);
  const [cut, setCut] = useKept<string | null>(parameters, "slice", scope, asIs, asIs);
  const slice = useMemo(() => shape && readSlice(shape, cut), [shape, cut]);
  const setSlice = (changed: Slice) => setCut(shape && sliceText(shape, changed));
  return { slice, setSlice, viewport, setViewport };
}
