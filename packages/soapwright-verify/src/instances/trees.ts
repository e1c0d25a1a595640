import type { AttributeWildcard, NamespaceConstraint, Wildcard } from "soapwright-contract";
import type { XmlElement } from "soapwright-runtime/tables";
import type { Random } from "../texts/random";

const foreign = "urn:example:foreign";

/** Returns a namespace that the constraint allows, an undeclared namespace if possible. */
function namespaceFor(constraint: NamespaceConstraint): string | undefined {
  if (constraint.allow !== "list") return foreign;
  return constraint.of[0];
}

/** Returns an undeclared element for a wildcard without strict processing. */
export function foreignTree(wildcard: Wildcard, random: Random): XmlElement | undefined {
  const namespace = namespaceFor(wildcard.namespaces);
  return namespace === undefined ? undefined : { name: { namespace, local: "thing" }, ...innards(random) };
}

export function anyTree(name: XmlElement["name"], random: Random): XmlElement {
  return { name, ...innards(random) };
}

function innards(random: Random): Pick<XmlElement, "attributes" | "children"> {
  const attributes = [
    { name: { namespace: "", local: "note" }, value: random.pick(["a & b", "", '<"quoted">']) },
    { name: { namespace: foreign, local: "mark" }, value: "1" },
  ].slice(0, random.integer(0, 2));
  const leaf: XmlElement = { name: { namespace: foreign, local: "leaf" }, attributes: [], children: ["é < 1"] };
  const bare: XmlElement = { name: { namespace: "", local: "bare" }, attributes: [], children: [] };
  const children = random.pick([[], ["text"], [leaf], [leaf, bare], ["before ", leaf, " after"]] as const);
  return { attributes, children };
}

/** Returns an attribute for `xs:anyAttribute`; undefined where only declared attributes are allowed. */
export function foreignAttribute(wildcard: AttributeWildcard): { name: XmlElement["name"]; value: string } | undefined {
  const namespace = namespaceFor(wildcard.namespaces);
  if (namespace === undefined || wildcard.processContents === "strict") return undefined;
  return { name: { namespace, local: "mark" }, value: "1 & 2" };
}
