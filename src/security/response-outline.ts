/** Which elements of a response are where: its parts, its ids, its signature. Nothing of this is a value yet. */
import type { XmlAttributeEvent, XmlEvents, XmlName } from "../xml/events";
import { ADDRESSING, DS, SOAP_11, SOAP_12, WSSE, WSU } from "./namespaces";

/** An element that has an id, or is a part. */
export interface OutlineElement {
  readonly name: XmlName;
  /** Names from the Envelope down to the element, with their namespaces. */
  readonly path: readonly string[];
  readonly id: string | undefined;
}

export interface OutlineBlock extends OutlineElement {
  readonly mustUnderstand: boolean;
  /** It is meant for another node. */
  readonly isForOther: boolean;
}

/** A ds:Signature: the names of what is in it, in order, down to the third level. */
export interface OutlineSignature {
  readonly shape: string[];
  /** By path within the signature: the Algorithm attributes. */
  readonly algorithms: { readonly at: string; readonly uri: string }[];
  readonly uris: (string | undefined)[];
  /** Of each reference: the prefixes that its canonical form has whether they are used or not. */
  readonly prefixes: string[][];
}

/** Ids as any dialect of XML Signature may write them. */
const ID_NAMES: ReadonlySet<string> = new Set(["id", "assertionid"]);
const OTHER_ROLES: ReadonlySet<string> = new Set([
  "",
  "http://schemas.xmlsoap.org/soap/actor/next",
  `${SOAP_12}/role/next`,
  `${SOAP_12}/role/ultimateReceiver`,
]);

const key = ({ namespace, local }: XmlName): string => `{${namespace}}${local}`;
const SECURITY = `{${WSSE}}Security`;

/** Takes the events of a whole envelope. */
export class ResponseOutline implements XmlEvents {
  /** Namespace of the envelope; undefined where the root is none. */
  soap: string | undefined;
  readonly ids = new Map<string, number>();
  /** More than one element has it. */
  readonly wsuIds = new Map<string, number>();
  readonly blocks: OutlineBlock[] = [];
  readonly bodies: OutlineElement[] = [];
  readonly headers: OutlineElement[] = [];
  readonly others: string[] = [];
  /** The Security blocks that are meant for us, and what is in them. */
  readonly security: OutlineBlock[] = [];
  readonly securityChildren: OutlineElement[] = [];
  readonly signatures: OutlineSignature[] = [];
  /** Local name of the first element in the Body. */
  firstInBody: XmlName | undefined;
  readonly #path: string[] = [];
  #inSecurity = false;
  #signature: OutlineSignature | undefined;

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const path = this.#path;
    // Of what is deep in a Body nothing but ids is of interest.
    path.push(path.length < 3 || this.#inSecurity ? key(name) : "");
    let own: string | undefined;
    for (const { name: attribute, value } of attributes) {
      if (!ID_NAMES.has(attribute.local.toLowerCase())) continue;
      this.ids.set(value, (this.ids.get(value) ?? 0) + 1);
      if (attribute.namespace === WSU) this.wsuIds.set(value, (this.wsuIds.get(value) ?? 0) + 1);
      own ??= value;
    }
    const element = (): OutlineElement => ({ name, path: [...path], id: own });
    switch (path.length) {
      case 1:
        if (name.local === "Envelope" && (name.namespace === SOAP_11 || name.namespace === SOAP_12)) {
          this.soap = name.namespace;
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
      default:
        if (this.#inSecurity) this.#startInSecurity(element, name, attributes);
    }
  }

  endElement(): void {
    const depth = this.#path.length;
    this.#path.pop();
    if (depth === 3) this.#inSecurity = false;
    if (depth === 4) this.#signature = undefined;
  }

  text(): void {}

  #startThird(element: OutlineElement, attributes: readonly XmlAttributeEvent[]): void {
    const parent = element.path[1];
    if (parent === `{${this.soap}}Body`) this.firstInBody ??= element.name;
    if (parent !== `{${this.soap}}Header`) return;
    const own = (local: string): string | undefined =>
      attributes.find(({ name }) => name.local === local && name.namespace === this.soap)?.value.trim();
    const role = own(this.soap === SOAP_11 ? "actor" : "role") ?? "";
    const must = own("mustUnderstand");
    const block = {
      ...element,
      mustUnderstand: must === "1" || must === "true",
      isForOther: !OTHER_ROLES.has(role),
    };
    this.blocks.push(block);
    if (key(element.name) !== SECURITY || block.isForOther) return;
    this.security.push(block);
    this.#inSecurity = true;
  }

  #startInSecurity(element: () => OutlineElement, name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const depth = this.#path.length;
    if (depth === 4) {
      this.securityChildren.push(element());
      if (key(name) !== `{${DS}}Signature`) return;
      this.#signature = { shape: [], algorithms: [], uris: [], prefixes: [] };
      this.signatures.push(this.#signature);
      return;
    }
    const signature = this.#signature;
    if (signature === undefined) return;
    const inside = this.#path.slice(4).map((each) => each.replace(`{${DS}}`, "ds:"));
    const at = inside.join("/");
    // What the response says of its key is not looked at.
    if (inside[0] !== "ds:KeyInfo" || depth === 5) signature.shape.push(at);
    if (inside[0] !== "ds:SignedInfo") return;
    const value = (local: string): string | undefined =>
      attributes.find((each) => each.name.local === local && each.name.namespace === "")?.value;
    const uri = value("Algorithm");
    if (uri !== undefined) signature.algorithms.push({ at, uri });
    if (at === "ds:SignedInfo/ds:Reference") {
      signature.uris.push(value("URI"));
      signature.prefixes.push([]);
    } else if (name.local === "InclusiveNamespaces") {
      signature.prefixes.at(-1)?.push(...(value("PrefixList") ?? "").split(/\s+/).filter((prefix) => prefix !== ""));
    }
  }
}

/** Whether a header block is one of WS-Addressing. */
export function isAddressing({ namespace }: XmlName): boolean {
  return ADDRESSING.has(namespace);
}
