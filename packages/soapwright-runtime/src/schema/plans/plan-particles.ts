/** Compiles particles (XML Schema Part 1, 3.8 and 3.9). Their leaves are numbered in the order of the schema. */
import type { ElementNode, GroupNode, ParticleNode, RepeatedNode, WildcardNode } from "../tables/nodes";
import type { QName } from "../tables/table-values";
import { compileSimple } from "./plan-simple";
import type { ElementPlan, GroupPlan, LeafPlan, ParticlePlan, Position, RepeatedPlan, WildcardPlan } from "./plans";
import { propertyKey } from "./property-key";
import { namespaceTest, positionOf, type Rename, renamed } from "./resolve";

/** `within` is the outermost repeated group. */
interface Place {
  readonly index: number;
  readonly within: RepeatedPlan | undefined;
}

export function compileElement(node: ElementNode, { index, within }: Place, rename: Rename): ElementPlan {
  const position = positionOf(node.type);
  const { type } = position;
  const name = renamed(node.name, rename);
  const simple = type.kind === "simple" ? compileSimple(type) : undefined;
  return {
    kind: "element",
    index,
    bit: leafBit(index),
    property: propertyKey(node.key),
    name,
    names: namesOf(name, position, rename),
    min: node.min,
    max: node.max,
    array: node.array,
    default: node.default,
    fixed: node.fixed,
    mediaType: node.mediaType,
    within,
    position,
    simple,
    verbatim: simple?.verbatim === true && node.default === undefined && node.fixed === undefined,
  };
}

/** 0 beyond the 31st leaf, because bitwise operators of JavaScript have 31 usable bits. */
function leafBit(index: number): number {
  return index < 31 ? 1 << index : 0;
}

function namesOf(name: QName, { type }: Position, rename: Rename): readonly QName[] {
  // An abstract type without derived types has no values, but the element still has its name.
  if (type.kind !== "polymorphic" || type.alternatives.length === 0) return [name];
  return type.alternatives.map(({ element }) => (element === undefined ? name : renamed(element, rename)));
}

/** Compiles the plans of one content model. `leaves` grows in the order of the schema. */
export class ParticleCompiler {
  readonly leaves: LeafPlan[] = [];
  private readonly rename: Rename;

  constructor(rename: Rename) {
    this.rename = rename;
  }

  compile(node: ParticleNode, within?: RepeatedPlan): ParticlePlan {
    switch (node.kind) {
      case "element":
        return this.add(compileElement(node, { index: this.leaves.length, within }, this.rename));
      case "any":
        return this.add(this.wildcard(node, { index: this.leaves.length, within }));
      case "repeated":
        return this.repeated(node, within);
      default:
        return this.group(node, within);
    }
  }

  private add(leaf: LeafPlan): LeafPlan {
    this.leaves.push(leaf);
    return leaf;
  }

  private wildcard({ key, min, max, array, namespaces }: WildcardNode, { index, within }: Place): WildcardPlan {
    const accepts = namespaceTest(namespaces, this.rename);
    return { kind: "any", index, bit: leafBit(index), property: propertyKey(key), min, max, array, within, accepts };
  }

  private group(node: GroupNode, within: RepeatedPlan | undefined): GroupPlan {
    const particles = node.particles.map((particle) => this.compile(particle, within));
    return { kind: node.kind, optional: node.optional, particles, keys: keysOf(particles) };
  }

  private repeated(node: RepeatedNode, within: RepeatedPlan | undefined): RepeatedPlan {
    const { min, max } = node;
    const property = propertyKey(node.key);
    // Members refer to the outermost repeated group, which may be this one, so its other fields are set later.
    const plan = { kind: "repeated", property, min, max } as { -readonly [K in keyof RepeatedPlan]: RepeatedPlan[K] };
    plan.group = this.group(node.particle, within ?? plan);
    plan.lists = listsOf([plan.group]);
    plan.keys = plan.group.keys;
    return plan;
  }
}

export function keysOf(particles: readonly ParticlePlan[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const particle of particles) {
    if ("property" in particle) keys.add(particle.property.key);
    else for (const key of particle.keys) keys.add(key);
  }
  return keys;
}

/** A decoded object always has the list properties outside choices and optional groups. */
export function listsOf(particles: readonly ParticlePlan[]): readonly (LeafPlan | RepeatedPlan)[] {
  return particles.flatMap((particle) => {
    if (particle.kind === "repeated") return [particle];
    if ("array" in particle) return particle.array ? [particle] : [];
    return particle.optional || particle.kind === "choice" ? [] : listsOf(particle.particles);
  });
}
