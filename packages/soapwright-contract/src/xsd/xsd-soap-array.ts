/** SOAP 1.1 section 5.4.2 and WSDL 1.1 section 2.2: arrays of the SOAP encoding. */

import { attributeNode } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { resolveQName } from "../xml/xml-namespaces";
import type { ComplexType, SoapArray } from "./components";
import type { SchemaContext } from "./context";
import type { Shell } from "./shell";
import type { TypeBody } from "./type-body";
import { wsdlNamespace, xsdNamespace } from "./xsd-namespaces";

/** Marks a type derived from `soapenc:Array`, directly or indirectly, with its items. */
export function attachSoapArray(
  shell: Shell<ComplexType>,
  base: ComplexType,
  body: TypeBody,
  context: SchemaContext,
): void {
  context.afterBase(shell, () => {
    if (base.soapArray === undefined) return;
    shell.soapArray = byArrayType(body.attributes, context) ?? byElement(body) ?? base.soapArray;
  });
}

/** `<attribute ref="soapenc:arrayType" wsdl:arrayType="xsd:string[]"/>`. */
function byArrayType(attributes: readonly XmlElement[], context: SchemaContext): SoapArray | undefined {
  for (const source of attributes) {
    const written = attributeNode(source, "arrayType", wsdlNamespace);
    if (written === undefined) continue;
    const match = /^\s*([^[\]]+?)((?:\[[\d,]*\])*)\s*$/.exec(written.value);
    const name = resolveQName(source, match?.[1] ?? written.value);
    if (match === null || name === undefined || "unboundPrefix" in name) {
      const hint = "write the item type and brackets, such as xsd:string[]";
      context.diagnostics.error(written, `wsdl:arrayType="${written.value}" cannot be read`, { hint });
      return undefined;
    }
    const dimensions = match[2] === undefined || match[2] === "" ? "[]" : match[2];
    if (dimensions !== match[2]) {
      const hint = `write ${written.value.trim()}[]`;
      context.diagnostics.warning(written, `wsdl:arrayType="${written.value}" has no brackets; it is read as a list`, {
        hint,
      });
    }
    if (/,|\]\[/.test(dimensions)) {
      const hint = "calls with such an array fail: a client reads and writes arrays of one dimension";
      context.diagnostics.warning(
        written,
        `wsdl:arrayType="${written.value}" has several dimensions, and is typed as one list`,
        { hint },
      );
    }
    const item = context.typeNamed(name, source, "arrayType");
    return item && { itemType: item, itemTypeName: name, dimensions };
  }
  return undefined;
}

/** Reads an array type that declares its item as the only, repeated element of a sequence. */
function byElement(body: TypeBody): SoapArray | undefined {
  const particle = body.group?.particles[0];
  if (body.group?.particles.length !== 1 || particle?.kind !== "elementUse") return undefined;
  const { type, name } = particle.element;
  const itemType = type.name ?? { namespace: xsdNamespace, local: "anyType" };
  return { itemType: type, itemTypeName: itemType, dimensions: "[]", itemName: name.local };
}
