import { base64Text } from "#platform";
import { Writer as XmlWriter } from "../schema/encode/xml-writer";
import { compileSimple } from "../schema/plans/plan-simple";
import { octetsOfBase64 } from "../schema/simple/binary";
import { attempt, Mismatch } from "../schema/simple/mismatch";
import { isSame } from "../schema/simple/simple-compare";
import { writeText } from "../schema/simple/simple-type";
import type { BuiltInName, SimpleNode, SimpleRef, Variety } from "../schema/tables/nodes";
import { nodeOf, stepsOf } from "../schema/tables/view";
import { valueOfText } from "../schema/value-of-text";
import { WrittenNumber } from "./json-text";

/** What JSON holds for the values of a built-in type. */
export type JsonKind = "text" | "digits" | "number" | "float" | "boolean" | "octets" | "name" | "names";

const KINDS: Partial<Record<BuiltInName, JsonKind>> = {
  boolean: "boolean",
  float: "float",
  double: "float",
  int: "number",
  short: "number",
  byte: "number",
  unsignedInt: "number",
  unsignedShort: "number",
  unsignedByte: "number",
  base64Binary: "octets",
  hexBinary: "octets",
  QName: "name",
  NOTATION: "name",
  NMTOKENS: "names",
  IDREFS: "names",
  ENTITIES: "names",
  // A double cannot hold every value of these types, so each of them is a text, whatever the tables make of it.
  decimal: "digits",
  decimalNumber: "digits",
  integer: "digits",
  nonPositiveInteger: "digits",
  negativeInteger: "digits",
  nonNegativeInteger: "digits",
  positiveInteger: "digits",
  long: "digits",
  unsignedLong: "digits",
};

export function jsonKindOf(builtIn: BuiltInName): JsonKind {
  return KINDS[builtIn] ?? "text";
}

/** Numbers that JSON lacks. */
export const SPECIAL_NUMBERS: ReadonlyMap<string, number> = new Map([
  ["INF", Number.POSITIVE_INFINITY],
  ["-INF", Number.NEGATIVE_INFINITY],
  ["NaN", Number.NaN],
  ["-0", -0],
]);

export function varietyOf(ref: SimpleRef): Exclude<Variety, { of: "restriction" }> {
  return stepsOf(ref).at(-1)!.variety as Exclude<Variety, { of: "restriction" }>;
}

/** Returns the JSON form of a value. Throws `Mismatch` for a value of another type; ignores facets. */
export function simpleToJson(ref: SimpleRef, value: unknown): unknown {
  const node = nodeOf(ref);
  const variety = varietyOf(node);
  switch (variety.of) {
    case "list":
      return listItems(node, value).map((item) => simpleToJson(variety.item, item));
    case "union":
      return unionToJson(node, variety.members, value);
    case "atomic":
      return atomicToJson(node, jsonKindOf(variety.builtIn), value);
  }
}

function atomicToJson(node: SimpleNode, kind: JsonKind, value: unknown): unknown {
  const type = compileSimple(node);
  const formatted = (): string => type.format(value, new XmlWriter(false));
  switch (kind) {
    case "boolean":
      formatted();
      return value;
    case "number":
      formatted();
      return value === 0 ? 0 : value;
    case "float": {
      const text = formatted();
      return SPECIAL_NUMBERS.has(text) ? text : value;
    }
    case "octets":
      if (!(value instanceof Uint8Array)) throw new Mismatch(`${type.expected}, as a Uint8Array`);
      return base64Text(value);
    case "name": {
      formatted();
      const { namespace, local } = value as { namespace: string; local: string };
      return { namespace, local };
    }
    case "names":
      formatted();
      return [...(value as readonly string[])];
    case "digits":
      return formatted();
    case "text":
      // The text of a response may have characters that a request cannot carry.
      return typeof value === "string" ? value : formatted();
  }
}

function listItems(node: SimpleNode, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Mismatch(compileSimple(node).expected);
  return value;
}

/** A value that JSON has no form of its own for is its lexical, which a union reads as it reads XML. */
function unionToJson(node: SimpleNode, members: readonly SimpleRef[], value: unknown): unknown {
  const union = compileSimple(node);
  const scope = new XmlWriter(false);
  for (const member of members) {
    const type = compileSimple(member);
    const text = attempt(() => writeText(type, value, scope));
    if (text === undefined || !isSame(union.parse(text, scope), type.parse(text, scope))) continue;
    const json = simpleToJson(member, value);
    return typeof json === "string" ? text : json;
  }
  const text = typeof value === "string" ? attempt(() => union.format(value, scope)) : undefined;
  return text ?? valueOutside(members, value) ?? refuseUnion(union.expected);
}

/** A value that a client reads although it is outside of the facets of its member. */
function valueOutside(members: readonly SimpleRef[], value: unknown): unknown {
  for (const member of members) {
    const json = attempt(() => {
      const text = compileSimple(member).format(value, new XmlWriter(false));
      const own = simpleToJson(member, value);
      return typeof own === "string" ? text : own;
    });
    if (json !== undefined) return json;
  }
  return undefined;
}

