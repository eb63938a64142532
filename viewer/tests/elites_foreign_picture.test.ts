// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { pictureFault } from "../src/elites/foreign_picture";

const svg = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">${inner}</svg>`;

/** Every group draws the one before twice. */
function doubling(levels: number, refer: (id: string) => string): string {
  const groups = Array.from({ length: levels }, (_each, i) => `<g id="g${i + 1}">${refer(`g${i}`).repeat(2)}</g>`);
  return svg(`<defs><rect id="g0" width="9" height="9"/>${groups.join("")}</defs>${refer(`g${levels}`)}`);
}

const steps = "To draw it takes very many steps.";

describe("a worker's picture", () => {
  it("is shown if it is an ordinary one", () => {
    const ordinary = [
      svg('<circle r="1" fill="rgb(1,2,3)" stroke="red"/>'),
      `<?xml version="1.0"?>\n<!-- made <by> hand -->\n${svg("<text>a &amp; b</text>")}\n`,
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${svg("")}`,
      svg('<style type="text/css">*{stroke-linejoin: round} .a{fill:url(#fade)}</style><linearGradient id="fade"/>'),
      svg("<style><![CDATA[ .a > .b { fill: #abc } ]]></style><g class='a'/>"),
      svg('<a xlink:href="#top"><g id="top"/></a><image href="data:image/png;base64,AAAA"/>'),
      svg('<circle><animate attributeName="fill" values="#fff;#000" dur="1s"/></circle>'),
      svg("<image href='http://elsewhere.invalid/a.png'/><script>parent.acted = 1</script>"),
    ];
    expect(ordinary.map(pictureFault)).toEqual(ordinary.map(() => null));
  });

  it("may draw its letters and marks many times", () => {
    const marks = '<use xlink:href="#m" x="3"/>'.repeat(20_000);
    expect(pictureFault(svg(`<defs><path id="m" d="M0 0h1"/></defs><g clip-path="url(#c)">${marks}</g>`))).toBeNull();
    const arrows = `<path d="M0 0L9 9" marker-end="url(#arrow)"/>`.repeat(500);
    expect(pictureFault(svg(`<marker id="arrow"><path d="M0 0L1 1"/></marker>${arrows}`))).toBeNull();
  });

  it("is held back if its parts are drawn again and again", () => {
    const ways: ((id: string) => string)[] = [
      (id) => `<use href="#${id}"/>`,
      (id) => `<use xlink:href='#${id}'/>`,
      (id) => `<s:use xmlns:s="http://www.w3.org/2000/svg" href="&#35;${id}"></s:use>`,
      (id) => `<use href="#%67${id.slice(1)}"/>`,
      (id) => `<rect fill="url(#${id})"/>`,
      (id) => `<rect style="fill: url(&quot;#${id}&quot;)"/>`,
      (id) => `<rect style="fill:u\\72 l( '\\23 ${id}' )"/>`,
      (id) => `<rect filter="url(#${id}"/>`,
      (id) => `<rect mask="url('#&#10;${id}"/>`,
      (id) => `<path d="M0 0L1 1" marker-end="url(#${id})"/>`,
    ];
    for (const way of ways) {
      expect(pictureFault(doubling(3, way))).toBeNull();
      expect(pictureFault(doubling(18, way))).toBe(steps);
    }
    expect(doubling(18, ways[0]!).length).toBeLessThan(1500);
  });

  it("is held back if many elements take a pattern of another one", () => {
    const pattern = (id: string, next: string) =>
      `<pattern id="${id}"><g fill="url(#${next})">${"<rect/>".repeat(60)}</g></pattern>`;
    expect(pictureFault(svg(`${pattern("a", "b")}${pattern("b", "c")}${pattern("c", "none")}`))).toBe(steps);
    const path = `<path d="${"M0 0".repeat(500)}"/>`;
    const marker = `<marker id="m">${"<rect/>".repeat(300)}</marker>`;
    expect(pictureFault(svg(`${marker}<g marker-mid="url(#m)">${path}</g>`))).toBe(steps);
  });

  it("is held back if what it refers to cannot be told", () => {
    const held = [
      `<!DOCTYPE svg [<!ENTITY a "<g/>">]>${svg("&a;")}`,
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a" [<!ENTITY a "<g/>">]>${svg("&a;")}`,
      `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "a">${svg("&num;")}`,
      svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
      svg("<g>".repeat(600) + "</g>".repeat(600)),
      svg('<style>rect{fill:url(#p)}</style><pattern id="p"/>'),
      svg("<style>@import 'a.css';</style>"),
      svg('<g style="--p:url(#p)"/><pattern id="p"/>'),
      svg('<use><set attributeName="href" to="#p"/></use>'),
      svg('<rect><animate attributeName="fill" values="url(#p)"/></rect>'),
      svg('<g id="a&quot;b"/><rect fill="url(&quot;#a\\&quot;b&quot;)"/>'),
      svg('<image href="da&#10;ta:IMAGE/svg+xml,%3Csvg/%3E"/>'),
      svg('<rect style="fill:url(data:image/svg+xml,x)"/>'),
      `<?xml-stylesheet href="data:text/css,a"?>${svg("")}`,
      "<svg><g></svg>",
      "<svg><g a=1/></svg>",
      "<svg/><svg/>",
      "no picture",
      "",
    ];
    for (const each of held) expect(pictureFault(each), each.slice(0, 99)).not.toBeNull();
  });

  it("has the names that its elements have for others", () => {
    const way = (id: string) => `<use href="#${id}"/>`;
    const renamed = doubling(18, way).replaceAll('<g id="', '<g x:id="other" xmlns:x="x" id="');
    expect(pictureFault(renamed)).toBe(steps);
    expect(pictureFault(renamed.replaceAll(/(x:id="other" xmlns:x="x") (id="g\d+")/g, "$2 $1"))).toBe(steps);
  });

  it("is shown though its names have dashes", () => {
    const dashes = `<linearGradient id="a--b"/><g fill="url(#a--b)"/><g style="color:red;--p:1"/>`;
    expect(pictureFault(svg(dashes))).toBeNull();
  });

  it("is judged quickly, whatever it is", () => {
    const before = performance.now();
    const long = 2 ** 18; // letters of the longest picture that there can be
    pictureFault(svg(`<g style="fill:url(#a);${"-".repeat(long)}"/>`));
    pictureFault(svg(`<g style="${"url(".repeat(long / 4)}"/>`));
    pictureFault(svg(`<g style="${"&#x0".repeat(long / 4)}"/>`));
    pictureFault(svg(`<g fill="${"data:application/".repeat(long / 17)}"/>`));
    pictureFault(svg(`<g fill="${"data:application/font".repeat(long / 21)}"/>`));
    const gradient = '<linearGradient id="a"/>';
    pictureFault(svg(gradient.repeat(long / 2 / 24) + "<style>a{b:url(#a)}</style>".repeat(long / 2 / 27)));
    pictureFault(`<svg${" ".repeat(long)}`);
    pictureFault(`<svg${' a="b"'.repeat(long / 6)}`);
    pictureFault(`</${"a".repeat(long)}`);
    pictureFault(`<!DOCTYPE svg${" ".repeat(long)}`);
    pictureFault(svg('<g id="a"/>'.repeat(20_000) + '<use href="#a"/>'.repeat(20_000)));
    pictureFault(`<svg ${"a ".repeat(100_000)}`);
    pictureFault(`<svg a="${'\\"'.repeat(100_000)}`);
    expect(performance.now() - before).toBeLessThan(3000);
  });
});
