/**
 * Decodes one element: receives its events, keeps the stack of open frames, and holds the value at the end. Decodes
 * requests too, for example in the sandbox.
 */
import { LENIENT_ADVICE } from "../../errors/advice";
import { isResponseError, ResponseError, type ResponseErrorReason } from "../../errors/response-error";
import { printable } from "../../text/printable";
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { isBlank, trim } from "../../xsd/built-ins";
import type { Departure, Validation } from "../content/content-checks";
import type {
  AlternativePlan,
  ComplexPlan,
  ElementPlan,
  LeafPlan,
  PlainPlan,
  Plans,
  PolymorphicPlan,
} from "../plans/plans";
import { PlainObject, type Target } from "../plans/property-key";
import type { DecodeScope } from "../scope";
import { booleanType } from "../simple/built-ins";
import { isAnySimple, isBinaryType } from "../simple/simple-type";
import type { QName } from "../tables/table-values";
import { AssessedTreeFrame } from "./assessed-tree";
import { instanceAttributes, noteNilAttributes, readAttributes, readUndeclared } from "./attributes";
import { DistinctFrame, MixedFrame, PositionalFrame } from "./complex-frames";
import {
  type ArrayDecoder,
  type DecodeOptions,
  type DecodeSettings,
  type Decoding,
  type ElementDecoder,
  Frame,
  type Opening,
  pathOf,
  placeOf,
  readSimple,
  type StreamTarget,
  startOctets,
} from "./frame";
import { Identifiers } from "./identifiers";
import { chooseAlternative, instanceType, isAbstract, isBuiltIn, isNamed, resolveType } from "./instance-type";
import { KeyMemory } from "./key-memory";
import type { LongOctets } from "./long-octets";
import { NilFrame, TextFrame, TreeFrame } from "./plain-frames";
import type { NoteTaker } from "./response-notes";

/** The parent frame of the outermost element has no name of its own in paths. */
const NO_NAME: XmlName = { namespace: "", local: "", raw: "" };
const NO_ATTRIBUTES: readonly XmlAttributeEvent[] = [];

/** The parent frame of the outermost element. The decoder stores the value. */
class RootFrame extends Frame {
  declare private readonly element: ElementPlan;
  declare private started: boolean;

  constructor(decoder: Decoding, element: ElementPlan) {
    super({ decoder, parent: undefined, slot: undefined, name: NO_NAME, attributes: NO_ATTRIBUTES });
    this.element = element;
    this.started = false;
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const { decoder, element } = this;
    if (this.started) decoder.fail("a second element after the one that was expected");
    if (!element.names.some(({ local, namespace }) => local === name.local && namespace === name.namespace)) {
      const { local, namespace } = element.name;
      decoder.fail(`expected the element {${namespace}}${local}, found {${name.namespace}}${name.local}`);
    }
    this.started = true;
    decoder.open({ decoder, parent: this, slot: element, name, attributes });
  }

  override text(text: string): void {
    if (!isBlank(text)) this.decoder.fail("text where an element was expected");
  }

  end(): void {
    this.decoder.fail("an element ends that did not start");
  }

  override put(): void {}

  override streamIndex(): number {
    return 0;
  }
}

export class Decoder implements ElementDecoder, Decoding {
  readonly scope: DecodeScope;
  readonly plans: Plans;
  /** `lenient` after a departure that another level refuses: the rest shows whether `lenient` reads the element. */
  validation: Validation;
  readonly soapEncoding: ArrayDecoder | undefined;
  readonly stream: StreamTarget | undefined;
  readonly encoded: boolean;
  streaming = false;
  done = false;
  value: unknown = undefined;
  private readonly basePath: string;
  private readonly notes: NoteTaker | undefined;
  /** The first departure, thrown at the end of the element: with the advice only if `lenient` reads all of it. */
  private refused: { readonly plain: ResponseError; readonly advised: ResponseError } | undefined = undefined;
  private readonly root: RootFrame;
  protected frame: Frame;
  /**
   * The leaf whose content is being read: an element without attributes whose type is simple has no frame, only its
   * text.
   */
  protected openedLeaf: ElementPlan | undefined = undefined;
  private leafText = "";
  private leafOctets: LongOctets | undefined = undefined;
  /** Its attributes are being decoded, before its frame exists. */
  private opening: Opening | undefined = undefined;
  private identifiers: Identifiers | undefined;
  /** Whether the element is part of a larger one, whose decoder assesses it and has the identifiers. */
  private readonly isPart: boolean;
  /** A departure is thrown at once, to the check of `assess` or to the larger element. */
  private assessing: boolean;
  private readonly settings: DecodeSettings;
  private keyMemory: KeyMemory | undefined = undefined;

