import {
  type ComplexType,
  describeOccurrence,
  describeSimpleType,
  describeType,
  effective,
  isAnyType,
  type Particle,
  type Schemas,
  type SimpleType,
  type TypeDefinition,
} from "soapwright-contract";

export interface TypeOutline {
  readonly name: string;
  readonly namespace: string;
  readonly kind: "complexType" | "simpleType" | "element";
  readonly base?: string;
  readonly abstract?: true;
  readonly documentation?: string;
  /** The parts that an extension adds, or all parts of the type. */
  readonly parts?: readonly PartOutline[];
  readonly values?: readonly string[];
  readonly facets?: readonly string[];
}
export interface PartOutline {
  /** `@name` for an attribute, `*` for a wildcard. */
  readonly name: string;
  readonly type: string;
  /** `1`, `0..1`, `0..*`; inside compositors, the element's own occurrence. */
  readonly occurs: string;
  readonly nillable?: true;
  readonly choice?: true;
}

/** Returns named types, and global elements whose type is anonymous, in source order. */
export function outlineTypes(schemas: Schemas): TypeOutline[] {
  const types = [...schemas.types.values()].flatMap((type) => (type.name ? [outlineType(type, type.name)] : []));
  const elements = [...schemas.elements.values()].filter(({ type }) => type.name === undefined);
  const outlined = elements.map(
    ({ type, name, documentation }): TypeOutline => ({ ...outlineType(type, name, documentation), kind: "element" }),
  );
  return [...types, ...outlined];
}

function outlineType(
  type: TypeDefinition,
  name: { namespace: string; local: string },
  documentation = type.documentation,
): TypeOutline {
  const common = { name: name.local, namespace: name.namespace, ...(documentation && { documentation }) };
  if (type.kind === "complexType") return { ...common, kind: "complexType", ...outlineComplex(type) };
  return { ...common, kind: "simpleType", ...outlineSimple(type) };
}

function outlineComplex(type: ComplexType): Partial<TypeOutline> {
  const hasBase = !isAnyType(type.base);
  const { particles, attributes, text } = effective(type);
  const ownParticles =
    type.content.kind === "elementOnly" || type.content.kind === "mixed" ? [type.content.particle] : [];
  const shown = type.derivation === "extension" ? ownParticles.filter((particle) => particle !== undefined) : particles;
  const parts = [
    ...(text ? [{ name: "text", type: describeType(text), occurs: "1" }] : []),
    ...shown.flatMap((particle) => outlineParticle(particle, false)),
    ...(type.derivation === "extension" ? type.attributeUses : attributes).map((use) => ({
      name: `@${use.attribute.name.local}`,
      type: describeType(use.attribute.type),
      occurs: use.use === "required" ? "1" : "0..1",
    })),
  ];
  return {
    ...(hasBase && { base: describeType(type.base) }),
    ...(type.abstract && { abstract: true }),
    parts,
  };
}

function outlineParticle(particle: Particle, inChoice: boolean): PartOutline[] {
  const choice = inChoice ? { choice: true as const } : {};
  const occurs = describeOccurrence(particle);
  if (particle.kind === "wildcard") return [{ name: "*", type: "any element", occurs, ...choice }];
  if (particle.kind === "modelGroup") {
    const isChoice = inChoice || particle.compositor === "choice";
    return particle.particles.flatMap((inner) => outlineParticle(inner, isChoice));
  }
  const { name, type, nillable } = particle.element;
  return [
    {
      name: name.local,
      type: describeType(type),
      occurs,
      ...(nillable && { nillable: true as const }),
      ...choice,
    },
  ];
}

function outlineSimple(type: SimpleType): Partial<TypeOutline> {
  const { variety, facets } = type;
  const values = facets.filter(({ name }) => name === "enumeration").map(({ value }) => value);
  const others = facets.filter(({ name }) => name !== "enumeration").map(({ name, value }) => `${name} ${value}`);
  return {
    base: variety.of === "restriction" ? describeType(variety.base) : describeSimpleType(type),
    ...(values.length > 0 && { values }),
    ...(others.length > 0 && { facets: others }),
  };
}
