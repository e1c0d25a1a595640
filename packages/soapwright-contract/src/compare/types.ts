import { describeType, shortName } from "../graph/descriptions";
import { localElement } from "../graph/roots";
import type { ComplexType, ElementDeclaration, SimpleType, SoapArray, TypeDefinition } from "../xsd/components";
import { isAnyType, substitutesOf, typesFor } from "../xsd/effective-type";
import { shapeOf } from "../xsd/text-shape";
import { compareAttributes } from "./attributes";
import type { ComparedPlace, Directions, Names, Verdict } from "./change";
import { ContentComparison } from "./compared-content";
import { compareSimple } from "./simple-types";

const unreadable: Verdict = { readers: true, why: "clients in use cannot read it" };

/** Compares the types that elements of two contracts use, each pair once, and adds the differences to the changes. */
export class TypeComparison {
  readonly #queue: (() => void)[] = [];
  readonly #seen = new Map<object, Set<object>>();

  constructor(
    private readonly names: Names,
    private readonly directionsOf: (old: TypeDefinition, now: TypeDefinition) => Directions,
    /** Types with another name and the same shape. */
    private readonly renamed: ReadonlyMap<TypeDefinition, TypeDefinition>,
  ) {}

  /** Compares two declarations. `isOpen`: members of the substitution group may replace them. */
  compareElements(old: ElementDeclaration, now: ElementDeclaration, at: ComparedPlace, isOpen = false): void {
    at.compareDocumentation(old.documentation, now.documentation);
    at.compareNamespaces(old.name.namespace, now.name.namespace, this.names);
    if (old.nillable !== now.nillable) {
      const what = now.nillable ? "may be nil from now on" : "may not be nil any more";
      at.judge("nillable-changed", what, { writers: !now.nillable, readers: now.nillable });
    }
    at.compareConstraint("default", old.default, now.default);
    at.compareConstraint("fixed", old.fixed, now.fixed);
    if (old.abstract !== now.abstract) {
      const what = now.abstract ? "abstract from now on" : "not abstract any more";
      at.judge("abstract-element-changed", what, { writers: now.abstract, readers: true });
    }
    this.#compareBlock(old, now, at);
    if (isOpen) this.#compareSubstitutes(old, now, at);
    this.compareTypes(old.type, now.type, at);
  }

  compareTypes(old: TypeDefinition, now: TypeDefinition, at: ComparedPlace): void {
    const isRenamed = this.renamed.get(old) === now;
    const hasOtherName = !this.names.areSame(old.name, now.name) && !isRenamed;
    if (old.kind !== now.kind || isAnyType(old) !== isAnyType(now)) {
      at.addBreaking("type-kind-changed", `${describeType(old)} -> ${describeType(now)}`);
    } else if (old.kind === "simpleType" && now.kind === "simpleType") this.#compareSimple(old, now, at, hasOtherName);
    else if (old.kind === "complexType" && now.kind === "complexType")
      this.#defer(() => this.#compareComplex(old, now, at, hasOtherName));
  }

  /** Runs steps in a loop, nearest first, because types may be nested thousands of levels deep. */
  #defer(step: () => void): void {
    this.#queue.push(step);
    if (this.#queue.length > 1) return;
    for (const each of this.#queue) each();
    this.#queue.length = 0;
  }

  #compareSimple(old: SimpleType, now: SimpleType, at: ComparedPlace, hasOtherName: boolean): void {
    const isOwn = old.name && !old.builtIn && !hasOtherName && shortName(old.name) !== at.where;
    const place = isOwn && old.name ? at.at(shortName(old.name), this.directionsOf(old, now)) : at;
    if (place !== at) place.compareDocumentation(old.documentation, now.documentation);
    const found = compareSimple(old, now);
    for (const { reason, what, verdict } of found) place.judge(reason, what, verdict);
    if (hasOtherName && found.length === 0)
      at.judge("simple-type-replaced", `type ${describeType(old)} -> ${describeType(now)}`, { why: "the same values" });
    const [before, after] = [shapeOf(old).variety, shapeOf(now).variety];
    if (before.of === "list" && after.of === "list" && this.#isNew(old, now))
      this.compareTypes(before.item, after.item, place.at(`${place.where} item`));
    if (before.of === "union" && after.of === "union" && this.#isNew(old, now)) {
      for (const [index, member] of before.members.entries()) {
        const other = after.members[index];
        if (other) this.compareTypes(member, other, place.at(`${place.where} member ${index + 1}`));
      }
    }
  }

  #compareComplex(old: ComplexType, now: ComplexType, at: ComparedPlace, hasOtherName: boolean): void {
    if (hasOtherName) this.#reportName(old, now, at);
    if (isAnyType(old) || !this.#isNew(old, now)) return;
    const place = at.at(old.name ? shortName(old.name) : at.where, this.directionsOf(old, now));
    if (old.name || now.name) place.compareDocumentation(old.documentation, now.documentation);
    if (old.abstract !== now.abstract) {
      const what = now.abstract ? "abstract from now on" : "not abstract any more";
      place.judge("abstract-type-changed", what, { writers: now.abstract, readers: !now.abstract });
    }
    this.#compareSoapArrays(old.soapArray, now.soapArray, place);
    // SOAP 1.1, 5.4.2: of an array only its items are on the wire, under any name.
    if (!old.soapArray || !now.soapArray) this.#compareContents(old, now, place);
    this.#compareDerived(old, now, place);
  }

  #compareContents(old: ComplexType, now: ComplexType, at: ComparedPlace): void {
    for (const pair of new ContentComparison(at, this.names).compare(old, now)) {
      if (pair.of === "text") this.compareTypes(pair.old, pair.now, pair.at);
      else {
        pair.at.compareDocumentation(pair.old.documentation, pair.now.documentation);
        this.compareElements(pair.old.element, pair.now.element, pair.at, pair.old.reference || pair.now.reference);
      }
    }
    for (const pair of compareAttributes(old, now, at, this.names))
      this.compareTypes(pair.old.attribute.type, pair.now.attribute.type, pair.at);
  }

