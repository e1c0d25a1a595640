/** A document as a tree for the contract reader, parsed by the runtime's XML reader, without documentation. */
import type { XmlAttribute, XmlElement } from "soapwright-contract";
import { wsdlNamespace, xsdNamespace } from "soapwright-contract";
import type { XmlAttributeEvent, XmlEvents, XmlName } from "soapwright-runtime/internal";
import { XmlReader } from "soapwright-runtime/tables";

/** Limits of one document: a WSDL is wider and deeper than an envelope. */
const limits = { maxDepth: 256, maxAttributes: 4_096, maxNameLength: 4_096 };

interface OpenElement extends XmlElement {
  readonly content: XmlElement[];
}

/** Builds the tree of one document, chunk by chunk. Methods throw `ResponseError` and errors of `countElement`. */
export class XmlTree implements XmlEvents {
  readonly #reader = new XmlReader(this, { limits, forgiving: true });
  readonly #open: OpenElement[] = [];
  readonly #position: XmlElement["position"];
  readonly #countElement: () => void;
  #root: XmlElement | undefined;
  /** The number of open elements inside documentation. */
  #skipped = 0;

  /** `shown`: the document's name in messages. `countElement` is called for each element. */
  constructor(shown: string, countElement: () => void) {
    this.#position = { file: shown, line: 0, column: 0 };
    this.#countElement = countElement;
  }

  write(text: string): void {
    this.#reader.write(text);
  }

  /** Returns the root element. */
  end(): XmlElement {
    this.#reader.end();
    return this.#root!;
  }

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    this.#countElement();
    if (this.#skipped > 0 || isDocumentation(name)) {
      this.#skipped++;
      return;
    }
    const parent = this.#open.at(-1);
    const element: OpenElement = {
      name,
      raw: name.raw,
      attributes: attributes.map(({ name, value }): XmlAttribute => ({ name, value, position: this.#position })),
      content: [],
      parent,
      declaredPrefixes: this.#prefixes(attributes, parent),
      position: this.#position,
    };
    parent?.content.push(element);
    this.#root ??= element;
    this.#open.push(element);
  }

  endElement(): void {
    if (this.#skipped > 0) this.#skipped--;
    else this.#open.pop();
  }

  text(): void {}

  /** Declares the prefixes of attribute values on the element, because the reader reports no declarations. */
  #prefixes(attributes: readonly XmlAttributeEvent[], parent: XmlElement | undefined): ReadonlyMap<string, string> {
    const prefixes = new Map([["", this.#reader.resolvePrefix("") ?? ""]]);
    for (const { value } of attributes) {
      for (const [, prefix = ""] of value.matchAll(/([^\s:]+):(?=[^\s:/])/g)) {
        const namespace = this.#reader.resolvePrefix(prefix);
        if (namespace !== undefined) prefixes.set(prefix, namespace);
      }
    }
    const outer = parent?.declaredPrefixes;
    const isSame = outer?.size === prefixes.size && [...prefixes].every(([key, value]) => outer.get(key) === value);
    return isSame ? outer : prefixes;
  }
}

function isDocumentation({ namespace, local }: XmlName): boolean {
  return (
    (namespace === xsdNamespace && local === "annotation") || (namespace === wsdlNamespace && local === "documentation")
  );
}
