/** Encodes an `XmlElement`, which no table describes, as the element that it describes (XML Schema Part 1, 3.10). */
import { findIllegalCharacter } from "../../xml/escape-text";
import { isNCName } from "../../xsd/xsd-names";
import type { WildcardPlan } from "../plans/plans";
import { XML } from "../schema-namespaces";
import type { QName, XmlAttribute } from "../tables/table-values";
import { readItems, readOwn, readProperties, requireObject } from "./caller-values";
import type { Encoder } from "./encoder";

const XMLNS = "http://www.w3.org/2000/xmlns/";
const ELEMENT = new Set(["name", "attributes", "children", "prefixes"]);
const ATTRIBUTE = new Set(["name", "value"]);
const NAME = new Set(["namespace", "local"]);

/** `place` is the required name of the element, or the wildcard that has to accept it; absent within a tree. */
export function encodeTree(encoder: Encoder, value: unknown, place?: QName | WildcardPlan): void {
  const { writer } = encoder;
  encoder.descend();
  const parts = readProperties(encoder, value, ELEMENT);
  const name = encoder.at("name", () => {
    const written = readName(encoder, parts.get("name"));
    requirePlace(encoder, written, place);
    return written;
  });
  const defaultNamespace = encoder.at("prefixes", () => declarePrefixes(encoder, parts.get("prefixes")));
  const attributes = encoder.at("attributes", () => encodeAttributeList(encoder, parts.get("attributes")));
  const tag = writer.open(name, { attributes, defaultNamespace });
  encoder.at("children", () =>
    readItems(encoder, parts.get("children"), "a list of texts and elements", (child) => {
      if (typeof child === "string") writer.content(name, readText(encoder, child));
      else encodeTree(encoder, child);
    }),
  );
  writer.close(tag);
  encoder.ascend();
}

function requirePlace(encoder: Encoder, name: QName, place: QName | WildcardPlan | undefined): void {
  if (place === undefined) return;
  if ("accepts" in place) {
    if (!place.accepts(name.namespace)) encoder.fail("an element that the wildcard allows", "one of another namespace");
  } else if (place.local !== name.local || place.namespace !== name.namespace) {
    encoder.fail(`the element {${place.namespace}}${place.local}`, "another element");
  }
}

/** Returns the default namespace, if any. */
function declarePrefixes(encoder: Encoder, prefixes: unknown): string | undefined {
  if (prefixes === undefined) return undefined;
  const object = requireObject(encoder, prefixes);
  let defaultNamespace: string | undefined;
  for (const prefix of Object.keys(object)) {
    const namespace = readText(encoder, readOwn(encoder, object, prefix));
    const isReserved = prefix === "xmlns" || namespace === XMLNS || (prefix === "xml") !== (namespace === XML);
    if (isReserved || (prefix !== "" && (namespace === "" || !isNCName(prefix)))) {
      encoder.fail("a prefix and its namespace", "another binding");
    }
    if (prefix === "") defaultNamespace = namespace;
    else if (prefix !== "xml") encoder.writer.declare(prefix, namespace);
  }
  return defaultNamespace;
}

/** Returns the attributes of a list of `XmlAttribute`, of which each must be allowed and occur once. */
export function encodeAttributeList(
  encoder: Encoder,
  attributes: unknown,
  isAllowed: (name: QName) => boolean = () => true,
): string {
  const written = new Set<string>();
  let text = "";
  readItems(encoder, attributes, "a list of attributes", (item) => {
    const { name, value } = readAttribute(encoder, item);
    if (!isAllowed(name)) encoder.fail("an attribute that the wildcard allows", "another attribute");
    const expanded = `{${name.namespace}}${name.local}`;
    if (written.has(expanded)) encoder.fail("each attribute once", "an attribute twice");
    written.add(expanded);
    text += encoder.writer.attribute(name, value);
  });
  return text;
}

function readAttribute(encoder: Encoder, item: unknown): XmlAttribute {
  const parts = readProperties(encoder, item, ATTRIBUTE);
  return {
    name: encoder.at("name", () => readName(encoder, parts.get("name"))),
    value: encoder.at("value", () => readText(encoder, parts.get("value"))),
  };
}

function readName(encoder: Encoder, value: unknown): QName {
  const parts = readProperties(encoder, value, NAME);
  const namespace = readText(encoder, parts.get("namespace"));
  const local = readText(encoder, parts.get("local"));
  if (!isNCName(local) || namespace === XMLNS) encoder.fail("the name of an element or attribute", "another name");
  return { namespace, local };
}

/** `expected` describes the text in messages. */
export function readText(encoder: Encoder, value: unknown, expected = "a string"): string {
  if (typeof value !== "string") encoder.refuse(expected, value);
  const index = findIllegalCharacter(value);
  if (index >= 0) encoder.fail(`${expected} of characters that XML allows`, `a string with another at index ${index}`);
  return value;
}
