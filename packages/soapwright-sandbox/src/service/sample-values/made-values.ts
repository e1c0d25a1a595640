/** Generated values for any table of a client. The sandbox returns them for operations without data. */

import {
  type AttributeNode,
  allPartsOf,
  declarationsOf,
  type ElementNode,
  type GroupNode,
  type NamespaceConstraint,
  type NodeRef,
  nodeOf,
  ownValue,
  type ParticleNode,
  type PolymorphicNode,
  type Rename,
  type SimpleRef,
  setOwn,
  simpleTypeOf,
  valueOfText,
} from "soapwright-runtime/codecs";
import type { OperationNode, QName } from "soapwright-runtime/tables";
import { Random } from "soapwright-verify";
import { SandboxFault } from "../../asmx/fault";
import type { OtherOperation } from "../service-options";
import { deepest, Finite } from "./finite";
import { textsOf } from "./simple-texts";

/** The depth from which optional parts are left out, so that values of recursive types end. */
const usualDepth = 4;
/** Approximate number of values in one response. Beyond it lists stop growing, and optional parts are left out. */
const mostValues = 400;
/** The largest number of values in one response. A tree of required elements doubles with each level. */
const mostOfAll = 50_000;
const longestList = 10_000;

/** XML Schema does not define the name of an item in a SOAP-encoded array. */
const itemName: QName = { namespace: "", local: "item" };

type Members = { [key: string]: unknown };

