import { effective, isAnyType } from "../element-graph/effective";
import { shapeOf } from "../element-graph/graph-shape";
import type { ComplexType, Particle, SimpleType, TypeDefinition } from "../xsd/components";

/**
 * Pairs removed and added named types of the same shape. Names of types below a depth are ignored, so that types that
 * contain renamed types are found as well.
 */
export function renamedTypes(
  old: Iterable<TypeDefinition>,
  now: Iterable<TypeDefinition>,
): Map<TypeDefinition, TypeDefinition> {
  const nameOf = ({ name }: TypeDefinition): string => name?.local ?? "";
  const [before, after] = [[...old].filter(isNamed), [...now].filter(isNamed)];
  const oldNames = new Set(before.map(nameOf));
  const newNames = new Set(after.map(nameOf));
  const gone = before.filter((type) => !newNames.has(nameOf(type)));
  const come = after.filter((type) => !oldNames.has(nameOf(type)));
  const renamed = new Map<TypeDefinition, TypeDefinition>();
  for (const type of gone) {
    const form = formOf(type, 3);
    const candidates = come.filter((each) => formOf(each, 3) === form && ![...renamed.values()].includes(each));
    const [only] = candidates;
    if (only && candidates.length === 1) renamed.set(type, only);
  }
  return renamed;
}

function isNamed(type: TypeDefinition): boolean {
  return type.name !== undefined && !type.builtIn;
}

function formOf(type: TypeDefinition, depth: number): string {
  if (type.kind === "simpleType") return simpleForm(type);
  if (isAnyType(type)) return "any";
  return depth === 0 ? "complex" : complexForm(type, depth);
}

function simpleForm(type: SimpleType): string {
  const { variety, steps } = shapeOf(type);
  const facets = steps.flat().map(({ name, value }) => `${name}=${value}`);
  const of =
    variety.of === "atomic"
      ? variety.name
      : variety.of === "list"
        ? `list ${simpleForm(variety.item)}`
        : variety.members.map(simpleForm).join("|");
  return `${of}(${facets.join(",")})`;
}

function complexForm(type: ComplexType, depth: number): string {
  const { particles, attributes, text, isMixed } = effective(type);
  const uses = attributes.map(({ attribute, use }) => `@${attribute.name.local} ${use} ${simpleForm(attribute.type)}`);
  const content = text ? simpleForm(text) : particles.map((particle) => particleForm(particle, depth)).join(",");
  return `${type.abstract ? "abstract " : ""}${isMixed ? "mixed " : ""}{${content};${uses.join(",")}}`;
}

function particleForm(particle: Particle, depth: number): string {
  const occurs = `${particle.minOccurs}..${particle.maxOccurs}`;
  if (particle.kind === "wildcard") return `* ${occurs}`;
  if (particle.kind === "modelGroup")
    return `${particle.compositor} ${occurs}(${particle.particles.map((each) => particleForm(each, depth)).join(",")})`;
  const { name, type, nillable } = particle.element;
  return `${name.local} ${occurs} ${nillable} ${formOf(type, depth - 1)}`;
}
