/** Encodes an `XmlElement`, which no table describes, as the element that it describes (XML Schema Part 1, 3.10). */
import { findIllegalCharacter } from "../../xml/escape-text";
import { trim } from "../../xsd/built-ins";
import { isNCName } from "../../xsd/xsd-names";
import type { WildcardPlan } from "../plans/plans";
import { XML, XMLNS, XSD, XSI } from "../schema-namespaces";
import type { QName, XmlAttribute } from "../tables/table-values";
import { namesType } from "../tree/unbound-prefix";
import { readItems, readOwn, readProperties, requireObject } from "./caller-values";
import type { Encoder } from "./encoder";

const ELEMENT = new Set(["name", "attributes", "children", "prefixes"]);
const ATTRIBUTE = new Set(["name", "value"]);
const NAME = new Set(["namespace", "local"]);

/**
 * The namespaces of prefixes that the caller has bound on an element of the tree or its ancestors. Prefixes that the
 * writer has bound are left out, because the caller cannot mean them.
 */
type TreeScope = ReadonlyMap<string, string>;

const NO_PREFIXES: TreeScope = new Map();

/** `place` is the required name of the element, or the wildcard that has to accept it; absent within a tree. */
export function encodeTree(
  encoder: Encoder,
  value: unknown,
  place?: QName | WildcardPlan,
  outer: TreeScope = NO_PREFIXES,
): void {
  const { writer } = encoder;
  encoder.descend();
  const parts = readProperties(encoder, value, ELEMENT);
  const name = encoder.at("name", () => {
    const written = readName(encoder, parts.get("name"));
    requirePlace(encoder, written, place);
    return written;
  });
  const scope = encoder.at("prefixes", () => declarePrefixes(encoder, parts.get("prefixes"), name, outer));
  const names = new NamesInValues(encoder, scope, name);
  const attributes = encoder.at("attributes", () =>
    encodeAttributeList(encoder, parts.get("attributes"), { names: (attribute) => names.check(attribute) }),
  );
  const tag = writer.open(name, { attributes, defaultNamespace: scope.get("") });
  encoder.at("children", () =>
    readItems(encoder, parts.get("children"), "a list of texts and elements", (child) => {
      if (typeof child === "string") writer.content(name, names.checkText(readText(encoder, child)));
      else encodeTree(encoder, child, undefined, scope);
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

function declarePrefixes(encoder: Encoder, prefixes: unknown, name: QName, outer: TreeScope): TreeScope {
  // An element in no namespace is written where no default namespace is declared, and one with a namespace perhaps where it
  // is the default one, whatever the ancestors have.
  const isBare = name.namespace === "";
  const isOther = isBare ? (outer.get("") ?? "") !== "" : outer.get("") === "";
  if (prefixes === undefined && !isOther) return outer;
  const scope = new Map(outer);
  if (isOther && isBare) scope.set("", "");
  else if (isOther) scope.delete("");
  if (prefixes === undefined) return scope;
  const object = requireObject(encoder, prefixes);
  for (const prefix of Object.keys(object)) {
    const namespace = readText(encoder, readOwn(encoder, object, prefix));
    const isReserved = prefix === "xmlns" || namespace === XMLNS || (prefix === "xml") !== (namespace === XML);
    if (isReserved || (prefix !== "" && (namespace === "" || !isNCName(prefix)))) {
      encoder.fail("a prefix and its namespace", "another binding");
    }
    if (prefix === "" && namespace !== "" && isBare) {
      encoder.fail("no default namespace on an element without a namespace", "one");
    }
    scope.set(prefix, namespace);
    if (prefix !== "" && prefix !== "xml") encoder.writer.declare(prefix, namespace);
  }
  return scope;
}

/** Prefixes that have one meaning in values, so that they need not be in `prefixes`. */
const WELL_KNOWN: TreeScope = new Map([
  ["xs", XSD],
  ["xsd", XSD],
  ["xsi", XSI],
]);

/**
 * Checks the values of one element that are QNames whatever the schema is: `xsi:type`, the type of an array, and the
 * text of an element whose `xsi:type` is `xs:QName` or `xs:NOTATION`.
 */
class NamesInValues {
  readonly #encoder: Encoder;
  readonly #scope: TreeScope;
  readonly #element: QName;
  #textIsName = false;

  constructor(encoder: Encoder, scope: TreeScope, element: QName) {
    this.#encoder = encoder;
    this.#scope = scope;
    this.#element = element;
  }

  /** Throws an `ArgumentError` for a name that would not mean what the caller means by it. */
  check({ name, value }: XmlAttribute): void {
    const isType = name.namespace === XSI && name.local === "type";
    if (!namesType(name)) return;
    const { namespace, local } = this.#resolve(isType ? value : value.replace(/(?:\[[\d,]*\]\s*)+$/, ""), "a type");
    if (isType) this.#textIsName = namespace === XSD && (local === "QName" || local === "NOTATION");
  }

  checkText(text: string): string {
    if (this.#textIsName && trim(text) !== "") this.#resolve(text, "a value");
    return text;
  }

  #resolve(text: string, what: string): QName {
    const [local = "", prefix = "", more] = trim(text).split(":").reverse();
    const hasPrefix = text.includes(":");
    const encoder = this.#encoder;
    if (more !== undefined || !isNCName(local) || (hasPrefix && !isNCName(prefix))) {
      encoder.fail(`the QName of ${what}`, "another text");
    }
    const namespace = this.#scope.get(prefix) ?? (hasPrefix ? this.#wellKnown(prefix) : this.#bare());
    if (namespace !== undefined) return { namespace, local };
    return encoder.fail(
      `a QName whose namespace the XmlElement or an ancestor names, as in prefixes: { ${hasPrefix ? prefix : '""'}: "the namespace" }`,
      hasPrefix ? `the prefix ${prefix}, which is in no prefixes` : "a name without a prefix",
    );
  }

  /** Declares the prefix where it is not. */
  #wellKnown(prefix: string): string | undefined {
    const { writer } = this.#encoder;
    const namespace = WELL_KNOWN.get(prefix);
    const bound = writer.resolvePrefix(prefix);
    if (namespace === undefined || (bound !== undefined && bound !== namespace)) return undefined;
    if (bound === undefined) writer.declare(prefix, namespace);
    return namespace;
  }

  #bare(): string | undefined {
    return this.#element.namespace === "" ? "" : undefined;
  }
}

interface AttributeChecks {
  /** Default: every attribute. */
  readonly isAllowed?: (name: QName) => boolean;
  /** Checks QNames in values. Default: no prefix but the well-known ones is bound. */
  readonly names?: (attribute: XmlAttribute) => void;
}

/** Returns the attributes of a list of `XmlAttribute`, of which each must be allowed and occur once. */
export function encodeAttributeList(
  encoder: Encoder,
  attributes: unknown,
  { isAllowed = () => true, names }: AttributeChecks,
): string {
  const ofElement = new NamesInValues(encoder, NO_PREFIXES, { namespace: XML, local: "" });
  const written = new Set<string>();
  let text = "";
  readItems(encoder, attributes, "a list of attributes", (item) => {
    const attribute = readAttribute(encoder, item);
    const { name, value } = attribute;
    if (!isAllowed(name)) encoder.fail("an attribute that the wildcard allows", "another attribute");
    const expanded = `{${name.namespace}}${name.local}`;
    if (written.has(expanded)) encoder.fail("each attribute once", "an attribute twice");
    written.add(expanded);
    encoder.at("value", () => (names === undefined ? ofElement.check(attribute) : names(attribute)));
    text += encoder.writer.attribute(name, value);
  });
  return text;
}

function readAttribute(encoder: Encoder, item: unknown): XmlAttribute {
  const parts = readProperties(encoder, item, ATTRIBUTE);
  return {
    name: encoder.at("name", () => {
      const name = readName(encoder, parts.get("name"));
      // Written, it would be a declaration that moves the element to another namespace.
      if (name.namespace === "" && name.local === "xmlns")
        encoder.fail("an attribute; prefixes take namespaces", "xmlns");
      return name;
    }),
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