  /** A type's name may be on the wire, in `xsi:type`; the name of an anonymous type is in TypeScript only. */
  #reportName(old: ComplexType, now: ComplexType, at: ComparedPlace): void {
    if (old.name && now.name) {
      at.addBreaking("complex-type-replaced", `type ${this.names.arrow(old.name, now.name)}`);
      return;
    }
    const what = `type ${describeType(old)} -> ${describeType(now)}`;
    at.changes.addBreaking(
      at.where,
      "anonymous-type-changed",
      what,
      "TypeScript users",
      "the same on the wire, another name in TypeScript",
    );
  }

  #compareSoapArrays(old: SoapArray | undefined, now: SoapArray | undefined, at: ComparedPlace): void {
    if (old === undefined && now === undefined) return;
    if (old === undefined || now === undefined) {
      at.addBreaking(
        "soap-array-changed",
        now ? "an array of the SOAP encoding from now on" : "no array of the SOAP encoding any more",
      );
      return;
    }
    if (old.dimensions !== now.dimensions)
      at.addBreaking("array-dimensions-changed", `dimensions ${old.dimensions} -> ${now.dimensions}`);
    if (!this.names.areSame(old.itemTypeName, now.itemTypeName))
      at.addBreaking("array-type-changed", `wsdl:arrayType ${this.names.arrow(old.itemTypeName, now.itemTypeName)}`);
    this.compareTypes(old.itemType, now.itemType, at.at(`${at.where}[]`));
  }

  #compareBlock(old: ElementDeclaration, now: ElementDeclaration, at: ComparedPlace): void {
    const added = now.block.filter((method) => !old.block.includes(method));
    const removed = old.block.filter((method) => !now.block.includes(method));
    if (added.length > 0) at.judge("block-added", `block ${added.join(" ")} added`, { writers: true });
    if (removed.length > 0) at.judge("block-removed", `block ${removed.join(" ")} removed`, unreadable);
  }

  #compareSubstitutes(old: ElementDeclaration, now: ElementDeclaration, at: ComparedPlace): void {
    if (!this.#isNew(old, now)) return;
    const before = substitutesOf(old).filter((each) => each !== old);
    const after = substitutesOf(now).filter((each) => each !== now);
    for (const element of before) {
      const other = after.find(({ name }) => this.names.areSame(element.name, name));
      if (other) this.compareElements(element, other, at.at(element.name.local));
      else at.judge("substitute-removed", `substitute ${element.name.local} removed`, { writers: true });
    }
    for (const { name } of after) {
      if (!before.some((other) => this.names.areSame(other.name, name)))
        at.judge("substitute-added", `substitute ${name.local} added`, unreadable);
    }
  }

  /** Compares the types that may replace this type by `xsi:type`. */
  #compareDerived(old: ComplexType, now: ComplexType, at: ComparedPlace): void {
    const [before, after] = [derivedOf(old), derivedOf(now)];
    for (const type of before) {
      const other = after.find((each) => this.names.areSame(type.name, each.name) || this.renamed.get(type) === each);
      if (other) this.compareTypes(type, other, at);
      else at.judge("derived-type-removed", `derived type ${describeType(type)} removed`, { writers: true });
    }
    for (const type of after) {
      const isKnown = before.some(
        (each) => this.names.areSame(each.name, type.name) || this.renamed.get(each) === type,
      );
      if (!isKnown) at.judge("derived-type-added", `derived type ${describeType(type)} added`, unreadable);
    }
  }

  /** Returns false for a pair that was compared, because types may be recursive. */
  #isNew(old: object, now: object): boolean {
    const seen = this.#seen.get(old) ?? new Set();
    this.#seen.set(old, seen);
    if (seen.has(now)) return false;
    seen.add(now);
    return true;
  }
}

function derivedOf(type: ComplexType): readonly TypeDefinition[] {
  const element = localElement({ namespace: "", local: "any" }, type, type.position);
  return typesFor(element).filter((each) => each !== type);
}
