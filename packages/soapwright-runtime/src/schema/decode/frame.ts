/** An element that is being read, and what it asks of its decoder. */
import type { LeafRow, XmlAttributeEvent, XmlName } from "../../xml/events";
import { normalize } from "../../xsd/built-ins";
import type { ContentErrorSink } from "../content/content-error-sink";
import { isContested, Place, Succession } from "../content/succession";
import type { Content, ElementPlan, LeafPlan, Plans } from "../plans/plans";
import type { DecodeScope } from "../scope";
import { base64Of, isOctets } from "../simple/binary";
import { mayBeName } from "../simple/built-ins";
import { Mismatch } from "../simple/mismatch";
import { isSame } from "../simple/simple-compare";
import type { SimpleType } from "../simple/simple-type";
import type { QName } from "../tables/table-values";
import type { StreamTarget } from "./element-decoder";

/** A decoder, as its frames see it. */
export interface Decoding extends ContentErrorSink {
  readonly scope: DecodeScope;
  readonly plans: Plans;
  readonly stream: StreamTarget | undefined;
  /** Some frame hands the items of the stream over as they come. */
  streaming: boolean;
  memoryOf(content: Content): ContentMemory;
  /** An element of this declaration starts, below `parent`. `arrayType` is its type where no `xsi:type` says another. */
  open(
    element: ElementPlan,
    name: XmlName,
    attributes: readonly XmlAttributeEvent[],
    parent: Frame,
    arrayType?: QName,
  ): void;
  /** The text that follows is all of an element of this declaration. */
  openLeaf(element: ElementPlan): void;
  /** The value of an element of simple type of which `text` is all; `REFUSED` for a text that is none of the type. */
  tryLeaf(element: ElementPlan, text: string): unknown;
  /** `frame` is the innermost one from now on. */
  enter(frame: Frame): void;
  /** The element of the innermost frame has ended, with a value. */
  leave(value: unknown): void;
  /** The element of the innermost frame has ended, and counts as absent. */
  leaveAbsent(): void;
}

/** No value. */
export const REFUSED: unique symbol = Symbol("refused");

/** Frames form the path from the outermost element to the one that is being read. */
export abstract class Frame {
  readonly decoder: Decoding;
  readonly parent: Frame | undefined;
  /** What the parent knows this element as; `undefined` for one that is not declared. */
  readonly slot: LeafPlan | undefined;
  readonly name: string;
  /** The `$type` that the value stands beside, where it is not an object of ours. */
  label: string | undefined = undefined;

  constructor(decoder: Decoding, parent: Frame | undefined, slot: LeafPlan | undefined, name: string) {
    this.decoder = decoder;
    this.parent = parent;
    this.slot = slot;
    this.name = name;
  }

  /** A child starts. */
  abstract start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void;
  abstract text(text: string): void;
  /** The element ends: by `decoder.leave`. */
  abstract end(): void;
  /** Whether its text is of binary data. */
  isBinary(): boolean {
    return false;
  }
  /** Children without attributes that are text alone: see `XmlEvents.leafRow`. Returns the index of the first one not taken. */
  leafRow(_row: LeafRow, _texts: readonly (string | undefined)[], from: number, _to: number): number {
    return from;
  }
  /** A child that this frame asked the decoder to open has ended with `value`. */
  put(slot: LeafPlan, _value: unknown): void {
    throw new Error(`no place for ${slot.property.key}`);
  }
  /** Children of this kind that have been put, for indexes in paths. */
  countOf(_slot: LeafPlan): number {
    return 0;
  }
  /** Where the keys of the stream's path lead below this child: an index in the path, or -1. */
  streamIndex(_slot: ElementPlan): number {
    return -1;
  }
}

/** The local names from the outermost frame down, with an index (from 1) where an element may repeat. */
export function pathOf(frame: Frame | undefined, leaf: LeafPlan | undefined, leafName: string): string {
  const steps: string[] = [];
  if (leaf !== undefined) steps.push(step(frame, leaf, leafName));
  for (let at = frame; at?.parent !== undefined; at = at.parent) steps.push(step(at.parent, at.slot, at.name));
  return steps.reverse().join("/");
}

