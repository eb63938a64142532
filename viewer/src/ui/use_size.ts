// SPDX-License-Identifier: MIT
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** The inner size of an element, which charts fill; 0 until it is on the page. */
export function useSize<T extends HTMLElement>(): [RefObject<T | null>, { width: number; height: number }] {
  const element = useRef<T>(null);
  const [size, set] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      set({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
