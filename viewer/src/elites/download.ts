// SPDX-License-Identifier: MIT

/** Gives a file to the person, who finds it among the downloads of the browser. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has to begin with the download before its address ends.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const svgBlob = (svg: string) => new Blob([svg], { type: "image/svg+xml" });

/**
 * An address for an <img>. It is a data: address, as a page that is opened from one belongs to no site: a script in a
 * foreign picture cannot reach this page even if a person opens the picture in a tab of its own.
 */
export function svgAddress(svg: string): string {
  // Half of a pair of surrogates, which foreign text may contain, cannot be written in an address.
  const text = new TextDecoder().decode(new TextEncoder().encode(svg));
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

/** The longer side of a picture that is made from lines. */
const kPngSide = 960;

/** The picture in pixels, its longer side `side` of them. */
export async function pngOf(svg: string, side = kPngSide): Promise<Blob> {
  const image = new Image();
  image.src = svgAddress(svg);
  await image.decode().catch(() => {
    throw new Error("the picture cannot be read");
  });
  const width = image.naturalWidth || side;
  const height = image.naturalHeight || side;
  const scale = side / Math.max(width, height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  // Not toBlob: Chromium waits until the page is idle, at times for seconds.
  const [, base64] = canvas.toDataURL("image/png").split(",");
  if (!base64) throw new Error("the browser does not make a PNG of the picture");
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: "image/png" });
}

/** Letters, digits and a few signs that every file system takes. */
export function fileNameOf(text: string): string {
  const plain = text.replace(/[^A-Za-z0-9.=_]+/g, "-").replace(/^[-.]+|-+$/g, "");
  return plain.slice(0, 80) || "elite";
}

/** Puts a text where "paste" finds it. The old way is for pages that may not use the clipboard directly. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    return;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.style.position = "fixed";
    field.style.opacity = "0";
    const focused = document.activeElement;
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    if (!copied) throw new Error("the browser does not allow copying");
  }
}
