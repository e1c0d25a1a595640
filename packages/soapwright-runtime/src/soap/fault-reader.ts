import type { Fault, FaultDetail } from "../errors/fault-error";
import { isResponseError } from "../errors/response-error";
import {
  type Codec,
  type DecodeScope,
  type ElementDecoder,
  type FaultNode,
  TreeReader,
  UNVERIFIED,
} from "../schema/codec";
import type { XmlAttributeEvent, XmlEvents, XmlName } from "../xml/events";
import type { QName } from "../xml/xml-names";
import { XML_NAMESPACE } from "../xml/xml-namespaces";
import { isBlank } from "../xsd/built-ins";

export interface FaultPlan {
  readonly codec: Codec;
  readonly faults: readonly FaultNode[];
  readonly rename: (namespace: string) => string;
}

interface Detail {
  type?: string;
  value?: unknown;
  readonly elements: unknown[];
  readonly text?: string;
}

/** A child of the detail while it is read: decoded as plain XML, and as the type that the WSDL declares. */
interface DetailEntry {
  /** Undefined when the detail is too large and this entry is skipped. */
  open: TreeReader | undefined;
  readonly fault: FaultNode | undefined;
  declared: ElementDecoder | undefined;
  depth: number;
}

/** The unit is characters. A detail is not streamed, and a tree takes many times its bytes. */
const MAX_DETAIL_SIZE = 100_000;
/** The unit is characters, of all texts outside the detail. Each is masked and escaped at once. */
const MAX_TEXT_SIZE = 100_000;
/** The unit is characters, in addition to the text. */
const NODE_SIZE = 200;
/** The allowed depth of elements is smaller. */
const MAX_SUBCODES = 64;
/** The limit applies to languages of a reason, and to names of header blocks. */
const MAX_NAMES = 64;

/** Reads the header blocks that belong to a fault: `NotUnderstood` and `Upgrade` (SOAP 1.2 Part 1, 5.4.8 and 5.4.7). */
export class FaultBlocks implements XmlEvents {
  readonly #scope: DecodeScope;
  readonly #namespace: string;
  readonly #notUnderstood: QName[] = [];
  readonly #upgrade: QName[] = [];

  constructor(scope: DecodeScope, namespace: string) {
    this.#scope = scope;
    this.#namespace = namespace;
  }

