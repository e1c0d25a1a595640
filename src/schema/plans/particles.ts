/** XML Schema Part 1, 3.8 and 3.9: particles, with their leaves numbered in the order of the schema. */
import type {
  ElementNode,
  GroupNode,
  NodeRef,
  ParticleNode,
  RepeatedNode,
  TypeNode,
  WildcardNode,
} from "../tables/nodes";
import type { QName } from "../tables/values";
import { ElementRow, leafBit } from "./element-row";
import type { GroupPlan, LeafPlan, ParticlePlan, Position, RepeatedPlan, WildcardPlan } from "./plans";
import { propertyKey } from "./property-key";
import { namespaceTest } from "./wildcard";

/** What a compiler offers to the parts of a type. */
export interface Resolver {
  rename(namespace: string): string;
  compile(ref: NodeRef): Position;
}

/** The node that a reference yields. */
export function resolveNode(ref: NodeRef): TypeNode {
  return typeof ref === "function" ? ref() : ref;
}

/** The name in the namespace that is on the wire. */
export function renamed(name: QName, rename: (namespace: string) => string): QName {
  return { namespace: name.namespace === "" ? "" : rename(name.namespace), local: name.local };
}

/** Makes the plans of one content model; `leaves` fills up in the order of the schema. */
export class ParticleCompiler {
  readonly leaves: LeafPlan[] = [];
  private readonly resolver: Resolver;

  constructor(resolver: Resolver) {
    this.resolver = resolver;
  }

  compile(node: ParticleNode, within?: RepeatedPlan): ParticlePlan {
    switch (node.kind) {
      case "element":
        return this.element(node, within);
      case "any":
        return this.wildcard(node, within);
      case "repeated":
        return this.repeated(node, within);
      default:
        return this.group(node, within);
    }
  }

  element(node: ElementNode, within?: RepeatedPlan): ElementRow {
    const { resolver } = this;
    const name = renamed(node.name, (namespace) => resolver.rename(namespace));
    const row = new ElementRow(node, {
      index: this.leaves.length,
      name,
      names: namesOf(node, name, resolver),
      within,
      compile: () => resolver.compile(node.type),
    });
    this.leaves.push(row);
    return row;
  }

  private wildcard(node: WildcardNode, within: RepeatedPlan | undefined): WildcardPlan {
    const { key, min, max, array } = node;
    const accepts = namespaceTest(node.namespaces, (namespace) => this.resolver.rename(namespace));
    const index = this.leaves.length;
    const plan: WildcardPlan = {
      kind: "any",
      index,
      bit: leafBit(index),
      property: propertyKey(key),
      min,
      max,
      array,
      within,
      accepts,
    };
    this.leaves.push(plan);
    return plan;
  }

  private group(node: GroupNode, within: RepeatedPlan | undefined): GroupPlan {
    const particles = node.particles.map((particle) => this.compile(particle, within));
    return { kind: node.kind, optional: node.optional, particles, keys: keysOf(particles) };
  }

  private repeated(node: RepeatedNode, within: RepeatedPlan | undefined): RepeatedPlan {
    const { min, max } = node;
    const property = propertyKey(node.key);
    // Its members refer to the outermost repeated group, which may be this one: it is filled in afterwards.
    const plan = { kind: "repeated", property, min, max } as { -readonly [K in keyof RepeatedPlan]: RepeatedPlan[K] };
    plan.group = this.group(node.particle, within ?? plan);
    plan.lists = listsOf([plan.group]);
    plan.keys = plan.group.keys;
    return plan;
  }
}

function namesOf(node: ElementNode, name: QName, resolver: Resolver): readonly QName[] {
  let type = resolveNode(node.type);
  if (type.kind === "nillable") type = resolveNode(type.type);
  if (type.kind !== "polymorphic") return [name];
  return type.alternatives.map(({ element }) =>
    element === undefined ? name : renamed(element, (namespace) => resolver.rename(namespace)),
  );
}

export function keysOf(particles: readonly ParticlePlan[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const particle of particles) {
    if ("property" in particle) keys.add(particle.property.key);
    else for (const key of particle.keys) keys.add(key);
  }
  return keys;
}

/** List properties outside choices and optional groups: always there in a decoded object. */
export function listsOf(particles: readonly ParticlePlan[]): readonly (LeafPlan | RepeatedPlan)[] {
  return particles.flatMap((particle) => {
    if (particle.kind === "repeated") return [particle];
    if ("array" in particle) return particle.array ? [particle] : [];
    return particle.optional || particle.kind === "choice" ? [] : listsOf(particle.particles);
  });
}
