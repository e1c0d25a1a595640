import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  ElementUse,
  Manner,
  ModelGroup,
  Particle,
  Place,
  Random,
  TypeDefinition,
  Wildcard,
} from "soapwright-contract";
import { effective, isAnyType, presentParticles, type Slot, slotOf, slotOfUse, typesFor } from "soapwright-contract";
import type { XmlElement } from "soapwright-runtime";
import type { Coverage } from "./coverage";
import { mostDepth, mostElements, TooLargeError } from "./instance-errors";
import { type LeastDepths, mayBeNull } from "./least";
import type { AttributeInstance, ComplexInstance, ElementInstance, ParticleInstance } from "./nouns";
import { Steering } from "./steering";
import { TextMaker } from "./text-maker";
import { treeOf } from "./tree-of";
import { anyTree, foreignAttribute, foreignTree } from "./trees";

export interface MakerOptions {
  readonly depths: LeastDepths;
  readonly coverage: Coverage;
  readonly random: Random;
  readonly steering?: Steering;
  /** Number of elements after which only required parts are generated. Default 60. */
  readonly size?: number;
  /** Share of optional parts that are generated, 1 for all. Default 0.6. */
  readonly fullness?: number;
  /** Default `wild`. */
  readonly manner?: Manner;
}

/** Depth after which only required parts are generated. */
const deepest = 14;

/** Generates one instance. Its decisions are marked in the coverage; ways not hit yet are preferred. */
export class InstanceMaker {
  readonly #options: MakerOptions;
  readonly #steering: Steering;
  readonly #texts: TextMaker;
  #elements = 0;
  #groups = 0;
  #depth = 0;

  constructor(options: MakerOptions) {
    this.#options = options;
    this.#steering = options.steering ?? new Steering();
    this.#texts = new TextMaker(options.random, options.coverage, this.#steering, options.manner);
  }

  /** An instance of the element, under its own name. */
  element(declared: ElementDeclaration): ElementInstance {
    return this.#inSlot(slotOf(declared, false));
  }