function refuseUnion(expected: string): never {
  throw new Mismatch(expected);
}

/** Reads JSON that a person has written, where a number of few digits may stand for its text. */
export function handwrittenFromJson(ref: SimpleRef, json: unknown): unknown {
  const { of, ...variety } = varietyOf(ref);
  const isNumber = typeof json === "number" || json instanceof WrittenNumber;
  if (of !== "atomic" || !isNumber || !("builtIn" in variety)) return simpleFromJson(ref, json);
  if (jsonKindOf(variety.builtIn) !== "digits") return simpleFromJson(ref, json);
  const text = json instanceof WrittenNumber ? json.text : String(json);
  // A double has 15 digits that no reader of JSON rounds.
  if (/^-?[\d.]+$/.test(text) && text.replace(/\D/g, "").length <= 15) return simpleFromJson(ref, text);
  throw new Mismatch(`${compileSimple(ref).expected}, as a string of digits`, "a number that may be rounded");
}

/** Returns the value of JSON. Throws `Mismatch` for another type of JSON; ignores facets. */
export function simpleFromJson(ref: SimpleRef, json: unknown): unknown {
  const node = nodeOf(ref);
  const variety = varietyOf(node);
  switch (variety.of) {
    case "list":
      return listItems(node, json).map((item) => simpleFromJson(variety.item, item));
    case "union":
      return unionFromJson(node, variety.members, json);
    case "atomic":
      return atomicFromJson(node, jsonKindOf(variety.builtIn), json);
  }
}

function atomicFromJson(node: SimpleNode, kind: JsonKind, json: unknown): unknown {
  const { expected } = compileSimple(node);
  const text = (form: string): string => {
    if (typeof json === "string") return json;
    throw new Mismatch(`${expected}, as ${form}`);
  };
  switch (kind) {
    case "boolean":
      if (typeof json !== "boolean") throw new Mismatch("true or false");
      return json;
    case "float": {
      const special = typeof json === "string" ? SPECIAL_NUMBERS.get(json) : undefined;
      if (special !== undefined) return special;
      return finite(
        json instanceof WrittenNumber ? json.valueOf() : json,
        `${expected}, as a number or one of the strings INF, -INF, NaN, -0`,
      );
    }
    case "number":
      if (json instanceof WrittenNumber) throw new Mismatch(`${expected}, as a number`, "a number of more digits");
      return finite(json, `${expected}, as a number`);
    case "digits": {
      const found = valueOfText(node, text('a string of digits, for example "12"'), "closed");
      if ("expected" in found) throw otherString(`${found.expected}, as a string of digits`, json);
      return found.value;
    }
    case "octets": {
      const form = "a string of base64";
      const base64 = text(form);
      const octets = attempt(() => octetsOfBase64(base64));
      if (octets === undefined) throw otherString(`${expected}, as ${form}`, json);
      return octets;
    }
    case "name":
      return nameFromJson(json, `${expected} and no other property`);
    case "names":
      if (Array.isArray(json) && json.every((name) => typeof name === "string")) return [...json];
      throw new Mismatch(`${expected}, as an array of strings`);
    case "text":
      return text("a string");
  }
}

/** "Takes a string, but is a string" would say nothing. */
function otherString(expected: string, json: unknown): Mismatch {
  return new Mismatch(expected, json === "" ? undefined : "another string");
}

/** JSON.parse makes infinity of a number that is too large for a double. */
function finite(json: unknown, expected: string): number {
  if (typeof json !== "number") throw new Mismatch(expected);
  if (!Number.isFinite(json)) throw new Mismatch(expected, "a number that is too large");
  return json;
}

function nameFromJson(json: unknown, expected: string): unknown {
  if (typeof json !== "object" || json === null || Object.keys(json).sort().join() !== "local,namespace")
    throw new Mismatch(expected);
  const { namespace, local } = json as { namespace: unknown; local: unknown };
  if (typeof namespace !== "string" || typeof local !== "string") throw new Mismatch(expected);
  return { namespace, local };
}

function unionFromJson(node: SimpleNode, members: readonly SimpleRef[], json: unknown): unknown {
  const union = compileSimple(node);
  if (typeof json === "string") {
    const found = valueOfText(node, json, "closed");
    if ("expected" in found) throw new Mismatch(`${found.expected}, as its text`);
    // The text of a number stays a text, because 007 is not what is written for the number 7.
    const isItsForm = attempt(() => unionToJson(node, members, found.value)) === json;
    const isText = !isItsForm && attempt(() => union.format(json, new XmlWriter(false))) === json;
    return isText ? json : found.value;
  }
  for (const member of members) {
    const value = attempt(() => simpleFromJson(member, json));
    if (value !== undefined && attempt(() => union.format(value, new XmlWriter(false))) !== undefined) return value;
  }
  throw new Mismatch(union.expected);
}
