/** XML Schema Part 1, 3.3: one element with its value. */
import { XSD, XSI } from "../namespaces";
import type { ElementPlan, SimplePlan, TypePlan } from "../plans/plans";
import type { QName } from "../tables/values";
import { encodeComplex } from "./complex";
import { declaredText } from "./declared-value";
import type { Encoding } from "./encoding";
import { choosePolymorphic } from "./polymorphic";
import { encodeSoapArray } from "./soap-array";
import { encodeTree } from "./tree";

export function encodeElement(encoder: Encoding, element: ElementPlan, value: unknown): void {
  const { plans } = encoder;
  if (value === null && element.position.nillable) {
    encodeNil(encoder, element.name);
    return;
  }
  const type = plans.type(element.position);
  if (type.kind !== "polymorphic") {
    encodeTyped(encoder, element, element.name, type, value);
    return;
  }
  const { name, position, xsiType, content } = choosePolymorphic(encoder, element, type, value);
  if (content === null && position.nillable) encodeNil(encoder, name);
  else encodeTyped(encoder, element, name, plans.type(position), content, { xsiType });
}

/** XML Schema Part 1, 2.6.2. */
function encodeNil({ writer }: Encoding, name: QName): void {
  writer.close(writer.open(name, { attributes: writer.attribute({ namespace: XSI, local: "nil" }, "true") }));
}

function encodeTyped(
  encoder: Encoding,
  element: ElementPlan,
  name: QName,
  type: TypePlan,
  value: unknown,
  /** Of a polymorphic position, whose `$type` has been read. */
  chosen?: { readonly xsiType: QName | undefined },
): void {
  const shown = chosen?.xsiType ?? (encoder.encoding === undefined ? undefined : nameOf(type));
  const typeAttribute = encoder.takeEncodingStyle() + (shown === undefined ? "" : instanceType(encoder, shown));
  switch (type.kind) {
    case "simple":
      encodeSimple(encoder, element, name, type, value, typeAttribute);
      break;
    case "complex":
      encodeComplex(encoder, element, name, type, value, typeAttribute, chosen !== undefined);
      break;
    case "soapArray":
      encodeSoapArray(encoder, name, type, value);
      break;
    case "anyType":
      encodeTree(encoder, value, name);
      break;
    case "polymorphic":
      throw new Error("an alternative has alternatives of its own");
  }
}

function instanceType({ writer }: Encoding, type: QName): string {
  return writer.attribute({ namespace: XSI, local: "type" }, writer.qualified(type));
}

/** The name that SOAP encoding shows for a type; anonymous types have none. */
function nameOf(type: TypePlan): QName | undefined {
  if (type.kind === "complex") return type.name;
  if (type.kind !== "simple") return undefined;
  const [builtIn] = type.type.builtIns;
  return (
    type.name ?? (builtIn === "anySimpleType" || builtIn === undefined ? undefined : { namespace: XSD, local: builtIn })
  );
}

function encodeSimple(
  encoder: Encoding,
  element: ElementPlan,
  name: QName,
  { type }: SimplePlan,
  value: unknown,
  attributes: string,
): void {
  const { writer } = encoder;
  const text = declaredText(encoder, element, type, encoder.simple(type, value));
  const tag = writer.open(name, { attributes });
  writer.content(name, text);
  writer.close(tag);
}