  constructor(element: ElementPlan, scope: DecodeScope, settings: DecodeSettings, options: DecodeOptions) {
    this.scope = scope;
    this.plans = settings.plans;
    this.validation = settings.validation;
    this.soapEncoding = settings.soapEncoding;
    this.notes = options.notes;
    this.stream = options.stream;
    this.encoded = options.encoded === true;
    this.settings = settings;
    this.basePath = options.path ?? "";
    this.identifiers = options.identifiers;
    this.isPart = options.identifiers !== undefined;
    this.assessing = this.isPart;
    this.root = new RootFrame(this, element);
    this.frame = this.root;
  }

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    if (this.openedLeaf !== undefined) this.fail(`an element inside text: ${name.local}`);
    this.frame.start(name, attributes);
  }

  text(text: string): void {
    if (this.openedLeaf === undefined) this.frame.text(text);
    else if (this.leafText === "") this.leafText = text;
    else this.moreText(this.openedLeaf, text);
  }

  private moreText(leaf: ElementPlan, text: string): void {
    this.leafText += text;
    if (this.leafOctets !== undefined) this.leafOctets.add(text);
    else this.leafOctets = startOctets(this, leaf, leaf.simple!, this.leafText);
  }

  endElement(): void {
    const { openedLeaf: leaf } = this;
    if (leaf === undefined) {
      this.frame.end();
      return;
    }
    const text = this.leafText;
    const isText = leaf.verbatim && (this.validation !== "strict" || leaf.simple!.faceted !== true);
    const value = isText ? text : readSimple(this, leaf, leaf.simple!, text, this.leafOctets);
    this.openedLeaf = undefined;
    if (value !== undefined) this.frame.put(leaf, value);
  }

  leaf(name: XmlName, text: string): boolean {
    return this.openedLeaf === undefined && this.frame.leaf(name, text);
  }

  isBinary(): boolean {
    return this.openedLeaf === undefined ? this.frame.isBinary() : isBinaryType(this.openedLeaf.simple);
  }

  openLeaf(element: ElementPlan): void {
    this.openedLeaf = element;
    this.leafText = "";
    if (this.leafOctets !== undefined) this.leafOctets = undefined;
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
    if (!this.isPart && this.validation === "strict") this.identifiers?.end();
    if (this.refused !== undefined) throw this.refused.advised;
    this.done = true;
    this.value = value;
    if (this.stream !== undefined && !this.streaming) deliverItems(this.stream, value);
  }

  get isNoted(): boolean {
    return this.notes !== undefined;
  }

  fail(message: string, reason?: ResponseErrorReason): never {
    throw this.refused?.plain ?? this.error(message, this.current(), { reason });
  }

  failAt(leaf: LeafPlan, name: string, message: string): never {
    throw this.refused?.plain ?? this.error(`the element ${message}`, { leaf, name });
  }

  depart({ message, gives, came = "", read = gives, child, attribute, refusal, isRead }: Departure): void {
    const at = child?.kind === "element" ? { leaf: child, name: child.name.local } : this.current();
    if (this.validation === "lenient" || (isRead === true && this.validation === "standard")) {
      if (this.refused === undefined) this.note(at, attribute, came, read);
      return;
    }
    const text = child === undefined ? message : `the element ${message}`;
    this.refuse(refusal ?? ((given?: string) => this.error(text, at, { gives: given })), gives);
  }

  assess(gives: string, check: () => void): void {
    const isInner = this.assessing;
    this.assessing = true;
    let refusal: ResponseError | undefined;
    try {
      check();
    } catch (error) {
      if (!isResponseError(error)) throw error;
      refusal = error;
    } finally {
      this.assessing = isInner;
    }
    if (refusal === undefined) return;
    const plain = refusal;
    this.refuse((given) => (given === undefined ? plain : withLenient(plain, given)), gives);
  }

  /** Refuses values that `strict` alone compares. After a departure nothing is compared. */
  protected departAt(path: string, message: string): void {
    if (this.validation === "strict")
      this.refuse((given) => this.errorAt(path, message, { gives: given }), "the values, which strict alone compares");
  }

  private refuse(errorOf: (gives?: string) => ResponseError, gives: string): void {
    const plain = errorOf();
    if (this.assessing) throw plain;
    const advised = errorOf(gives);
    // The items of a stream are delivered at once, so that nothing may follow one that is refused.
    if (this.stream !== undefined) throw advised;
    this.refused = { plain, advised };
    this.validation = "lenient";
  }

  private note(at: Step, attribute: string | undefined, came: string, read: string): void {
    const { frame } = this;
    const last = attribute === undefined ? "" : `/@${attribute}`;
    this.notes?.note({
      place: `${placeOf(frame, at.name)}${last}`,
      came,
      read,
      path: () => `${this.pathAt(at)}${last}`,
    });
  }

  private current(): Step {
    const { opening, openedLeaf: leaf } = this;
    if (opening !== undefined) return { leaf: opening.slot, name: opening.name.local };
    return { leaf, name: leaf?.name.local ?? "" };
  }

  noteName(name: string, came: string, read: string): void {
    const { frame, notes } = this;
    if (notes === undefined || this.refused !== undefined) return;
    const at = this.current();
    const place = this.opening === undefined ? placeOf(frame, name) : `${placeOf(frame, at.name)}/${name}`;
    notes.note({ place, came, read, path: () => `${this.pathAt(at)}/${name}` });
  }

  identify(kind: "ID" | "IDREF", value: unknown): void {
    if (this.settings.identities) this.noted.add(kind, value, this.path);
  }

  private get noted(): Identifiers {
    this.identifiers ??= new Identifiers(this.memory, (path, message) => this.departAt(path, message));
    return this.identifiers;
  }

  openTree(opening: Opening<LeafPlan>): Frame {
    const isAssessed =
      this.validation === "strict" && this.settings.elementOf !== undefined && !isSkipped(opening.slot);
    return isAssessed ? new AssessedTreeFrame(opening) : new TreeFrame(opening);
  }

  judgeOf(name: QName): ElementDecoder | undefined {
    const element = this.settings.elementOf?.(name);
    if (element === undefined) return undefined;
    return new Decoder(element, this.scope, this.settings, { path: this.path, identifiers: this.noted });
  }

  protected get memory(): KeyMemory {
    this.keyMemory ??= new KeyMemory((path, message) => this.departAt(path, message));
    return this.keyMemory;
  }

  private get path(): string {
    return this.pathAt(this.current());
  }

  protected pathAt({ leaf, name }: Step): string {
    const inner = pathOf(this.frame, leaf, name);
    return this.basePath === "" || inner === "" ? this.basePath + inner : `${this.basePath}/${inner}`;
  }

  private error(message: string, at: Step, facts?: ErrorFacts): ResponseError {
    return this.errorAt(this.pathAt(at), message, facts);
  }

  private errorAt(path: string, message: string, { reason = "value", gives }: ErrorFacts = {}): ResponseError {
    const { line, column } = this.scope.position();
    const text = `The ${this.scope.subject ?? "response"} does not match the schema at ${path}: ${printable(message)} (line ${line}, column ${column}).`;
    const error = new ResponseError(text, { reason, path, line, column });
    return gives === undefined ? error : withLenient(error, gives);
  }
}

