/** Elements and types of two schemas side by side. */
import type { AttributeUse, ComplexType, ElementDeclaration, TypeDefinition } from "../../xsd/components";
import { effective, isAnyType, typesFor } from "../instances/effective";
import { localElement } from "../instances/local-element";
import { nameWords, occurrenceWords, typeWords } from "../type-words";
import type { Changes, Directions } from "./change";
import { type Member, membersOf } from "./members";
import type { Names } from "./names";
import { compareSimple } from "./simple-types";

export class TypeComparison {
  readonly #seen = new Map<TypeDefinition, Set<TypeDefinition>>();

  constructor(
    private readonly names: Names,
    private readonly changes: Changes,
    private readonly directionsOf: (old: TypeDefinition, now: TypeDefinition) => Directions,
    /** Types that have another name and the same shape. */
    private readonly renamed: ReadonlyMap<TypeDefinition, TypeDefinition>,
  ) {}

  elements(old: ElementDeclaration, now: ElementDeclaration, where: string, directions: Directions): void {
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
    this.#values("default", old.default, now.default, where, directions);
    this.#values("fixed", old.fixed, now.fixed, where, directions);
    if (old.abstract !== now.abstract) {
      changes.judged(where, now.abstract ? "abstract from now on" : "not abstract any more", directions, {
        writers: now.abstract,
        readers: true,
      });
    }
    const [before, after] = [old, now].map((head) => head.members.map(({ name }) => name)) as [
      { namespace: string; local: string }[],
      { namespace: string; local: string }[],
    ];
    for (const name of before) {
      if (!after.some((other) => this.names.areSame(name, other)))
        changes.judged(where, `substitute ${name.local} removed`, directions, { writers: true });
    }
    for (const name of after) {
      if (!before.some((other) => this.names.areSame(other, name)))
        changes.judged(where, `substitute ${name.local} added`, directions, {
          readers: true,
          why: "clients in use cannot read it",
        });
    }
    this.types(old.type, now.type, where, directions);
  }

  types(old: TypeDefinition, now: TypeDefinition, where: string, directions: Directions): void {
    const isRenamed = this.renamed.get(old) === now;
    const hasOtherName = !this.names.areSame(old.name, now.name) && !isRenamed;
    if (old.kind !== now.kind || isAnyType(old) !== isAnyType(now)) {
      const what = `${typeWords(old)} -> ${typeWords(now)}`;
      this.changes.judged(where, what, directions, { writers: true, readers: true });
      return;
    }
    if (old.kind === "simpleType" && now.kind === "simpleType") {
      const place = old.name && !old.builtIn && !hasOtherName ? nameWords(old.name) : where;
      if (place !== where) this.changes.documentation(place, old.documentation, now.documentation);
      const both = place === where ? directions : this.directionsOf(old, now);
      for (const { what, verdict } of compareSimple(old, now)) this.changes.judged(place, what, both, verdict);
      return;
    }
    if (old.kind === "complexType" && now.kind === "complexType")
      this.#complex(old, now, where, hasOtherName, directions);
  }

