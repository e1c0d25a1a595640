/** SOAP 1.1, 5.4.2: an array, whose items may have any name. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { ENCODING_11 } from "../namespaces";
import type { LeafPlan, SoapArrayPlan } from "../plans/plans";
import { ElementsFrame, openDeclared } from "./distinct-frame";
import type { Decoding, Frame } from "./frame";

export class SoapArrayFrame extends ElementsFrame {
  private readonly plan: SoapArrayPlan;
  private readonly items: unknown[] = [];

  constructor(
    decoder: Decoding,
    parent: Frame,
    slot: LeafPlan,
    name: string,
    plan: SoapArrayPlan,
    attributes: readonly XmlAttributeEvent[],
  ) {
    super(decoder, parent, slot, name);
    this.plan = plan;
    for (const attribute of attributes) refusePartial(decoder, attribute);
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    for (const attribute of attributes) refusePartial(this.decoder, attribute);
    openDeclared(this, this.plan.item, name, attributes);
  }

  override put(_slot: LeafPlan, value: unknown): void {
    this.items.push(value);
  }

  override countOf(): number {
    return this.items.length;
  }

  end(): void {
    this.decoder.leave(this.items);
  }
}

/** 5.4.2.1 and 5.4.2.2: arrays of which only a part is sent, and those of several dimensions, are no plain lists. */
function refusePartial(decoder: Decoding, { name, value }: XmlAttributeEvent): void {
  if (name.namespace !== ENCODING_11) return;
  if (name.local === "offset" || name.local === "position")
    decoder.fail("an array that is sent in parts is not supported");
  if (name.local === "arrayType" && /\[[^\]]*,/.test(value))
    decoder.fail("an array with several dimensions is not supported");
}
