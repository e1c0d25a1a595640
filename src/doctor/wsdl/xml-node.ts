/** A document as a tree, without its documentation: as much of it as a WSDL is looked up in. */

import { XmlReader } from "../../door";
import type { XmlEvents, XmlName } from "../../xml/events";
import type { QName } from "../../xml/names";
import { schemaNamespace, wsdlNamespace } from "./namespaces";

/** An element of the tree. */
export interface XmlNode {
  readonly name: QName;
  /** Attributes without a namespace by their names. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Those of `attributes` that are QNames, and `wsdl:arrayType`, resolved where they stand. */
  readonly names: ReadonlyMap<string, readonly QName[]>;
  readonly children: readonly XmlNode[];
}

/** The document holds more elements than `maxElements`. */
export class TooManyElements extends Error {}

/** What one document may cost: a WSDL is wider and deeper than an envelope. */
const limits = { maxDepth: 256, maxAttributes: 4_096, maxNameLength: 4_096 };

/** Attributes whose values are QNames: XML Schema Part 1 and WSDL 1.1. */
const referring: ReadonlySet<string> = new Set([
  "base",
  "binding",
  "element",
  "itemType",
  "memberTypes",
  "message",
  "ref",
  "substitutionGroup",
  "type",
]);

interface OpenNode extends XmlNode {
  readonly children: XmlNode[];
}

/** Makes the tree of one document, chunk by chunk. Methods throw `ResponseError`, and `TooManyElements`. */
export class XmlTree implements XmlEvents {
  readonly #reader = new XmlReader(this, { limits, forgiving: true });
  readonly #open: OpenNode[] = [];
  readonly #countElement: () => void;
  #root: XmlNode | undefined;
  /** Elements that are open inside of documentation. */
  #skipped = 0;

  /** `countElement` is called for each element, and may throw. */
  constructor(countElement: () => void) {
    this.#countElement = countElement;
  }

  write(text: string): void {
    this.#reader.write(text);
  }

  /** The root. */
  end(): XmlNode {
    this.#reader.end();
    return this.#root!;
  }

  startElement(name: XmlName, attributes: readonly { readonly name: XmlName; readonly value: string }[]): void {
    this.#countElement();
    if (this.#skipped > 0 || isDocumentation(name)) {
      this.#skipped++;
      return;
    }
    const plain = new Map<string, string>();
    const names = new Map<string, readonly QName[]>();
    for (const { name: attribute, value } of attributes) {
      const { namespace, local } = attribute;
      // XML Schema collapses the white space of nearly all; a SOAPAction goes out as it is.
      if (namespace === "") plain.set(local, local === "soapAction" ? value : value.trim());
      if (namespace === "" && referring.has(local)) names.set(local, this.#resolved(value));
      if (namespace === wsdlNamespace && local === "arrayType") names.set("arrayType", this.#resolved(value));
    }
    const node: OpenNode = {
      name: { namespace: name.namespace, local: name.local },
      attributes: plain,
      names,
      children: [],
    };
    this.#open.at(-1)?.children.push(node);
    this.#root ??= node;
    this.#open.push(node);
  }

  endElement(): void {
    if (this.#skipped > 0) this.#skipped--;
    else this.#open.pop();
  }

  text(): void {}

  /** QNames of an attribute value; one whose prefix is not declared is left out. */
  #resolved(value: string): QName[] {
    return value.split(/[ \t\r\n]+/).flatMap((text) => {
      const [, prefix = "", local] = /^(?:([^:]*):)?([^:]+)$/.exec(text) ?? [];
      const namespace = local === undefined ? undefined : this.#reader.resolvePrefix(prefix);
      return local === undefined || namespace === undefined ? [] : [{ namespace, local }];
    });
  }
}

function isDocumentation({ namespace, local }: QName): boolean {
  return (
    (namespace === schemaNamespace && local === "annotation") ||
    (namespace === wsdlNamespace && local === "documentation")
  );
}

/** Children of one name. */
export function childrenOf(node: XmlNode, namespace: string, ...locals: readonly string[]): XmlNode[] {
  return node.children.filter(({ name }) => name.namespace === namespace && locals.includes(name.local));
}

/** The first QName of an attribute. */
export function nameOf(node: XmlNode, attribute: string): QName | undefined {
  return node.names.get(attribute)?.[0];
}

/** A key for maps by QName. */
export function keyOf({ namespace, local }: QName): string {
  return `{${namespace}}${local}`;
}