function step(parent: Frame | undefined, slot: LeafPlan | undefined, name: string): string {
  return slot?.array && parent !== undefined ? `${name}[${parent.countOf(slot) + 1}]` : name;
}

// What the decoders of one codec remember of the contents that they have read. Plans have no part in it.

/** Readers give the same object for the same name and the same row: what it means in a content is worked out once. */
export class ContentMemory {
  /** By index of the leaf, the name under which it last came. To be read and written. */
  readonly names: (XmlName | undefined)[];
  private readonly content: Content;
  /** Where names alone do not tell what a child is: see `Succession`. */
  private readonly succession: Succession | undefined;
  private readonly rows = new WeakMap<LeafRow, readonly (ElementPlan | undefined)[]>();
  private lastRow: LeafRow | undefined = undefined;
  private lastPlans: readonly (ElementPlan | undefined)[] = [];

  constructor(content: Content) {
    this.content = content;
    this.names = new Array<undefined>(content.leaves.length).fill(undefined);
    this.succession = isContested(content) ? new Succession(content) : undefined;
  }

  /** The start of the content; undefined where names alone tell what each child is. */
  place(): Place | undefined {
    return this.succession && new Place(this.succession);
  }

  /** The declarations of the elements of a row; undefined for those that are not simply text in a property. */
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

// The text of an element of simple type as its value.

/** Whether the value of an element is its text, and nothing is to be checked. */
export function isItsText({ verbatim, simple }: ElementPlan, strict: boolean): boolean {
  return verbatim && (!strict || simple?.faceted !== true);
}

/** XML Schema Part 1, 3.3.1 and 3.2.1: an empty element has the default or fixed value. Throws the decoder's error. */
export function readSimple(
  decoder: Decoding,
  declaration: Pick<ElementPlan, "default" | "fixed">,
  type: SimpleType,
  text: string,
): unknown {
  try {
    return readValue(decoder, declaration, type, text);
  } catch (error) {
    if (error instanceof Mismatch) decoder.fail(`expected ${error.expected}`);
    throw error;
  }
}

/** The same. Throws `Mismatch`. */
export function readValue(
  decoder: Decoding,
  declaration: Pick<ElementPlan, "default" | "fixed">,
  type: SimpleType,
  text: string,
): unknown {
  if (text === "") {
    const absent = declaration.default ?? declaration.fixed;
    // The schema's own word: its facets have no say, also where the two contradict each other.
    if (absent !== undefined) return readText(decoder, type, absent, "closed");
  }
  const value = readText(decoder, type, text, decoder.validation === "strict" ? "all" : "closed");
  const { fixed } = declaration;
  if (fixed !== undefined && decoder.validation === "strict" && !mayBeName(type, fixed)) {
    requireFixed(decoder, type, value, fixed);
  }
  return value;
}

function readText(decoder: Decoding, type: SimpleType, text: string, rules: "all" | "closed"): unknown {
  const written = normalize(text, type.whiteSpace);
  const lexical = decoder.validation === "lenient" ? (type.forgive?.(written) ?? written) : written;
  const value = type.parse(lexical, decoder.scope);
  // What a stream has is not known yet.
  if (decoder.scope.octets !== undefined && isOctets(type)) return value;
  // A token stands for octets that travel outside: facets are about their text.
  const isToken = type.faceted === true && lexical.charCodeAt(0) === 0;
  type.check(value, isToken ? base64Of(value) : lexical, rules);
  return value;
}

function requireFixed(decoder: Decoding, type: SimpleType, value: unknown, fixed: string): void {
  const wanted = type.parse(normalize(fixed, type.whiteSpace), decoder.scope);
  const same = type.compare === undefined ? isSame(value, wanted) : type.compare(value, wanted) === 0;
  if (!same) throw new Mismatch(`the fixed value ${fixed}`);
}
