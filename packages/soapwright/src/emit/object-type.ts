import {
  type GroupModel,
  isWhole,
  type ParticleModel,
  type PartModel,
  type Presence,
  particlesIn,
} from "soapwright-contract";
import { described, propertyName } from "./text";
import { arrayOf, listText, type TypeScope, valueText } from "./value-type";

interface Property {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly comment: string;
}
/** Independent properties, and types of combinations that are intersected with them. */
export interface ObjectType {
  readonly properties: readonly Property[];
  readonly combinations: readonly string[];
}

export function objectType(parts: readonly PartModel[], scope: TypeScope): ObjectType {
  const all = parts.map((part) => partType(part, scope));
  return {
    properties: all.flatMap(({ properties }) => properties),
    combinations: all.flatMap(({ combinations }) => combinations),
  };
}

function partType(part: PartModel, scope: TypeScope): ObjectType {
  switch (part.kind) {
    case "attribute": {
      const comment = described(part.documentation, `attribute, ${part.typeLabel}`, scope);
      return singleProperty(part.key, valueText(part.type, scope), comment, part.presence);
    }
    case "simpleContent":
      return singleProperty(part.key, valueText(part.type, scope), described("The text.", part.typeLabel, scope));
    case "anyAttribute": {
      const comment = described("Other attributes.", "xs:anyAttribute", scope);
      return singleProperty(part.key, `${scope.symbols.type("XmlAttribute")}[]`, comment, "optional");
    }
    case "mixed": {
      const items = [...new Set(["string", ...part.particles.flatMap((particle) => itemTypes(particle, scope))])];
      return singleProperty(part.key, arrayOf(items.join(" | ")), "Text and elements in document order.");
    }
    case "element": {
      const type = part.max > 1 ? listText(part.type, scope) : valueText(part.type, scope);
      return singleProperty(part.key, type, described(part.documentation, part.typeLabel, scope), part.presence);
    }
    case "any": {
      const type = `${scope.symbols.type("XmlElement")}${part.max > 1 ? "[]" : ""}`;
      return singleProperty(part.key, type, described(undefined, "xs:any", scope), part.presence);
    }
    case "repeated": {
      const type = arrayOf(groupText(part.particle, scope));
      return singleProperty(part.key, type, `Repeated xs:${part.particle.component.compositor}.`, part.presence);
    }
    default:
      return groupType(part, scope);
  }
}

function singleProperty(key: string, type: string, comment: string, presence: Presence = "required"): ObjectType {
  const property = { name: propertyName(key), type, isOptional: presence === "optional", comment };
  return { properties: [property], combinations: [] };
}

function groupType(group: GroupModel, scope: TypeScope): ObjectType {
  if (group.kind === "choice") return { properties: [], combinations: [choiceText(group, scope)] };
  const inner = objectType(group.particles, scope);
  if (!group.optional) return inner;
  if (isWhole(group) && !group.loose)
    return { properties: [], combinations: [`${scope.symbols.type("AtMostOneOf")}<[${objectText(inner)}]>`] };
  if (inner.combinations.length > 0) return { properties: [], combinations: [`Partial<${objectText(inner)}>`] };
  return { properties: inner.properties.map((property) => ({ ...property, isOptional: true })), combinations: [] };
}

function choiceText(group: GroupModel, scope: TypeScope): string {
  const operator = group.loose ? "SomeOf" : group.optional ? "AtMostOneOf" : "OneOf";
  const branches = group.particles.map((branch) => objectText(partType(branch, scope)));
  return `${scope.symbols.type(operator)}<[${branches.join(", ")}]>`;
}

function groupText(group: GroupModel, scope: TypeScope): string {
  if (group.kind === "choice") return choiceText(group, scope);
  const inner = objectType(group.particles, scope);
  const text = objectText(inner);
  // The table of a repeated group is compared with its type as one object, not as an intersection.
  const isOne = inner.combinations.length + (inner.properties.length > 0 ? 1 : 0) < 2;
  return isOne ? text : `${scope.symbols.type("Flat")}<${text}>`;
}

export function objectText({ properties, combinations }: ObjectType, base?: string): string {
  const literal = properties.length === 0 ? [] : [literalText(properties)];
  const all = [...(base === undefined ? [] : [base]), ...literal, ...combinations];
  return all.length === 0 ? "{}" : all.join(" & ");
}

export function literalText(properties: readonly Property[]): string {
  const lines = properties.map(({ name, type, isOptional, comment }) => {
    const text = `${name}${isOptional ? "?" : ""}: ${type};`;
    return comment === "" ? text : `${commentLines(comment)}\n${text}`;
  });
  return `{\n${lines.join("\n").replace(/^/gm, "  ")}\n}`;
}

export function commentLines(comment: string): string {
  return comment.includes("\n")
    ? `/**\n${comment.replace(/^/gm, " * ").replace(/ +$/gm, "")}\n */`
    : `/** ${comment} */`;
}

/** Returns the item types of a particle in mixed content: objects with the element's property alone. */
function itemTypes(particle: ParticleModel, scope: TypeScope): string[] {
  if (particle.kind === "element" || particle.kind === "any") {
    const type = particle.kind === "any" ? scope.symbols.type("XmlElement") : valueText(particle.type, scope);
    return [`{ ${propertyName(particle.key)}: ${type} }`];
  }
  return particlesIn(particle).flatMap((inner) => itemTypes(inner, scope));
}