interface ErrorFacts {
  readonly reason?: ResponseErrorReason | undefined;
  /** What `lenient` gives in place of the error. */
  readonly gives?: string | undefined;
}

function withLenient({ message, reason, path, line, column }: ResponseError, gives: string): ResponseError {
  const outcome = `Lenient validation gives ${gives}.`;
  return new ResponseError(message, { reason, path, line, column, outcome, advice: LENIENT_ADVICE });
}

/** The last step of a path. */
interface Step {
  readonly leaf: LeafPlan | undefined;
  readonly name: string;
}

function isSkipped(slot: LeafPlan): boolean {
  return slot.kind === "any" && slot.process === "skip";
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
  const isOpen = declared.kind === "anyType";
  const written = isOpen ? undefined : instance.type;
  const named = written === undefined ? arrayType : resolveType(decoder, declared, written);
  const type = isOpen || named === undefined ? declared : instanceType(opening, declared, named);
  if (instance.nil !== undefined && decoder.validation === "strict") checkNil(opening, nil, type, instance.type);
  const frame = nil ? openNil(opening, nillable) : openType(opening, type, undefined);
  if (isOpen) return frame;
  frame.namedType = otherName(decoder, type, named);
  // Any other type of xs:anySimpleType is named beside the value, so that it can be written again.
  const isLabelled = !nil && declared.kind === "simple" && isAnySimple(declared.type) && type !== declared;
  if (isLabelled) frame.label = nameOf(type);
  return frame;
}

