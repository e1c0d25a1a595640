/** An element starts: which frame reads it. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { trim } from "../../xsd/white-space";
import type { AlternativePlan, ComplexPlan, ElementPlan, PolymorphicPlan, TypePlan } from "../plans/plans";
import { PlainObject, type Target } from "../plans/property-key";
import { instanceAttributes, readAttributes, readUndeclared } from "./attributes";
import { DistinctFrame } from "./distinct-frame";
import type { Decoding, Frame } from "./frame";
import { chooseAlternative, instanceType } from "./instance-type";
import { MixedFrame, PositionalFrame } from "./ordered-frames";
import { NilFrame, type NilOutcome } from "./silent-frames";
import { SoapArrayFrame } from "./soap-array-frame";
import { SimpleContentFrame, SimpleFrame } from "./text-frames";
import { TreeFrame } from "./tree-frame";

/** What is known of an element when it starts. */
interface Opening {
  readonly decoder: Decoding;
  readonly parent: Frame;
  readonly element: ElementPlan;
  readonly name: XmlName;
  readonly attributes: readonly XmlAttributeEvent[];
}

export function openElement(
  decoder: Decoding,
  parent: Frame,
  element: ElementPlan,
  name: XmlName,
  attributes: readonly XmlAttributeEvent[],
): Frame {
  const declared = decoder.plans.type(element.position);
  const opening = { decoder, parent, element, name, attributes };
  if (attributes.length === 0 && declared.kind === "complex") return openComplex(opening, declared, undefined);
  const instance = instanceAttributes(attributes);
  const nil = isNil(decoder, instance.nil);
  const type = instance.type === undefined ? declared : instanceType(decoder, declared, instance.type);
  if (type.kind === "polymorphic") return openPolymorphic(opening, type, nil, instance.type);
  return nil ? openNil(opening, nilOutcome(opening, element.position.nillable)) : openType(opening, type, undefined);
}

function openPolymorphic(opening: Opening, plan: PolymorphicPlan, nil: boolean, typeText: string | undefined): Frame {
  const { decoder, element, name } = opening;
  const { nillable } = element.position;
  if (nil && typeText === undefined && nillable) return openNil(opening, { of: null });
  const { alternative, type } = chooseAlternative(decoder, element, plan, name, typeText);
  const frame = nil
    ? openNil(opening, nilOutcome(opening, nillable || alternative.position.nillable))
    : openType(opening, type, alternative);
  // Where the element itself may be nil, nil is all there is.
  if (alternative.wrapped && !(nil && nillable)) frame.label = alternative.label;
  return frame;
}

function isNil(decoder: Decoding, text: string | undefined): boolean {
  if (text === undefined) return false;
  const value = trim(text);
  if (value === "true" || value === "1") return true;
  if (value !== "false" && value !== "0") decoder.fail("expected xsi:nil to be true or false");
  return false;
}

function openNil({ decoder, parent, element, name }: Opening, outcome: NilOutcome): Frame {
  return new NilFrame(decoder, parent, element, name.local, outcome);
}

/** The table "Validation of answers": what nil means in this place. Fails where it may not stand. */
function nilOutcome({ decoder, element }: Opening, nillable: boolean): NilOutcome {
  if (nillable || decoder.validation === "lenient") return { of: null };
  if (element.min > 0 || element.array || decoder.validation === "strict") {
    decoder.fail("nil is not allowed here");
  }
  return undefined;
}

/** `alternative`: the one that was chosen, in a polymorphic position. */
function openType(opening: Opening, type: TypePlan, alternative: AlternativePlan | undefined): Frame {
  const { decoder, parent, element, name, attributes } = opening;
  switch (type.kind) {
    case "simple": {
      const reference = readUndeclared(decoder, attributes);
      return new SimpleFrame(decoder, parent, element, name.local, type.type, reference);
    }
    case "complex":
      return openComplex(opening, type, alternative);
    case "soapArray":
      return new SoapArrayFrame(decoder, parent, element, name.local, type, attributes);
    case "anyType":
      return new TreeFrame(decoder, parent, element, name, attributes);
    case "polymorphic":
      throw new Error("an alternative has alternatives of its own");
  }
}

function openComplex(opening: Opening, plan: ComplexPlan, alternative: AlternativePlan | undefined): Frame {
  const { decoder, parent, element, attributes } = opening;
  const { local } = opening.name;
  if (plan.abstract) decoder.fail("its type is abstract");
  const target: Target = new PlainObject();
  if (alternative !== undefined) target.$type = alternative.label;
  const reference =
    (attributes.length > 0 || plan.attributes.length > 0 || plan.anyAttribute !== undefined) &&
    readAttributes(decoder, plan, attributes, target);
  const { content } = plan;
  if (plan.text !== undefined) return new SimpleContentFrame(decoder, parent, element, local, plan.text, target);
  if (plan.mixed !== undefined) return new MixedFrame(decoder, parent, element, local, content, target, plan.mixed);
  // Under `strict` the order counts, and where groups repeat it takes the whole content model to tell it.
  return content.positional || (content.repeats && decoder.validation === "strict")
    ? new PositionalFrame(decoder, parent, element, local, content, target, reference)
    : new DistinctFrame(decoder, parent, element, local, content, target, reference);
}
