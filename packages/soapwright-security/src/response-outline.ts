/** The outline of a response: positions of its parts and ids, without their values. */

import type { XmlAttributeEvent, XmlEvents, XmlName } from "soapwright-runtime/internal";
import { isOwnRole } from "soapwright-runtime/internal";
import { ADDRESSING, SOAP_11, SOAP_12, WSSE, WSU } from "./security-namespaces";

export interface OutlineElement {
  readonly name: XmlName;
  /** Names from the Envelope down to the element, with their namespaces. */
  readonly path: readonly string[];
  readonly id: string | undefined;
}

export interface OutlineBlock extends OutlineElement {
  readonly mustUnderstand: boolean;
  readonly isForOther: boolean;
}

/** The names are of all dialects of XML Signature. */
const ID_NAMES: ReadonlySet<string> = new Set(["id", "assertionid"]);

export function isIdName(name: string): boolean {
  return ID_NAMES.has(name.slice(name.indexOf(":") + 1).toLowerCase());
}

const key = ({ namespace, local }: XmlName): string => `{${namespace}}${local}`;
const SECURITY = `{${WSSE}}Security`;

/** Collects the outline from the events of a whole envelope. */
export class ResponseOutline implements XmlEvents {
  /** The namespace of the envelope; undefined if the root is none. */
  soap: string | undefined;
  readonly ids = new Map<string, number>();
  /** The number of elements with each wsu:Id. */
  readonly wsuIds = new Map<string, number>();
  readonly blocks: OutlineBlock[] = [];
  readonly bodies: OutlineElement[] = [];
  readonly headers: OutlineElement[] = [];
  readonly others: string[] = [];
  /** The Security blocks that are meant for this client. */
  readonly security: OutlineBlock[] = [];
  readonly securityChildren: OutlineElement[] = [];
  /** Elements and attributes each cost time in a search. */
  headerSize = 0;
  firstInBody: XmlName | undefined;
  readonly #path: string[] = [];
  #inSecurity = false;
  #header = "";

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const path = this.#path;
    // Below the children of the Body, only ids are needed.
    path.push(path.length < 3 || this.#inSecurity ? key(name) : "");
    let elementId: string | undefined;
    for (const { name: attribute, value } of attributes) {
      if (!isIdName(attribute.local)) continue;
      this.ids.set(value, (this.ids.get(value) ?? 0) + 1);
      if (attribute.namespace === WSU) this.wsuIds.set(value, (this.wsuIds.get(value) ?? 0) + 1);
      elementId ??= value;
    }
    const element = (): OutlineElement => ({ name, path: [...path], id: elementId });
    switch (path.length) {
      case 1:
        if (name.local === "Envelope" && (name.namespace === SOAP_11 || name.namespace === SOAP_12)) {
          this.soap = name.namespace;
          this.#header = `{${name.namespace}}Header`;
        }
        break;
      case 2:
        if (name.namespace !== this.soap) this.others.push(key(name));
        else if (name.local === "Body") this.bodies.push(element());
        else if (name.local === "Header") this.headers.push(element());
        else this.others.push(key(name));
        break;
      case 3:
        this.#startThird(element(), attributes);
        break;
      case 4:
        if (this.#inSecurity) this.securityChildren.push(element());
    }
    if (path[1] === this.#header) this.headerSize += 1 + attributes.length;
  }

  endElement(): void {
    this.#path.pop();
    if (this.#path.length === 2) this.#inSecurity = false;
  }

  text(): void {}

  #startThird(element: OutlineElement, attributes: readonly XmlAttributeEvent[]): void {
    const parent = element.path[1];
    if (parent === `{${this.soap}}Body`) this.firstInBody ??= element.name;
    if (parent !== this.#header) return;
    const soapAttribute = (local: string): string | undefined =>
      attributes.find(({ name }) => name.local === local && name.namespace === this.soap)?.value.trim();
    const role = soapAttribute(this.soap === SOAP_11 ? "actor" : "role") ?? "";
    const must = soapAttribute("mustUnderstand");
    const block = {
      ...element,
      mustUnderstand: must === "1" || must === "true",
      isForOther: !isOwnRole(role),
    };
    this.blocks.push(block);
    if (key(element.name) !== SECURITY || block.isForOther) return;
    this.security.push(block);
    this.#inSecurity = true;
  }
}

export function isAddressing({ namespace }: XmlName): boolean {
  return ADDRESSING.has(namespace);
}
