/** Elements of an envelope by a path of child steps, as policies name them (WS-SecurityPolicy 1.3, 4.1.3). */
import type { WrittenTag } from "soapwright-runtime/codecs";
import { wrongOption } from "soapwright-runtime/extend";
import type { ElementPath } from "./encryption/encryption-options";
import { childrenOf, type EnvelopePart, type EnvelopeParts, elementsIn, isNamed } from "./envelope-parts";

interface Step {
  readonly namespace: string;
  readonly name: string;
}

const FORM = /^\/\/?\{[^{}]*\}[^{}/]+(?:\/\{[^{}]*\}[^{}/]+)*$/;

export function isPath(part: unknown): part is ElementPath {
  return typeof part === "object" && part !== null && "path" in part;
}

/** Throws a `ConfigurationError` for a path of another form. */
export function checkPath(option: string, value: unknown): string {
  if (typeof value === "string" && FORM.test(value)) return value;
  throw wrongOption(option, 'a path such as "//{namespace}name" or "/{…}Envelope/{…}Body/{…}name"', "another value");
}

function stepsOf(path: string): readonly Step[] {
  return [...path.matchAll(/\{([^{}]*)\}([^{}/]+)/g)].map(([, namespace = "", name = ""]) => ({ namespace, name }));
}

/** Returns the elements in document order. Nothing in a wsse:Security block is meant, which is written later. */
export function elementsAt(text: string, parts: EnvelopeParts, { path }: ElementPath): readonly EnvelopePart[] {
  const { soap, header, body } = parts;
  const top = header === undefined ? [body] : [header, body];
  const [first, ...rest] = stepsOf(path);
  if (first === undefined) return [];
  const below = (from: readonly EnvelopePart[], steps: readonly Step[]): readonly EnvelopePart[] =>
    steps.reduce((found, step) => found.flatMap((each) => childrenOf(text, each)).filter(isAt(step)), from);
  if (!path.startsWith("//")) {
    const [second, ...others] = rest;
    if (first.namespace !== soap || first.name !== "Envelope" || second === undefined) return [];
    return below(top.filter(isAt(second)), others);
  }
  const isLocal = ({ name }: WrittenTag): boolean => name === first.name || name.endsWith(`:${first.name}`);
  const anywhere = top.flatMap((part) => [part, ...elementsIn(text, part, isLocal)]).filter(isAt(first));
  // An element inside of another one of its name has children that stand before later ones of the outer one.
  return below(anywhere, rest).toSorted((one, other) => one.start - other.start);
}

function isAt({ namespace, name }: Step): (part: EnvelopePart) => boolean {
  return (part) => isNamed(part, namespace, name);
}
