/**
 * Decodes one element: receives its events, keeps the stack of open frames, and holds the value at the end. Decodes
 * requests too, for example in the sandbox.
 */
import { ResponseError } from "../../errors/response-error";
import type { LeafRow, XmlAttributeEvent, XmlName } from "../../xml/events";
import type { Validation } from "../content/content-error-sink";
import type {
  AlternativePlan,
  ComplexPlan,
  Content,
  ElementPlan,
  LeafPlan,
  Plans,
  PolymorphicPlan,
  TypePlan,
} from "../plans/plans";
import { PlainObject, type Target } from "../plans/property-key";
import type { DecodeScope } from "../scope";
import { Mismatch } from "../simple/mismatch";
import { isBinaryType } from "../simple/simple-type";
import type { QName } from "../tables/table-values";
import { instanceAttributes, readAttributes, readUndeclared } from "./attributes";
import { DistinctFrame, RootFrame } from "./distinct-frame";
import type { DecodeOptions, ElementDecoder, StreamTarget } from "./element-decoder";
import {
  type ArrayDecoder,
  type ContentMemory,
  type DecodeMemory,
  type Decoding,
  type Frame,
  isItsText,
  pathOf,
  REFUSED,
  readSimple,
  readValue,
} from "./frame";
import { chooseAlternative, instanceType, resolveType } from "./instance-type";
import { isNil, NilFrame, type NilOutcome, nilOutcome } from "./nil";
import { MixedFrame, PositionalFrame } from "./ordered-frames";
import { SimpleContentFrame, SimpleFrame } from "./text-frames";
import { TreeFrame } from "./tree-frame";

export interface DecodeSettings {
  readonly plans: Plans;
  readonly memory: DecodeMemory;
  readonly validation: Validation;
  readonly soapEncoding: ArrayDecoder | undefined;
}

export class Decoder implements ElementDecoder, Decoding {
  readonly scope: DecodeScope;
  readonly plans: Plans;
  readonly validation: Validation;
  readonly soapEncoding: ArrayDecoder | undefined;
  readonly stream: StreamTarget | undefined;
  streaming = false;
  done = false;
  value: unknown = undefined;
  private readonly memory: DecodeMemory;
  private readonly basePath: string;
  private readonly root: RootFrame;
  private frame: Frame;
  /**
   * The leaf whose content is being read: an element without attributes whose type is simple has no frame, only its
   * text.
   */
  private leaf: ElementPlan | undefined = undefined;
  private leafText = "";
  /** Its attributes are being decoded, before its frame exists. */
  private opening: ElementPlan | undefined = undefined;
  private openingName = "";
  /** Cached, because lists repeat it. */
  private lastContent: Content | undefined = undefined;
  private lastMemory: ContentMemory | undefined = undefined;

