import { accepts, listItems, refersToPart, type Shape, type SimpleType, shapeOf } from "soapwright-contract";
import { floatOf, largeIntegers, normalize, otherBoolean } from "soapwright-runtime/xsd";

export type Prefixes = ReadonlyMap<string, string>;

export type Int64 = "bigint" | "string";

/** Returns the TypeScript value of `text`, by the documentation's table "XSD to TypeScript". */
export function typedValue(type: SimpleType, text: string, prefixes: Prefixes, int64: Int64 = "bigint"): unknown {
  const shape = shapeOf(type);
  const value = normalize(text, shape.whiteSpace);
  const { variety } = shape;
  if (refersToPart(type)) return octetsOf(value);
  if (variety.of === "list") return listItems(value).map((item) => typedValue(variety.item, item, prefixes, int64));
  if (variety.of === "union") return typedValue(memberOf(variety.members, value), value, prefixes, int64);
  switch (variety.builtIn.primitive) {
    case "boolean":
      return value === "true" || value === "1";
    case "float":
    case "double":
      return floatOf(value);
    case "decimal":
      if (!variety.builtIn.integer || (int64 === "string" && largeIntegers.has(variety.name))) return value;
      return wholeNumber(variety.name, value);
    case "base64Binary":
      return new Uint8Array(Buffer.from(value, "base64"));
    case "hexBinary":
      return new Uint8Array(Buffer.from(value, "hex"));
    case "QName":
    case "NOTATION":
      return qname(value, prefixes);
    default:
      return value;
  }
}

/** Returns the reference's text as the octets of the part, because instances have no message. */
export function octetsOf(url: string): Uint8Array {
  return new Uint8Array(Buffer.from(url, "utf8"));
}

/** Returns the text that the codec writes for the value of `text`: numbers and booleans are canonical. */
export function canonicalText(type: SimpleType, text: string): string {
  const shape = shapeOf(type);
  const { variety } = shape;
  const value = normalize(text, shape.whiteSpace);
  if (variety.of === "union") return canonicalText(memberOf(variety.members, value), value);
  if (variety.of === "atomic") {
    const canonical = canonicalAtom(variety, value);
    return isBoolean(shape) ? booleansLetIn(type, [canonical]) : canonical;
  }
  const items = listItems(value).map((item) => canonicalText(variety.item, item));
  return isBoolean(shapeOf(variety.item)) ? booleansLetIn(type, items) : items.join(" ");
}

function isBoolean({ variety }: Shape): boolean {
  return variety.of === "atomic" && variety.builtIn.primitive === "boolean";
}

/** A pattern may accept only 1 and 0. */
function booleansLetIn(type: SimpleType, texts: readonly string[]): string {
  const text = texts.join(" ");
  return accepts(type, text) ? text : texts.map(otherBoolean).join(" ");
}

function canonicalAtom({ name, builtIn }: Extract<Shape["variety"], { of: "atomic" }>, value: string): string {
  switch (builtIn.primitive) {
    case "boolean":
      return value === "true" || value === "1" ? "true" : "false";
    case "float":
    case "double": {
      const real = floatOf(value);
      return Math.abs(real) === Infinity ? (real > 0 ? "INF" : "-INF") : String(real);
    }
    case "decimal":
      return builtIn.integer ? String(wholeNumber(name, value)) : value;
    default:
      return value;
  }
}

/** XML Schema Part 2, 2.5.1.3: the first member type that accepts the text. */
function memberOf(members: readonly SimpleType[], text: string): SimpleType {
  const member = members.find((candidate) => accepts(candidate, text)) ?? members[0];
  if (!member) throw new TypeError("a union without members");
  return member;
}

function wholeNumber(name: string, value: string): number | bigint {
  return largeIntegers.has(name) ? BigInt(value.replace(/^\+/, "")) : Number(value) + 0;
}

function qname(text: string, prefixes: Prefixes): { namespace: string; local: string } {
  const [prefix, local] = text.includes(":") ? text.split(":", 2) : ["", text];
  return { namespace: prefixes.get(prefix ?? "") ?? "", local: local ?? "" };
}
