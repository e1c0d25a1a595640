/** Checks the parts of a caller's `XmlElement`, which no table describes. */

import { kindOf } from "../../kind-of";
import { findIllegalCharacter } from "../../xml/escape-text";
import { isNCName } from "../../xsd/xsd-names";
import { XML } from "../schema-namespaces";
import type { QName, XmlAttribute } from "../tables/table-values";
import type { Encoding } from "./encoding";
import { readProperties } from "./own-properties";

const XMLNS = "http://www.w3.org/2000/xmlns/";
const NAME = new Set(["namespace", "local"]);
const ATTRIBUTE = new Set(["name", "value"]);

export function readText(encoder: Encoding, value: unknown): string {
  if (typeof value !== "string") encoder.fail("a string", kindOf(value));
  const index = findIllegalCharacter(value);
  if (index >= 0) encoder.fail("a string of characters that XML allows", `a string with another at index ${index}`);
  return value;
}

/** Throws an `ArgumentError` for a value that is no expanded name. */
export function readName(encoder: Encoding, value: unknown): QName {
  const parts = readProperties(encoder, value, NAME);
  const namespace = readText(encoder, parts.get("namespace"));
  const local = readText(encoder, parts.get("local"));
  if (!isNCName(local) || namespace === XMLNS) encoder.fail("the name of an element or attribute", "another name");
  return { namespace, local };
}

export function readAttribute(encoder: Encoding, item: unknown): XmlAttribute {
  const parts = readProperties(encoder, item, ATTRIBUTE);
  let name: QName = { namespace: "", local: "" };
  let value = "";
  encoder.at("name", () => {
    name = readName(encoder, parts.get("name"));
  });
  encoder.at("value", () => {
    value = readText(encoder, parts.get("value"));
  });
  return { name, value };
}

/** `""` is the default namespace. Throws an `ArgumentError` when a document may not declare the prefix. */
export function requireBinding(encoder: Encoding, prefix: string, namespace: unknown): string {
  const text = readText(encoder, namespace);
  const reserved = prefix === "xmlns" || text === XMLNS || (prefix === "xml") !== (text === XML);
  if (prefix === "" ? reserved : !isNCName(prefix) || text === "" || reserved) {
    encoder.fail("a prefix and its namespace", "another binding");
  }
  return text;
}
