/** The comparison of elements and types of two schemas. */

import { isAnyType, substitutesOf, typesFor } from "../element-graph/effective";
import { shapeOf } from "../element-graph/graph-shape";
import { localElement } from "../element-graph/local-element";
import { nameWords, typeWords } from "../element-graph/type-words";
import type { ComplexType, ElementDeclaration, SimpleType, SoapArray, TypeDefinition } from "../xsd/components";
import { compareAttributes } from "./attributes";
import type { ComparedPlace, Directions, Verdict } from "./change";
import { ContentComparison } from "./compared-content";
import type { Names } from "./compared-names";
import { compareSimple } from "./simple-types";

const nobodyReads: Verdict = { readers: true, why: "clients in use cannot read it" };

export class TypeComparison {
  readonly #waiting: (() => void)[] = [];
  readonly #seen = new Map<object, Set<object>>();

  constructor(
    private readonly names: Names,
    private readonly directionsOf: (old: TypeDefinition, now: TypeDefinition) => Directions,
    /** Types that changed their name and kept their shape. */
    private readonly renamed: ReadonlyMap<TypeDefinition, TypeDefinition>,
  ) {}

  /** Compares two declarations. `isOpen`: members of the substitution group are allowed in their place. */
  elements(old: ElementDeclaration, now: ElementDeclaration, at: ComparedPlace, isOpen = false): void {
    at.documentation(old.documentation, now.documentation);
    if (!this.names.areSameNamespaces(old.name.namespace, now.name.namespace)) {
      const what = `namespace ${old.name.namespace || "none"} -> ${now.name.namespace || "none"}`;
      at.breaks(what);
    }
    if (old.nillable !== now.nillable) {
      const what = now.nillable ? "may be nil from now on" : "may not be nil any more";
      at.judged(what, { writers: !now.nillable, readers: now.nillable });
    }
    at.constraint("default", old.default, now.default);
    at.constraint("fixed", old.fixed, now.fixed);
    if (old.abstract !== now.abstract) {
      const what = now.abstract ? "abstract from now on" : "not abstract any more";
      at.judged(what, { writers: now.abstract, readers: true });
    }
    this.#blocks(old, now, at);
    if (isOpen) this.#substitutes(old, now, at);
    this.types(old.type, now.type, at);
  }

  types(old: TypeDefinition, now: TypeDefinition, at: ComparedPlace): void {
    const isRenamed = this.renamed.get(old) === now;
    const hasOtherName = !this.names.areSame(old.name, now.name) && !isRenamed;
    if (old.kind !== now.kind || isAnyType(old) !== isAnyType(now)) {
      const what = `${typeWords(old)} -> ${typeWords(now)}`;
      at.breaks(what);
    } else if (old.kind === "simpleType" && now.kind === "simpleType") this.#simple(old, now, at, hasOtherName);
    else if (old.kind === "complexType" && now.kind === "complexType")
      this.#later(() => this.#complex(old, now, at, hasOtherName));
  }

  /** Runs steps one after the other, nearest first: types may be nested thousands of levels deep. */
  #later(step: () => void): void {
    this.#waiting.push(step);
    if (this.#waiting.length > 1) return;
    for (const each of this.#waiting) each();
    this.#waiting.length = 0;
  }

  #simple(old: SimpleType, now: SimpleType, at: ComparedPlace, hasOtherName: boolean): void {
    const isOwn = old.name && !old.builtIn && !hasOtherName && nameWords(old.name) !== at.where;
    const own = isOwn && old.name ? at.at(nameWords(old.name), this.directionsOf(old, now)) : at;
    if (own !== at) own.documentation(old.documentation, now.documentation);
    const found = compareSimple(old, now);
    for (const { what, verdict } of found) own.judged(what, verdict);
    if (hasOtherName && found.length === 0)
      at.judged(`type ${typeWords(old)} -> ${typeWords(now)}`, { why: "the same values" });
    const [before, after] = [shapeOf(old).variety, shapeOf(now).variety];
    if (before.of === "list" && after.of === "list" && this.#isNew(old, now))
      this.types(before.item, after.item, own.at(`${own.where} item`));
    if (before.of === "union" && after.of === "union" && this.#isNew(old, now)) {
      for (const [index, member] of before.members.entries()) {
        const other = after.members[index];
        if (other) this.types(member, other, own.at(`${own.where} member ${index + 1}`));
      }
    }
  }

  #complex(old: ComplexType, now: ComplexType, at: ComparedPlace, hasOtherName: boolean): void {
    if (hasOtherName) this.#otherName(old, now, at);
    if (isAnyType(old) || !this.#isNew(old, now)) return;
    const own = at.at(old.name ? nameWords(old.name) : at.where, this.directionsOf(old, now));
    if (old.name || now.name) own.documentation(old.documentation, now.documentation);
    if (old.abstract !== now.abstract) {
      const what = now.abstract ? "abstract from now on" : "not abstract any more";
      own.judged(what, { writers: now.abstract, readers: !now.abstract });
    }
    this.#soapArrays(old.soapArray, now.soapArray, own);
    // SOAP 1.1, 5.4.2: of an array only its items are on the wire, under any name.
    if (!old.soapArray || !now.soapArray) this.#insides(old, now, own);
    this.#derived(old, now, own);
  }

  #insides(old: ComplexType, now: ComplexType, at: ComparedPlace): void {
    for (const pair of new ContentComparison(at, this.names).compare(old, now)) {
      if (pair.of === "text") this.types(pair.old, pair.now, pair.at);
      else {
        pair.at.documentation(pair.old.documentation, pair.now.documentation);
        this.elements(pair.old.element, pair.now.element, pair.at, pair.old.reference || pair.now.reference);
      }
    }
    for (const pair of compareAttributes(old, now, at, this.names))
      this.types(pair.old.attribute.type, pair.now.attribute.type, pair.at);
  }

