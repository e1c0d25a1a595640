/** Takes events, keeps the frames of the elements that are open, and ends in a value. */
import { ResponseError } from "../../errors/response-error";
import type { LeafRow, XmlAttributeEvent, XmlName } from "../../xml/events";
import type { Validation } from "../content/judge";
import type { Content, ElementPlan, LeafPlan, Plans } from "../plans/plans";
import type { DecodeScope } from "../scope";
import { Mismatch } from "../simple/mismatch";
import type { DecodeOptions, ElementDecoder, StreamTarget } from "./element-decoder";
import { type Decoding, type Frame, pathOf, REFUSED } from "./frame";
import type { ContentMemory, DecodeMemory } from "./memory";
import { openElement } from "./open-element";
import { isItsText, readSimple, readValue } from "./read-simple";
import { RootFrame } from "./root-frame";

/** What the decoders of one codec share. */
export interface DecodeSettings {
  readonly plans: Plans;
  readonly memory: DecodeMemory;
  readonly validation: Validation;
}

export class Decoder implements ElementDecoder, Decoding {
  readonly scope: DecodeScope;
  readonly plans: Plans;
  readonly validation: Validation;
  readonly stream: StreamTarget | undefined;
  streaming = false;
  done = false;
  value: unknown = undefined;
  private readonly memory: DecodeMemory;
  private readonly basePath: string;
  private readonly root: RootFrame;
  private frame: Frame;
  /** An element without attributes whose type is simple has no frame: only its text is kept. */
  private leaf: ElementPlan | undefined = undefined;
  private leafText = "";
  /** The element whose attributes are being read: it has no frame yet. */
  private opening: ElementPlan | undefined = undefined;
  private openingName = "";
  /** The last content that was asked for, since lists ask for the same one each time. */
  private lastContent: Content | undefined = undefined;
  private lastMemory: ContentMemory | undefined = undefined;

  constructor(element: ElementPlan, scope: DecodeScope, settings: DecodeSettings, options: DecodeOptions) {
    this.scope = scope;
    this.plans = settings.plans;
    this.memory = settings.memory;
    this.validation = settings.validation;
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

  open(element: ElementPlan, name: XmlName, attributes: readonly XmlAttributeEvent[], parent: Frame): void {
    this.opening = element;
    this.openingName = name.local;
    this.frame = openElement(this, parent, element, name, attributes);
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

  /** Throws the error for what is being read. */
  fail(message: string): never {
    const { opening, leaf } = this;
    if (opening !== undefined) throw this.error(message, opening, this.openingName);
    throw this.error(message, leaf, leaf?.name.local ?? "");
  }

  /** Throws the error for a child of the innermost frame. */
  failAt(child: LeafPlan, name: string, message: string): never {
    throw this.error(`the element ${message}`, child, name);
  }

  private error(message: string, leaf: LeafPlan | undefined, name: string): ResponseError {
    const inner = pathOf(this.frame, leaf, name);
    const path = this.basePath === "" || inner === "" ? this.basePath + inner : `${this.basePath}/${inner}`;
    const { line, column } = this.scope.position();
    const text = `The response does not match the schema at ${path}: ${message} (line ${line}, column ${column}).`;
    return new ResponseError(text, { reason: "value", path, line, column });
  }
}

/** For lists that could not be handed over while they were read: the items of the finished value. */
function deliverItems(stream: StreamTarget, value: unknown): void {
  let at = value;
  for (const key of stream.path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return;
    at = (at as { readonly [key: string]: unknown })[key];
  }
  if (Array.isArray(at)) for (const item of at) stream.onItem(item);
}
