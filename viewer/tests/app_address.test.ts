// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { change, hrefOf, oneOf, readAddress, wholeOf } from "../src/app/address";

const at = (hash: string) => ({ hash });
let changed = 0;

beforeEach(() => {
  changed = 0;
  vi.stubGlobal("location", at(""));
  vi.stubGlobal("history", { replaceState: (_state: unknown, _title: string, to: string) => (location.hash = to) });
  vi.stubGlobal("window", { dispatchEvent: () => ++changed });
  vi.stubGlobal("HashChangeEvent", class {});
});
afterEach(() => vi.unstubAllGlobals());

describe("the address", () => {
  it("has a view and parameters", () => {
    location.hash = "#/compare?tab=sweeps&metric=coverage";
    const { view, parameters } = readAddress();
    expect(view).toBe("compare");
    expect([...parameters]).toEqual([
      ["tab", "sweeps"],
      ["metric", "coverage"],
    ]);
  });

  it("can be empty", () => {
    expect(readAddress().view).toBe("");
    expect([...readAddress().parameters]).toEqual([]);
  });

  it("comes back from a link, whatever the values are", () => {
    const value = `"><img src=x>&a=b?#ö %`;
    location.hash = hrefOf("maps", { name: value, treatment: 3 });
    expect(readAddress().view).toBe("maps");
    expect(readAddress().parameters.get("name")).toBe(value);
    expect(readAddress().parameters.get("treatment")).toBe("3");
  });

  it("changes some parameters, removes others, and tells the page", () => {
    location.hash = "#/compare?tab=sweeps&hidden=1,2";
    change({ hidden: null, metric: "coverage" });
    expect(location.hash).toBe("#/compare?tab=sweeps&metric=coverage");
    expect(changed).toBe(1);
    change({ tab: null, metric: null });
    expect(location.hash).toBe("#/compare");
  });
});

describe("a parameter", () => {
  const read = (text: string) => wholeOf(new URLSearchParams(text), "at", 7, 10);

  it("is a whole number of its range, or the usual one", () => {
    expect(["at=0", "at=9", "at=10", "at=-1", "at=1.5", "at=x", ""].map(read)).toEqual([0, 9, 7, 7, 7, 7, 7]);
  });

  it("is one of the allowed texts, or the first", () => {
    const texts = ["linear", "log"] as const;
    expect(oneOf(new URLSearchParams("x=log"), "x", texts)).toBe("log");
    expect(oneOf(new URLSearchParams("x=square"), "x", texts)).toBe("linear");
  });
});
