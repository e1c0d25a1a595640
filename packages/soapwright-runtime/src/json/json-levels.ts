/** Values of simple types as a client reads them at the levels of `validation` that are not `standard`. */

import { Writer as XmlWriter } from "../schema/encode/xml-writer";
import { compileSimple } from "../schema/plans/plan-simple";
import { Mismatch } from "../schema/simple/mismatch";
import { writeText } from "../schema/simple/simple-type";
import type { SimpleNode, SimpleRef } from "../schema/tables/nodes";
import { builtInOf, nodeOf, stepsOf } from "../schema/tables/view";
import { jsonKindOf, simpleFromJson, simpleToJson, varietyOf } from "./json-simple";

/** Throws `Mismatch` for a value that a request cannot carry because of its form or its facets. */
export function checkSimple(ref: SimpleRef, value: unknown): void {
  const type = compileSimple(ref);
  if (type.refersToPart === true) return;
  // The text of octets is long, and says no more than they do.
  if (value instanceof Uint8Array && type.faceted !== true) return;
  writeText(type, value, new XmlWriter(false));
}

/** Throws `Mismatch` for a value outside a closed enumeration, which a client refuses in responses too. */
export function checkClosed(ref: SimpleRef, value: unknown): void {
  if (!hasClosed(nodeOf(ref))) return;
  const type = compileSimple(ref);
  type.check(value, type.format(value, new XmlWriter(false)), "closed");
}

const closed = new WeakMap<SimpleNode, boolean>();

/** Unions read their members themselves. */
function hasClosed(node: SimpleNode): boolean {
  let known = closed.get(node);
  if (known === undefined) {
    const variety = varietyOf(node);
    const isInside = variety.of === "list" && hasClosed(nodeOf(variety.item));
    known = isInside || stepsOf(node).some(({ facets }) => facets?.closed === true);
    closed.set(node, known);
  }
  return known;
}

/** Returns the JSON form of a value that may be a text in place of a value of its type. */
export function lenientToJson(ref: SimpleRef, value: unknown): unknown {
  const items = itemsOf(ref, value, lenientToJson);
  if (items !== undefined) return items;
  return orText(
    value,
    () => simpleToJson(ref, value),
    (text) => (isOctets(ref) ? { text } : text),
  );
}

/** Returns the value of JSON that may be a text in place of a value of its type. */
export function lenientFromJson(ref: SimpleRef, json: unknown): unknown {
  const items = itemsOf(ref, json, lenientFromJson);
  if (items !== undefined) return items;
  const text = isOctets(ref) ? textIn(json) : undefined;
  return (
    text ??
    orText(
      json,
      () => simpleFromJson(ref, json),
      (given) => given,
    )
  );
}

function itemsOf(ref: SimpleRef, value: unknown, convert: typeof lenientToJson): readonly unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const variety = varietyOf(ref);
  if (variety.of === "list") return value.map((item) => convert(variety.item, item));
  return isNames(ref) && value.every((name) => typeof name === "string") ? [...value] : undefined;
}

function orText(value: unknown, convert: () => unknown, ofText: (text: string) => unknown): unknown {
  try {
    return convert();
  } catch (error) {
    if (error instanceof Mismatch && typeof value === "string") return ofText(value);
    throw error;
  }
}

function isNames(ref: SimpleRef): boolean {
  const builtIn = builtInOf(ref);
  return builtIn !== undefined && jsonKindOf(builtIn) === "names";
}

function isOctets(ref: SimpleRef): boolean {
  const builtIn = builtInOf(ref);
  return builtIn !== undefined && jsonKindOf(builtIn) === "octets";
}

/** Octets that the service did not write as octets. A string would be base64. */
function textIn(json: unknown): string | undefined {
  if (typeof json !== "object" || json === null || Object.keys(json).join() !== "text") return undefined;
  const { text } = json as { readonly text: unknown };
  return typeof text === "string" ? text : undefined;
}
