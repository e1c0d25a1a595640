/** The state of an element that is being decoded, and the decoder's functions that it uses. */
import type { XmlAttributeEvent, XmlEvents, XmlName } from "../../xml/events";
import { isBlank, normalize } from "../../xsd/built-ins";
import type { ContentErrorSink, OwnDeparture, Validation } from "../content/content-checks";
import type { ComplexPlan, ElementPlan, LeafPlan, Plans, SimplePlan, SoapArrayPlan } from "../plans/plans";
import type { DecodeScope } from "../scope";
import { base64Of, isOctets, scopedOctets } from "../simple/binary";
import { mayBeName } from "../simple/built-ins";
import { Mismatch } from "../simple/mismatch";
import { isSame } from "../simple/simple-compare";
import type { SimpleTypeCodec } from "../simple/simple-type";
import type { QName } from "../tables/table-values";
import { type Declaration, readDeparture } from "./departures";
import type { Identifiers } from "./identifiers";
import { LongOctets } from "./long-octets";
import type { NoteTaker } from "./response-notes";

/** Decodes exactly one element, from its start to its end. */
export interface ElementDecoder extends XmlEvents {
  readonly done: boolean;
  /** Set when `done`; `undefined` for an element that counts as absent. */
  readonly value: unknown;
  /** Reports a departure of the element itself, before its start. */
  depart(departure: OwnDeparture): void;
}

/** A list whose items are delivered as they are decoded and not kept. */
export interface StreamTarget {
  /** Property keys from the value of the element down to the list. */
  readonly path: readonly string[];
  onItem(item: unknown): void;
}

export interface DecodeOptions {
  /** The path in messages, for example `Envelope/Body`. */
  readonly path?: string | undefined;
  readonly stream?: StreamTarget | undefined;
  /** Receives what `lenient` read although it departs from the schema. */
  readonly notes?: NoteTaker | undefined;
  /** Whether the element is a message in the SOAP encoding, whose accessors are matched by their local names. */
  readonly encoded?: boolean | undefined;
  /** The identifiers of the message that the element is part of. Default: its own. */
  readonly identifiers?: Identifiers | undefined;
}

/** An element whose frame is made. `slot` is its leaf in the parent's content. */
export interface Opening<Slot extends LeafPlan | undefined = ElementPlan> {
  readonly decoder: Decoding;
  readonly parent: Frame | undefined;
  readonly slot: Slot;
  readonly name: XmlName;
  readonly attributes: readonly XmlAttributeEvent[];
}

/** The code of `identity`, which tables with identity constraints hold. */
export interface IdentityCode {
  decoder(element: ElementPlan, scope: DecodeScope, settings: DecodeSettings, options: DecodeOptions): ElementDecoder;
}

export interface DecodeSettings {
  readonly plans: Plans;
  readonly validation: Validation;
  readonly soapEncoding: ArrayDecoder | undefined;
  readonly identities: boolean;
  /** Returns a global element that messages of the service have. */
  readonly elementOf?: ((name: QName) => ElementPlan | undefined) | undefined;
}

export interface ArrayDecoder {
  openArray(opening: Opening, plan: SoapArrayPlan): Frame;
  /**
   * Returns the type by which a value of the type `named` is read where `plan` is declared; undefined if it does not
   * convert without loss.
   */
  convert<T extends SimplePlan | ComplexPlan | SoapArrayPlan>(
    plan: T,
    named: QName,
    attributes: readonly XmlAttributeEvent[],
  ): T | undefined;
}

/** What every level but `strict` gives for an element of any content: `strict` alone looks into it. */
export const TREE_GIVEN = "the XmlElement as it came, as standard does";

export interface Decoding extends ContentErrorSink {
  readonly scope: DecodeScope;
  readonly plans: Plans;
  /** Defined when there are plans of arrays. */
  readonly soapEncoding: ArrayDecoder | undefined;
  readonly stream: StreamTarget | undefined;
  readonly encoded: boolean;
  streaming: boolean;
  /** Notes what was made of an element, or of an attribute (`@` before its name), that the open element has. */
  noteName(name: string, came: string, read: string): void;
  /** Whether departures are reported. Without that, `lenient` gives no value that is not of its type. */
  readonly isNoted: boolean;
  failAt(child: LeafPlan, name: string, message: string): never;
  /**
   * Runs a check that only `strict` makes. Its first error is a departure, whatever it is: the other levels read on, and
   * give what `gives` says.
   */
  assess(gives: string, check: () => void): void;
  /** `arrayType` is the element's type unless an `xsi:type` overrides it. */
  open(opening: Opening, arrayType?: QName): void;
  openLeaf(element: ElementPlan): void;
  /** Notes the value of an identifier or of a reference to one. Only for `strict`. */
  identify(kind: "ID" | "IDREF", value: unknown): void;
  enter(frame: Frame): void;
  /** Returns the frame of an element of any content. */
  openTree(opening: Opening<LeafPlan>): Frame;
  /** Returns the decoder of a global element below a tree; undefined if no message declares it. */
  judgeOf(name: QName): ElementDecoder | undefined;
  leave(value: unknown): void;
  leaveAbsent(): void;
}

