/**
 * Names that the schema does not declare where they occur. A name that is like a declared one is never ignored: its
 * value would be lost.
 */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import type { Named } from "../plans/name-index";
import type { AttributePlan, ComplexPlan, Content, ElementPlan } from "../plans/plans";
import { RPC_12 } from "../schema-namespaces";
import type { QName } from "../tables/table-values";
import type { Decoding, Frame } from "./frame";

/** The unit is characters. A response may have names of any length, and notes are kept. */
export const MAX_SHOWN_NAME = 200;

/** The `read` of a note. */
const IGNORED = "nothing, because the schema does not know it here";

export function shown({ namespace, local }: QName): string {
  return `{${namespace}}${local}`.slice(0, MAX_SHOWN_NAME);
}

function hintOf(name: QName, alike: readonly Named<unknown>[]): string {
  if (alike.length === 0) return "";
  const names = alike.map((each) => shown(each.name)).join(", ");
  if (alike.length > 1) return ` (the schema has several of a like name: ${names})`;
  const differs =
    alike[0]!.name.local === name.local ? "of that name in another namespace" : "whose name differs in case";
  return ` (the schema has one ${differs}: ${names})`;
}

/**
 * Returns the declaration by which an element is read whose name no declaration has: `lenient` ignores namespace and
 * case, and the SOAP encoding the namespace, if only one declaration is meant. Returns undefined for an element to
 * ignore. Throws the decoder's error, or reports a departure, for an element that must not be ignored.
 */
export function meantElement(
  { decoder, namedType }: Frame,
  { elements, leaves }: Content,
  name: XmlName,
): Named<ElementPlan> | undefined {
  if (name.namespace === RPC_12) return undefined;
  const { encoded, validation } = decoder;
  const alike = elements.alike(name.local);
  if (alike.length === 0) refuseHead(decoder, leaves, name);
  const [meant, other] = alike;
  const message = () => `an element that the schema does not know here: ${shown(name)}${hintOf(name, alike)}`;
  if (other !== undefined) decoder.fail(message());
  if (meant !== undefined) {
    // SOAP 1.1, section 5.1: accessors are told apart by name. Stacks qualify them, or not, as they like.
    if (encoded && validation !== "strict" && meant.name.local === name.local) return meant;
    if (validation === "lenient") decoder.noteName(name.local, shown(name), shown(meant.name));
    else decoder.depart({ message: message(), gives: `it as ${shown(meant.name)}` });
    return meant;
  }
  const gives = "the value without it";
  if (validation === "strict") decoder.depart({ message: message(), gives });
  else if (namedType !== undefined && validation === "standard") {
    const types = `xsi:type names the type ${shown(namedType)}, and the declared type has no element ${shown(name)}`;
    decoder.depart({ message: types, gives });
  } else decoder.noteName(name.local, shown(name), IGNORED);
  return undefined;
}

/** An abstract head of a substitution group is declared here, and only its members have values. */
function refuseHead(decoder: Decoding, leaves: Content["leaves"], name: XmlName): void {
  for (const leaf of leaves) {
    if (leaf.kind !== "element" || leaf.name.local !== name.local) continue;
    const members = leaf.names.slice(0, MAX_MEMBERS).map(shown).join(", ");
    decoder.fail(`${shown(name)}, where the element ${shown(leaf.name)} is abstract: expected ${members}`);
  }
}

/** The number of names in a message. */
const MAX_MEMBERS = 20;

/**
 * The same for an attribute. An attribute of a foreign namespace, such as `xlink:type` beside `type`, is not a slip, so
 * it is noted and ignored. `ofElement` is the namespace of the element.
 */
export function meantAttribute(
  decoder: Decoding,
  plan: ComplexPlan,
  { name }: XmlAttributeEvent,
  ofElement: string,
): AttributePlan | undefined {
  const { validation } = decoder;
  const own = new Set(["", ofElement, plan.name?.namespace]);
  const alike = plan.attributesByName
    .alike(name.local)
    .filter((each) => own.has(name.namespace) || each.name.namespace === name.namespace);
  const [meant, other] = alike;
  const message = () => `an attribute that the schema does not know: ${shown(name)}${hintOf(name, alike)}`;
  if (other !== undefined) decoder.fail(message());
  if (meant === undefined) {
    ignoreAttribute(decoder, name);
    return undefined;
  }
  if (validation === "lenient") decoder.noteName(`@${name.local}`, shown(name), shown(meant.name));
  else decoder.depart({ message: message(), gives: `it as ${shown(meant.name)}`, attribute: name.local });
  return meant.item;
}

/** Notes the attribute, which `strict` refuses. */
export function ignoreAttribute(decoder: Decoding, name: XmlName): void {
  if (decoder.validation !== "strict") {
    decoder.noteName(`@${name.local}`, shown(name), IGNORED);
    return;
  }
  const message = `an attribute that the schema does not know: ${name.local}`;
  decoder.depart({ message, gives: "the value without it", attribute: name.local });
}
