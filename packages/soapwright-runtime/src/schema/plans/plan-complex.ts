/**
 * Compiles complex types (XML Schema Part 1, 3.4), with the parts of their base types first, and their content models
 * (3.8 and 3.9), whose leaves are numbered in the order of the schema.
 */
import type {
  AnyAttributeNode,
  AttributeNode,
  ComplexNode,
  ElementNode,
  GroupNode,
  ParticleNode,
  RepeatedNode,
  WildcardNode,
} from "../tables/nodes";
import type { QName } from "../tables/table-values";
import { allPartsOf, alternativesOf } from "../tables/view";
import { areSame, NameIndex } from "./name-index";
import { compileIdentity } from "./plan-identity";
import { compileSimple, compileSimplePlan } from "./plan-simple";
import type {
  AnyAttributePlan,
  AttributePlan,
  ComplexPlan,
  Content,
  ElementPlan,
  GroupPlan,
  LeafPlan,
  ParticlePlan,
  Position,
  RepeatedPlan,
  TextPlan,
  WildcardPlan,
} from "./plans";
import { type PropertyKey, propertyKey } from "./property-key";
import { namespaceTest, positionOf, type Rename, renamed } from "./resolve";

export function compileComplex(node: ComplexNode, rename: Rename): ComplexPlan {
  const particles: ParticleNode[] = [];
  const attributes = new Map<string, AttributePlan>();
  let anyAttribute: AnyAttributePlan | undefined;
  let text: TextPlan | undefined;
  let mixed: PropertyKey | undefined;
  for (const part of allPartsOf(node)) {
    switch (part.kind) {
      case "attribute":
        attributes.set(part.key, compileAttribute(part, rename));
        break;
      case "anyAttribute":
        anyAttribute = compileAnyAttribute(part, rename);
        break;
      case "simpleContent":
        text = { property: propertyKey(part.key), simple: compileSimplePlan(part.type, rename) };
        break;
      case "mixed":
        mixed = propertyKey(part.key);
        particles.push(...part.particles);
        break;
      default:
        particles.push(part);
    }
  }
  const content = compileContent(particles, rename);
  const attributesByName = new NameIndex<AttributePlan>();
  for (const attribute of attributes.values()) attributesByName.add(attribute.name, attribute);
  const keys = new Set([
    ...attributes.keys(),
    ...(mixed === undefined ? keysOf(content.particles) : [mixed.key]),
    ...(text === undefined ? [] : [text.property.key]),
    ...(anyAttribute === undefined ? [] : [anyAttribute.property.key]),
  ]);
  return {
    kind: "complex",
    name: node.name && renamed(node.name, rename),
    abstract: node.abstract === true,
    attributes: [...attributes.values()],
    attributesByName,
    anyAttribute,
    text,
    mixed,
    content,
    keys,
  };
}

function compileAttribute(node: AttributeNode, rename: Rename): AttributePlan {
  const { required, default: defaultText, fixed } = node;
  const name = renamed(node.name, rename);
  const simple = compileSimplePlan(node.type, rename);
  return { property: propertyKey(node.key), name, simple, required, default: defaultText, fixed };
}

function compileAnyAttribute(node: AnyAttributeNode, rename: Rename): AnyAttributePlan {
  const declared = new NameIndex<AttributePlan>();
  for (const each of node.declared ?? []) {
    const attribute = compileAttribute(each, rename);
    declared.add(attribute.name, attribute);
  }
  const accepts = namespaceTest(node.namespaces, rename);
  return { property: propertyKey(node.key), accepts, process: node.process ?? "lax", declared };
}

function compileContent(nodes: readonly ParticleNode[], rename: Rename): Content {
  const compiler = new ParticleCompiler(rename);
  const particles = nodes.map((node) => compiler.compile(node));
  const { leaves } = compiler;
  const declared = leaves.filter((leaf): leaf is ElementPlan => leaf.kind === "element");
  const wildcards = leaves.filter((leaf): leaf is WildcardPlan => leaf.kind === "any");
  const elements = new NameIndex<ElementPlan>();
  for (const element of declared) for (const name of element.names) elements.add(name, element);
  const repeated = declared.filter((element) => element.names.some((name) => elements.get(name) !== element));
  return {
    particles,
    leaves,
    elements,
    wildcards,
    positional: repeated.length > 0 || wildcards.length > 1,
    overlaps: repeated.some(({ names }) => names.some((name) => !areSame(names, elements.get(name)?.names))),
    hasPlainNames: leaves.some((leaf) => leaf.kind === "element" && leaf.names.some((name) => name.namespace === "")),
    repeats: leaves.some(({ within }) => within !== undefined),
    unordered: particles.some((particle) => particle.kind === "all"),
    requiredBits: requiredBits(particles, leaves),
    lists: listsOf(particles),
  };
}

/** The bits exist only for a plain sequence of few elements without occurrence bounds of its own. */
function requiredBits(particles: readonly ParticlePlan[], leaves: readonly LeafPlan[]): number | undefined {
  if (leaves.length > 31) return undefined;
  let bits = 0;
  for (const particle of particles) {
    if (particle.kind === "sequence" || particle.kind === "all") {
      const inner = particle.optional ? undefined : requiredBits(particle.particles, leaves);
      if (inner === undefined) return undefined;
      bits |= inner;
    } else if (particle.kind === "element" && particle.min <= 1 && (!particle.array || particle.max === Infinity)) {
      if (particle.min > 0) bits |= particle.bit;
    } else {
      return undefined;
    }
  }
  return bits;
}

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
    identity: node.identity && compileIdentity(node.identity, rename),
  };
}

/** 0 beyond the 31st leaf, because bitwise operators of JavaScript have 31 usable bits. */
function leafBit(index: number): number {
  return index < 31 ? 1 << index : 0;
}

function namesOf(name: QName, { type }: Position, rename: Rename): readonly QName[] {
  // An abstract type without derived types has no values, but the element still has its name.
  const alternatives = alternativesOf(type);
  if (alternatives.length === 0) return [name];
  return alternatives.map(({ element }) => (element === undefined ? name : renamed(element, rename)));
}

/** Compiles the plans of one content model. `leaves` grows in the order of the schema. */
class ParticleCompiler {
  readonly leaves: LeafPlan[] = [];

  constructor(private readonly rename: Rename) {}

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

  private wildcard(node: WildcardNode, { index, within }: Place): WildcardPlan {
    const { key, min, max, array, namespaces, process = "lax", open = false } = node;
    const accepts = namespaceTest(namespaces, this.rename);
    const property = propertyKey(key);
    return { kind: "any", open, index, bit: leafBit(index), property, min, max, array, within, process, accepts };
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

function keysOf(particles: readonly ParticlePlan[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const particle of particles) {
    if ("property" in particle) keys.add(particle.property.key);
    else for (const key of particle.keys) keys.add(key);
  }
  return keys;
}

/** A decoded object always has the list properties outside choices and optional groups. */
function listsOf(particles: readonly ParticlePlan[]): readonly (LeafPlan | RepeatedPlan)[] {
  return particles.flatMap((particle) => {
    if (particle.kind === "repeated") return [particle];
    if ("array" in particle) return particle.array ? [particle] : [];
    return particle.optional || particle.kind === "choice" ? [] : listsOf(particle.particles);
  });
}
