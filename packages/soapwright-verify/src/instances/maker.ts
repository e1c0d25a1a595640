import {
  type AttributeUse,
  type ComplexType,
  type ElementDeclaration,
  effective,
  isAnyType,
  type ModelGroup,
  type Particle,
  type Place,
  presentParticles,
  type Slot,
  slotOf,
  type TypeDefinition,
  typesFor,
  type Wildcard,
} from "soapwright-contract";
import type { XmlElement } from "soapwright-runtime/tables";
import type { Manner } from "../texts/drawn-text";
import type { Random } from "../texts/random";
import { boundsText, InstanceError, mostDepth, mostElements } from "./instance-errors";
import { type LeastDepths, mayBeNull } from "./least";
import type { AttributeInstance, ComplexInstance, ElementInstance, InstanceContent, ParticleInstance } from "./nouns";
import { TextMaker } from "./text-maker";
import { treeOf } from "./tree-of";
import { anyTree, foreignAttribute, foreignTree } from "./trees";
import type { Turns } from "./turns";

export interface InstanceStyle {
  /** Number of elements after which only required parts are generated. */
  readonly size: number;
  /** Probability of each optional part: 0 to 1. */
  readonly fullness: number;
  readonly manner: Manner;
}

const deepest = 14;

/**
 * The generator of one instance. Alternatives take turns; parts that earlier instances lack are preferred. It works by the
 * schemas and not by tables, because an instance proves the tables: made by them, it would lack what they lack.
 */
export class InstanceMaker {
  readonly #texts: TextMaker;
  #elements = 0;
  #groups = 0;
  #depth = 0;

  constructor(
    private readonly depths: LeastDepths,
    private readonly turns: Turns,
    private readonly random: Random,
    private readonly style: InstanceStyle,
  ) {
    this.#texts = new TextMaker(random, turns, style.manner);
  }

  element(declared: ElementDeclaration): ElementInstance {
    return this.#inSlot(slotOf(declared, false));
  }