  #complex(old: ComplexType, now: ComplexType, where: string, hasOtherName: boolean, directions: Directions): void {
    if (hasOtherName && old.name && now.name) {
      this.changes.judged(where, `type ${this.names.arrow(old.name, now.name)}`, directions, {
        writers: true,
        readers: true,
      });
    }
    const seen = this.#seen.get(old) ?? new Set();
    this.#seen.set(old, seen);
    if (seen.has(now) || isAnyType(old)) return;
    seen.add(now);
    const place = old.name ? nameWords(old.name) : where;
    const both = this.directionsOf(old, now);
    if (old.name) this.changes.documentation(place, old.documentation, now.documentation);
    if (old.abstract !== now.abstract) {
      this.changes.judged(place, now.abstract ? "abstract from now on" : "not abstract any more", both, {
        writers: now.abstract,
        readers: !now.abstract,
      });
    }
    if (old.soapArray && now.soapArray) this.types(old.soapArray.item, now.soapArray.item, `${place}[]`, both);
    this.#content(old, now, place, both);
    this.#attributes(old, now, place, both);
    this.#derived(old, now, place, both);
  }

  #content(old: ComplexType, now: ComplexType, place: string, directions: Directions): void {
    const [before, after] = [effective(old), effective(now)];
    const kindOf = ({ text, isMixed }: typeof before): string =>
      text ? "text" : isMixed ? "mixed content" : "elements";
    if (kindOf(before) !== kindOf(after)) {
      this.changes.judged(place, `${kindOf(before)} -> ${kindOf(after)}`, directions, { writers: true, readers: true });
      return;
    }
    if (before.text && after.text) this.types(before.text, after.text, `${place}.value`, directions);
    const oldMembers = keyed(membersOf(old));
    const newMembers = keyed(membersOf(now));
    for (const [key, member] of oldMembers) {
      const other = newMembers.get(key);
      if (other) this.#member(member, other, place, directions);
      else this.#removed(member, place, directions);
    }
    for (const [key, member] of newMembers)
      if (!oldMembers.has(key)) this.#added(member, oldMembers, place, directions);
    this.#order([...oldMembers.keys()], [...newMembers.keys()], place, directions);
  }

  #removed(member: Member, place: string, directions: Directions): void {
    const isBranch = member.choice !== undefined;
    const what = isBranch ? "choice branch removed" : "removed";
    this.changes.judged(memberPlace(place, member), what, directions, { writers: true, readers: !isBranch });
  }

  #added(member: Member, old: ReadonlyMap<string, Member>, place: string, directions: Directions): void {
    const where = memberPlace(place, member);
    const isBranch = member.choice !== undefined && [...old.values()].some(({ choice }) => choice === member.choice);
    if (isBranch)
      this.changes.judged(where, "choice branch added", directions, {
        readers: true,
        why: "clients in use cannot read it",
      });
    else if (member.min > 0) this.changes.judged(where, "added, required", directions, { writers: true });
    else this.changes.judged(where, "added, optional", directions, {});
  }

  #member(old: Member, now: Member, place: string, directions: Directions): void {
    const where = memberPlace(place, old);
    const isShaped = old.max > 1 !== now.max > 1 || old.isRepeated !== now.isRepeated;
    const [from, to] = [old, now].map(({ min, max }) => occurrenceWords({ minOccurs: min, maxOccurs: max }));
    if (isShaped) {
      const what =
        old.isRepeated === now.isRepeated
          ? `occurs ${from} -> ${to}`
          : now.isRepeated
            ? "stands in a repeated group from now on"
            : "stands in no repeated group any more";
      this.changes.judged(where, what, directions, {
        writers: true,
        readers: true,
        why: "a value becomes a list, or a list a value",
      });
    } else if (from !== to) {
      const isNarrower = now.min > old.min || now.max < old.max;
      const isWider = (now.min < old.min && now.min === 0) || now.max > old.max;
      this.changes.judged(where, `occurs ${from} -> ${to}`, directions, {
        writers: isNarrower,
        readers: isWider && now.min === 0 && old.min > 0,
      });
    }
    if ((old.choice === undefined) !== (now.choice === undefined)) {
      const isChoice = now.choice !== undefined;
      this.changes.judged(where, isChoice ? "one of a choice from now on" : "in no choice any more", directions, {
        writers: true,
        readers: true,
      });
    }
    if (old.leaf.kind === "elementUse" && now.leaf.kind === "elementUse") {
      this.changes.documentation(where, old.leaf.documentation, now.leaf.documentation);
      this.elements(old.leaf.element, now.leaf.element, where, directions);
    }
  }

  /** Generated tables write the order of the schema; clients in use write the old one. */
  #order(old: readonly string[], now: readonly string[], place: string, directions: Directions): void {
    const before = old.filter((key) => now.includes(key));
    const after = now.filter((key) => old.includes(key));
    const at = before.findIndex((key, index) => key !== after[index]);
    if (at < 0) return;
    const local = (key: string | undefined): string => key?.replace(/^\{.*\}/, "").replace(/#1$/, "") ?? "";
    const what = `reordered: ${local(after[at])} now stands before ${local(before[at])}`;
    this.changes.judged(place, what, directions, { writers: true, why: "clients in use write the old order" });
  }

  #attributes(old: ComplexType, now: ComplexType, place: string, directions: Directions): void {
    const key = ({ attribute }: AttributeUse): string => attribute.name.local;
    const before = new Map(effective(old).attributes.map((use) => [key(use), use]));
    const after = new Map(effective(now).attributes.map((use) => [key(use), use]));
    for (const [name, use] of before) {
      const other = after.get(name);
      const where = `${place}.@${name}`;
      if (!other) {
        this.changes.judged(where, "removed", directions, { writers: true, readers: true });
        continue;
      }
      this.changes.documentation(
        where,
        use.documentation ?? use.attribute.documentation,
        other.documentation ?? other.attribute.documentation,
      );
      if (use.use !== other.use) {
        const isRequired = other.use === "required";
        this.changes.judged(where, isRequired ? "required from now on" : "optional from now on", directions, {
          writers: isRequired,
          readers: !isRequired,
        });
      }
      this.#values("default", use.default, other.default, where, directions);
      this.#values("fixed", use.fixed, other.fixed, where, directions);
      this.types(use.attribute.type, other.attribute.type, where, directions);
    }
    for (const [name, { use }] of after) {
      if (before.has(name)) continue;
      this.changes.judged(`${place}.@${name}`, `added, ${use}`, directions, { writers: use === "required" });
    }
  }

  /** Types that may stand in place of this one by `xsi:type`. */
  #derived(old: ComplexType, now: ComplexType, place: string, directions: Directions): void {
    const [before, after] = [old, now].map((type) =>
      typesFor(localElement({ namespace: "", local: "any" }, type, type.position)).filter((each) => each !== type),
    ) as [TypeDefinition[], TypeDefinition[]];
    for (const type of before) {
      const other = after.find((each) => this.names.areSame(type.name, each.name) || this.renamed.get(type) === each);
      if (other) this.types(type, other, place, directions);
      else this.changes.judged(place, `derived type ${typeWords(type)} removed`, directions, { writers: true });
    }
    for (const type of after) {
      const isKnown = before.some(
        (each) => this.names.areSame(each.name, type.name) || this.renamed.get(each) === type,
      );
      if (!isKnown)
        this.changes.judged(place, `derived type ${typeWords(type)} added`, directions, {
          readers: true,
          why: "clients in use cannot read it",
        });
    }
  }

  #values(
    what: "default" | "fixed",
    old: string | undefined,
    now: string | undefined,
    where: string,
    directions: Directions,
  ): void {
    if (old === now) return;
    const words =
      old === undefined
        ? `${what} ${JSON.stringify(now)} added`
        : now === undefined
          ? `${what} ${JSON.stringify(old)} removed`
          : `${what} ${JSON.stringify(old)} -> ${JSON.stringify(now)}`;
    const isFixed = what === "fixed";
    this.changes.judged(where, words, directions, {
      writers: isFixed && now !== undefined,
      readers: old !== undefined,
    });
  }
}

/** Members by name; equal names by their number. Local names alone, so that a changed namespace is no removal. */
function keyed(members: readonly Member[]): Map<string, Member> {
  const counts = new Map<string, number>();
  return new Map(
    members.map((member) => {
      const name = member.leaf.kind === "wildcard" ? "*" : member.leaf.element.name.local;
      const number = (counts.get(name) ?? 0) + 1;
      counts.set(name, number);
      return [`${name}#${number}`, member];
    }),
  );
}

function memberPlace(place: string, { leaf }: Member): string {
  return `${place}.${leaf.kind === "wildcard" ? "*" : leaf.element.name.local}`;
}
