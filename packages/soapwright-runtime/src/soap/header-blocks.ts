/** The header blocks of a response, which are read in order and checked for `mustUnderstand`. */
import type { Advice } from "../errors/advice";
import { ResponseError } from "../errors/response-error";
import type { CallFeature } from "../feature";
import { type DecodeScope, type ElementDecoder, type ElementNode, type NoteTaker, TreeReader } from "../schema/codec";
import type { XmlAttributeEvent, XmlEvents, XmlName } from "../xml/events";
import type { QName } from "../xml/xml-names";
import { FaultBlocks } from "./fault-reader";
import { expandedName, type NamedElement, type ResponsePlan, SOAP_TERMS, type SoapVersion } from "./operation-plan";

/** A child of Header or Body. */
export interface PartChild {
  readonly reader: XmlEvents;
  /** The name by which the reader knows the element. */
  readonly name: XmlName;
}

/** What judges the header blocks of a response. Names are in the form of `expandedName`. */
export interface HeaderTerms {
  /** Mandatory blocks that pass: see `understoodNames`. */
  readonly understood?: ReadonlySet<string> | undefined;
  /** The block that is read and not verified. */
  readonly unverified?: string | undefined;
  readonly features: readonly CallFeature[];
}

export function understoodNames(...lists: readonly (readonly QName[])[]): ReadonlySet<string> {
  return lists.every(({ length }) => length === 0) ? NO_NAMES : new Set(lists.flat().map(expandedName));
}

const NO_NAMES: ReadonlySet<string> = new Set();

interface NotUnderstood {
  readonly reason: "header-not-understood";
  readonly what: string;
  readonly advice: readonly Advice[];
  /** The name of the block, as `expandedName` writes it. */
  readonly received: string;
}

/** Undeclared blocks become trees, which take more memory than their bytes. */
const MAX_ELEMENTS = 10_000;
const MAX_CHARACTERS = 1_048_576;

/** Reads the Header of one response (SOAP 1.1, section 4.2; SOAP 1.2 Part 1, section 5.2). */
export class HeaderBlocks {
  readonly #plan: ResponsePlan;
  readonly #scope: DecodeScope;
  readonly #version: SoapVersion;
  readonly #terms: HeaderTerms;
  readonly #notes: NoteTaker | undefined;
  readonly #blocks: { readonly key: string; readonly name: string; readonly value: unknown }[] = [];
  /** Computed on first use: a message with many parts in its Body asks for it often. */
  #named: ReadonlyMap<string, readonly unknown[]> | undefined;
  #element: ElementNode | undefined;
  #name: QName | undefined;
  #reader: ElementDecoder | MeasuredTree | undefined;
  #elements = 0;
  #text = 0;
  notUnderstood: NotUnderstood | undefined;
  faultBlocks: FaultBlocks | undefined;
  unverified = false;

  constructor(
    plan: ResponsePlan,
    scope: DecodeScope,
    version: SoapVersion,
    terms: HeaderTerms,
    notes: NoteTaker | undefined,
  ) {
    this.#notes = notes;
    this.#plan = plan;
    this.#scope = scope;
    this.#version = version;
    this.#terms = terms;
  }

  /** The values by `expandedName`. */
  get named(): ReadonlyMap<string, readonly unknown[]> {
    this.#named ??= this.#valuesBy("name");
    return this.#named;
  }

  /**
   * The key is the property name when the WSDL declares the block, else its `expandedName`. Several blocks of one name
   * become a list.
   */
  get values(): { readonly [key: string]: unknown } {
    const values: { [key: string]: unknown } = Object.create(null);
    for (const [key, all] of this.#valuesBy("key")) values[key] = all.length === 1 ? all[0] : all;
    return values;
  }

  #valuesBy(property: "key" | "name"): Map<string, unknown[]> {
    const values = new Map<string, unknown[]>();
    for (const { [property]: key, value } of this.#blocks) {
      const before = values.get(key);
      if (before === undefined) values.set(key, [value]);
      else before.push(value);
    }
    return values;
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): PartChild {
    this.#reader = undefined;
    this.#element = this.#plan.header(name);
    this.#name = { namespace: name.namespace, local: name.local };
    if (this.#element !== undefined) return { reader: this.#decoderOf(this.#element), name };
    const meant = this.#mustUnderstand(attributes) ? undefined : this.#plan.headerLike(name);
    if (meant !== undefined) return { reader: this.#readMeant(name, meant), name: { ...meant.name, raw: name.raw } };
    return { reader: this.#startUndeclared(name, attributes), name };
  }

  #decoderOf(element: ElementNode): ElementDecoder {
    this.#reader = this.#plan.codec.decoder(element, this.#scope, {
      path: "Envelope/Header",
      notes: this.#notes,
      encoded: this.#plan.encoded,
    });
    return this.#reader;
  }

