/** The comparison of the content models of two complex types: elements, wildcards, and the groups around them. */

import { effective } from "../element-graph/effective";
import { occurrenceWords } from "../element-graph/type-words";
import type { ComplexType, ElementUse, Particle, SimpleType } from "../xsd/components";
import type { ComparedPlace, Verdict } from "./change";
import type { Names } from "./compared-names";
import { arrangementOf, compareArrangements } from "./groups";
import { numbered, type Occurs, reordered } from "./judgement";
import { type Member, membersOf } from "./members";
import { compareWildcards } from "./wildcards";

/** Two uses of one element, or two types of a text, that the caller compares. */
export type ContentPair =
  | { readonly of: "elements"; readonly old: ElementUse; readonly now: ElementUse; readonly at: ComparedPlace }
  | { readonly of: "text"; readonly old: SimpleType; readonly now: SimpleType; readonly at: ComparedPlace };

/** Compares one pair of content models. The caller compares the types of the elements. */
export class ContentComparison {
  constructor(
    private readonly at: ComparedPlace,
    private readonly names: Names,
  ) {}

  /** Reports the changes and returns the pairs that both types have. */
  compare(old: ComplexType, now: ComplexType): ContentPair[] {
    const [before, after] = [effective(old), effective(now)];
    const kindOf = ({ text, isMixed }: typeof before): string =>
      text ? "text" : isMixed ? "mixed content" : "elements";
    if (kindOf(before) !== kindOf(after)) this.at.breaks(`${kindOf(before)} -> ${kindOf(after)}`);
    if (before.text && after.text)
      return [{ of: "text", old: before.text, now: after.text, at: this.at.below("value") }];
    if (before.text || after.text) return [];
    return this.#members(old, now);
  }

  #members(old: ComplexType, now: ComplexType): ContentPair[] {
    const [before, after] = [keyed(membersOf(old)), keyed(membersOf(now))];
    const pairs: ContentPair[] = [];
    let isShaped = false;
    for (const [key, member] of before) {
      const other = after.get(key);
      if (other === undefined) {
        this.#removed(member);
        continue;
      }
      isShaped = this.#shape(member, other) || isShaped;
      if (member.leaf.kind === "elementUse" && other.leaf.kind === "elementUse")
        pairs.push({ of: "elements", old: member.leaf, now: other.leaf, at: this.#place(member) });
      if (member.leaf.kind === "wildcard" && other.leaf.kind === "wildcard") {
        const found = compareWildcards(member.leaf, other.leaf, this.names);
        for (const { what, verdict } of found) this.#place(member).judged(what, verdict);
      }
    }
    for (const [key, member] of after) if (!before.has(key)) this.#added(member, before);
    isShaped = this.#order([...before.keys()], [...after.keys()]) || isShaped;
    this.#groups(old, now, before, after, isShaped);
    return pairs;
  }

  #removed(member: Member): void {
    const isBranch = member.choice !== undefined;
    const what = isBranch ? "choice branch removed" : "removed";
    this.#place(member).judged(what, { writers: true, readers: !isBranch });
  }

  #added(member: Member, old: ReadonlyMap<string, Member>): void {
    const at = this.#place(member);
    const isBranch = member.choice !== undefined && [...old.values()].some(({ choice }) => choice === member.choice);
    if (isBranch) at.judged("choice branch added", { readers: true, why: "clients in use cannot read it" });
    else if (member.min > 0 && isNillable(member)) at.judged("added, required, if only as nil", onlyAsNil);
    else if (member.min > 0) at.judged("added, required", { writers: true });
    else at.judged("added, optional", {});
  }

  /** Compares occurrence and group. Returns true if the value became, or ceased to be, a list or a branch. */
  #shape(old: Member, now: Member): boolean {
    const at = this.#place(old);
    const isListChanged = old.max > 1 !== now.max > 1 || old.isRepeated !== now.isRepeated;
    if (isListChanged) this.#listChanged(old, now, at);
    else this.#occurrence(old, now, at);
    const isChoiceChanged = (old.choice === undefined) !== (now.choice === undefined);
    if (isChoiceChanged) {
      const what = now.choice !== undefined ? "one of a choice from now on" : "in no choice any more";
      at.breaks(what);
    }
    return isListChanged || isChoiceChanged;
  }

  #listChanged(old: Member, now: Member, at: ComparedPlace): void {
    const what =
      old.isRepeated === now.isRepeated
        ? `occurs ${occurs(old)} -> ${occurs(now)}`
        : now.isRepeated
          ? "is in a repeated group from now on"
          : "is in no repeated group any more";
    const why = "a value becomes a list, or a list a value";
    at.breaks(what, why);
  }

  /** Compares the occurrence within the groups, or the member's own if equal: a branch may always be absent. */
  #occurrence(old: Member, now: Member, at: ComparedPlace): void {
    const [from, to] = occurs(old) === occurs(now) ? [own(old), own(now)] : [old, now];
    if (occurs(from) === occurs(to)) return;
    const what = `occurs ${occurs(from)} -> ${occurs(to)}`;
    const isRequiredNow = from.min === 0 && to.min > 0;
    if (isRequiredNow && isNillable(now) && from.max === to.max) at.judged(`${what}, if only as nil`, onlyAsNil);
    else {
      const isOther = from.max > 1 !== to.max > 1;
      at.judged(what, {
        writers: isOther || to.min > from.min || to.max < from.max,
        readers: isOther || (from.min > 0 && to.min === 0),
      });
    }
  }

  /** Clients in use write the old order, because tables write the schema's. Returns true if it changed. */
  #order(old: readonly string[], now: readonly string[]): boolean {
    const places = reordered(old, now);
    if (places === undefined) return false;
    const local = (key: string): string => key.replace(/#1$/, "");
    const what = `reordered: ${local(places.now)} now comes before ${local(places.old)}`;
    this.at.judged(what, { writers: true, why: "clients in use write the old order" });
    return true;
  }

  #groups(
    old: ComplexType,
    now: ComplexType,
    before: ReadonlyMap<string, Member>,
    after: ReadonlyMap<string, Member>,
    isShaped: boolean,
  ): void {
    const arrange = (type: ComplexType, own: ReadonlyMap<string, Member>, other: ReadonlyMap<string, Member>) => {
      const keys = new Map<Particle, string>();
      for (const [key, { leaf }] of own) if (other.has(key)) keys.set(leaf, key);
      return arrangementOf(effective(type).particles, (leaf) => keys.get(leaf));
    };
    for (const { what, verdict, isShape } of compareArrangements(
      arrange(old, before, after),
      arrange(now, after, before),
    )) {
      if (!isShape || !isShaped) this.at.judged(what, verdict);
    }
  }

  #place({ leaf }: Member): ComparedPlace {
    return this.at.below(leaf.kind === "wildcard" ? "*" : leaf.element.name.local);
  }
}

/** Many stacks treat an absent element and nil alike, so an element may still be left out. */
const onlyAsNil: Verdict = { why: "to many services, what is absent and what is nil are the same" };

function isNillable({ leaf }: Member): boolean {
  return leaf.kind === "elementUse" && leaf.element.nillable;
}

function own({ leaf }: Member): Occurs {
  return { min: leaf.minOccurs, max: leaf.maxOccurs };
}

function occurs({ min, max }: Occurs): string {
  return occurrenceWords({ minOccurs: min, maxOccurs: max });
}

/** Members by local name, so that a changed namespace is not reported as a removal. */
function keyed(members: readonly Member[]): Map<string, Member> {
  return numbered(members, ({ leaf }) => (leaf.kind === "wildcard" ? "*" : leaf.element.name.local));
}