  get names(): Pick<Fault, "notUnderstood" | "upgrade"> {
    return {
      ...(this.#notUnderstood.length > 0 && { notUnderstood: this.#notUnderstood }),
      ...(this.#upgrade.length > 0 && { upgrade: this.#upgrade }),
    };
  }

  startElement({ namespace, local }: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const names = local === "NotUnderstood" ? this.#notUnderstood : this.#upgrade;
    const isNamed = local === "NotUnderstood" || local === "SupportedEnvelope";
    const lexical = attributes.find(({ name }) => name.namespace === "" && name.local === "qname")?.value;
    if (namespace !== this.#namespace || !isNamed || lexical === undefined || names.length >= MAX_NAMES) return;
    names.push(qnameIn(this.#scope, lexical));
  }

  text(): void {}
  endElement(): void {}
}

/** The whole text is the local name when its prefix is not bound or not signed. */
function qnameIn(scope: DecodeScope, text: string): QName {
  const lexical = text.trim();
  const colon = lexical.indexOf(":");
  const namespace = scope.resolvePrefix(colon < 0 ? "" : lexical.slice(0, colon));
  if (namespace === undefined || namespace === UNVERIFIED) return { namespace: "", local: lexical };
  return { namespace, local: lexical.slice(colon + 1) };
}

/**
 * Reads a Fault element of SOAP 1.1 (section 4.4) or SOAP 1.2 (Part 1, 5.4). Lenient: a fault that deviates from the
 * specification is still the service's response, and more useful than an error about its form.
 */
export class FaultReader implements XmlEvents {
  readonly #plan: FaultPlan;
  readonly #scope: DecodeScope;
  readonly #path: string[] = [];
  readonly #subcodes: QName[] = [];
  #text = "";
  #code: QName = { namespace: "", local: "" };
  #reason: string | undefined;
  readonly #reasons: { readonly lang: string | undefined; readonly text: string }[] = [];
  #lang: string | undefined;
  readonly #blocks: FaultBlocks | undefined;
  #actor: string | undefined;
  #node: string | undefined;
  #role: string | undefined;
  #detail: Detail | undefined;
  #entry: DetailEntry | undefined;
  #detailSize = 0;
  #textSize = 0;

  constructor(plan: FaultPlan, scope: DecodeScope, blocks?: FaultBlocks) {
    this.#blocks = blocks;
    this.#plan = plan;
    this.#scope = scope;
  }

  fault(): Fault {
    return {
      code: this.#code,
      subcodes: this.#subcodes,
      reason: this.#reason ?? "",
      ...(this.#reasons.length > 0 && { reasons: this.#reasons }),
      ...this.#blocks?.names,
      actor: this.#actor,
      node: this.#node,
      role: this.#role,
      detail: this.#detail === undefined ? undefined : detailOf(this.#detail),
    };
  }

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const entry = this.#entry;
    if (entry !== undefined) {
      entry.depth++;
      this.#count(entry, NODE_SIZE * (1 + attributes.length));
      entry.open?.startElement(name, attributes);
      this.#feed(entry, (decoder) => decoder.startElement(name, attributes));
      return;
    }
    if (this.#path.length === 2 && isDetail(this.#path[1])) {
      if (isBlank(this.#text)) this.#text = "";
      this.#openEntry(name, attributes);
      return;
    }
    const isInReason = this.#isInReason;
    this.#path.push(name.local);
    if (isInReason) return;
    this.#text = "";
    if (name.local !== "Text") return;
    const lang = attributes.find((each) => each.name.namespace === XML_NAMESPACE && each.name.local === "lang");
    this.#lang = lang && this.#cut(lang.value);
  }

  text(text: string): void {
    const entry = this.#entry;
    if (entry === undefined) this.#text += this.#cut(text);
    else {
      this.#count(entry, text.length);
      entry.open?.text(text);
      this.#feed(entry, (decoder) => decoder.text(text));
    }
  }

  endElement(name: XmlName): void {
    const entry = this.#entry;
    if (entry !== undefined) {
      entry.open?.endElement();
      this.#feed(entry, (decoder) => decoder.endElement(name));
      if (--entry.depth === 0) this.#closeEntry(entry);
      return;
    }
    const path = this.#path.join("/");
    this.#path.pop();
    if (this.#isInReason) return;
    this.#take(path, this.#text);
    this.#text = "";
  }

  /** Some services write HTML into the reason, whose text is that of all its elements. */
  get #isInReason(): boolean {
    return this.#path[1] === "faultstring" || this.#path[2] === "Text";
  }

  #take(path: string, text: string): void {
    switch (path) {
      case "Fault/faultcode":
      case "Fault/Code/Value":
        this.#code = qnameIn(this.#scope, text);
        break;
      case "Fault/faultstring":
        this.#reason = text;
        break;
      case "Fault/Reason/Text":
        this.#reason ??= text;
        if (this.#reasons.length < MAX_NAMES) this.#reasons.push({ lang: this.#lang, text });
        break;
      case "Fault/faultactor":
        this.#actor = text;
        break;
      case "Fault/Node":
        this.#node = text;
        break;
      case "Fault/Role":
        this.#role = text;
        break;
      case "Fault/detail":
      case "Fault/Detail":
        // Many stacks always send an empty detail, so an empty one is ignored.
        if (!isBlank(text)) this.#detail = { elements: [], ...this.#detail, text };
        break;
      default:
        if (this.#subcodes.length < MAX_SUBCODES && /^Fault\/Code(\/Subcode)+\/Value$/.test(path))
          this.#subcodes.push(qnameIn(this.#scope, text));
    }
  }

  #cut(text: string): string {
    const kept = text.slice(0, MAX_TEXT_SIZE - this.#textSize);
    this.#textSize += kept.length;
    return kept;
  }

  /** Skips the entry that makes the detail too large, and all later entries. */
  #count(entry: DetailEntry, size: number): void {
    this.#detailSize += size;
    if (this.#detailSize <= MAX_DETAIL_SIZE) return;
    entry.open = undefined;
    entry.declared = undefined;
  }

  #openEntry(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    this.#detail ??= { elements: [] };
    if (this.#detailSize > MAX_DETAIL_SIZE) {
      this.#entry = { open: undefined, fault: undefined, declared: undefined, depth: 1 };
      return;
    }
    const { codec, faults, rename } = this.#plan;
    const fault = faults.find(
      ({ detail }) => detail.name.local === name.local && rename(detail.name.namespace) === name.namespace,
    );
    const entry: DetailEntry = {
      open: new TreeReader(this.#scope),
      fault,
      declared: fault === undefined ? undefined : codec.decoder(fault.detail, this.#scope, { path: "Fault/detail" }),
      depth: 1,
    };
    this.#entry = entry;
    this.#count(entry, NODE_SIZE * (1 + attributes.length));
    entry.open?.startElement(name, attributes);
    this.#feed(entry, (decoder) => decoder.startElement(name, attributes));
  }

  /** Ignores a mismatch: a detail that does not fit its declaration is still reported as plain XML. */
  #feed(entry: DetailEntry, event: (decoder: ElementDecoder) => void): void {
    if (entry.declared === undefined) return;
    try {
      event(entry.declared);
    } catch (error) {
      if (!isResponseError(error)) throw error;
      entry.declared = undefined;
    }
  }

  #closeEntry(entry: DetailEntry): void {
    this.#entry = undefined;
    const detail = this.#detail;
    if (detail === undefined || entry.open === undefined) return;
    detail.elements.push(entry.open.element);
    if (entry.declared !== undefined && entry.fault !== undefined && detail.type === undefined) {
      detail.type = entry.fault.name;
      detail.value = entry.declared.value;
    }
  }
}

function isDetail(local: string | undefined): boolean {
  return local === "detail" || local === "Detail";
}

function detailOf({ type, value, elements, text }: Detail): FaultDetail {
  const children = text === undefined ? { elements } : { elements, text };
  return type === undefined ? children : { $type: type, value, ...children };
}