/**
 * The state of one open element. Frames form a stack from the outermost element to the current one. Their fields are
 * declared, and set by the constructor alone, because a large list has a frame for each entry.
 */
export abstract class Frame {
  declare readonly decoder: Decoding;
  declare readonly parent: Frame | undefined;
  /** `undefined` for an undeclared element. */
  declare readonly slot: LeafPlan | undefined;
  declare readonly name: string;
  /** Set for a value that has no properties of its own. */
  declare label: string | undefined;
  /** The type that an encoded message names for an element that is read by its declared type. */
  declare namedType: QName | undefined;

  constructor({ decoder, parent, slot, name }: Opening<LeafPlan | undefined>) {
    this.decoder = decoder;
    this.parent = parent;
    this.slot = slot;
    this.name = name.local;
    this.label = undefined;
    this.namedType = undefined;
  }

  abstract start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void;
  abstract end(): void;
  text(text: string): void {
    if (!isBlank(text)) this.decoder.fail("text between elements");
  }
  isBinary(): boolean {
    return false;
  }
  /** See `XmlEvents.leaf`. */
  leaf(_name: XmlName, _text: string): boolean {
    return false;
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

/** The path without indexes. */
export function placeOf(frame: Frame | undefined, leafName: string): string {
  const steps = [leafName];
  for (let at = frame; at?.parent !== undefined; at = at.parent) steps.push(at.name);
  return steps.reverse().join("/");
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

/** Returns undefined for a text that is read as a whole at its end. `text` is what has come so far. */
export function startOctets(
  { validation }: Decoding,
  { fixed }: Pick<ElementPlan, "fixed">,
  type: SimpleTypeCodec,
  text: string,
): LongOctets | undefined {
  return fixed === undefined ? LongOctets.start(type, text, validation === "strict") : undefined;
}

/**
 * An empty element has the default or fixed value (XML Schema Part 1, 3.3.1 and 3.2.1). Returns what `lenient` reads
 * for another text than the type has, or throws the decoder's error. `long` has the octets of `text` if they were
 * decoded already.
 */
export function readSimple(
  decoder: Decoding,
  declaration: Declaration,
  type: SimpleTypeCodec,
  text: string,
  long?: LongOctets,
): unknown {
  try {
    const octets = long?.end();
    if (octets !== undefined) {
      type.check(octets, "", "closed");
      return scopedOctets(octets, decoder.scope);
    }
    return readValue(decoder, declaration, type, text);
  } catch (error) {
    if (error instanceof Mismatch) return readDeparture(decoder, declaration, type, text, error);
    throw error;
  }
}

/** Throws `Mismatch` for a text that is not of the type. */
export function readValue(
  decoder: Decoding,
  declaration: Pick<ElementPlan, "default" | "fixed">,
  type: SimpleTypeCodec,
  text: string,
): unknown {
  const rules = decoder.validation === "strict" ? "all" : "closed";
  if (text === "") {
    const absent = declaration.default ?? declaration.fixed;
    // The default is valid for the declared type. It must be so for a derived type that `xsi:type` names (section 3.3.4).
    if (absent !== undefined) return readText(decoder, type, absent, rules);
  }
  const value = readText(decoder, type, text, rules);
  if (decoder.validation === "strict") {
    const { fixed } = declaration;
    if (fixed !== undefined && !mayBeName(type, fixed)) requireFixed(decoder, type, value, fixed);
    if (type.identifies !== undefined) decoder.identify(type.identifies, value);
  }
  return value;
}

function readText(decoder: Decoding, type: SimpleTypeCodec, text: string, rules: "all" | "closed"): unknown {
  const { whiteSpace } = type;
  const lexical = whiteSpace === "preserve" ? text : normalize(text, whiteSpace);
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
