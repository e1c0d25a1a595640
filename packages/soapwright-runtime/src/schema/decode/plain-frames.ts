/** Frames of elements without declared children, and the parent frame of the outermost element. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { isBlank } from "../../xsd/built-ins";
import type { ElementPlan, LeafPlan } from "../plans/plans";
import { type PropertyKey, setProperty, type Target } from "../plans/property-key";
import { isBinaryType, type SimpleTypeCodec } from "../simple/simple-type";
import type { XmlElement } from "../tables/table-values";
import { TreeReader } from "../tree/tree-reader";
import { type Decoding, Frame, type Opening, readSimple, startOctets } from "./frame";
import type { LongOctets } from "./long-octets";

/** The parent frame of the outermost element has no name of its own in paths. */
const NO_NAME: XmlName = { namespace: "", local: "", raw: "" };
const NO_ATTRIBUTES: readonly XmlAttributeEvent[] = [];

/** The parent frame of the outermost element. The decoder stores the value. */
export class RootFrame extends Frame {
  private started = false;

  constructor(
    decoder: Decoding,
    private readonly element: ElementPlan,
  ) {
    super({ decoder, parent: undefined, slot: undefined, name: NO_NAME, attributes: NO_ATTRIBUTES });
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
