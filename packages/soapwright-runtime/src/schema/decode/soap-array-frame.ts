/** The frame of an array (SOAP 1.1, 5.4.2), whose items may have any name. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { trim } from "../../xsd/built-ins";
import type { LeafPlan, SoapArrayPlan } from "../plans/plans";
import { ENCODING_11, ENCODING_12 } from "../schema-namespaces";
import type { QName } from "../tables/table-values";
import { ElementsFrame, openDeclared } from "./distinct-frame";
import type { Decoding, Frame } from "./frame";
import { isAlternative } from "./instance-type";

export class SoapArrayFrame extends ElementsFrame {
  private readonly plan: SoapArrayPlan;
  private readonly itemType: QName | undefined;
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
    this.itemType = derivedItemType(decoder, plan, attributes);
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    for (const attribute of attributes) refusePartial(this.decoder, attribute);
    const { item } = this.plan;
    if (this.itemType === undefined) openDeclared(this, item, name, attributes);
    else this.decoder.open(item, name, attributes, this, this.itemType);
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

/** Partial arrays (SOAP 1.1, 5.4.2.1 and 5.4.2.2) and arrays with several dimensions are not plain lists. */
function refusePartial(decoder: Decoding, { name, value }: XmlAttributeEvent): void {
  if (name.namespace !== ENCODING_11) return;
  if (name.local === "offset" || name.local === "position")
    decoder.fail("an array that is sent in parts is not supported");
  if (name.local === "arrayType" && /\[[^\]]*,/.test(value))
    decoder.fail("an array with several dimensions is not supported");
}

/** An array may name its item type (SOAP 1.1, 5.4.2; SOAP 1.2 Part 2, 3.1.4). */
function derivedItemType(
  decoder: Decoding,
  { item }: SoapArrayPlan,
  attributes: readonly XmlAttributeEvent[],
): QName | undefined {
  const plan = decoder.plans.type(item.position);
  if (plan.kind !== "polymorphic") return undefined;
  for (const { name, value } of attributes) {
    const isNamed =
      (name.namespace === ENCODING_11 && name.local === "arrayType") ||
      (name.namespace === ENCODING_12 && name.local === "itemType");
    if (!isNamed) continue;
    const [, prefix = "", local = ""] = /^(?:([^[\]:]+):)?([^[\]:]+)(?:\[[^[\]]*\])?$/.exec(trim(value)) ?? [];
    const type = { namespace: decoder.scope.resolvePrefix(prefix) ?? "", local };
    return isAlternative(decoder.plans, plan, type) ? type : undefined;
  }
  return undefined;
}
