/** Decodes the attributes of an element (XML Schema Part 1, 3.2 and 3.4.4). */
import type { XmlAttributeEvent } from "../../xml/events";
import type { AnyAttributePlan, AttributePlan, ComplexPlan } from "../plans/plans";
import { getProperty, setProperty, type Target } from "../plans/property-key";
import { ENCODING_11, ENCODING_12, OLD_XSI, SOAP_11, SOAP_12, XSI } from "../schema-namespaces";
import type { XmlAttribute } from "../tables/table-values";
import { type Decoding, type Opening, readSimple } from "./frame";
import { ignoreAttribute, meantAttribute } from "./meant-names";

export function instanceAttributes(attributes: readonly XmlAttributeEvent[]) {
  let nil: string | undefined;
  let type: string | undefined;
  for (const { name, value } of attributes) {
    if (name.namespace !== XSI && !OLD_XSI.has(name.namespace)) continue;
    if (name.local === "type") type = value;
    // The draft of 1999 has `null`.
    else if (name.local === "nil" || (name.local === "null" && name.namespace !== XSI)) nil = value;
  }
  return { nil, type };
}

/** Every document may have its attributes, for example `xml:lang`. */
const XML = "http://www.w3.org/XML/1998/namespace";

/** Any element may have attributes of the envelope and of XML Schema. */
const PROTOCOL = new Set([XSI, ...OLD_XSI, SOAP_11, SOAP_12, ENCODING_11, ENCODING_12]);

/** A reference is refused where its value is missing, by every level but `strict`. */
function refuseUndeclared(decoder: Decoding, attribute: XmlAttributeEvent): void {
  if (PROTOCOL.has(attribute.name.namespace)) return;
  if (decoder.validation === "strict" || !isReference(attribute)) ignoreAttribute(decoder, attribute.name);
}

function isReference({ name }: XmlAttributeEvent): boolean {
  return name.local === "href" && name.namespace === "";
}

/**
 * Returns whether one of the attributes is an `href`: the value is then elsewhere (SOAP 1.1, 5.4.1), and an element
 * without content is not an empty value.
 */
export function readUndeclared(decoder: Decoding, attributes: readonly XmlAttributeEvent[]): boolean {
  for (const attribute of attributes) refuseUndeclared(decoder, attribute);
  return attributes.some(isReference);
}

/** Returns the same as `readUndeclared`. */
export function readAttributes(
  { decoder, attributes, name: { namespace } }: Opening,
  plan: ComplexPlan,
  target: Target,
): boolean {
  let reference = false;
  let hasAlike = false;
  const open: XmlAttribute[] = [];
  for (const attribute of attributes) {
    const { name, value } = attribute;
    const declared = plan.attributesByName.get(name);
    if (declared !== undefined) {
      if (hasAlike && getProperty(target, declared.property) !== undefined) refuseTwo(decoder, declared);
      const read = readAttribute(decoder, declared, value);
      if (read !== undefined) setProperty(target, declared.property, read);
    } else if (plan.anyAttribute?.accepts(name.namespace) && !PROTOCOL.has(name.namespace)) {
      const { anyAttribute } = plan;
      if (decoder.validation === "strict")
        decoder.assess("the attribute as it came, as standard does", () => assess(decoder, anyAttribute, attribute));
      open.push({ name: { namespace: name.namespace, local: name.local }, value });
    } else if (PROTOCOL.has(name.namespace) || isReference(attribute)) {
      refuseUndeclared(decoder, attribute);
      reference ||= isReference(attribute);
    } else {
      const meant = meantAttribute(decoder, plan, attribute, namespace);
      if (meant === undefined) continue;
      if (getProperty(target, meant.property) !== undefined) refuseTwo(decoder, meant);
      hasAlike = true;
      setProperty(target, meant.property, readAttribute(decoder, meant, value));
    }
  }
  for (const declared of plan.attributes) {
    if (attributes.length > 0 && getProperty(target, declared.property) !== undefined) continue;
    const absent = declared.default ?? (declared.required ? undefined : declared.fixed);
    if (absent !== undefined) {
      const value = readSimple(decoder, { default: absent, fixed: undefined }, declared.simple.type, "");
      setProperty(target, declared.property, value);
    } else if (declared.required) {
      const { local } = declared.name;
      decoder.depart({ message: `the attribute ${local} is missing`, gives: "undefined", attribute: local });
    }
  }
  if (plan.anyAttribute !== undefined) setProperty(target, plan.anyAttribute.property, open);
  return reference;
}

function refuseTwo(decoder: Decoding, { name }: AttributePlan): never {
  decoder.fail(`two attributes that are read as ${name.local}`);
}

/** The value of a nil element is null, whatever its attributes are (XML Schema Part 1, 3.4.4). */
export function noteNilAttributes(decoder: Decoding, attributes: readonly XmlAttributeEvent[]): void {
  for (const { name } of attributes) {
    if (!PROTOCOL.has(name.namespace))
      decoder.noteName(`@${name.local}`, name.local, "nothing, because its element is nil");
  }
}

/** XML Schema Part 1, 3.10.4: an attribute that a wildcard accepts is valid by its own declaration. */
function assess(decoder: Decoding, { process, declared }: AnyAttributePlan, { name, value }: XmlAttributeEvent): void {
  if (process === "skip") return;
  const declaration = declared.get(name);
  if (declaration !== undefined) readAttribute(decoder, declaration, value);
  else if (process === "strict" && name.namespace !== XML)
    decoder.fail(`an attribute that the schema does not declare: ${name.local}`);
}

/** Only an absent attribute has the default (XML Schema Part 1, 3.2.1), so an empty one stays empty. */
function readAttribute(decoder: Decoding, declared: ComplexPlan["attributes"][number], text: string): unknown {
  const { name, fixed, required, default: absent } = declared;
  const min = required || absent !== undefined ? 1 : 0;
  return readSimple(
    decoder,
    { default: undefined, fixed: text === "" ? undefined : fixed, min, attribute: name.local },
    declared.simple.type,
    text,
  );
}
