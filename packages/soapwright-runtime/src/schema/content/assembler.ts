/**
 * Assigns children in document order to the properties of a content model. By Unique Particle Attribution (XML Schema
 * Part 1, 3.8.6) one child of look-ahead determines the next particle, so this takes linear time.
 */
import { areSame } from "../plans/name-index";
import type { Content, GroupPlan, LeafPlan, ParticlePlan, RepeatedPlan, WildcardPlan } from "../plans/plans";
import { setProperty, type Target } from "../plans/property-key";
import type { XmlElement } from "../tables/table-values";
import { type ContentErrorSink, type Departure, isEmptiable, reportMissing } from "./content-checks";

export interface Child {
  /**
   * The first declaration of the name, because all declarations of a name have the same type (XML Schema Part 1, 3.8.6).
   * In content that `overlaps`, the declaration that the order determines.
   */
  readonly slot: LeafPlan;
  readonly value: unknown;
}

/** Thrown by the error sink of a trial and caught by `isWhole`. */
const UNFIT = new Error("the children do not make up the content model");

function refuse(): never {
  throw UNFIT;
}

const TRIAL: ContentErrorSink = { validation: "standard", fail: refuse, depart: refuse };
/** The same, but of what `lenient` reads. */
const FORGIVING: ContentErrorSink = { validation: "lenient", fail: refuse, depart: () => undefined };
const IN_PROPERTIES = "each element in its property";

/** Reads the children of one element by the particles of its content model. */
export class Assembler {
  private readonly judge: ContentErrorSink;
  private readonly content: Content;
  private readonly children: readonly Child[];
  private at = 0;
  private forgiving = false;

  constructor(judge: ContentErrorSink, content: Content, children: readonly Child[]) {
    this.judge = judge;
    this.content = content;
    this.children = children;
  }

  /** Throws an error of the sink when a child is missing or left over. */
  assemble(particles: readonly ParticlePlan[], target: Target): void {
    this.forgiving = this.judge.validation === "lenient" && !this.isWhole(particles);
    const message = this.run(particles, target);
    if (message === undefined) return;
    if (this.judge.validation === "lenient" || !this.isForgivable(particles)) this.judge.fail(message);
    this.judge.depart({ message, gives: IN_PROPERTIES });
    this.at = 0;
    this.forgiving = true;
    this.run(particles, target);
  }

  /** Returns what is wrong with the first child that is left over. */
  private run(particles: readonly ParticlePlan[], target: Target): string | undefined {
    for (const particle of particles) this.fill(particle, target);
    const left = this.children[this.at];
    if (left === undefined) return undefined;
    const { slot } = left;
    const name = slot.kind === "element" ? slot.name.local : (left.value as XmlElement).name.local;
    return `${name} is not allowed here`;
  }

  /**
   * Assembles the children in their order, and returns the first departure from the content model, for content whose
   * children have their property by their name too.
   */
  departure(particles: readonly ParticlePlan[], target: Target): Departure | undefined {
    let found: Departure | undefined;
    const gives = IN_PROPERTIES;
    const judge: ContentErrorSink = {
      validation: "strict",
      fail: (message) => {
        found = { message, gives };
        throw UNFIT;
      },
      depart: (departure) => {
        found = departure;
        throw UNFIT;
      },
    };
    const inOrder = new Assembler(judge, this.content, this.children);
    try {
      inOrder.assemble(particles, target);
    } catch (error) {
      if (found === undefined || error !== UNFIT) throw error;
      const next = this.children[inOrder.at]?.slot;
      // What is missing here comes later: the element in its place is the one that a reader looks for.
      const isLater = this.children.some(({ slot }, index) => index > inOrder.at && slot === found?.child);
      if (isLater && next?.kind === "element") return { child: next, message: "is out of order", gives };
    }
    return found;
  }

  /** When no particle is missing, `lenient` decides as `standard` does, with the same result. */
  private isWhole(particles: readonly ParticlePlan[]): boolean {
    return new Assembler(TRIAL, this.content, this.children).fits(particles);
  }

