/** Frames of elements without declared children. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { isBlank } from "../../xsd/built-ins";
import type { LeafPlan } from "../plans/plans";
import { type PropertyKey, setProperty, type Target } from "../plans/property-key";
import { isBinaryType, type SimpleTypeCodec } from "../simple/simple-type";
import type { XmlElement } from "../tables/table-values";
import { TreeReader } from "../tree/tree-reader";
import { Frame, type Opening, readSimple, startOctets } from "./frame";
import type { LongOctets } from "./long-octets";

/** The frame of an element with `xsi:nil="true"`, which must be empty (XML Schema Part 1, 2.6.2 and 3.3.4). */
export class NilFrame extends Frame {
  constructor(
    opening: Opening,
    private readonly isAbsent: boolean,
  ) {
    super(opening);
  }

  start(): void {
    this.decoder.fail("a nil element has content");
  }

  override text(text: string): void {
    // Services that indent their output write blanks, which XML Schema does not allow.
    if (!isBlank(text)) this.decoder.fail("a nil element has content");
    if (this.decoder.validation === "strict")
      this.decoder.depart({ message: "a nil element has content", gives: "the value without the blanks" });
  }

  end(): void {
    if (this.isAbsent) this.decoder.leaveAbsent();
    else this.decoder.leave(null);
  }
}

/**
 * The frame of text: of a simple type, for an element that has attributes or a polymorphic position, or of simple
 * content (XML Schema Part 1, 3.4.2), whose value is `holder.target` with the attributes and the text.
 */
export class TextFrame extends Frame {
  private collected = "";
  private octets: LongOctets | undefined = undefined;

  constructor(
    private readonly opening: Opening,
    readonly type: SimpleTypeCodec,
    private readonly isReference: boolean,
    private readonly holder?: { readonly target: Target; readonly property: PropertyKey },
  ) {
    super(opening);
  }

  start(name: XmlName): void {
    this.decoder.fail(`an element inside text: ${name.local}`);
  }

  override text(text: string): void {
    if (this.collected === "") {
      this.collected = text;
      return;
    }
    this.collected += text;
    if (this.octets !== undefined) this.octets.add(text);
    else this.octets = startOctets(this.decoder, this.opening.slot, this.type, this.collected);
  }

  override isBinary(): boolean {
    return isBinaryType(this.type);
  }

  end(): void {
    const { collected, decoder, holder } = this;
    if (this.isReference && collected === "") decoder.fail("a reference where a value was expected");
    const { slot } = this.opening;
    if (holder === undefined) {
      const value = readSimple(decoder, slot, this.type, collected, this.octets);
      if (value === undefined) decoder.leaveAbsent();
      else decoder.leave(value);
      return;
    }
    // The element is present even if its text is empty, because its attributes are values too.
    const { default: absent, fixed } = slot;
    const value = readSimple(decoder, { default: absent, fixed }, this.type, collected, this.octets);
    setProperty(holder.target, holder.property, value);
    decoder.leave(holder.target);
  }
}

/**
 * The frame of an element that a wildcard or `xs:anyType` accepts, whose value is a tree (XML Schema Part 1, 3.10 and
 * 3.4.7).
 */
export class TreeFrame extends Frame {
  private readonly reader: TreeReader;

  constructor(opening: Opening<LeafPlan>) {
    super(opening);
    this.reader = new TreeReader(opening.decoder.scope);
    this.reader.startElement(opening.name, opening.attributes);
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    this.reader.startElement(name, attributes);
  }

  override text(text: string): void {
    this.reader.text(text);
  }

  end(): void {
    this.reader.endElement();
    if (this.reader.done) this.leave(this.reader.element);
  }

  protected leave(element: XmlElement): void {
    this.decoder.leave(element);
  }
}

/** The frame of an element without a declaration, which is ignored with its content. */
export class SkipFrame extends Frame {
  private depth = 0;

  start(): void {
    this.depth++;
  }

  override text(): void {}

  override leaf(): boolean {
    return true;
  }

  end(): void {
    if (this.depth === 0) this.decoder.leaveAbsent();
    else this.depth--;
  }
}
