/**
 * Header blocks from `extraHeaders`, which no WSDL declares: checked and serialized once. This module is loaded on
 * first use.
 */

import { isArgumentError } from "../errors/argument-error";
import { ConfigurationError } from "../errors/configuration-error";
import { isResponseError } from "../errors/response-error";
import { kindOf } from "../kind-of";
import { anyType, Codec, madeElement, TreeReader, unboundPrefix, type XmlElement } from "../schema/codec";
import type { XmlAttributeEvent, XmlEvents, XmlName } from "../xml/events";
import { XmlReader } from "../xml/reader";
import type { QName } from "../xml/xml-names";
import { isPlainBlock, type Secrets, SOAP_ATTRIBUTES } from "./mask";
import { misfitOption } from "./operation-plan";

/** Undeclared header blocks, as XML and as trees. */
export class ExtraBlocks {
  readonly xml: string;
  readonly #trees: readonly XmlElement[];

  constructor(xml: string, trees: readonly XmlElement[]) {
    this.xml = xml;
    this.#trees = trees;
  }

  get names(): readonly QName[] {
    return this.#trees.map(({ name }) => name);
  }

  collect(secrets: Pick<Secrets, "add"> & Partial<Secrets>): void {
    const { plain = new Set() } = secrets;
    const waiting = [...this.#trees];
    for (let tree = waiting.pop(); tree !== undefined; tree = waiting.pop()) {
      for (const { name, value } of tree.attributes) {
        if (!SOAP_ATTRIBUTES.has(name.namespace) && !plain.has(name.local)) secrets.add(value);
      }
      for (const child of tree.children) {
        if (typeof child !== "string") waiting.push(child);
        else if (!plain.has(tree.name.local) && !isPlainBlock(tree.name)) secrets.add(child);
      }
    }
  }
}

const codec = new Codec({ validation: "standard" });

/**
 * Accepts an `XmlElement`, an XML text with one or more blocks, or a list of both. Throws a `ConfigurationError` that
 * names `option`.
 */
export function readExtraBlocks(option: string, value: unknown): ExtraBlocks {
  const trees: XmlElement[] = [];
  let xml = "";
  const read = (name: string, value: unknown): void => {
    if (typeof value === "string") {
      trees.push(...parseBlocks(name, value));
      xml += value;
    } else if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      xml += writeBlock(name, value);
      trees.push(value as XmlElement);
    } else {
      throw new ConfigurationError(`${name} takes an XmlElement or XML text, but is ${kindOf(value)}.`, {
        reason: "extra-headers",
        option: name,
      });
    }
  };
  if (Array.isArray(value)) for (const [index, item] of value.entries()) read(`${option}[${index}]`, item);
  else read(option, value);
  return new ExtraBlocks(xml, trees);
}

function writeBlock(option: string, value: object): string {
  const name: unknown = Reflect.get(value, "name");
  const known = typeof name === "object" && name !== null ? (name as XmlElement["name"]) : { namespace: "", local: "" };
  try {
    return codec.encode(madeElement(known, anyType, { key: option }), value, option);
  } catch (error) {
    throw isArgumentError(error) ? misfitOption(error) : error;
  }
}

/** Returns an empty list when the text cannot be read. */
export function namesOfBlocks(text: string): readonly QName[] {
  try {
    return parseBlocks("", text).map(({ name }) => name);
  } catch {
    return [];
  }
}

const DECLARE = "Declare every prefix in the text that uses it";

/** Throws a `ConfigurationError` when the text does not declare all of its namespaces, because it is sent unchanged. */
function parseBlocks(option: string, text: string): XmlElement[] {
  const blocks = new Blocks();
  const reader = new XmlReader(blocks);
  blocks.scope = reader;
  let problem: string | undefined;
  try {
    reader.write(`<Header>${text}</Header>`);
    reader.end();
    problem = blocks.hasText ? "there is text outside of its elements" : undefined;
    if (problem === undefined && blocks.trees.length === 0) problem = "there is no element in it";
    for (const tree of blocks.trees) {
      const prefix = unboundPrefix(tree);
      if (prefix !== undefined)
        problem ??= `the prefix ${prefix} of a type or a value is not declared in it. ${DECLARE}`;
    }
  } catch (error) {
    if (!isResponseError(error)) throw error;
    problem = `it is not well-formed XML with the namespaces that it declares itself (column ${Math.max(1, (error.column ?? 9) - 8)} of line ${error.line ?? 1}). ${DECLARE}`;
  }
  if (problem === undefined) return blocks.trees;
  throw new ConfigurationError(`${option} takes the XML text of header blocks, but ${problem}.`, {
    reason: "extra-headers-xml",
    option,
  });
}

/** Collects the children of the root as trees. */
class Blocks implements XmlEvents {
  readonly trees: XmlElement[] = [];
  hasText = false;
  scope: ConstructorParameters<typeof TreeReader>[0] = { resolvePrefix: () => undefined };
  #reader: TreeReader | undefined;
  #depth = 0;

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    if (this.#depth++ === 0) return;
    this.#reader ??= new TreeReader(this.scope);
    this.#reader.startElement(name, attributes);
  }

  text(text: string): void {
    if (this.#reader !== undefined) this.#reader.text(text);
    else if (/\S/.test(text)) this.hasText = true;
  }

  endElement(): void {
    if (--this.#depth === 0) return;
    this.#reader?.endElement();
    if (this.#depth > 1 || this.#reader === undefined) return;
    this.trees.push(this.#reader.element);
    this.#reader = undefined;
  }
}
