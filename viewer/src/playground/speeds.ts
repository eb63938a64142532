// SPDX-License-Identifier: MIT
import { numberText } from "../ui/numbers";

/** Evaluations per second of each selector, from one to as fast as it goes. Equal steps look like equal factors. */
export const speeds: readonly number[] = [
  ...Array.from({ length: 18 }, (_each, i) => [1, 2, 5][i % 3]! * 10 ** Math.floor(i / 3)),
  1e6,
  Number.POSITIVE_INFINITY,
];

const kUsualSpeed = 20000;
const kFullSpeed = "full";

export function readSpeed(text: string | null): number {
  if (text === kFullSpeed) return Number.POSITIVE_INFINITY;
  const speed = Number(text ?? kUsualSpeed);
  return speeds.includes(speed) ? speed : kUsualSpeed;
}

export const writeSpeed = (speed: number) => (Number.isFinite(speed) ? String(speed) : kFullSpeed);

export function speedText(speed: number): string {
  if (!Number.isFinite(speed)) return "as fast as it goes";
  return speed === 1 ? "1 evaluation per second" : `${numberText(speed)} evaluations per second`;
}
