/** Text that is all of an element's content: of a simple type, or the simple content of a complex one. */
import type { XmlName } from "../../xml/events";
import type { ElementRow } from "../plans/element-row";
import type { AlternativePlan, TextPlan } from "../plans/plans";
import { setProperty, type Target } from "../plans/property-key";
import type { SimpleType } from "../simple/simple-type";
import type { Decoder } from "./decoder";
import { Frame } from "./frame";
import { labelled } from "./labelled";
import { readSimple } from "./read-simple";

abstract class TextFrame extends Frame {
  protected collected = "";

  start(name: XmlName): void {
    this.decoder.fail(`an element in text: ${name.local}`);
  }

  text(text: string): void {
    this.collected = this.collected === "" ? text : this.collected + text;
  }
}

/** An element of simple type that has attributes, or stands in a polymorphic position. */
export class SimpleFrame extends TextFrame {
  private readonly row: ElementRow;
  private readonly type: SimpleType;
  private readonly alternative: AlternativePlan | undefined;
  private readonly reference: boolean;

  /** `reference`: an attribute says that the value stands elsewhere, which it must not. */
  constructor(
    decoder: Decoder,
    parent: Frame,
    row: ElementRow,
    name: string,
    type: SimpleType,
    alternative: AlternativePlan | undefined,
    reference: boolean,
  ) {
    super(decoder, parent, row, name);
    this.row = row;
    this.type = type;
    this.alternative = alternative;
    this.reference = reference;
  }

  end(): void {
    if (this.reference && this.collected === "") this.decoder.fail("a reference where a value was expected");
    const value = readSimple(this.decoder, this.row, this.type, this.collected);
    this.decoder.leave(labelled(value, this.alternative));
  }
}

/** XML Schema Part 1, 3.4.2: simple content; the attributes stand in the object already. */
export class SimpleContentFrame extends TextFrame {
  private readonly row: ElementRow;
  private readonly content: TextPlan;
  private readonly target: Target;

  constructor(decoder: Decoder, parent: Frame, row: ElementRow, name: string, content: TextPlan, target: Target) {
    super(decoder, parent, row, name);
    this.row = row;
    this.content = content;
    this.target = target;
  }

  end(): void {
    const { property, simple } = this.content;
    setProperty(this.target, property, readSimple(this.decoder, this.row, simple.type, this.collected));
    this.decoder.leave(this.target);
  }
}