  #inSlot(slot: Slot): ElementInstance {
    this.#elements++;
    this.#depth++;
    this.#checkBounds();
    const instance = this.#content(this.#choose(slot.substitutes));
    this.#depth--;
    return instance;
  }

  #content(declaration: ElementDeclaration): ElementInstance {
    const { depths } = this;
    const types = typesFor(declaration);
    if (mayBeNull(declaration)) {
      const none = types.every((type) => depths.of(type) === Infinity);
      if (none || this.#isNil(declaration)) return { declaration, type: declaration.type, content: { kind: "nil" } };
    }
    const type = this.#choose(types);
    return { declaration, type, content: this.#contentOf(type, declaration) };
  }

  #contentOf(type: TypeDefinition, declaration: ElementDeclaration): InstanceContent {
    if (type.kind === "simpleType") return { kind: "text", value: this.#texts.make(type, declaration) };
    if (type.soapArray) {
      const item = itemDeclaration(type, declaration);
      const count = this.#isSmall() ? 0 : this.random.integer(0, 3);
      return { kind: "array", items: Array.from({ length: count }, () => this.element(item)) };
    }
    if (isAnyType(type)) return { kind: "tree", tree: anyTree(declaration.name, this.random) };
    return this.#complex(type, declaration);
  }

  /** The first instance of the element has a value, so that the content is generated too. */
  #isNil(declaration: ElementDeclaration): boolean {
    const isNew = this.turns.isNew(declaration);
    this.turns.markUsed(declaration);
    return !isNew && this.random.chance(0.2);
  }

  #complex(type: ComplexType, declaration: ElementDeclaration): ComplexInstance {
    const { attributeWildcard, text, isMixed, ...all } = effective(type);
    const attributes = all.attributes.flatMap((use) => this.#attribute(use));
    const other = attributeWildcard && this.random.chance(0.3) ? foreignAttribute(attributeWildcard) : undefined;
    const common = { kind: "complex", type, attributes, otherAttributes: other ? [other] : [] } as const;
    if (text) return { ...common, text: this.#texts.make(text, declaration), particles: [] };
    const particles = all.particles.map((particle) => this.#particle(particle));
    if (!isMixed) return { ...common, particles };
    const between = Array.from({ length: countElements(particles) + 1 }, () =>
      this.random.pick(["", "", "some text", " & more ", "é"]),
    );
    return { ...common, particles, between };
  }

  #attribute(use: AttributeUse): AttributeInstance[] {
    const isMade = use.use === "required" || (this.depths.of(use) < Infinity && this.#wants(use));
    if (!isMade) return [];
    this.turns.markUsed(use);
    return [{ use, value: this.#texts.make(use.attribute.type, use) }];
  }

  #particle(particle: Particle, forced = false): ParticleInstance {
    const times = { length: this.#count(particle, forced) };
    if (particle.kind === "elementUse") {
      const slot = this.depths.graph.slotOf(particle);
      return { kind: "elements", use: particle, items: Array.from(times, () => this.#inSlot(slot)) };
    }
    if (particle.kind === "wildcard") {
      const items = Array.from(times, () => this.#tree(particle)).filter((tree) => tree !== undefined);
      return { kind: "wildcard", wildcard: particle, items };
    }
    return { kind: "group", group: particle, occurrences: Array.from(times, () => this.#occurrence(particle)) };
  }

  #occurrence(group: ModelGroup): ParticleInstance[] {
    this.#groups++;
    this.#checkBounds();
    const particles = presentParticles(group);
    if (group.compositor !== "choice") return particles.map((particle) => this.#particle(particle));
    if (particles.length === 0) return [];
    const branch = this.#choose(particles);
    return [this.#particle(branch, this.depths.of(branch) < Infinity)];
  }

  /** Bounds the whole instance: `LeastDepths` measures each part alone. */
  #checkBounds(): void {
    if (this.#elements + this.#groups > 2 * mostElements || this.#depth > mostDepth + 2 * deepest)
      throw new InstanceError(`an instance needs ${boundsText}`);
  }

  #tree(wildcard: Wildcard): XmlElement | undefined {
    if (wildcard.processContents !== "strict") return foreignTree(wildcard, this.random);
    const declared = this.depths.declaredFor(wildcard);
    if (declared.length === 0) return undefined;
    return treeOf(this.element(this.random.pick(declared)));
  }

  #count(particle: Particle, forced: boolean): number {
    const { minOccurs: min, maxOccurs: max } = particle;
    const { depths, random, turns } = this;
    if (depths.of(particle) === Infinity) return min;
    const least = forced ? Math.max(1, min) : min;
    if (least === 0 && !this.#wants(particle)) return 0;
    const isNew = this.#isNew(particle);
    turns.markUsed(particle);
    if (isNew) return Math.max(least, Math.min(max, 2));
    if (this.#isSmall()) return Math.max(least, 1);
    const most = Math.min(max, Math.max(least, 1) + (random.chance(0.3) ? 2 : 0));
    return random.integer(Math.max(least, 1), Math.max(most, least, 1));
  }

  /** Whether earlier instances lack this part, and this instance has room for it. */
  #isNew(part: object): boolean {
    return this.#elements < this.style.size * 4 && this.turns.isNew(part);
  }

  #choose<T extends Place>(among: readonly T[]): T {
    const { depths, random, turns } = this;
    const { possible, least } = depths.choice(among);
    if (possible.length === 0) return random.pick(among);
    return this.#isSmall() ? random.pick(least) : turns.take(possible, random);
  }

  #wants(part: object): boolean {
    const fullness = this.#isSmall() ? 0 : this.style.fullness;
    return this.random.chance(this.#isNew(part) ? Math.max(0.9, fullness) : fullness);
  }

  #isSmall(): boolean {
    return this.#elements > this.style.size || this.#depth > deepest;
  }
}

/** Items of a SOAP-encoded array have the name in the type, or any name. */
function itemDeclaration(type: ComplexType, array: ElementDeclaration): ElementDeclaration {
  const soapArray = type.soapArray!;
  return {
    ...array,
    name: { namespace: "", local: soapArray.itemName ?? "item" },
    type: soapArray.itemType,
    nillable: false,
  };
}

function countElements(particles: readonly ParticleInstance[]): number {
  let count = 0;
  for (const particle of particles) {
    count += particle.kind === "group" ? countElements(particle.occurrences.flat()) : particle.items.length;
  }
  return count;
}
