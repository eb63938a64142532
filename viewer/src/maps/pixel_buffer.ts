// SPDX-License-Identifier: MIT
import { pixelOf } from "./colours";

/** An image with its pixels as numbers, drawn by way of a canvas that is never on the page. */
export class PixelBuffer {
  readonly pixels: Uint32Array;
  readonly canvas: HTMLCanvasElement;
  private readonly image: ImageData;
  private readonly context: CanvasRenderingContext2D;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.canvas = document.createElement("canvas");
    this.canvas.width = width;
    this.canvas.height = height;
    this.context = this.canvas.getContext("2d")!;
    this.image = this.context.createImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  /** Brings some of the pixels to the canvas. */
  update(left: number, top: number, width: number, height: number): void {
    this.context.putImageData(this.image, 0, 0, left, top, width, height);
  }
}

/** The buffer of the last size. */
export function bufferOf(before: PixelBuffer | null, width: number, height: number): PixelBuffer {
  return before?.width === width && before.height === height ? before : new PixelBuffer(width, height);
}

/** The background of the page, where neither a cell nor the hatching of empty ones belongs. */
export function backgroundPixel(): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue("--back").trim();
  const part = (at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  return pixelOf([part(1), part(3), part(5)]);
}
