// SPDX-License-Identifier: MIT
import type { Theme } from "../app/theme";

/** The colours of a drawing. They are in the picture itself, so that it looks the same wherever it is put. */
export interface Paper {
  back: string;
  ink: string;
  dim: string;
  faint: string;
  accent: string;
}

export const whitePaper: Paper = {
  back: "#ffffff",
  ink: "#1b1f27",
  dim: "#555d6b",
  faint: "#d3d7de",
  accent: "#2f81c9",
};

const darkPaper: Paper = {
  back: "#14171c",
  ink: "#e8eaee",
  dim: "#a8b0bd",
  faint: "#3a414d",
  accent: "#5aa9ee",
};

export const paperOf = (theme: Theme): Paper => (theme === "dark" ? darkPaper : whitePaper);

/** What part of the plane a picture shows, and how large it is by itself: its longer side has so many `pixels`. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  pixels: number;
}

export function svgDocument(frame: Frame, title: string, paper: Paper, shapes: string): string {
  const { left, top, width, height } = frame;
  const scale = frame.pixels / Math.max(width, height);
  const size = `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" ${size}>` +
    `<title>${escapeXml(title)}</title>` +
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${paper.back}"/>${shapes}</svg>\n`
  );
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