  /** A block that the contract may mean is never an unknown one in silence: its value would be another than declared. */
  #readMeant(name: XmlName, meant: NamedElement): XmlEvents {
    this.#element = meant.element;
    this.#name = meant.name;
    const decoder = this.#decoderOf(meant.element);
    const differs =
      meant.name.local === name.local ? "of that name in another namespace" : "whose name differs in case";
    decoder.depart({
      message: `a header block that the contract does not know: ${expandedName(name)} (the contract has one ${differs}: ${expandedName(meant.name)})`,
      gives: `it as ${expandedName(meant.name)}`,
      came: expandedName(name),
      read: expandedName(meant.name),
    });
    return decoder;
  }

  #startUndeclared(name: XmlName, attributes: readonly XmlAttributeEvent[]): XmlEvents {
    if (isOfFault(name)) {
      this.faultBlocks ??= new FaultBlocks(this.#scope, name.namespace);
      return this.faultBlocks;
    }
    this.#checkUnderstood(name, attributes);
    this.#reader = new MeasuredTree(new TreeReader(this.#scope), this.#count);
    return this.#reader;
  }

  childEnded(): void {
    const reader = this.#reader;
    if (reader === undefined) return;
    const name = expandedName(this.#name!);
    const value = reader instanceof MeasuredTree ? reader.tree.element : reader.value;
    this.#named = undefined;
    this.#blocks.push({ key: this.#element?.key ?? name, name, value });
  }

  #checkUnderstood(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const shown = expandedName(name);
    if (shown === this.#terms.unverified) {
      this.unverified = true;
      return;
    }
    if (!this.#mustUnderstand(attributes) || this.#terms.understood?.has(shown) === true) return;
    const line = `understands: [{ namespace: ${JSON.stringify(name.namespace)}, name: ${JSON.stringify(name.local)} }]`;
    this.notUnderstood ??= {
      reason: "header-not-understood",
      received: shown,
      what: `its header block ${shown} must be understood (mustUnderstand), and this client does not know it. To let it pass, set ${line}`,
      advice: [{ action: "set", option: "understands" }],
    };
  }

  /** SOAP 1.1, 4.2.2 and 4.2.3; SOAP 1.2 Part 1, 2.2 and 5.2. Blocks for other nodes are not mandatory. */
  #mustUnderstand(attributes: readonly XmlAttributeEvent[]): boolean {
    const { namespace } = SOAP_TERMS[this.#version];
    const soapAttribute = (local: string): string | undefined =>
      attributes.find(({ name }) => name.local === local && name.namespace === namespace)?.value.trim();
    const must = soapAttribute("mustUnderstand") ?? "0";
    const target = soapAttribute(this.#version === "1.1" ? "actor" : "role") ?? "";
    return must !== "0" && must !== "false" && isOwnRole(target);
  }

  readonly #count = (elements: number, text: number): void => {
    this.#elements += elements;
    this.#text += text;
    if (this.#elements <= MAX_ELEMENTS && this.#text <= MAX_CHARACTERS) return;
    const { line, column } = this.#scope.position();
    throw new ResponseError(
      `The header blocks of the response to ${this.#plan.operation.name} that the WSDL does not declare are over ${MAX_ELEMENTS.toLocaleString("en-US")} elements or ${MAX_CHARACTERS.toLocaleString("en-US")} characters long.`,
      { reason: "limit", line, column, advice: [{ action: "report" }] },
    );
  };
}

/** Builds a tree and reports its size. */
class MeasuredTree implements XmlEvents {
  readonly tree: TreeReader;
  readonly #count: (elements: number, text: number) => void;

  constructor(tree: TreeReader, count: (elements: number, text: number) => void) {
    this.tree = tree;
    this.#count = count;
  }

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    let text = 0;
    for (const { value } of attributes) text += value.length;
    this.#count(1 + attributes.length, text);
    this.tree.startElement(name, attributes);
  }

  text(text: string): void {
    this.#count(0, text.length);
    this.tree.text(text);
  }

  endElement(): void {
    this.tree.endElement();
  }
}

/** A version mismatch is reported in the request's version, so the SOAP 1.2 block `Upgrade` occurs in SOAP 1.1 too. */
function isOfFault({ namespace, local }: XmlName): boolean {
  return namespace === SOAP_TERMS["1.2"].namespace && (local === "NotUnderstood" || local === "Upgrade");
}

/** Whether a block with this actor or role is for the ultimate receiver of a message. */
export function isOwnRole(role: string): boolean {
  return role === "" || OUR_ROLES.has(role);
}

const OUR_ROLES: ReadonlySet<string> = new Set([
  "http://schemas.xmlsoap.org/soap/actor/next",
  `${SOAP_TERMS["1.2"].namespace}/role/next`,
  `${SOAP_TERMS["1.2"].namespace}/role/ultimateReceiver`,
]);
