/** Frames of elements with text content: of a simple type, or the simple content of a complex one. */
import type { XmlName } from "../../xml/events";
import type { ElementPlan, TextPlan } from "../plans/plans";
import { setProperty, type Target } from "../plans/property-key";
import { isBinaryType, type SimpleTypeCodec } from "../simple/simple-type";
import { type Decoding, Frame, readSimple } from "./frame";

abstract class TextFrame extends Frame {
  protected readonly element: ElementPlan;
  protected collected = "";

  constructor(decoder: Decoding, parent: Frame, element: ElementPlan, name: string) {
    super(decoder, parent, element, name);
    this.element = element;
  }

  start(name: XmlName): void {
    this.decoder.fail(`an element inside text: ${name.local}`);
  }

  text(text: string): void {
    this.collected = this.collected === "" ? text : this.collected + text;
  }
}

/** The frame of an element of simple type that has attributes or a polymorphic position. */
export class SimpleFrame extends TextFrame {
  private readonly type: SimpleTypeCodec;
  private readonly reference: boolean;

  constructor(
    decoder: Decoding,
    parent: Frame,
    element: ElementPlan,
    name: string,
    type: SimpleTypeCodec,
    reference: boolean,
  ) {
    super(decoder, parent, element, name);
    this.type = type;
    this.reference = reference;
  }

  override isBinary(): boolean {
    return isBinaryType(this.type);
  }

  end(): void {
    if (this.reference && this.collected === "") this.decoder.fail("a reference where a value was expected");
    this.decoder.leave(readSimple(this.decoder, this.element, this.type, this.collected));
  }
}

/** The frame of simple content (XML Schema Part 1, 3.4.2). `target` has the attributes already. */
export class SimpleContentFrame extends TextFrame {
  private readonly content: TextPlan;
  private readonly target: Target;

  override isBinary(): boolean {
    return isBinaryType(this.content.simple.type);
  }

  constructor(decoder: Decoding, parent: Frame, element: ElementPlan, name: string, content: TextPlan, target: Target) {
    super(decoder, parent, element, name);
    this.content = content;
    this.target = target;
  }

  end(): void {
    const { property, simple } = this.content;
    setProperty(this.target, property, readSimple(this.decoder, this.element, simple.type, this.collected));
    this.decoder.leave(this.target);
  }
}
