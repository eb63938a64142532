// SPDX-License-Identifier: MIT
import type { AreaPicture } from "./areas";
import { barPainter } from "./bar_painter";
import type { Box, Picture } from "./picture";
import { backgroundPixel, bufferOf, type PixelBuffer } from "./pixel_buffer";
import { kEmptyPixel, type Shades } from "./shades";
import { kNoCell, type TilePicture } from "./tiles";

/** What is painted: the values of all cells, and the part of the picture that is seen. */
export interface Scene {
  values: ArrayLike<number>;
  shades: Shades;
  box: Box;
}

/** Fills the canvas of a context. It keeps its buffers, so a frame makes no new ones. */
export type Paint = (context: CanvasRenderingContext2D, scene: Scene) => void;

export function painterOf(picture: Picture): Paint {
  if (picture.kind === "tiles") return tilePainter(picture);
  return picture.kind === "areas" ? areaPainter(picture) : barPainter(picture);
}

function tilePainter(picture: TilePicture): Paint {
  const { width, height, order } = picture;
  let buffer: PixelBuffer | null = null;
  return (context, { values, shades, box }) => {
    buffer = bufferOf(buffer, width, height);
    const { pixels } = buffer;
    const gap = backgroundPixel();
    const left = Math.max(0, Math.floor(box.left * width));
    const right = Math.min(width, Math.ceil(box.right * width));
    const top = Math.max(0, Math.floor(box.top * height));
    const bottom = Math.min(height, Math.ceil(box.bottom * height));
    for (let row = top; row < bottom; ++row) {
      const end = row * width + right;
      for (let i = row * width + left; i < end; ++i) {
        const cell = order[i]!;
        pixels[i] = cell === kNoCell ? gap : shades.pixelOf(values[cell]!);
      }
    }
    buffer.update(left, top, right - left, bottom - top);
    const { canvas } = context;
    context.clearRect(0, 0, canvas.width, canvas.height);
    const across = (box.right - box.left) * width;
    const down = (box.bottom - box.top) * height;
    context.imageSmoothingEnabled = across > canvas.width || down > canvas.height; // else cells have sharp edges
    context.imageSmoothingQuality = "medium";
    context.drawImage(
      buffer.canvas,
      box.left * width,
      box.top * height,
      across,
      down,
      0,
      0,
      canvas.width,
      canvas.height,
    );
  };
}

/** Areas at least so wide, in pixels of the screen, have a line around them. */
const kOutlined = 7;

function areaPainter(picture: AreaPicture): Paint {
  const cells = picture.shape.cells;
  const colours = new Uint32Array(cells);
  let buffer: PixelBuffer | null = null;
  let owners: Uint32Array = new Uint32Array(0);
  let outlines: Path2D | null = null;
  let painted = "";
  return (context, { values, shades, box }) => {
    const { width, height } = context.canvas;
    buffer = bufferOf(buffer, width, height);
    const part = [box.left, box.top, box.right, box.bottom, width, height].join();
    if (part !== painted) {
      painted = part;
      owners = picture.areas.raster(box, width, height);
      outlines = outlinesOf(picture, box, width, height);
    }
    for (let cell = 0; cell < cells; ++cell) colours[cell] = shades.pixelOf(values[cell]!);
    const { pixels } = buffer;
    for (let i = 0; i < pixels.length; ++i) pixels[i] = owners[i] === kNoCell ? kEmptyPixel : colours[owners[i]!]!;
    buffer.update(0, 0, width, height);
    context.clearRect(0, 0, width, height);
    context.drawImage(buffer.canvas, 0, 0);
    if (outlines) {
      context.lineWidth = devicePixelRatio;
      context.strokeStyle = "rgba(128, 128, 128, 0.55)"; // seen on bright and dark colours
      context.stroke(outlines);
    }
  };
}

function outlinesOf({ areas, shape }: AreaPicture, box: Box, width: number, height: number): Path2D | null {
  const share = (box.right - box.left) * (box.bottom - box.top);
  const size = Math.sqrt((width * height) / (share * shape.cells)) / devicePixelRatio;
  if (size < kOutlined) return null;
  const path = new Path2D();
  for (let cell = 0; cell < shape.cells; ++cell) addOutline(path, areas.outlineOf(cell), box, width, height);
  return path;
}

export function addOutline(
  path: Path2D,
  corners: ArrayLike<number> | null,
  box: Box,
  width: number,
  height: number,
): void {
  if (!corners) return;
  for (let i = 0; i + 1 < corners.length; i += 2) {
    const x = ((corners[i]! - box.left) / (box.right - box.left)) * width;
    const y = ((corners[i + 1]! - box.top) / (box.bottom - box.top)) * height;
    if (i === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  }
  path.closePath();
}
