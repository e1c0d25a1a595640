/** SOAP 1.1, 5.4.2: an array, whose items may have any name. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { ENCODING_11 } from "../namespaces";
import type { AlternativePlan, LeafPlan, SoapArrayPlan } from "../plans/plans";
import { ElementsFrame, openRow } from "./children";
import type { Decoder } from "./decoder";
import type { Frame } from "./frame";
import { labelled } from "./labelled";

export class SoapArrayFrame extends ElementsFrame {
  private readonly plan: SoapArrayPlan;
  private readonly alternative: AlternativePlan | undefined;
  private readonly items: unknown[] = [];

  constructor(
    decoder: Decoder,
    parent: Frame,
    slot: LeafPlan,
    name: string,
    plan: SoapArrayPlan,
    attributes: readonly XmlAttributeEvent[],
    alternative: AlternativePlan | undefined,
  ) {
    super(decoder, parent, slot, name);
    this.plan = plan;
    this.alternative = alternative;
    for (const attribute of attributes) refusePartial(decoder, attribute);
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    for (const attribute of attributes) refusePartial(this.decoder, attribute);
    openRow(this.decoder, this.plan.item, name, attributes, this);
  }

  override put(_slot: LeafPlan, value: unknown): void {
    this.items.push(value);
  }

  override countOf(): number {
    return this.items.length;
  }

  end(): void {
    this.decoder.leave(labelled(this.items, this.alternative));
  }
}

/** 5.4.2.1 and 5.4.2.2: arrays of which only a part is sent, and those of several dimensions, are no plain lists. */
function refusePartial(decoder: Decoder, { name, value }: XmlAttributeEvent): void {
  if (name.namespace !== ENCODING_11) return;
  if (name.local === "offset" || name.local === "position") decoder.fail("an array that is sent in part");
  if (name.local === "arrayType" && /\[[^\]]*,/.test(value)) decoder.fail("an array of several dimensions");
}
