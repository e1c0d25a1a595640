/** Encodes an `XmlElement` as the element that it describes (XML Schema Part 1, 3.10). */
import type { WildcardPlan } from "../plans/plans";
import type { QName } from "../tables/table-values";
import type { Encoding } from "./encoding";
import { readItems } from "./items";
import { readOwn, readProperties, requireObject } from "./own-properties";
import { readAttribute, readName, readText, requireBinding } from "./tree-parts";

const ELEMENT = new Set(["name", "attributes", "children", "prefixes"]);

/** `place` is the required name of the element, or the wildcard that has to accept it; absent within a tree. */
export function encodeTree(encoder: Encoding, value: unknown, place?: QName | WildcardPlan): void {
  encoder.nested(() => {
    const { writer } = encoder;
    const parts = readProperties(encoder, value, ELEMENT);
    let name: QName = { namespace: "", local: "" };
    encoder.at("name", () => {
      name = readName(encoder, parts.get("name"));
      requirePlace(encoder, name, place);
    });
    const defaultNamespace = declarePrefixes(encoder, parts.get("prefixes"));
    const tag = writer.open(name, { attributes: encodeAttributes(encoder, parts.get("attributes")), defaultNamespace });
    encoder.at("children", () => {
      readItems(encoder, parts.get("children"), "a list of texts and elements", (child) => {
        if (typeof child === "string") writer.content(name, readText(encoder, child));
        else encodeTree(encoder, child);
      });
    });
    writer.close(tag);
  });
}

function requirePlace(encoder: Encoding, name: QName, place: QName | WildcardPlan | undefined): void {
  if (place === undefined) return;
  if ("accepts" in place) {
    if (!place.accepts(name.namespace)) encoder.fail("an element that the wildcard allows", "one of another namespace");
  } else if (place.local !== name.local || place.namespace !== name.namespace) {
    encoder.fail(`the element {${place.namespace}}${place.local}`, "another element");
  }
}

/** Returns the default namespace, if any. */
function declarePrefixes(encoder: Encoding, prefixes: unknown): string | undefined {
  if (prefixes === undefined) return undefined;
  let defaultNamespace: string | undefined;
  encoder.at("prefixes", () => {
    const object = requireObject(encoder, prefixes);
    for (const prefix of Object.keys(object)) {
      const namespace = requireBinding(encoder, prefix, readOwn(encoder, object, prefix));
      if (prefix === "") defaultNamespace = namespace;
      else if (prefix !== "xml") encoder.writer.declare(prefix, namespace);
    }
  });
  return defaultNamespace;
}

function encodeAttributes(encoder: Encoding, attributes: unknown): string {
  const written = new Set<string>();
  let text = "";
  encoder.at("attributes", () => {
    readItems(encoder, attributes, "a list of attributes", (item) => {
      const { name, value } = readAttribute(encoder, item);
      const expanded = `{${name.namespace}}${name.local}`;
      if (written.has(expanded)) encoder.fail("each attribute once", "an attribute twice");
      written.add(expanded);
      text += encoder.writer.attribute(name, value);
    });
  });
  return text;
}
