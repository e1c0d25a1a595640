/** The state of an element that is being decoded, and the decoder's functions that it uses. */
import type { LeafRow, XmlAttributeEvent, XmlName } from "../../xml/events";
import { normalize } from "../../xsd/built-ins";
import type { ContentErrorSink } from "../content/content-error-sink";
import { isContested, Place, Succession } from "../content/succession";
import type { Content, ElementPlan, LeafPlan, Plans, SoapArrayPlan } from "../plans/plans";
import type { DecodeScope } from "../scope";
import { base64Of, isOctets } from "../simple/binary";
import { mayBeName } from "../simple/built-ins";
import { Mismatch } from "../simple/mismatch";
import { isSame } from "../simple/simple-compare";
import type { SimpleTypeCodec } from "../simple/simple-type";
import type { QName } from "../tables/table-values";
import type { StreamTarget } from "./element-decoder";

export interface ArrayDecoder {
  openArray(
    decoder: Decoding,
    parent: Frame,
    slot: LeafPlan,
    name: string,
    plan: SoapArrayPlan,
    attributes: readonly XmlAttributeEvent[],
  ): Frame;
}

export interface Decoding extends ContentErrorSink {
  readonly scope: DecodeScope;
  readonly plans: Plans;
  /** Defined when there are plans of arrays. */
  readonly soapEncoding: ArrayDecoder | undefined;
  readonly stream: StreamTarget | undefined;
  streaming: boolean;
  memoryOf(content: Content): ContentMemory;
  /** `arrayType` is the element's type unless an `xsi:type` overrides it. */
  open(
    element: ElementPlan,
    name: XmlName,
    attributes: readonly XmlAttributeEvent[],
    parent: Frame,
    arrayType?: QName,
  ): void;
  openLeaf(element: ElementPlan): void;
  /** Returns `REFUSED` for a text that does not fit. */
  tryLeaf(element: ElementPlan, text: string): unknown;
  enter(frame: Frame): void;
  leave(value: unknown): void;
  leaveAbsent(): void;
}

export const REFUSED: unique symbol = Symbol("refused");

/** The state of one open element. Frames form a stack from the outermost element to the current one. */
export abstract class Frame {
  readonly decoder: Decoding;
  readonly parent: Frame | undefined;
  /** `undefined` for an undeclared element. */
  readonly slot: LeafPlan | undefined;
  readonly name: string;
  /** Set for a value that has no properties of its own. */
  label: string | undefined = undefined;

  constructor(decoder: Decoding, parent: Frame | undefined, slot: LeafPlan | undefined, name: string) {
    this.decoder = decoder;
    this.parent = parent;
    this.slot = slot;
    this.name = name;
  }

  abstract start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void;
  abstract text(text: string): void;
  abstract end(): void;
  isBinary(): boolean {
    return false;
  }
  /** See `XmlEvents.leafRow`. Returns the index of the first leaf that is rejected. */
  leafRow(_row: LeafRow, _texts: readonly (string | undefined)[], from: number, _to: number): number {
    return from;
  }
  put(slot: LeafPlan, _value: unknown): void {
    throw new Error(`no place for ${slot.property.key}`);
  }
  /** The count is an index in paths. */
  countOf(_slot: LeafPlan): number {
    return 0;
  }
  /** Returns -1 for a child outside of the stream's path. */
  streamIndex(_slot: ElementPlan): number {
    return -1;
  }
}

/** The path runs from the outermost frame down, with an index (from 1) for an element that may repeat. */
export function pathOf(frame: Frame | undefined, leaf: LeafPlan | undefined, leafName: string): string {
  const steps: string[] = [];
  if (leaf !== undefined) steps.push(step(frame, leaf, leafName));
  for (let at = frame; at?.parent !== undefined; at = at.parent) steps.push(step(at.parent, at.slot, at.name));
  return steps.reverse().join("/");
}

function step(parent: Frame | undefined, slot: LeafPlan | undefined, name: string): string {
  return slot?.array && parent !== undefined ? `${name}[${parent.countOf(slot) + 1}]` : name;
}

/**
 * A decoder's cache for one content, shared by the decoders of one codec. Readers intern names and rows, so their
 * declarations are resolved once. Plans are not changed.
 */