  private isForgivable(particles: readonly ParticlePlan[]): boolean {
    const trial = new Assembler(FORGIVING, this.content, this.children);
    trial.forgiving = true;
    return trial.fits(particles);
  }

  private fits(particles: readonly ParticlePlan[]): boolean {
    try {
      return this.run(particles, {}) === undefined;
    } catch (error) {
      if (error !== UNFIT) throw error;
      return false;
    }
  }

  private fill(particle: ParticlePlan, target: Target): void {
    switch (particle.kind) {
      case "element":
      case "any":
        this.fillLeaf(particle, target);
        break;
      case "repeated":
        this.fillRepeated(particle, target);
        break;
      case "choice":
        this.fillChoice(particle, target);
        break;
      case "sequence":
        if (particle.optional && !this.canStart(particle)) return;
        for (const member of particle.particles) this.fill(member, target);
        break;
      case "all":
        this.fillAll(particle, target);
    }
  }

  private fillLeaf(leaf: LeafPlan, target: Target): void {
    const values: unknown[] = [];
    while (values.length < leaf.max && this.isNext(leaf)) {
      values.push(this.children[this.at]!.value);
      this.at++;
    }
    if (values.length < leaf.min) reportMissing(this.judge, leaf);
    if (values.length > 0) setProperty(target, leaf.property, leaf.array ? values : values[0]);
  }

  private fillRepeated(plan: RepeatedPlan, target: Target): void {
    const items: Target[] = [];
    while (items.length < plan.max && this.canStart(plan.group)) {
      const item: Target = {};
      this.fill(plan.group, item);
      for (const { property } of plan.lists) {
        if (!Object.hasOwn(item, property.key)) setProperty(item, property, []);
      }
      items.push(item);
    }
    if (items.length < plan.min && !isEmptiable(plan.group)) reportMissing(this.judge, plan);
    if (items.length > 0) setProperty(target, plan.property, items);
  }

  private fillChoice(choice: GroupPlan, target: Target): void {
    const branch = choice.particles.find((particle) => this.canStart(particle));
    if (branch !== undefined) this.fill(branch, target);
    else if (!isEmptiable(choice)) reportMissing(this.judge, choice);
  }

  private fillAll(all: GroupPlan, target: Target): void {
    if (all.optional && !this.canStart(all)) return;
    const waiting = new Set(all.particles);
    for (;;) {
      const next = [...waiting].find((particle) => this.canStart(particle));
      if (next === undefined) break;
      waiting.delete(next);
      this.fill(next, target);
    }
    for (const particle of waiting) this.fill(particle, target);
  }

  private canStart(particle: ParticlePlan): boolean {
    switch (particle.kind) {
      case "element":
      case "any":
        return this.isNext(particle);
      case "repeated":
        return this.canStart(particle.group);
      case "sequence":
        return this.canStartSequence(particle);
      default:
        return particle.particles.some((member) => this.canStart(member));
    }
  }

  private canStartSequence({ particles }: GroupPlan): boolean {
    for (const member of particles) {
      if (this.canStart(member)) return true;
      if (!this.forgiving && !isEmptiable(member)) return false;
    }
    return false;
  }

  private isNext(leaf: LeafPlan): boolean {
    const child = this.children[this.at];
    if (child === undefined) return false;
    if (leaf.kind === "any") return isLetIn(leaf, child);
    if (this.content.overlaps) return child.slot.kind === "element" && areSame(child.slot.names, leaf.names);
    // An element whose abstract type has no subtypes has no name, so no child matches it.
    const [name] = leaf.names;
    return name !== undefined && this.content.elements.get(name) === child.slot;
  }
}

function isLetIn(wildcard: WildcardPlan, { slot, value }: Child): boolean {
  return slot.kind === "any" && wildcard.accepts((value as XmlElement).name.namespace);
}
