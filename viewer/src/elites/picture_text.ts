// SPDX-License-Identifier: MIT

/** An element of a picture, with the ids of the elements that it refers to. */
export interface PictureElement {
  name: string;
  id: string | null;
  children: PictureElement[];
  /** By `href`: they are drawn in its place. */
  copies: string[];
  /** By `url(#…)`: patterns, filters and so on, which its content may have as well. */
  paints: string[];
  /** By `url(#…)` where it is about markers: they are drawn at every point. */
  markers: string[];
  /** How many points its own outline may have. */
  points: number;
}

export interface StyleSheet {
  references: string[];
  /** Whether it takes no other one, and draws no outlines. */
  isPlain: boolean;
}

export interface Picture {
  /** In the order of the text; the root comes first. */
  elements: PictureElement[];
  styles: StyleSheet[];
}

const kBroken = "It is not well-formed.";
const kTypes = "It declares types or entities of its own.";
const kFiles = "It contains other files.";
const kIndirect = "It refers to its parts in an indirect way.";

/** The names of elements and what they refer to; or a sentence that says why this cannot be known. */
export function readPicture(svg: string): Picture | string {
  const elements: PictureElement[] = [];
  const styles: StyleSheet[] = [];
  const open: PictureElement[] = [];
  let style = "";
  let at = 0;
  while (at < svg.length) {
    kToken.lastIndex = at;
    const found = kToken.exec(svg);
    if (!found) return /^<!(doctype|entity)/i.test(svg.slice(at, at + 9)) ? kTypes : kBroken;
    at = kToken.lastIndex;
    const [token, data, end, start, attributes, closed] = found;
    if (token.startsWith("<?xml-stylesheet")) return kFiles;
    if (start !== undefined) {
      const element = readElement(localName(start), attributes!);
      if (typeof element === "string") return element;
      if ((open.length === 0 && elements.length > 0) || open.at(-1)?.name === "style") return kBroken;
      open.at(-1)?.children.push(element);
      elements.push(element);
      if (!closed) open.push(element);
    } else if (end !== undefined) {
      const last = open.pop();
      if (last?.name !== localName(end)) return kBroken;
      if (last.name !== "style") continue;
      const text = withoutEscapes(withoutEntities(style));
      style = "";
      if (files(text)) return kFiles;
      styles.push({ references: references(text), isPlain: !/@import|path\(/i.test(text) });
    } else if (open.at(-1)?.name === "style" && !token.startsWith("<!--")) {
      style += data ?? token;
    }
  }
  return elements.length > 0 && open.length === 0 ? { elements, styles } : kBroken;
}

/**
 * A comment, the usual declaration of SVG (which matplotlib and others write, and which declares nothing of its own),
 * CDATA, an instruction, an end, a start with its attributes, or text.
 */
const kToken =
  /<!--[\s\S]*?-->|<!DOCTYPE\s+svg(?:\s+PUBLIC\s+"-\/\/W3C\/\/DTD SVG [^"<>[]*"\s+"[^"<>[]*")?\s*>|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<\/([^\s>]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/)?>|[^<]+/y;
/** Attributes that have outlines. */
const kOutlines = ["d", "points", "style"];
const kAttribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

function readElement(name: string, attributes: string): PictureElement | string {
  const element: PictureElement = { name, id: null, children: [], copies: [], paints: [], markers: [], points: 2 };
  for (const [, key, double, single] of attributes.matchAll(kAttribute)) {
    const attribute = localName(key!);
    const text = withoutEntities(double ?? single ?? "");
    const value = withoutEscapes(text);
    if (files(text) || files(value)) return kFiles;
    const isAnimation = /^(animate|set)/.test(name);
    if (key === "id") {
      if (/["'()%\\\s]/.test(text)) return kIndirect; // such a name can be written in many ways
      element.id = text;
    } else if (attribute === "href") {
      // A link draws nothing.
      if (name !== "a" && text.includes("#")) element.copies.push(fragment(text));
    } else if (isAnimation) {
      if (value.includes("#") && !/^[#\w\s;]*$/.test(value)) return kIndirect;
      if (attribute === "attributeName" && localName(value) === "href") return kIndirect;
    } else {
      const ids = references(value);
      // It may give a reference a name, which is used elsewhere.
      if (ids.length > 0 && attribute === "style" && value.includes("--")) return kIndirect;
      element[/marker/i.test(`${attribute} ${value}`) ? "markers" : "paints"].push(...ids);
    }
    if (isAnimation || kOutlines.includes(attribute)) element.points += Math.ceil(value.length / 2);
  }
  return element;
}

/** What is between the parentheses of `url(#…)`. At the end of a text, quotes and parentheses may stay open. */
function references(value: string): string[] {
  const found = value.matchAll(/(?:url|element)\(\s*(?:"([^"]*)|'([^']*)|([^)]*))/gi);
  return Array.from(found, ([, double, single, bare]) => double ?? single ?? bare ?? "")
    .filter((each) => each.includes("#"))
    .map(fragment);
}

/** As a browser reads the end of an address. */
function fragment(address: string): string {
  const name = address
    .slice(address.indexOf("#") + 1)
    .replaceAll(/[\t\r\n]/g, "")
    .trim();
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Whether it contains a file that is no picture of pixels and no font: that could be a picture like this one. */
function files(value: string): boolean {
  const address = /data:(?!image\/(png|jpe?g|gif|webp|avif)[;,]|font\/|application\/[\w-]*font)/i;
  return address.test(value.replaceAll(/[\t\r\n]/g, ""));
}

const kNamed: Record<string, string> = { quot: '"', apos: "'", amp: "&", lt: "<", gt: ">" };

function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(quot|apos|amp|lt|gt));/gi, (_all, hex, decimal, name) =>
    name ? (kNamed[name.toLowerCase()] ?? "") : letter(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  );
}

/** Without the escapes of CSS. */
function withoutEscapes(text: string): string {
  return text.replaceAll(/\\(?:([0-9a-f]{1,6})(?:\r\n|\s)?|\r\n|[\n\f]|([\s\S]))/gi, (_all, hex, sign) =>
    hex ? letter(Number.parseInt(hex, 16)) : (sign ?? ""),
  );
}

const letter = (code: number) => (code > 0 && code < 0x110000 ? String.fromCodePoint(code) : "\ufffd");
