/** The comparison of elements and types of two schemas. */

import { isAnyType, substitutesOf, typesFor } from "../element-graph/effective";
import { shapeOf } from "../element-graph/graph-shape";
import { localElement } from "../element-graph/local-element";
import { nameWords, typeWords } from "../element-graph/type-words";
import type { ComplexType, ElementDeclaration, SimpleType, SoapArray, TypeDefinition } from "../xsd/components";
import { compareAttributes } from "./attributes";
import type { Changes, Directions, Verdict } from "./change";
import { ContentComparison } from "./compared-content";
import type { Names } from "./compared-names";
import { compareSimple } from "./simple-types";
import { compareConstraint } from "./value-constraints";

const nobodyReads: Verdict = { readers: true, why: "clients in use cannot read it" };

export class TypeComparison {
  readonly #waiting: (() => void)[] = [];
  readonly #seen = new Map<object, Set<object>>();

  constructor(
    private readonly names: Names,
    private readonly changes: Changes,
    private readonly directionsOf: (old: TypeDefinition, now: TypeDefinition) => Directions,
    /** Types that changed their name and kept their shape. */
    private readonly renamed: ReadonlyMap<TypeDefinition, TypeDefinition>,
  ) {}

  /** Compares two declarations. `isOpen`: members of the substitution group are allowed in their place. */
  elements(
    old: ElementDeclaration,
    now: ElementDeclaration,
    where: string,
    directions: Directions,
    isOpen = false,
  ): void {
    const { changes } = this;
    changes.documentation(where, old.documentation, now.documentation);
    if (!this.names.areSameNamespaces(old.name.namespace, now.name.namespace)) {
      const what = `namespace ${old.name.namespace || "none"} -> ${now.name.namespace || "none"}`;
      changes.judged(where, what, directions, { writers: true, readers: true });
    }
    if (old.nillable !== now.nillable) {
      const what = now.nillable ? "may be nil from now on" : "may not be nil any more";
      changes.judged(where, what, directions, { writers: !now.nillable, readers: now.nillable });
    }
    compareConstraint("default", old.default, now.default, where, directions, changes);
    compareConstraint("fixed", old.fixed, now.fixed, where, directions, changes);
    if (old.abstract !== now.abstract) {
      const what = now.abstract ? "abstract from now on" : "not abstract any more";
      changes.judged(where, what, directions, { writers: now.abstract, readers: true });
    }
    this.#blocks(old, now, where, directions);
    if (isOpen) this.#substitutes(old, now, where, directions);
    this.types(old.type, now.type, where, directions);
  }

  types(old: TypeDefinition, now: TypeDefinition, where: string, directions: Directions): void {
    const isRenamed = this.renamed.get(old) === now;
    const hasOtherName = !this.names.areSame(old.name, now.name) && !isRenamed;
    if (old.kind !== now.kind || isAnyType(old) !== isAnyType(now)) {
      const what = `${typeWords(old)} -> ${typeWords(now)}`;
      this.changes.judged(where, what, directions, { writers: true, readers: true });
    } else if (old.kind === "simpleType" && now.kind === "simpleType")
      this.#simple(old, now, where, hasOtherName, directions);
    else if (old.kind === "complexType" && now.kind === "complexType")
      this.#later(() => this.#complex(old, now, where, hasOtherName, directions));
  }

  /** Runs steps one after the other, nearest first: types may be nested thousands of levels deep. */
  #later(step: () => void): void {
    this.#waiting.push(step);
    if (this.#waiting.length > 1) return;
    for (const each of this.#waiting) each();
    this.#waiting.length = 0;
  }

  #simple(old: SimpleType, now: SimpleType, where: string, hasOtherName: boolean, directions: Directions): void {
    const place = old.name && !old.builtIn && !hasOtherName ? nameWords(old.name) : where;
    if (place !== where) this.changes.documentation(place, old.documentation, now.documentation);
    const both = place === where ? directions : this.directionsOf(old, now);
    const found = compareSimple(old, now);
    for (const { what, verdict } of found) this.changes.judged(place, what, both, verdict);
    if (hasOtherName && found.length === 0)
      this.changes.judged(where, `type ${typeWords(old)} -> ${typeWords(now)}`, directions, { why: "the same values" });
    const [before, after] = [shapeOf(old).variety, shapeOf(now).variety];
    if (before.of === "list" && after.of === "list" && this.#isNew(old, now))
      this.types(before.item, after.item, `${place} item`, both);
    if (before.of === "union" && after.of === "union" && this.#isNew(old, now)) {
      for (const [index, member] of before.members.entries()) {
        const other = after.members[index];
        if (other) this.types(member, other, `${place} member ${index + 1}`, both);
      }
    }
  }

  #complex(old: ComplexType, now: ComplexType, where: string, hasOtherName: boolean, directions: Directions): void {
    if (hasOtherName) this.#otherName(old, now, where, directions);
    if (isAnyType(old) || !this.#isNew(old, now)) return;
    const place = old.name ? nameWords(old.name) : where;
    const both = this.directionsOf(old, now);
    if (old.name || now.name) this.changes.documentation(place, old.documentation, now.documentation);
    if (old.abstract !== now.abstract) {
      const what = now.abstract ? "abstract from now on" : "not abstract any more";
      this.changes.judged(place, what, both, { writers: now.abstract, readers: !now.abstract });
    }
    this.#soapArrays(old.soapArray, now.soapArray, place, both);
    // SOAP 1.1, 5.4.2: of an array only its items are on the wire, under any name.
    if (!old.soapArray || !now.soapArray) this.#insides(old, now, place, both);
    this.#derived(old, now, place, both);
  }

  #insides(old: ComplexType, now: ComplexType, place: string, both: Directions): void {
    const content = new ContentComparison(place, both, this.names, this.changes);
    for (const pair of content.compare(old, now)) {
      if (pair.of === "text") this.types(pair.old, pair.now, pair.where, both);
      else {
        this.changes.documentation(pair.where, pair.old.documentation, pair.now.documentation);
        const isOpen = pair.old.reference || pair.now.reference;
        this.elements(pair.old.element, pair.now.element, pair.where, both, isOpen);
      }
    }
    for (const pair of compareAttributes(old, now, place, both, this.names, this.changes))
      this.types(pair.old.attribute.type, pair.now.attribute.type, pair.where, both);
  }