  #inSlot(slot: Slot): ElementInstance {
    this.#grow();
    this.#depth++;
    const declaration = this.#choose(slot, slot.substitutes);
    this.#options.coverage.hit(slot, declaration);
    const instance = this.#content(declaration);
    this.#depth--;
    return instance;
  }

  #content(declaration: ElementDeclaration): ElementInstance {
    const { coverage, random } = this.#options;
    const way = this.#steering.take(declaration);
    if (mayBeNull(declaration)) {
      const types = typesFor(declaration);
      const none = types.every((type) => this.#options.depths.of(type) === Number.POSITIVE_INFINITY);
      if (way === "nil" || none || (way === undefined && this.#wants(coverage.isUnhit(declaration, "nil"), 0.1))) {
        coverage.hit(declaration, "nil");
        return { kind: "element", declaration, type: declaration.type, content: { kind: "nil" } };
      }
    }
    const type = this.#type(declaration, way);
    coverage.hit(declaration.type, type);
    if (type.kind === "simpleType") {
      const value = this.#texts.make(type, declaration);
      return { kind: "element", declaration, type, content: { kind: "text", value } };
    }
    if (type.soapArray) {
      const item = itemDeclaration(type, declaration);
      const least = this.#steering.take(type) === undefined ? 0 : 1;
      const count = this.#isSmall() ? least : random.integer(least, 3);
      const items = Array.from({ length: count }, () => this.element(item));
      return { kind: "element", declaration, type, content: { kind: "array", items } };
    }
    if (isAnyType(type))
      return { kind: "element", declaration, type, content: { kind: "tree", tree: anyTree(declaration.name, random) } };
    return { kind: "element", declaration, type, content: this.#complex(type, declaration) };
  }

  #type(declaration: ElementDeclaration, way: Place | string | undefined): TypeDefinition {
    const types = typesFor(declaration);
    const steered = types.find((type) => type === way);
    if (steered) return steered;
    return this.#choose(declaration, types, declaration.type);
  }

  #complex(type: ComplexType, declaration: ElementDeclaration): ComplexInstance {
    const way = this.#steering.take(type);
    const { attributeWildcard, text, isMixed, ...all } = effective(type);
    const attributes = all.attributes.flatMap((use) => this.#attribute(use, way === use));
    const other = attributeWildcard && this.#wants(false, 0.3) ? foreignAttribute(attributeWildcard) : undefined;
    const common = { kind: "complex", type, attributes, otherAttributes: other ? [other] : [] } as const;
    if (text) return { ...common, text: this.#texts.make(text, declaration), particles: [] };
    const particles = all.particles.map((particle) => this.#particle(particle, way === particle));
    if (!isMixed) return { ...common, particles };
    const between = Array.from({ length: countElements(particles) + 1 }, () =>
      this.#options.random.pick(["", "", "some text", " & more ", "é"]),
    );
    return { ...common, particles, between };
  }

  #attribute(use: AttributeUse, forced: boolean): AttributeInstance[] {
    const { coverage, depths } = this.#options;
    const way = this.#steering.take(use);
    const isWanted = forced || this.#wants(coverage.isUnhit(use, "present"), this.#fullness());
    if (use.use !== "required" && (way === "absent" || !isWanted || depths.of(use) === Number.POSITIVE_INFINITY)) {
      coverage.hit(use, "absent");
      return [];
    }
    coverage.hit(use, "present");
    return [{ use, value: this.#texts.make(use.attribute.type, use) }];
  }

  #particle(particle: Particle, forced: boolean): ParticleInstance {
    if (particle.kind === "elementUse") return this.#elementsOf(particle, forced);
    if (particle.kind === "wildcard") return this.#wildcard(particle, forced);
    const count = this.#count(particle, forced);
    return {
      kind: "group",
      group: particle,
      occurrences: Array.from({ length: count }, () => this.#occurrence(particle)),
    };
  }

  /** Bounds the whole instance: each part was measured alone, not all of them together. */
  #grow(): void {
    if (this.#elements + this.#groups >= 2 * mostElements || this.#depth >= mostDepth + 2 * deepest)
      throw new TooLargeError();
    this.#elements++;
  }

  #occurrence(group: ModelGroup): ParticleInstance[] {
    if (this.#elements + ++this.#groups >= 2 * mostElements) throw new TooLargeError();
    const particles = presentParticles(group);
    if (group.compositor !== "choice") {
      const way = this.#steering.take(group);
      return particles.map((particle) => this.#particle(particle, way === particle));
    }
    if (particles.length === 0) return [];
    const branch = this.#choose(group, particles);
    this.#options.coverage.hit(group, branch);
    return [this.#particle(branch, this.#options.depths.of(branch) < Number.POSITIVE_INFINITY)];
  }

  #elementsOf(use: ElementUse, forced: boolean): ParticleInstance {
    const { coverage } = this.#options;
    const count = this.#count(use, forced);
    coverage.hit(use, count === 0 ? "absent" : "present");
    if (count > 1) coverage.hit(use, "several");
    const slot = slotOfUse(use);
    return { kind: "elements", use, items: Array.from({ length: count }, () => this.#inSlot(slot)) };
  }

  #wildcard(wildcard: Wildcard, forced: boolean): ParticleInstance {
    const count = this.#count(wildcard, forced);
    const items = Array.from({ length: count }, () => this.#tree(wildcard)).filter((tree) => tree !== undefined);
    if (items.length > 0) this.#options.coverage.hit(wildcard, "present");
    return { kind: "wildcard", wildcard, items };
  }

  #tree(wildcard: Wildcard): XmlElement | undefined {
    if (wildcard.processContents !== "strict") return foreignTree(wildcard, this.#options.random);
    const declared = this.#options.depths.declaredFor(wildcard);
    if (declared.length === 0) return undefined;
    return treeOf(this.element(this.#options.random.pick(declared)));
  }

  /** The number of occurrences of a particle. */
  #count(particle: Particle, forced: boolean): number {
    const { minOccurs: min, maxOccurs: max } = particle;
    const { coverage, depths, random } = this.#options;
    // A group's own steering is consumed inside the group.
    const way = particle.kind === "modelGroup" ? this.#steering.peek(particle) : this.#steering.take(particle);
    if (depths.of(particle) === Number.POSITIVE_INFINITY) return min;
    if (way === "absent") return min;
    const least = forced || way !== undefined ? Math.max(1, min) : min;
    if (way === "several") return Math.min(max, Math.max(2, least));
    if (this.#isSmall() && !this.#wantsSome(particle)) return least;
    if (particle.kind === "elementUse" && max > 1 && coverage.isUnhit(particle, "several"))
      return Math.min(max, Math.max(2, least));
    const isMade = least > 0 || this.#wants(this.#wantsSome(particle), this.#fullness());
    if (!isMade) return 0;
    const most = Math.min(max, Math.max(least, 1) + (random.chance(0.3) ? 2 : 0));
    return random.integer(Math.max(least, 1), Math.max(most, least, 1));
  }

  #wantsSome(particle: Particle): boolean {
    return this.#elements < this.#size() * 4 && this.#options.coverage.isUnhit(particle, "present");
  }

  /** `shows`: the place whose ways the choice hits in the coverage. */
  #choose<T extends Place>(place: Place, among: readonly T[], shows = place): T {
    const { coverage, depths, random } = this.#options;
    const steered = this.#steering.take(place);
    const way = steered === undefined ? undefined : among.find((each) => each === steered);
    if (way) return way;
    const { possible, least } = depths.choice(among);
    const unhit = this.#elements < this.#size() * 4 ? coverage.unhitOf(shows, possible, (each) => each) : [];
    if (unhit.length > 0 && random.chance(0.8)) return random.pick(unhit);
    if (possible.length === 0) return random.pick(among);
    return random.pick(this.#isSmall() ? least : possible);
  }

  #wants(isUnhit: boolean, probability: number): boolean {
    return this.#options.random.chance(isUnhit ? Math.max(0.9, probability) : probability);
  }

  #fullness(): number {
    return this.#isSmall() ? 0 : (this.#options.fullness ?? 0.6);
  }

  #size(): number {
    return this.#options.size ?? 60;
  }

  #isSmall(): boolean {
    return this.#elements > this.#size() || this.#depth > deepest;
  }
}

/** Items of a SOAP-encoded array have the name in the type, or any name. */
function itemDeclaration(type: ComplexType, array: ElementDeclaration): ElementDeclaration {
  const soapArray = type.soapArray!;
  return {
    ...array,
    name: { namespace: "", local: soapArray.itemName ?? "item" },
    type: soapArray.item,
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
