/**
 * Decodes one element: receives its events, keeps the stack of open frames, and holds the value at the end. Decodes
 * requests too, for example in the sandbox.
 */
import { ResponseError } from "../../errors/response-error";
import type { LeafRow, XmlAttributeEvent, XmlName } from "../../xml/events";
import { trim } from "../../xsd/built-ins";
import type { Validation } from "../content/content-checks";
import type {
  AlternativePlan,
  ComplexPlan,
  ElementPlan,
  LeafPlan,
  Plans,
  PolymorphicPlan,
  TypePlan,
} from "../plans/plans";
import { PlainObject, type Target } from "../plans/property-key";
import type { DecodeScope } from "../scope";
import { isBinaryType } from "../simple/simple-type";
import type { QName } from "../tables/table-values";
import { instanceAttributes, noteNilAttributes, readAttributes, readUndeclared } from "./attributes";
import { DistinctFrame, MixedFrame, PositionalFrame } from "./complex-frames";
import {
  type ArrayDecoder,
  type DecodeOptions,
  type DecodeSettings,
  type Decoding,
  type ElementDecoder,
  type Frame,
  isItsText,
  type Opening,
  pathOf,
  placeOf,
  readSimple,
  type StreamTarget,
} from "./frame";
import { chooseAlternative, instanceType, resolveType } from "./instance-type";
import { NilFrame, RootFrame, TextFrame, TreeFrame } from "./plain-frames";
import type { NoteTaker } from "./response-notes";

export class Decoder implements ElementDecoder, Decoding {
  readonly scope: DecodeScope;
  readonly plans: Plans;
  readonly validation: Validation;
  readonly soapEncoding: ArrayDecoder | undefined;
  readonly stream: StreamTarget | undefined;
  readonly encoded: boolean;
  streaming = false;
  done = false;
  value: unknown = undefined;
  private readonly basePath: string;
  private readonly notes: NoteTaker | undefined;
  private readonly root: RootFrame;
  protected frame: Frame;
  /**
   * The leaf whose content is being read: an element without attributes whose type is simple has no frame, only its
   * text.
   */
  protected leaf: ElementPlan | undefined = undefined;
  private leafText = "";
  /** Its attributes are being decoded, before its frame exists. */
  private opening: Opening | undefined = undefined;

  constructor(element: ElementPlan, scope: DecodeScope, settings: DecodeSettings, options: DecodeOptions) {
    this.scope = scope;
    this.plans = settings.plans;
    this.validation = settings.validation;
    this.soapEncoding = settings.soapEncoding;
    this.stream = options.stream;
    this.encoded = options.encoded === true;
    this.notes = options.notes;
    this.basePath = options.path ?? "";
    this.root = new RootFrame(this, element);
    this.frame = this.root;
  }

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    if (this.leaf !== undefined) this.fail(`an element inside text: ${name.local}`);
    this.frame.start(name, attributes);
  }

  text(text: string): void {
    if (this.leaf === undefined) this.frame.text(text);
    else this.leafText = this.leafText === "" ? text : this.leafText + text;
  }

  endElement(): void {
    const { leaf } = this;
    if (leaf === undefined) {
      this.frame.end();
      return;
    }
    const text = this.leafText;
    const isText = isItsText(leaf, this.validation === "strict");
    const value = isText ? text : readSimple(this, leaf, leaf.simple!, text);
    this.leaf = undefined;
    this.frame.put(leaf, value);
  }

  leafRow(row: LeafRow, texts: readonly (string | undefined)[], from: number, to: number): number {
    return this.leaf === undefined ? this.frame.leafRow(row, texts, from, to) : from;
  }

  isBinary(): boolean {
    return this.leaf === undefined ? this.frame.isBinary() : isBinaryType(this.leaf.simple);
  }

  openLeaf(element: ElementPlan): void {
    this.leaf = element;
    this.leafText = "";
  }

  open(opening: Opening, arrayType?: QName): void {
    this.opening = opening;
    this.frame = openElement(opening, arrayType);
    this.opening = undefined;
  }

  enter(frame: Frame): void {
    this.frame = frame;
  }

  leave(value: unknown): void {
    const { label, parent, slot } = this.frame;
    const labelled = label === undefined ? value : { $type: label, value };
    if (slot !== undefined) parent!.put(slot, labelled);
    this.close(labelled);
  }

  leaveAbsent(): void {
    this.close(undefined);
  }

  private close(value: unknown): void {
    this.frame = this.frame.parent!;
    if (this.frame !== this.root) return;
    this.done = true;
    this.value = value;
    if (this.stream !== undefined && !this.streaming) deliverItems(this.stream, value);
  }

  fail(message: string): never {
    const { opening, leaf } = this;
    if (opening !== undefined) throw this.error(message, opening.slot, opening.name.local);
    throw this.error(message, leaf, leaf?.name.local ?? "");
  }

  failAt(child: LeafPlan, name: string, message: string): never {
    throw this.error(`the element ${message}`, child, name);
  }

  noteName(name: string, came: string, read: string): void {
    const { frame, notes, opening } = this;
    if (notes === undefined) return;
    const place = opening === undefined ? placeOf(frame, name) : `${placeOf(frame, opening.name.local)}/${name}`;
    const path = () => `${this.placeOf(opening?.slot, opening?.name.local ?? "")}/${name}`;
    notes.note({ place, came, read, path });
  }

  private error(message: string, leaf: LeafPlan | undefined, name: string): ResponseError {
    return this.errorAt(this.placeOf(leaf, name), message);
  }

  protected placeOf(leaf: LeafPlan | undefined, name: string): string {
    const inner = pathOf(this.frame, leaf, name);
    return this.basePath === "" || inner === "" ? this.basePath + inner : `${this.basePath}/${inner}`;
  }

  protected errorAt(path: string, message: string): ResponseError {
    const { line, column } = this.scope.position();
    const text = `The ${this.scope.subject ?? "response"} does not match the schema at ${path}: ${message} (line ${line}, column ${column}).`;
    return new ResponseError(text, { reason: "value", path, line, column });
  }
}