  constructor(element: ElementPlan, scope: DecodeScope, settings: DecodeSettings, options: DecodeOptions) {
    this.scope = scope;
    this.plans = settings.plans;
    this.memory = settings.memory;
    this.validation = settings.validation;
    this.soapEncoding = settings.soapEncoding;
    this.stream = options.stream;
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

  tryLeaf(element: ElementPlan, text: string): unknown {
    try {
      return readValue(this, element, element.simple!, text);
    } catch (error) {
      if (error instanceof Mismatch) return REFUSED;
      throw error;
    }
  }

  memoryOf(content: Content): ContentMemory {
    if (this.lastContent !== content || this.lastMemory === undefined) {
      this.lastContent = content;
      this.lastMemory = this.memory.of(content);
    }
    return this.lastMemory;
  }

  open(
    element: ElementPlan,
    name: XmlName,
    attributes: readonly XmlAttributeEvent[],
    parent: Frame,
    arrayType?: QName,
  ): void {
    this.opening = element;
    this.openingName = name.local;
    this.frame = openElement(this, parent, element, name, attributes, arrayType);
    this.opening = undefined;
  }

  enter(frame: Frame): void {
    this.frame = frame;
  }

  leave(value: unknown): void {
    const { slot, label } = this.frame;
    const parent = this.frame.parent!;
    const labelled = label === undefined ? value : { $type: label, value };
    if (slot !== undefined) parent.put(slot, labelled);
    this.frame = parent;
    if (parent === this.root) this.finish(labelled);
  }

  leaveAbsent(): void {
    const parent = this.frame.parent!;
    this.frame = parent;
    if (parent === this.root) this.finish(undefined);
  }

  private finish(value: unknown): void {
    this.done = true;
    this.value = value;
    if (this.stream !== undefined && !this.streaming) deliverItems(this.stream, value);
  }

  fail(message: string): never {
    const { opening, leaf } = this;
    if (opening !== undefined) throw this.error(message, opening, this.openingName);
    throw this.error(message, leaf, leaf?.name.local ?? "");
  }

  failAt(child: LeafPlan, name: string, message: string): never {
    throw this.error(`the element ${message}`, child, name);
  }

  private error(message: string, leaf: LeafPlan | undefined, name: string): ResponseError {
    const inner = pathOf(this.frame, leaf, name);
    const path = this.basePath === "" || inner === "" ? this.basePath + inner : `${this.basePath}/${inner}`;
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

interface Opening {
  readonly decoder: Decoding;
  readonly parent: Frame;
  readonly element: ElementPlan;
  readonly name: XmlName;
  readonly attributes: readonly XmlAttributeEvent[];
}

function openElement(
  decoder: Decoding,
  parent: Frame,
  element: ElementPlan,
  name: XmlName,
  attributes: readonly XmlAttributeEvent[],
  arrayType: QName | undefined,
): Frame {
  const declared = decoder.plans.type(element.position);
  const opening = { decoder, parent, element, name, attributes };
  if (attributes.length === 0 && declared.kind === "complex") return openComplex(opening, declared, undefined);
  const instance = instanceAttributes(attributes);
  const nil = isNil(decoder, instance.nil);
  if (declared.kind === "polymorphic") return openPolymorphic(opening, declared, nil, instance.type, arrayType);
  const isUnread = instance.type === undefined || declared.kind === "anyType";
  const type = isUnread ? declared : instanceType(decoder, declared, resolveType(decoder, declared, instance.type!));
  return nil
    ? openNil(opening, nilOutcome(decoder, element, element.position.nillable))
    : openType(opening, type, undefined);
}

function openPolymorphic(
  opening: Opening,
  plan: PolymorphicPlan,
  nil: boolean,
  typeText: string | undefined,
  arrayType: QName | undefined,
): Frame {
  const { decoder, element, name } = opening;
  const { nillable } = element.position;
  if (nil && typeText === undefined && nillable) return openNil(opening, { of: null });
  const typeName = typeText === undefined ? arrayType : resolveType(decoder, plan, typeText);
  const { alternative, type } = chooseAlternative(decoder, element, plan, name, typeName);
  const frame = nil
    ? openNil(opening, nilOutcome(decoder, element, nillable || alternative.position.nillable))
    : openType(opening, type, alternative.wrapped ? undefined : alternative);
  // A nil element that is nillable itself is plain `null`, without a label.
  if (alternative.wrapped && !(nil && nillable)) frame.label = alternative.label;
  return frame;
}

function openNil({ decoder, parent, element, name }: Opening, outcome: NilOutcome): Frame {
  return new NilFrame(decoder, parent, element, name.local, outcome);
}

/** `alternative` is the one selected in a polymorphic position, whose label is in the value itself. */
function openType(opening: Opening, type: TypePlan, alternative: AlternativePlan | undefined): Frame {
  const { decoder, parent, element, name, attributes } = opening;
  switch (type.kind) {
    case "simple": {
      const reference = readUndeclared(decoder, attributes);
      return new SimpleFrame(decoder, parent, element, name.local, type.type, reference);
    }
    case "complex":
      return openComplex(opening, type, alternative);
    case "soapArray":
      return decoder.soapEncoding!.openArray(decoder, parent, element, name.local, type, attributes);
    case "anyType":
      return new TreeFrame(decoder, parent, element, name, attributes);
    case "polymorphic":
      throw new Error("an alternative has alternatives of its own");
  }
}

function openComplex(opening: Opening, plan: ComplexPlan, alternative: AlternativePlan | undefined): Frame {
  const { decoder, parent, element, attributes } = opening;
  const { local } = opening.name;
  if (plan.abstract) decoder.fail("its type is abstract");
  const target: Target = new PlainObject();
  if (alternative !== undefined) target.$type = alternative.label;
  const reference =
    (attributes.length > 0 || plan.attributes.length > 0 || plan.anyAttribute !== undefined) &&
    readAttributes(decoder, plan, attributes, target);
  const { content } = plan;
  if (plan.text !== undefined) return new SimpleContentFrame(decoder, parent, element, local, plan.text, target);
  if (plan.mixed !== undefined) return new MixedFrame(decoder, parent, element, local, content, target, plan.mixed);
  // `strict` checks the order, which repeated groups determine only with the whole content model.
  return content.positional || (content.repeats && decoder.validation === "strict")
    ? new PositionalFrame(decoder, parent, element, local, content, target, reference)
    : new DistinctFrame(decoder, parent, element, local, content, target, reference);
}
