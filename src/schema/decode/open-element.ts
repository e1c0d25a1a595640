/** An element starts: which frame reads it. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { trim } from "../../xsd/white-space";
import type { ElementRow } from "../plans/element-row";
import type { AlternativePlan, ComplexPlan } from "../plans/plans";
import { PlainObject, type Target } from "../plans/property-key";
import { type InstanceAttributes, instanceAttributes, readAttributes, readUndeclared } from "./attributes";
import type { Decoder } from "./decoder";
import { DistinctFrame } from "./distinct-frame";
import type { Frame } from "./frame";
import { chooseAlternative, instanceType } from "./instance-type";
import { labelled } from "./labelled";
import { MixedFrame } from "./mixed-frame";
import { NilFrame, nilOutcome } from "./nil-frame";
import { PositionalFrame } from "./positional-frame";
import { SoapArrayFrame } from "./soap-array-frame";
import { SimpleContentFrame, SimpleFrame } from "./text-frame";
import { TreeFrame } from "./tree-frame";

const noInstanceAttributes: InstanceAttributes = { nil: undefined, type: undefined };

export function openElement(
  decoder: Decoder,
  parent: Frame,
  row: ElementRow,
  name: XmlName,
  attributes: readonly XmlAttributeEvent[],
): Frame {
  const { position } = row;
  const instance = attributes.length === 0 ? noInstanceAttributes : instanceAttributes(attributes);
  const nil = isNil(decoder, instance.nil);
  const shown = instance.type === undefined ? position.type : instanceType(decoder, position.type, instance.type);
  if (shown.kind !== "polymorphic") {
    if (!nil) return openType(decoder, parent, row, name, attributes, shown, undefined);
    return new NilFrame(decoder, parent, row, name.local, nilOutcome(decoder, row, position.nillable));
  }
  if (nil && instance.type === undefined && position.nillable) {
    return new NilFrame(decoder, parent, row, name.local, { of: null });
  }
  const alternative = chooseAlternative(decoder, row, shown, name, instance.type);
  const { type, nillable } = alternative.position;
  if (!nil) return openType(decoder, parent, row, name, attributes, type, alternative);
  const outcome = nilOutcome(decoder, row, position.nillable || nillable);
  const value = outcome && { of: position.nillable ? null : labelled(null, alternative) };
  return new NilFrame(decoder, parent, row, name.local, value);
}

function isNil(decoder: Decoder, text: string | undefined): boolean {
  if (text === undefined) return false;
  const value = trim(text);
  if (value === "true" || value === "1") return true;
  if (value !== "false" && value !== "0") decoder.fail("expected xsi:nil to be true or false");
  return false;
}

function openType(
  decoder: Decoder,
  parent: Frame,
  row: ElementRow,
  name: XmlName,
  attributes: readonly XmlAttributeEvent[],
  type: AlternativePlan["position"]["type"],
  alternative: AlternativePlan | undefined,
): Frame {
  switch (type.kind) {
    case "simple": {
      const reference = readUndeclared(decoder, attributes);
      return new SimpleFrame(decoder, parent, row, name.local, type.type, alternative, reference);
    }
    case "complex":
      return openComplex(decoder, parent, row, name, attributes, type, alternative);
    case "soapArray":
      return new SoapArrayFrame(decoder, parent, row, name.local, type, attributes, alternative);
    case "anyType":
      return new TreeFrame(decoder, parent, row, name, attributes, alternative);
    case "polymorphic":
      throw new Error("an alternative has alternatives of its own");
  }
}

function openComplex(
  decoder: Decoder,
  parent: Frame,
  row: ElementRow,
  { local }: XmlName,
  attributes: readonly XmlAttributeEvent[],
  plan: ComplexPlan,
  alternative: AlternativePlan | undefined,
): Frame {
  if (plan.abstract) decoder.fail("its type is abstract");
  const target: Target = new PlainObject();
  if (alternative !== undefined) target.$type = alternative.label;
  const reference =
    (attributes.length > 0 || plan.attributes.length > 0 || plan.anyAttribute !== undefined) &&
    readAttributes(decoder, plan, attributes, target);
  const { content } = plan;
  if (plan.text !== undefined) return new SimpleContentFrame(decoder, parent, row, local, plan.text, target);
  if (plan.mixed !== undefined) return new MixedFrame(decoder, parent, row, local, content, plan.mixed, target);
  // Under `strict` the order counts, and where groups repeat it takes the whole content model to tell it.
  return content.positional || (content.repeats && decoder.validation === "strict")
    ? new PositionalFrame(decoder, parent, row, local, content, target, reference)
    : new DistinctFrame(decoder, parent, row, local, content, target, reference);
}
