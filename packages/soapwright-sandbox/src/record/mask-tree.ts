/**
 * Masking of the elements of a real exchange: their values are replaced, by declared type where the tables declare them
 * and by the form of the text elsewhere. Booleans, values of a declared enumeration, `xsi:` and SOAP attributes and the
 * kept paths stay.
 */

import {
  builtInOf,
  declarationsOf,
  enumerationOf,
  type NodeRef,
  nodeOf,
  type Rename,
  type SimpleNode,
  stepsOf,
} from "soapwright-runtime/codecs";
import { isResponseError } from "soapwright-runtime/errors";
import { isElement, type TreeElement, type TreeNode } from "../asmx/element-tree";
import type { Pseudonymizer, ValueKind } from "./pseudonymizer";

const instance = "http://www.w3.org/2001/XMLSchema-instance";

export interface MaskSettings {
  readonly invention: Pseudonymizer;
  readonly rename: Rename;
  /** Paths of elements whose values stay, by local names: `Order/City`, or the whole path. */
  readonly keep: readonly string[];
  /** The parts of the message, which elements refer to by URL. */
  readonly parts?: { take(url: string): Uint8Array } | undefined;
}

/** No value that is invented later contains one of these values. */
export function noteValues(element: TreeElement, invention: Pseudonymizer): void {
  for (const { value } of element.attributes) invention.note(value);
  for (const child of element.children) {
    if (typeof child === "string") invention.note(child);
    else noteValues(child, invention);
  }
}

/** Without a declared type, the kind of each value is guessed from its text. */
export function maskElement(
  element: TreeElement,
  ref: NodeRef | undefined,
  settings: MaskSettings,
  path = element.name.local,
): TreeElement {
  const declarations = ref === undefined ? undefined : declarationsOf(ref);
  const children: TreeNode[] = [];
  for (const child of element.children) {
    if (typeof child === "string") {
      const isBlank = child.trim() === "";
      if (!isBlank) children.push(maskedText(child, declarations?.text, path, settings));
      else if (!element.children.some(isElement)) children.push(child);
    } else {
      const { local, namespace } = child.name;
      const declaration = declarations?.elements.find(
        ({ name }) =>
          name.local === local && (settings.rename(name.namespace) === namespace || declarations.item !== undefined),
      );
      children.push(maskElement(child, declaration?.type ?? declarations?.item, settings, `${path}/${local}`));
    }
  }
  const attributes = element.attributes.map((attribute) => {
    const { name, value } = attribute;
    if (name.namespace === instance || isSoap(name.namespace)) return attribute;
    const declaration = declarations?.attributes.find((one) => one.name.local === name.local);
    return {
      name,
      value: maskedText(value, declaration && nodeOf(declaration.type), `${path}/@${name.local}`, settings),
    };
  });
  return { ...element, attributes, children, notes: [] };
}

export function maskOctets(octets: Uint8Array, path: string, { invention, keep }: MaskSettings): string {
  const text = Buffer.from(octets).toString("base64");
  return isKept(path, keep) ? text : invention.of(text, "base64", path, false);
}

/** A missing part has no octets. A recording stores them in the element. */
function octetsOf(url: string, { parts }: MaskSettings): Uint8Array {
  try {
    return parts?.take(url) ?? new Uint8Array();
  } catch (error) {
    if (isResponseError(error)) return new Uint8Array();
    throw error;
  }
}

function maskedText(text: string, type: SimpleNode | undefined, path: string, settings: MaskSettings): string {
  if (type?.refersToPart === true) return maskOctets(octetsOf(text, settings), path, settings);
  if (isKept(path, settings.keep)) return text;
  if (type && enumerationOf(type)?.includes(text.trim())) return text;
  const builtIn = type && builtInOf(type);
  if (builtIn === "boolean" && /^\s*(true|false|0|1)\s*$/.test(text)) return text;
  const name = path.split("/").at(-1) ?? "";
  return settings.invention.of(text, kindOf(text, builtIn), name, type !== undefined && hasFacets(type));
}

function isKept(path: string, keep: readonly string[]): boolean {
  return keep.some((kept) => path === kept || path.endsWith(`/${kept}`));
}

function kindOf(text: string, builtIn: string | undefined): ValueKind {
  if (builtIn !== undefined) {
    if (/int|long|short|byte/i.test(builtIn)) return "integer";
    if (/^(decimal|decimalNumber|float|double)$/.test(builtIn)) return "decimal";
    if (builtIn === "date" || builtIn === "dateTime" || builtIn === "time") return builtIn;
    if (builtIn === "base64Binary") return "base64";
    if (builtIn === "hexBinary") return "hex";
    if (builtIn === "anyURI") return "address";
    if (/^g|^duration$/.test(builtIn)) return "digits";
  }
  const plain = text.trim();
  if (/^[+-]?\d+$/.test(plain) && builtIn === undefined) return "integer";
  if (/^[+-]?\d*\.\d+$/.test(plain)) return "decimal";
  if (/^\d{4}-\d\d-\d\d(T|$)/.test(plain)) return plain.includes("T") ? "dateTime" : "date";
  return "text";
}

function hasFacets(type: SimpleNode): boolean {
  return stepsOf(type).some(({ facets: { patterns, length, maxLength, minLength } = {} }) =>
    [patterns, length, maxLength, minLength].some((facet) => facet !== undefined),
  );
}

function isSoap(namespace: string): boolean {
  return /soap\/(envelope|encoding)|soap-(envelope|encoding)/.test(namespace);
}
