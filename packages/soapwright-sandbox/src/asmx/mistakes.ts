/** The mistakes of a request that ASP.NET silently forgives. */

import type { ElementNode, Rename } from "soapwright-runtime/codecs";
import { builtInOf, enumerationOf, escapeAttribute, plainElements, simpleTypeOf } from "soapwright-runtime/codecs";

export interface Mistake {
  /** The path of the element in the Body or Header, for example `Order_GetList/Period`. */
  readonly path: string;
  /** A sentence that describes the mistake and how ASP.NET treats it. */
  readonly message: string;
  readonly expected?: string;
}

/** A request of 4 MiB may have 300,000 mistakes, and each is a line of the log. */
const mostMistakes = 100;

/** The mistakes of one request, in document order: the first 100. */
export class Mistakes {
  readonly #all: Mistake[] = [];

  get all(): readonly Mistake[] {
    return this.#all;
  }

  /** Whether further mistakes are ignored, so that nobody needs to describe them. */
  get isFull(): boolean {
    return this.#all.length > mostMistakes;
  }

  add(path: string, message: string, expected?: () => string): void {
    if (this.isFull) return;
    if (this.#all.length === mostMistakes) this.#all.push({ path, message: "Further mistakes are not listed." });
    else this.#all.push({ path, message, ...(expected && { expected: expected() }) });
  }
}

export function mistakeText({ path, message, expected }: Mistake): string {
  return `${path}: ${message}${expected === undefined ? "" : ` Expected: ${expected}`}`;
}

/** Dots replace the elements beyond this number, because the shape is clear by then. */
const mostElements = 300;

/** Types are in place of values, and three dots stand for repeatable elements. */
export function templateOf(declaration: ElementNode, rename: Rename): string {
  let elements = 0;
  const template = ({ name, type, array }: ElementNode, around: string, depth: number): string => {
    elements++;
    const namespace = rename(name.namespace);
    const start = namespace === around ? name.local : `${name.local} xmlns="${escapeAttribute(namespace)}"`;
    const children = depth < 5 && elements < mostElements ? plainElements(type) : undefined;
    const content =
      simpleTypeOf(type) !== undefined
        ? (enumerationOf(type)?.join("|") ?? builtInOf(type))
        : children?.map((child) => template(child, namespace, depth + 1)).join("");
    return `<${start}>${content ?? "…"}</${name.local}>${array ? "…" : ""}`;
  };
  return template(declaration, "", 0);
}
