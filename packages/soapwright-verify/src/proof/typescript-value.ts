import type { AlternativeModel, ComplexModel, ElementModel, PolymorphicModel, ValueType } from "soapwright-contract";
import { effective, expandedName, type KeyedPart, type QName, visitType } from "soapwright-contract";
import type { ComplexInstance, ElementInstance, ParticleInstance, TextInstance } from "../instances/nouns";
import { type Int64, typedValue } from "../instances/simple/typed";
import { canonicalContent } from "./canonical";
import { type Naming, type PartNames, partFor } from "./naming";
import { ownProperty } from "./verify-compare";

type Properties = Record<string, unknown>;

/** `expected` includes what a decoder adds: defaults of absent attributes. */
type Side = "input" | "expected";

/** Returns the value that a client takes or returns for an instance. */
export class ValueWriter {
  constructor(
    private readonly naming: Naming,
    private readonly side: Side,
    private readonly int64: Int64,
  ) {}

  element(instance: ElementInstance, type: ValueType): unknown {
    const { content } = instance;
    switch (type.of) {
      case "nillable":
        return content.kind === "nil" ? null : this.element(instance, type.type);
      case "open":
      case "orDate":
        return this.element(instance, type.type);
      case "anyType":
        if (content.kind !== "tree") throw new TypeError("the model has any type where the schema has not");
        return content.tree;
      case "builtIn":
      case "anySimple":
      case "inline":
        return this.#textOnly(instance);
      case "type":
        return this.#named(instance, type.id);
    }
  }

  #named(instance: ElementInstance, id: number): unknown {
    const type = this.naming.type(id);
    const { content } = instance;
    return visitType<unknown>(type, {
      simple: () => this.#textOnly(instance),
      soapArray: (array) => {
        if (content.kind !== "array") throw new TypeError(`the model has an array where the schema has not`);
        return content.items.map((item) => this.element(item, array.item));
      },
      polymorphic: (each) => this.#polymorphic(instance, each),
      complex: (each) => {
        if (content.kind !== "complex") throw new TypeError(`the model has a complex type for ${content.kind}`);
        return this.#complex(content, each);
      },
    });
  }

  #textOnly({ content, declaration }: ElementInstance): unknown {
    if (content.kind !== "text")
      throw new TypeError(`the model has text in ${declaration.name.local} for ${content.kind}`);
    return this.#text(content.value);
  }

  #text({ type, text, prefixes }: TextInstance): unknown {
    return typedValue(type, text, prefixes, this.int64);
  }

  #polymorphic(instance: ElementInstance, type: PolymorphicModel): unknown {
    const alternative = type.alternatives.find((each) => isFor(each, instance, type.component));
    if (!alternative) {
      throw new RangeError(`the model has no alternative for ${instance.declaration.name.local} of another type`);
    }
    const value = this.element(instance, alternative.type);
    if (alternative.wrapped) return { $type: alternative.label, value };
    return { $type: alternative.label, ...(value as Properties) };
  }

  #complex(content: ComplexInstance, type: ComplexModel): Properties {
    const names = this.naming.partsOf(type);
    const properties: Properties = {};
    this.#attributes(content, names, properties);
    if (content.text) put(properties, names.text ?? "value", this.#text(content.text));
    else if (content.between) put(properties, names.mixed ?? "content", this.#mixed(content, names));
    else for (const particle of canonicalContent(content.particles)) this.#particle(particle, names, properties);
    return properties;
  }

  #attributes(content: ComplexInstance, names: PartNames, properties: Properties): void {
    for (const { use, value } of content.attributes) put(properties, partFor(names, use).key, this.#text(value));
    if (content.otherAttributes.length > 0) {
      const others = content.otherAttributes.map(({ name, value }) => ({ name, value }));
      put(properties, names.anyAttributes ?? "anyAttributes", others);
    }
    if (this.side === "input") return;
    const present = new Set(content.attributes.map(({ use }) => use));
    for (const use of effective(content.type).attributes) {
      const absent = use.default ?? use.fixed;
      if (present.has(use) || absent === undefined) continue;
      const { type } = use.attribute;
      put(properties, partFor(names, use).key, this.#text({ type, text: absent, prefixes: new Map() }));
    }
  }

  #particle(particle: ParticleInstance, names: PartNames, into: Properties): void {
    if (particle.kind === "group") {
      const part = names.byComponent.get(particle.group);
      if (part?.kind !== "repeated") {
        for (const inner of particle.occurrences.flat()) this.#particle(inner, names, into);
        return;
      }
      const occurrences = particle.occurrences.map((occurrence) => {
        const properties: Properties = {};
        for (const inner of occurrence) this.#particle(inner, names, properties);
        return properties;
      });
      if (occurrences.length > 0 || part.presence === "required") put(into, part.key, occurrences);
      return;
    }
    const { part, values } = this.#values(particle, names);
    if (isList(part)) {
      const before = ownProperty(into, part.key);
      if (values.length > 0 || part.presence === "required")
        put(into, part.key, Array.isArray(before) ? [...before, ...values] : values);
    } else if (values.length > 0) put(into, part.key, values[0]);
  }

  #values(
    particle: Exclude<ParticleInstance, { kind: "group" }>,
    names: PartNames,
  ): { part: KeyedPart; values: unknown[] } {
    if (particle.kind === "wildcard") {
      return { part: partFor(names, particle.wildcard), values: [...particle.items] };
    }
    const part = partFor(names, particle.use, particle.use.element);
    const { type } = part as ElementModel;
    return { part, values: particle.items.map((item) => this.element(item, type)) };
  }

  #mixed(content: ComplexInstance, names: PartNames): unknown[] {
    const entries = content.particles.flatMap((particle) => this.#entries(particle, names));
    const textAt = (at: number): string[] => (content.between?.[at] ? [content.between[at]] : []);
    return [...entries.flatMap((entry, at) => [...textAt(at), entry]), ...textAt(entries.length)];
  }

  #entries(particle: ParticleInstance, names: PartNames): Properties[] {
    if (particle.kind === "group") return particle.occurrences.flat().flatMap((inner) => this.#entries(inner, names));
    const { part, values } = this.#values(particle, names);
    return values.map((value) => ({ [part.key]: value }));
  }
}

/** Defines `__proto__` like any other name. */
function put(into: Properties, key: string, value: unknown): void {
  Object.defineProperty(into, key, { value, configurable: true, enumerable: true, writable: true });
}

function isList(part: KeyedPart): part is Extract<KeyedPart, { kind: "element" | "any" }> {
  return (part.kind === "element" || part.kind === "any") && part.max > 1;
}

function isFor(
  { declared, element, xsiType }: AlternativeModel,
  { declaration, type }: ElementInstance,
  holder: PolymorphicModel["component"],
): boolean {
  const hasName = element ? isSame(element, declaration.name) : holder.kind !== "element" || declaration === holder;
  const isPlain = type === declaration.type;
  return hasName && (declared ? isPlain : isSame(xsiType, isPlain ? undefined : type.name));
}

function isSame(left: QName | undefined, right: QName | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return expandedName(left) === expandedName(right);
}