export class ContentMemory {
  /** The last name of each leaf, by the leaf's index. Decoders read and write it. */
  readonly names: (XmlName | undefined)[];
  private readonly content: Content;
  /** Defined when names do not determine each child's leaf. */
  private readonly succession: Succession | undefined;
  private readonly rows = new WeakMap<LeafRow, readonly (ElementPlan | undefined)[]>();
  private lastRow: LeafRow | undefined = undefined;
  private lastPlans: readonly (ElementPlan | undefined)[] = [];

  constructor(content: Content) {
    this.content = content;
    this.names = new Array<undefined>(content.leaves.length).fill(undefined);
    this.succession = isContested(content) ? new Succession(content) : undefined;
  }

  /** Returns undefined when names determine each child's leaf. */
  place(): Place | undefined {
    return this.succession && new Place(this.succession);
  }

  /** Returns undefined for an element that is not a single text property. */
  plansOf(row: LeafRow): readonly (ElementPlan | undefined)[] {
    if (row !== this.lastRow) {
      this.lastRow = row;
      this.lastPlans = this.rows.get(row) ?? this.remember(row);
    }
    return this.lastPlans;
  }

  private remember(row: LeafRow): readonly (ElementPlan | undefined)[] {
    const plans = row.names.map((name) => {
      const plan = this.content.elements.get(name);
      return plan === undefined || isPlain(plan) ? plan : undefined;
    });
    this.rows.set(row, plans);
    return plans;
  }
}

function isPlain({ simple, array, within, bit }: ElementPlan): boolean {
  return simple !== undefined && !array && within === undefined && bit !== 0;
}

/** What the decoder keeps between elements of the same type, by content model. */
export class DecodeMemory {
  private readonly byContent = new WeakMap<Content, ContentMemory>();

  of(content: Content): ContentMemory {
    let memory = this.byContent.get(content);
    if (memory === undefined) {
      memory = new ContentMemory(content);
      this.byContent.set(content, memory);
    }
    return memory;
  }
}

export function isItsText({ verbatim, simple }: ElementPlan, strict: boolean): boolean {
  return verbatim && (!strict || simple?.faceted !== true);
}

/** An empty element has the default or fixed value (XML Schema Part 1, 3.3.1 and 3.2.1). Throws the decoder's error. */
export function readSimple(
  decoder: Decoding,
  declaration: Pick<ElementPlan, "default" | "fixed">,
  type: SimpleTypeCodec,
  text: string,
): unknown {
  try {
    return readValue(decoder, declaration, type, text);
  } catch (error) {
    if (error instanceof Mismatch) decoder.fail(`expected ${error.expected}`);
    throw error;
  }
}

/** Throws `Mismatch`, otherwise the same as `readSimple`. */
export function readValue(
  decoder: Decoding,
  declaration: Pick<ElementPlan, "default" | "fixed">,
  type: SimpleTypeCodec,
  text: string,
): unknown {
  if (text === "") {
    const absent = declaration.default ?? declaration.fixed;
    // The default is part of the schema, so its facets are not checked, even when the two contradict each other.
    if (absent !== undefined) return readText(decoder, type, absent, "closed");
  }
  const value = readText(decoder, type, text, decoder.validation === "strict" ? "all" : "closed");
  const { fixed } = declaration;
  if (fixed !== undefined && decoder.validation === "strict" && !mayBeName(type, fixed)) {
    requireFixed(decoder, type, value, fixed);
  }
  return value;
}

function readText(decoder: Decoding, type: SimpleTypeCodec, text: string, rules: "all" | "closed"): unknown {
  const written = normalize(text, type.whiteSpace);
  const lexical = decoder.validation === "lenient" ? (type.forgive?.(written) ?? written) : written;
  const value = type.parse(lexical, decoder.scope);
  // The octets of a stream are not available yet.
  if (decoder.scope.octets !== undefined && isOctets(type)) return value;
  // A token replaces octets outside of the XML. Facets apply to the base64 text of the octets.
  const isToken = type.faceted === true && lexical.charCodeAt(0) === 0;
  type.check(value, isToken ? base64Of(value) : lexical, rules);
  return value;
}

function requireFixed(decoder: Decoding, type: SimpleTypeCodec, value: unknown, fixed: string): void {
  const wanted = type.parse(normalize(fixed, type.whiteSpace), decoder.scope);
  const same = type.compare === undefined ? isSame(value, wanted) : type.compare(value, wanted) === 0;
  if (!same) throw new Mismatch(`the fixed value ${fixed}`);
}
