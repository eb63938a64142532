// SPDX-License-Identifier: MIT

/** Made once: to make one takes much longer than to use it. */
const wholeNumbers = new Intl.NumberFormat("en-GB");

/** With a minus sign, which is as wide as a plus sign, in place of the hyphen of programs. */
export const withMinus = (text: string) => text.replace(/^-/, "−");

/** A number as people read it: "1,000,000", "8,360.9", "−0.1235", "1.2e-7". */
export function numberText(value: number | null | undefined, digits = 4): string {
  return value === null || value === undefined || Number.isNaN(value) ? "–" : withMinus(plainText(value, digits));
}

function plainText(value: number, digits: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return wholeNumbers.format(value);
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(Math.max(0, digits - 2));
  return Number(value.toPrecision(digits)).toLocaleString("en-GB", { maximumFractionDigits: 20 });
}

/** Numbers of a column, all with as many decimals as the largest needs for `digits` digits. */
export function columnTexts(values: readonly (number | null | undefined)[], digits = 4): string[] {
  const sizes = values
    .filter((each) => typeof each === "number" && Number.isFinite(each))
    .map((each) => Math.abs(each!));
  const largest = Math.max(0, ...sizes);
  if (largest >= 1e6 || largest < 1e-2 || sizes.every(Number.isInteger)) {
    return values.map((each) => numberText(each, digits));
  }
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(largest)));
  return values.map((each) =>
    typeof each === "number" && Number.isFinite(each)
      ? withMinus(each.toLocaleString("en-GB", { minimumFractionDigits: decimals, maximumFractionDigits: decimals }))
      : numberText(each),
  );
}