  /** A named type's name may be on the wire, in `xsi:type`; an anonymous type's name is in TypeScript only. */
  #otherName(old: ComplexType, now: ComplexType, at: ComparedPlace): void {
    const what = `type ${old.name && now.name ? this.names.arrow(old.name, now.name) : `${typeWords(old)} -> ${typeWords(now)}`}`;
    if (old.name && now.name) at.breaks(what);
    else at.changes.breaking(at.where, what, "TypeScript users", "the same on the wire, another name in TypeScript");
  }

  #soapArrays(old: SoapArray | undefined, now: SoapArray | undefined, at: ComparedPlace): void {
    if (old === undefined && now === undefined) return;
    if (old === undefined || now === undefined) {
      at.breaks(now ? "an array of the SOAP encoding from now on" : "no array of the SOAP encoding any more");
      return;
    }
    if (old.dimensions !== now.dimensions) at.breaks(`dimensions ${old.dimensions} -> ${now.dimensions}`);
    if (!this.names.areSame(old.itemType, now.itemType))
      at.breaks(`wsdl:arrayType ${this.names.arrow(old.itemType, now.itemType)}`);
    this.types(old.item, now.item, at.at(`${at.where}[]`));
  }

  /** Compares `block`: the types and elements that may not replace this one. */
  #blocks(old: ElementDeclaration, now: ElementDeclaration, at: ComparedPlace): void {
    const added = now.block.filter((method) => !old.block.includes(method));
    const removed = old.block.filter((method) => !now.block.includes(method));
    if (added.length > 0) at.judged(`block ${added.join(" ")} added`, { writers: true });
    if (removed.length > 0) at.judged(`block ${removed.join(" ")} removed`, nobodyReads);
  }

  #substitutes(old: ElementDeclaration, now: ElementDeclaration, at: ComparedPlace): void {
    if (!this.#isNew(old, now)) return;
    const before = substitutesOf(old).filter((each) => each !== old);
    const after = substitutesOf(now).filter((each) => each !== now);
    for (const element of before) {
      const other = after.find(({ name }) => this.names.areSame(element.name, name));
      if (other) this.elements(element, other, at.at(element.name.local));
      else at.judged(`substitute ${element.name.local} removed`, { writers: true });
    }
    for (const { name } of after) {
      if (!before.some((other) => this.names.areSame(other.name, name)))
        at.judged(`substitute ${name.local} added`, nobodyReads);
    }
  }

  /** Compares the types that may replace this one by `xsi:type`. */
  #derived(old: ComplexType, now: ComplexType, at: ComparedPlace): void {
    const [before, after] = [derivedOf(old), derivedOf(now)];
    for (const type of before) {
      const other = after.find((each) => this.names.areSame(type.name, each.name) || this.renamed.get(type) === each);
      if (other) this.types(type, other, at);
      else at.judged(`derived type ${typeWords(type)} removed`, { writers: true });
    }
    for (const type of after) {
      const isKnown = before.some(
        (each) => this.names.areSame(each.name, type.name) || this.renamed.get(each) === type,
      );
      if (!isKnown) at.judged(`derived type ${typeWords(type)} added`, nobodyReads);
    }
  }

  /** Whether the pair is new, because types may be recursive. */
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