function nameOf(type: PlainPlan): string | undefined {
  return "name" in type ? type.name?.local : undefined;
}

/**
 * `xsi:nil` needs a nillable element, and the attributes of a nil element are valid (XML Schema Part 1, 3.3.4 and 3.4.4).
 * Required ones may be missing: `null` has no attributes, and a client sends it as an element without them.
 */
function checkNil(opening: Opening, nil: boolean, type: PlainPlan, written: string | undefined): void {
  const { decoder, slot, attributes } = opening;
  if (!nil) {
    if (slot.position.nillable) return;
    decoder.depart({ message: "xsi:nil is not allowed here", gives: "the value without it", attribute: "xsi:nil" });
    return;
  }
  decoder.assess("null", () => {
    if (type.kind === "complex") readAttributes(opening, { ...type, attributes: [] }, new PlainObject());
    else if (type.kind === "simple" || (written !== undefined && isBuiltIn(resolveType(decoder, type, written))))
      readUndeclared(decoder, attributes);
  });
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
  // Nil needs no type, so that an abstract one is no obstacle.
  if (nil && typeText === undefined && (nillable || isAbstract(slot, plan, name))) return openNil(opening, nillable);
  const typeName = typeText === undefined ? arrayType : resolveType(decoder, plan, typeText);
  const { alternative, type } = chooseAlternative(opening, plan, name, typeName);
  const frame = nil
    ? openNil(opening, nillable || alternative.position.nillable)
    : openType(opening, type, alternative.wrapped ? undefined : alternative);
  frame.namedType = otherName(decoder, type, typeName);
  // A nil element that is nillable itself is plain `null`, without a label.
  if (alternative.wrapped && !(nil && nillable)) frame.label = alternative.label;
  return frame;
}

function otherName({ encoded }: Decoding, type: PlainPlan, named: QName | undefined): QName | undefined {
  return encoded && named !== undefined && type.kind === "complex" && !isNamed(type.name, named) ? named : undefined;
}

/** False when the attribute is absent. Throws the decoder's error for an invalid text. */
function isNil(decoder: Decoding, text: string | undefined): boolean {
  if (text === undefined) return false;
  const value = trim(text);
  if (value === "true" || value === "1") return true;
  if (value === "false" || value === "0") return false;
  const meant = booleanType.forgive!(value);
  if (meant !== "true" && meant !== "false") decoder.fail("expected xsi:nil to be true or false");
  const message = "expected xsi:nil to be true or false";
  decoder.depart({ message, came: text, gives: "the value that it means", read: meant, attribute: "xsi:nil" });
  return meant === "true";
}

/** See "What departs from the schema" in docs/values.md. Throws the decoder's error for a nil that is not allowed. */
function openNil(opening: Opening, nillable: boolean): Frame {
  const { decoder, slot } = opening;
  if (!nillable && (slot.min > 0 || slot.array || decoder.validation !== "standard"))
    decoder.depart({ message: "nil is not allowed here", gives: "null" });
  if (opening.attributes.length > 1) noteNilAttributes(decoder, opening.attributes);
  return new NilFrame(opening, !nillable && decoder.validation !== "lenient");
}

/** `alternative` is the one selected in a polymorphic position, whose label is in the value itself. */
function openType(opening: Opening, type: PlainPlan, alternative: AlternativePlan | undefined): Frame {
  const { decoder, attributes } = opening;
  switch (type.kind) {
    case "simple":
      return new TextFrame(opening, type.type, readUndeclared(decoder, attributes));
    case "complex":
      return openComplex(opening, type, alternative);
    case "soapArray":
      return decoder.soapEncoding!.openArray(opening, type);
    case "anyType":
      return decoder.openTree(opening);
  }
}

function openComplex(opening: Opening, plan: ComplexPlan, alternative: AlternativePlan | undefined): Frame {
  const { decoder, attributes } = opening;
  if (plan.abstract) decoder.fail("its type is abstract");
  const target: Target = new PlainObject();
  if (alternative !== undefined) target.$type = alternative.label;
  const reference =
    (attributes.length > 0 || plan.attributes.length > 0 || plan.anyAttribute !== undefined) &&
    readAttributes(opening, plan, target);
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