/** Returns the result of an operation that has neither data nor a handler. */
export function generateResponse({ operation, request, rename }: OtherOperation): unknown {
  const seed = `1 ${seedOf(request.args)}`;
  const { output } = operation;
  if (output === undefined || output.unwrap.length > 0) return generateResult(operation, seed, rename);
  // A message that is not unwrapped has one value for each element of the Body and for each part beside it.
  const values = [...output.body, ...(output.attachments ?? [])].map((element) => {
    const alone = { ...operation, output: { ...output, body: [element], unwrap: [element.key] } };
    return [element.key, generateResult(alone, seed, rename)] as const;
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

export function seedOf(args: unknown): string {
  return JSON.stringify(args, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)) ?? "";
}

/** Throws a `SandboxFault` if the type has no value within the limits. */
export function generateResult(operation: OperationNode, seed: string, rename: Rename): unknown {
  const { output } = operation;
  const [element] = output?.body ?? [];
  if (output === undefined || element === undefined) return undefined;
  const maker = new Maker(new Random(`${seed} ${operation.method}`), operation.name, rename);
  return maker.at(element, output.unwrap.slice(1));
}

/** The value is the same each time. Throws a `SandboxFault` if the type has no value within the limits. */
export function generateArgument(element: ElementNode, operation: OperationNode, rename: Rename): unknown {
  return new Maker(new Random(`request ${operation.method}`), operation.name, rename).at(element, []);
}

/** Makes the values of one response. */
class Maker {
  readonly #finite = new Finite();
  #elementCount = 0;

  constructor(
    private readonly random: Random,
    private readonly operation: string,
    private readonly rename: Rename,
  ) {}

  at(element: ElementNode, keys: readonly string[]): unknown {
    const [key, ...others] = keys;
    if (key === undefined) return element.array ? this.#list(element, 0) : this.#type(element.type, 0, element.name);
    const child = declarationsOf(element.type).elements.find((inner) => inner.key === key);
    return child === undefined ? this.#type(element.type, 0, element.name) : this.at(child, others);
  }

  /** `name` is the name of the parent element, which the node of a tree repeats. */
  #type(ref: NodeRef, depth: number, name: QName): unknown {
    if (++this.#elementCount > mostOfAll)
      this.#refuse(`a result of more than ${mostOfAll.toLocaleString("en-US")} values`);
    const node = nodeOf(ref);
    switch (node.kind) {
      case "nillable":
        if (this.random.chance(0.1) || !this.#finite.type(node.type, deepest - depth)) return null;
        return this.#type(node.type, depth, name);
      case "simple":
        return this.#simple(node, name.local);
      case "complex": {
        const value: Members = {};
        for (const part of allPartsOf(node)) {
          if (part.kind === "attribute") this.#attribute(value, part);
          else if (part.kind === "simpleContent") setOwn(value, part.key, this.#simple(part.type, name.local));
          else if (part.kind === "mixed") setOwn(value, part.key, this.#mixed(part.particles, depth));
          else if (part.kind !== "anyAttribute") this.#particle(value, part, depth);
        }
        return value;
      }
      case "polymorphic":
        return this.#alternative(node, depth, name);
      case "soapArray":
        return this.#items(() => this.#type(node.item, depth + 1, itemName), 0, 3);
      case "anyType":
        return { name: this.#onWire(name), attributes: [], children: ["Made"] };
    }
  }

  /** `holder` is the name of the element or attribute that contains the value. */
  #simple(ref: SimpleRef, holder: string): unknown {
    for (const { text, prefixes } of textsOf(ref, this.random)) {
      const found = valueOfText(ref, text, "all", prefixes);
      if ("value" in found) return found.value;
    }
    const { name } = nodeOf(ref);
    return this.#refuse(`a value of ${holder}${name === undefined ? "" : `, of the type ${name.local},`}`);
  }

  #particle(value: Members, particle: ParticleNode, depth: number): void {
    switch (particle.kind) {
      case "element":
        this.#element(value, particle, depth);
        break;
      case "any":
        if (particle.min > 0) {
          const element = this.#anyOf(particle.namespaces);
          setOwn(value, particle.key, particle.array ? Array.from({ length: particle.min }, () => element) : element);
        }
        break;
      case "repeated": {
        const count = this.#count(particle.min, particle.max, depth);
        const occurrence = () => {
          const members: Members = {};
          this.#group(members, { ...particle.particle, optional: false }, depth);
          return members;
        };
        setOwn(value, particle.key, this.#items(occurrence, count));
        break;
      }
      default:
        this.#group(value, particle, depth);
    }
  }

  #element(value: Members, element: ElementNode, depth: number): void {
    if (element.array) setOwn(value, element.key, this.#list(element, depth + 1));
    else if (element.min > 0 || (this.#isRoomy(element.type, depth) && this.random.chance(0.8))) {
      setOwn(value, element.key, this.#content(element, depth + 1));
    }
  }

  #content(element: ElementNode, depth: number): unknown {
    return element.fixed === undefined ? this.#type(element.type, depth, element.name) : this.#fixed(element);
  }

  #fixed({ type, fixed, key }: ElementNode | AttributeNode): unknown {
    const simple = simpleTypeOf(type);
    const found = simple === undefined ? { expected: key } : valueOfText(simple, fixed ?? "", "closed");
    return "value" in found ? found.value : this.#refuse(`the fixed value of ${key}`);
  }

  #list(element: ElementNode, depth: number): unknown[] {
    const isRoomy = this.#isRoomy(element.type, depth - 1);
    const count = isRoomy ? this.#count(element.min, element.max, depth) : element.min;
    return this.#items(() => this.#content(element, depth), count);
  }

  #count(min: number, max: number, depth: number): number {
    if (depth > usualDepth || this.#elementCount > mostValues) return min;
    return Math.max(min, Math.min(max, this.random.integer(1, 3)));
  }

  #items<T>(make: () => T, least: number, most = least): T[] {
    const count = this.random.integer(least, most);
    if (count > longestList) this.#refuse(`a list of ${count}`);
    return Array.from({ length: count }, make);
  }

  #group(value: Members, { kind, optional, particles }: GroupNode, depth: number): void {
    if (particles.length === 0 || (optional && (depth > usualDepth || this.random.chance(0.3)))) return;
    const members = kind === "choice" ? [this.#chosen(particles, depth)] : particles;
    for (const particle of members) this.#particle(value, particle, depth);
  }

  /** An optional element becomes required, because a choice must not be empty. */
  #chosen(particles: readonly ParticleNode[], depth: number): ParticleNode {
    const levels = particles.map((particle) => this.#finite.particleLevels(particle));
    const branch = this.random.pick(fitting(particles, levels, depth));
    return branch.kind === "element" && branch.min === 0 ? { ...branch, min: 1 } : branch;
  }

  #alternative(node: PolymorphicNode, depth: number, name: QName): unknown {
    const levels = node.alternatives.map(({ type }) => this.#finite.levels(type));
    if (levels.every((each) => each > deepest))
      return this.#refuse("a value of a type whose derived types are all abstract");
    const { label, element, type, wrapped } = this.random.pick(fitting(node.alternatives, levels, depth));
    const content = this.#type(type, depth + 1, element ?? name);
    return wrapped || content === null ? { $type: label, value: content } : { $type: label, ...(content as Members) };
  }

  #attribute(value: Members, attribute: AttributeNode): void {
    if (!attribute.required && this.random.chance(0.3)) return;
    const { key, fixed, type, name } = attribute;
    setOwn(value, key, fixed === undefined ? this.#simple(type, name.local) : this.#fixed(attribute));
  }

  #mixed(particles: readonly ParticleNode[], depth: number): unknown[] {
    return ["A text", ...particles.flatMap((particle) => this.#children(particle, depth + usualDepth))];
  }

  /** Each element is an object with one property. */
  #children(particle: ParticleNode, depth: number): Members[] {
    switch (particle.kind) {
      case "element":
      case "any": {
        const value: Members = {};
        this.#particle(value, particle, depth);
        const content = ownValue(value, particle.key);
        const items = particle.array && content !== undefined ? (content as unknown[]) : [content];
        return items.filter((item) => item !== undefined).map((item) => ({ [particle.key]: item }));
      }
      case "repeated": {
        const count = this.#count(particle.min, particle.max, depth);
        const occurrence = { ...particle.particle, optional: false };
        return this.#items(() => this.#children(occurrence, depth), count).flat();
      }
      default: {
        if (particle.optional || particle.particles.length === 0) return [];
        const members = particle.kind === "choice" ? [this.#chosen(particle.particles, depth)] : particle.particles;
        return members.flatMap((member) => this.#children(member, depth));
      }
    }
  }

  #anyOf(namespaces: NamespaceConstraint): unknown {
    const namespace = namespaces.allow === "list" ? (namespaces.of[0] ?? "") : "urn:made";
    return { name: this.#onWire({ namespace, local: "Made" }), attributes: [], children: [] };
  }

  #onWire({ namespace, local }: QName): QName {
    return { namespace: this.rename(namespace), local };
  }

  #isRoomy(type: NodeRef, depth: number): boolean {
    return depth < usualDepth && this.#elementCount < mostValues && this.#finite.type(type, deepest - depth);
  }

  #refuse(what: string): never {
    const message = `The sandbox cannot make ${what} for ${this.operation}. Put a result for it into the data.`;
    throw new SandboxFault(message, { code: "Server" });
  }
}

/** Returns the candidates whose `levels` fit the usual depth; if none does, those of the least depth. */
function fitting<T>(candidates: readonly T[], levels: readonly number[], depth: number): T[] {
  const room = Math.max(Math.min(...levels), usualDepth - depth);
  return candidates.filter((_, index) => levels[index]! <= room);
}
