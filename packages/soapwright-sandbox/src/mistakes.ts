/** The mistakes of a request that ASP.NET silently forgives. */

import type { ElementNode } from "soapwright-runtime/internal";
import { builtInOf, enumerationOf, escapeAttribute, plainElements, simpleTypeOf } from "soapwright-runtime/internal";
import type { Rename } from "soapwright-runtime/tables";

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

  add(path: string, message: string, expected?: () => string): void {
    if (this.#all.length > mostMistakes) return;
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
  return template(declaration, { rename, elements: 0 }, "", 0);
}

function template(
  declaration: ElementNode,
  written: { readonly rename: Rename; elements: number },
  around: string,
  depth: number,
): string {
  const { rename } = written;
  written.elements++;
  const namespace = rename(declaration.name.namespace);
  const { local } = declaration.name;
  const start = namespace === around ? local : `${local} xmlns="${escapeAttribute(namespace)}"`;
  const { type } = declaration;
  const more = declaration.array ? "…" : "";
  if (simpleTypeOf(type) !== undefined) {
    const values = enumerationOf(type);
    return `<${start}>${values ? values.join("|") : (builtInOf(type) ?? "…")}</${local}>${more}`;
  }
  const children = depth < 5 && written.elements < mostElements ? plainElements(type) : undefined;
  if (!children) return `<${start}>…</${local}>${more}`;
  return `<${start}>${children.map((child) => template(child, written, namespace, depth + 1)).join("")}</${local}>${more}`;
}