/** Called when the items could not be streamed. */
function deliverItems(stream: StreamTarget, value: unknown): void {
  let at = value;
  for (const key of stream.path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return;
    at = (at as { readonly [key: string]: unknown })[key];
  }
  if (Array.isArray(at)) for (const item of at) stream.onItem(item);
}

function openElement(opening: Opening, arrayType: QName | undefined): Frame {
  const { decoder, slot, attributes } = opening;
  const { nillable } = slot.position;
  const declared = decoder.plans.type(slot.position);
  if (attributes.length === 0 && declared.kind === "complex") return openComplex(opening, declared, undefined);
  const instance = instanceAttributes(attributes);
  const nil = isNil(decoder, instance.nil);
  if (declared.kind === "polymorphic") return openPolymorphic(opening, declared, nil, instance.type, arrayType);
  const isUnread = instance.type === undefined || declared.kind === "anyType";
  const type = isUnread ? declared : instanceType(decoder, declared, resolveType(decoder, declared, instance.type!));
  return nil ? openNil(opening, nillable) : openType(opening, type, undefined);
}

function openPolymorphic(
  opening: Opening,
  plan: PolymorphicPlan,
  nil: boolean,
  typeText: string | undefined,
  arrayType: QName | undefined,
): Frame {
  const { decoder, slot, name } = opening;
  const { nillable } = slot.position;
  if (nil && typeText === undefined && nillable) return openNil(opening, true);
  const typeName = typeText === undefined ? arrayType : resolveType(decoder, plan, typeText);
  const { alternative, type } = chooseAlternative(decoder, slot, plan, name, typeName);
  const frame = nil
    ? openNil(opening, nillable || alternative.position.nillable)
    : openType(opening, type, alternative.wrapped ? undefined : alternative);
  // A nil element that is nillable itself is plain `null`, without a label.
  if (alternative.wrapped && !(nil && nillable)) frame.label = alternative.label;
  return frame;
}

/** False when the attribute is absent. Throws the decoder's error for an invalid text. */
export function isNil(decoder: Decoding, text: string | undefined): boolean {
  if (text === undefined) return false;
  const value = trim(text);
  if (value === "true" || value === "1") return true;
  if (value !== "false" && value !== "0") decoder.fail("expected xsi:nil to be true or false");
  return false;
}

/** See the table "Validation of responses" in the documentation. Throws the decoder's error for a nil that is not allowed. */
function openNil(opening: Opening, nillable: boolean): Frame {
  const { decoder, slot } = opening;
  const isNull = nillable || decoder.validation === "lenient";
  if (!isNull && (slot.min > 0 || slot.array || decoder.validation === "strict"))
    decoder.fail("nil is not allowed here");
  if (opening.attributes.length > 1) noteNilAttributes(decoder, opening.attributes);
  return new NilFrame(opening, !isNull);
}

/** `alternative` is the one selected in a polymorphic position, whose label is in the value itself. */
function openType(opening: Opening, type: TypePlan, alternative: AlternativePlan | undefined): Frame {
  const { decoder, attributes } = opening;
  switch (type.kind) {
    case "simple":
      return new TextFrame(opening, type.type, readUndeclared(decoder, attributes));
    case "complex":
      return openComplex(opening, type, alternative);
    case "soapArray":
      return decoder.soapEncoding!.openArray(opening, type);
    case "anyType":
      return new TreeFrame(opening);
    case "polymorphic":
      throw new Error("an alternative has alternatives of its own");
  }
}

function openComplex(opening: Opening, plan: ComplexPlan, alternative: AlternativePlan | undefined): Frame {
  const { decoder, attributes } = opening;
  if (plan.abstract) decoder.fail("its type is abstract");
  const target: Target = new PlainObject();
  if (alternative !== undefined) target.$type = alternative.label;
  const reference =
    (attributes.length > 0 || plan.attributes.length > 0 || plan.anyAttribute !== undefined) &&
    readAttributes(decoder, plan, attributes, target);
  const { content, mixed, text } = plan;
  if (text !== undefined) {
    return new TextFrame(opening, text.simple.type, false, { target, property: text.property });
  }
  if (mixed !== undefined) return new MixedFrame(opening, content, target, mixed);
  // `strict` checks the order, which repeated groups determine only with the whole content model.
  return content.positional || (content.repeats && decoder.validation === "strict")
    ? new PositionalFrame(opening, content, target, reference)
    : new DistinctFrame(opening, content, target, reference);
}
