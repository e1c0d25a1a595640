/** Around the outermost element: there is exactly one. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { isBlank } from "../../xsd/white-space";
import type { ElementPlan } from "../plans/plans";
import { type Decoding, Frame } from "./frame";

export class RootFrame extends Frame {
  private readonly element: ElementPlan;
  private started = false;

  constructor(decoder: Decoding, element: ElementPlan) {
    super(decoder, undefined, undefined, "");
    this.element = element;
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const { element } = this;
    if (this.started) this.decoder.fail("a second element after the one that was expected");
    if (!element.names.some(({ local, namespace }) => local === name.local && namespace === name.namespace)) {
      const { local, namespace } = element.name;
      this.decoder.fail(`expected the element {${namespace}}${local}, found {${name.namespace}}${name.local}`);
    }
    this.started = true;
    this.decoder.open(element, name, attributes, this);
  }

  text(text: string): void {
    if (!isBlank(text)) this.decoder.fail("text where an element was expected");
  }

  end(): void {
    this.decoder.fail("an element ends that did not start");
  }

  override put(): void {
    // The decoder keeps it.
  }

  override streamIndex(): number {
    return 0;
  }
}
