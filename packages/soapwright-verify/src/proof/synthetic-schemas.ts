import type { PayloadRoot } from "soapwright-contract";
import {
  type ElementDeclaration,
  effective,
  expandedName,
  type QName,
  type Schemas,
  type TypeDefinition,
} from "soapwright-contract";
import { escaped } from "../instances/write-tree";

/**
 * Returns declarations, by namespace, of Body elements that WSDL uses without a declaration: the wrappers of rpc
 * messages, and parts that name a type. An element that a schema declares under the same name stays unchanged.
 */
export function syntheticSchemas(roots: readonly PayloadRoot[], schemas: Schemas): Map<string, string> {
  const declarations = new Map<string, string>();
  const seen = new Set<string>(schemas.elements.keys());
  for (const { element } of roots) {
    const name = expandedName(element.name);
    if (seen.has(name)) continue;
    seen.add(name);
    const { namespace } = element.name;
    declarations.set(namespace, (declarations.get(namespace) ?? "") + declaration(element, ""));
  }
  return declarations;
}

function declaration(element: ElementDeclaration, attributes: string): string {
  const { name, type } = element;
  if (type.kind === "complexType" && !type.name) {
    return `<xs:element name="${name.local}"${attributes}><xs:complexType><xs:sequence>${partsOf(type)}</xs:sequence></xs:complexType></xs:element>`;
  }
  return `<xs:element name="${name.local}"${attributes}${typeReference(type)}/>`;
}

function partsOf(type: Extract<TypeDefinition, { kind: "complexType" }>): string {
  return effective(type)
    .particles.flatMap((particle) => (particle.kind === "modelGroup" ? particle.particles : []))
    .map((particle) => {
      if (particle.kind !== "elementUse") return "";
      const { element } = particle;
      return particle.reference
        ? `<xs:element${reference("ref", element.name)}/>`
        : declaration(element, ' form="unqualified"');
    })
    .join("");
}

function typeReference({ name }: TypeDefinition): string {
  return name ? reference("type", name) : "";
}

function reference(attribute: string, { namespace, local }: QName): string {
  if (namespace === "") return ` ${attribute}="${local}"`;
  return ` xmlns:r="${escaped(namespace)}" ${attribute}="r:${local}"`;
}
