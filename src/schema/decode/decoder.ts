/** Takes events, keeps the frames of the elements that are open, and ends in a value. */
import { ResponseError } from "../../errors/response-error";
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import type { DecodeOptions, ElementDecoder, StreamTarget, Validation } from "../codec";
import type { Judge } from "../content/judge";
import type { ElementRow } from "../plans/element-row";
import type { LeafPlan } from "../plans/plans";
import type { DecodeScope } from "../scope";
import { type Frame, pathOf } from "./frame";
import { openElement } from "./open-element";
import { readSimple } from "./read-simple";
import { RootFrame } from "./root-frame";
import { deliverItems } from "./stream";

export class Decoder implements ElementDecoder, Judge {
  readonly scope: DecodeScope;
  readonly validation: Validation;
  readonly stream: StreamTarget | undefined;
  /** Some frame hands the items of the stream over as they come. */
  streaming = false;
  done = false;
  value: unknown = undefined;
  private readonly basePath: string;
  private readonly root: RootFrame;
  private frame: Frame;
  /** An element without attributes whose type is simple has no frame: only its text is kept. */
  private leaf: ElementRow | undefined = undefined;
  private leafText = "";
  /** The element whose attributes are being read: it has no frame yet. */
  private opening: ElementRow | undefined = undefined;
  private openingName = "";

  constructor(row: ElementRow, scope: DecodeScope, validation: Validation, options: DecodeOptions) {
    this.scope = scope;
    this.validation = validation;
    this.stream = options.stream;
    this.basePath = options.path ?? "";
    this.root = new RootFrame(this, row);
    this.frame = this.root;
  }

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    if (this.leaf !== undefined) this.fail(`an element in text: ${name.local}`);
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
    const value = leaf.verbatim ? this.leafText : readSimple(this, leaf, leaf.simple!, this.leafText);
    this.leaf = undefined;
    this.frame.put(leaf, value);
  }

  /** The text that follows is all of an element of this declaration. */
  openLeaf(row: ElementRow): void {
    this.leaf = row;
    this.leafText = "";
  }

  /** An element of this declaration starts, below `parent`. */
  open(row: ElementRow, name: XmlName, attributes: readonly XmlAttributeEvent[], parent: Frame): void {
    this.opening = row;
    this.openingName = name.local;
    this.frame = openElement(this, parent, row, name, attributes);
    this.opening = undefined;
  }

  enter(frame: Frame): void {
    this.frame = frame;
  }

  /** The element of the innermost frame has ended, with a value. */
  leave(value: unknown): void {
    const parent = this.frame.parent!;
    const { slot } = this.frame;
    if (slot !== undefined) parent.put(slot, value);
    this.frame = parent;
    if (parent === this.root) this.finish(value);
  }

  /** The element of the innermost frame has ended, and counts as absent. */
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
    throw this.error(message, child, name);
  }

  private error(message: string, leaf: LeafPlan | undefined, name: string): ResponseError {
    const inner = pathOf(this.frame, leaf, name);
    const path = this.basePath === "" || inner === "" ? this.basePath + inner : `${this.basePath}/${inner}`;
    const { line, column } = this.scope.position();
    const text = `${path}: ${message} (line ${line}, column ${column})`;
    return new ResponseError(text, { reason: "value", path, line, column });
  }
}