  /** A named type's name may be on the wire, in `xsi:type`; an anonymous type's name is in TypeScript only. */
  #otherName(old: ComplexType, now: ComplexType, where: string, directions: Directions): void {
    const what = `type ${old.name && now.name ? this.names.arrow(old.name, now.name) : `${typeWords(old)} -> ${typeWords(now)}`}`;
    if (old.name && now.name) this.changes.judged(where, what, directions, { writers: true, readers: true });
    else this.changes.breaking(where, what, "TypeScript users", "the same on the wire, another name in TypeScript");
  }

  #soapArrays(old: SoapArray | undefined, now: SoapArray | undefined, place: string, directions: Directions): void {
    const judge = (what: string): void =>
      this.changes.judged(place, what, directions, { writers: true, readers: true });
    if (old === undefined && now === undefined) return;
    if (old === undefined || now === undefined) {
      judge(now ? "an array of the SOAP encoding from now on" : "no array of the SOAP encoding any more");
      return;
    }
    if (old.dimensions !== now.dimensions) judge(`dimensions ${old.dimensions} -> ${now.dimensions}`);
    if (!this.names.areSame(old.itemType, now.itemType))
      judge(`wsdl:arrayType ${this.names.arrow(old.itemType, now.itemType)}`);
    this.types(old.item, now.item, `${place}[]`, directions);
  }

  /** Compares `block`: the types and elements that may not replace this one. */
  #blocks(old: ElementDeclaration, now: ElementDeclaration, where: string, directions: Directions): void {
    const added = now.block.filter((method) => !old.block.includes(method));
    const removed = old.block.filter((method) => !now.block.includes(method));
    if (added.length > 0) this.changes.judged(where, `block ${added.join(" ")} added`, directions, { writers: true });
    if (removed.length > 0) this.changes.judged(where, `block ${removed.join(" ")} removed`, directions, nobodyReads);
  }

  #substitutes(old: ElementDeclaration, now: ElementDeclaration, where: string, directions: Directions): void {
    if (!this.#isNew(old, now)) return;
    const before = substitutesOf(old).filter((each) => each !== old);
    const after = substitutesOf(now).filter((each) => each !== now);
    for (const element of before) {
      const other = after.find(({ name }) => this.names.areSame(element.name, name));
      if (other) this.elements(element, other, element.name.local, directions, false);
      else this.changes.judged(where, `substitute ${element.name.local} removed`, directions, { writers: true });
    }
    for (const { name } of after) {
      if (!before.some((other) => this.names.areSame(other.name, name)))
        this.changes.judged(where, `substitute ${name.local} added`, directions, nobodyReads);
    }
  }

  /** Compares the types that may replace this one by `xsi:type`. */
  #derived(old: ComplexType, now: ComplexType, place: string, directions: Directions): void {
    const [before, after] = [derivedOf(old), derivedOf(now)];
    for (const type of before) {
      const other = after.find((each) => this.names.areSame(type.name, each.name) || this.renamed.get(type) === each);
      if (other) this.types(type, other, place, directions);
      else this.changes.judged(place, `derived type ${typeWords(type)} removed`, directions, { writers: true });
    }
    for (const type of after) {
      const isKnown = before.some(
        (each) => this.names.areSame(each.name, type.name) || this.renamed.get(each) === type,
      );
      if (!isKnown) this.changes.judged(place, `derived type ${typeWords(type)} added`, directions, nobodyReads);
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
