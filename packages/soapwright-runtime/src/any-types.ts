/** Typed values of `xs:anyType` and wildcards, by the type that `xsi:type` names (XML Schema Part 1, 2.6.1). */
import { ArgumentError } from "./errors/argument-error";
import { Codec, type ElementNode, type NodeRef, TreeReader, type XmlElement } from "./schema/codec";
import { XSD, XSI } from "./schema/schema-namespaces";
import { boundName } from "./schema/simple/built-ins";
import { Mismatch } from "./schema/simple/mismatch";
import { soapEncoding } from "./schema/soap-encoding";
import { madeElement } from "./schema/tables/made-nodes";
import { nillable } from "./schema/tables/table-complex";
import { xs } from "./schema/tables/table-simple";
import type { QName } from "./schema/tables/table-values";
import { Replay } from "./schema/tree/replay";
import type { XmlEvents } from "./xml/events";
import { XmlReader } from "./xml/reader";
import { trim } from "./xsd/built-ins";

/** The values of built-in types that are read and written most; every other one works too. */
export interface BuiltInValues {
  "xs:string": string;
  "xs:boolean": boolean;
  "xs:int": number;
  "xs:short": number;
  "xs:long": bigint;
  "xs:integer": bigint;
  "xs:decimal": string;
  "xs:double": number;
  "xs:float": number;
  "xs:date": string;
  "xs:dateTime": string;
  "xs:anyURI": string;
  "xs:QName": QName;
  "xs:base64Binary": Uint8Array;
}

/** A value beside the name of its type: a name of the tables, or `xs:` and the name of a built-in type. */
export type AnyValue<T> = {
  [Name in keyof T & string]: { readonly $type: Name; readonly value: T[Name] | null };
}[keyof T & string];

/** Converts elements of any type to typed values, and back. */
export interface AnyTypes<T> {
  /**
   * Returns the value of an element by its `xsi:type`, `null` if it is nil; an element without the attribute, or of a
   * type that no table describes, is returned as it is. Throws a `ResponseError` for an element that does not fit its
   * type.
   */
  decode(element: XmlElement): AnyValue<T & BuiltInValues> | XmlElement;
  /**
   * Returns an element of this name with the value and its `xsi:type`. Throws an `ArgumentError` for an unknown type,
   * and for a value that does not fit it.
   */
  encode<Name extends keyof (T & BuiltInValues) & string>(
    type: Name,
    value: (T & BuiltInValues)[Name] | null,
    name: QName,
  ): XmlElement;
}

interface NamedType {
  readonly label: string;
  readonly name: QName;
  readonly type: NodeRef;
}

/**
 * Returns the conversions for the named types of `tables`, the generated `schemas` for example, and for the built-in
 * types. `T` names the TypeScript type of each table: `anyTypes<{ Order: Order }>(schemas)`.
 */
export function anyTypes<T = unknown>(tables: object): AnyTypes<T> {
  const types = [...namedTypes(tables), ...builtIns()];
  const byName = new Map(types.map((type) => [expanded(type.name), type]));
  const byLabel = new Map(types.map((type) => [type.label, type]));
  const codec = new Codec({ validation: "standard", soapEncoding });
  return {
    decode(element) {
      const type = byName.get(expanded(typeOf(element)));
      if (type === undefined) return element;
      const replay = new Replay();
      const decoder = codec.decoder(declarationOf(element.name, type), replay);
      replay.run({ ...element, attributes: element.attributes.filter(({ name }) => !isType(name)) }, decoder);
      return { $type: type.label, value: decoder.value } as AnyValue<T & BuiltInValues>;
    },
    encode(label, value, name) {
      const type = byLabel.get(label);
      if (type === undefined) {
        throw new ArgumentError(
          "The type that encode was given is in no table. Give the name of a type of the tables, or of a built-in type, for example xs:int.",
          { reason: "type-unknown", path: "type", expected: "the name of a type of the tables", received: "another" },
        );
      }
      const xml = codec.encode(declarationOf(name, type), value, name.local, { selfContained: true });
      return withType(treeOf(xml), type.name);
    },
  };
}

function* namedTypes(tables: object): Generator<NamedType> {
  for (const [label, type] of Object.entries(tables)) {
    if (typeof type !== "object" || type === null) continue;
    const { kind, name } = type as { readonly kind?: unknown; readonly name?: QName };
    if (name === undefined || (kind !== "complex" && kind !== "simple" && kind !== "soapArray")) continue;
    yield { label, name, type: type as Exclude<NodeRef, () => unknown> };
  }
}

function* builtIns(): Generator<NamedType> {
  for (const [key, type] of Object.entries(xs)) {
    if (type.name?.local === key) yield { label: `xs:${key}`, name: type.name, type };
  }
}

function declarationOf(name: QName, { type }: NamedType): ElementNode {
  return madeElement(name, nillable(type));
}

function isType({ namespace, local }: QName): boolean {
  return namespace === XSI && local === "type";
}

/** Returns undefined without `xsi:type`, and for a name whose prefix the element does not bind. */
function typeOf({ attributes, prefixes = {} }: XmlElement): QName | undefined {
  const text = attributes.find(({ name }) => isType(name))?.value;
  if (text === undefined) return undefined;
  const resolvePrefix = (prefix: string) => (Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : undefined);
  try {
    return boundName(trim(text), { resolvePrefix }, "xsi:type");
  } catch (error) {
    if (error instanceof Mismatch) return undefined;
    throw error;
  }
}

function expanded(name: QName | undefined): string {
  return name === undefined ? "" : `{${name.namespace}}${name.local}`;
}

function treeOf(xml: string): XmlElement {
  let tree: TreeReader | undefined;
  const events: XmlEvents = {
    startElement: (name, attributes) => tree!.startElement(name, attributes),
    text: (text) => tree!.text(text),
    endElement: () => tree!.endElement(),
  };
  const reader = new XmlReader(events);
  tree = new TreeReader(reader);
  reader.write(xml);
  reader.end();
  return tree.element;
}

function withType(element: XmlElement, { namespace, local }: QName): XmlElement {
  const prefixes: { [prefix: string]: string } = { ...element.prefixes };
  let prefix = namespace === "" ? "" : namespace === XSD ? "xs" : "t";
  while (Object.hasOwn(prefixes, prefix) && prefixes[prefix] !== namespace) prefix += "t";
  prefixes[prefix] = namespace;
  const type = { name: { namespace: XSI, local: "type" }, value: prefix === "" ? local : `${prefix}:${local}` };
  return { ...element, attributes: [type, ...element.attributes], prefixes };
}
