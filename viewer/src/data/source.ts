// SPDX-License-Identifier: MIT

/** Where the resources of docs/explorer-api.md come from. */
export interface Source {
  /** Whether the page stands alone, with its data inside. */
  exported: boolean;
  /** False if it is certain that there is no such resource. */
  mayHave(name: string): boolean;
  /** Throws NotThere for what there is not. */
  bytes(name: string): Promise<ArrayBuffer>;
}

export class NotThere extends Error {}

/** Nobody answers: the server was stopped, or the network is away. */
export class NoAnswer extends Error {}

/** The server that the page came from. */
class Server implements Source {
  exported = false;

  mayHave(): boolean {
    return true;
  }

  async bytes(name: string): Promise<ArrayBuffer> {
    let answer: Response;
    let body: ArrayBuffer;
    try {
      answer = await fetch(`/api/${name}`);
      body = await answer.arrayBuffer();
    } catch {
      throw new NoAnswer("mce view does not answer: has it been stopped?");
    }
    if (answer.ok) return body;
    const said = errorIn(body);
    const text = said ?? `mce view answers with status ${answer.status}`;
    throw answer.status === 404 ? new NotThere(text) : new Error(text);
  }
}

function errorIn(body: ArrayBuffer): string | undefined {
  try {
    return (JSON.parse(new TextDecoder().decode(body)) as { error?: string }).error;
  } catch {
    return undefined; // not from mce
  }
}

/** Data inside the page: an element per resource, compressed, as base64. */
class Embedded implements Source {
  exported = true;
  private elements = new Map<string, HTMLElement>();

  constructor(elements: Iterable<HTMLElement>) {
    for (const each of elements) this.elements.set(each.dataset.mce ?? "", each);
  }

  mayHave(name: string): boolean {
    return this.elements.has(name);
  }

  async bytes(name: string): Promise<ArrayBuffer> {
    const element = this.elements.get(name);
    if (!element) throw new NotThere("this page does not contain that");
    return unpackBase64(element.textContent ?? "");
  }
}

/** gzip in base64, as it is in a page. */
export async function unpackBase64(text: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

export function openSource(): Source {
  const elements = [...document.querySelectorAll<HTMLElement>("script[data-mce]")];
  return elements.length > 0 ? new Embedded(elements) : new Server();
}
