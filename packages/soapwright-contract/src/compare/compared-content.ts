import { describeOccurrence } from "../graph/descriptions";
import type { ComplexType, ElementUse, Particle, SimpleType, Wildcard } from "../xsd/components";
import { effective } from "../xsd/effective-type";
import { compareWildcards } from "./attributes";
import { type ComparedPlace, type Names, numbered, type Occurs, type Verdict } from "./change";
import { arrangementOf, compareArrangements } from "./groups";

/** Two uses of an element, or two types of a text, that the caller compares. */
type ContentPair =
  | { readonly of: "elements"; readonly old: ElementUse; readonly now: ElementUse; readonly at: ComparedPlace }
  | { readonly of: "text"; readonly old: SimpleType; readonly now: SimpleType; readonly at: ComparedPlace };

/** Compares the content models of two complex types: elements, wildcards, and the groups around them. */
export class ContentComparison {
  constructor(
    private readonly at: ComparedPlace,
    private readonly names: Names,
  ) {}

  compare(old: ComplexType, now: ComplexType): ContentPair[] {
    const [before, after] = [effective(old), effective(now)];
    const kindOf = ({ text, isMixed }: typeof before): string =>
      text ? "text" : isMixed ? "mixed content" : "elements";
    if (kindOf(before) !== kindOf(after))
      this.at.addBreaking("content-kind-changed", `${kindOf(before)} -> ${kindOf(after)}`);
    if (before.text && after.text)
      return [{ of: "text", old: before.text, now: after.text, at: this.at.below("value") }];
    if (before.text || after.text) return [];
    return this.#compareMembers(old, now);
  }

  #compareMembers(old: ComplexType, now: ComplexType): ContentPair[] {
    const [before, after] = [keyed(membersOf(old)), keyed(membersOf(now))];
    const pairs: ContentPair[] = [];
    let isShaped = false;
    for (const [key, member] of before) {
      const other = after.get(key);
      if (other === undefined) {
        this.#reportRemoved(member);
        continue;
      }
      isShaped = this.#compareShape(member, other) || isShaped;
      if (member.leaf.kind === "elementUse" && other.leaf.kind === "elementUse")
        pairs.push({ of: "elements", old: member.leaf, now: other.leaf, at: this.#place(member) });
      if (member.leaf.kind === "wildcard" && other.leaf.kind === "wildcard")
        compareWildcards(member.leaf, other.leaf, this.#place(member), this.names);
    }
    for (const [key, member] of after) if (!before.has(key)) this.#reportAdded(member, before);
    isShaped = this.at.compareOrder([...before.keys()], [...after.keys()]) || isShaped;
    this.#compareGroups(old, now, before, after, isShaped);
    return pairs;
  }

  #reportRemoved(member: Member): void {
    const isBranch = member.choice !== undefined;
    const at = this.#place(member);
    if (isBranch) at.judge("choice-branch-removed", "choice branch removed", { writers: true });
    else at.addBreaking("element-removed", "removed");
  }

  #reportAdded(member: Member, old: ReadonlyMap<string, Member>): void {
    const at = this.#place(member);
    const isBranch = member.choice !== undefined && [...old.values()].some(({ choice }) => choice === member.choice);
    if (isBranch)
      at.judge("choice-branch-added", "choice branch added", { readers: true, why: "clients in use cannot read it" });
    else if (member.min === 0) at.judge("optional-element-added", "added, optional", {});
    else if (isNillable(member)) at.judge("nil-element-added", "added, required, if only as nil", onlyAsNil);
    else at.judge("required-element-added", "added, required", { writers: true });
  }

  /** Compares occurrence and group. Returns whether the value became, or ceased to be, a list or a branch. */
  #compareShape(old: Member, now: Member): boolean {
    const at = this.#place(old);
    const isListChanged = old.max > 1 !== now.max > 1 || old.isRepeated !== now.isRepeated;
    if (isListChanged) this.#reportListChange(old, now, at);
    else this.#compareOccurrence(old, now, at);
    const isChoiceChanged = (old.choice === undefined) !== (now.choice === undefined);
    if (isChoiceChanged)
      at.addBreaking(
        "choice-changed",
        now.choice !== undefined ? "one of a choice from now on" : "in no choice any more",
      );
    return isListChanged || isChoiceChanged;
  }

  #reportListChange(old: Member, now: Member, at: ComparedPlace): void {
    const what =
      old.isRepeated === now.isRepeated
        ? `occurs ${occurs(old)} -> ${occurs(now)}`
        : now.isRepeated
          ? "is in a repeated group from now on"
          : "is in no repeated group any more";
    at.addBreaking("list-changed", what, "a value becomes a list, or a list a value");
  }

  /**
   * Compares the occurrence within the groups, or the particle's own if that is equal: a branch may always be absent.
   */
  #compareOccurrence(old: Member, now: Member, at: ComparedPlace): void {
    const [from, to] = occurs(old) === occurs(now) ? [ownOccurrence(old), ownOccurrence(now)] : [old, now];
    if (occurs(from) === occurs(to)) return;
    const what = `occurs ${occurs(from)} -> ${occurs(to)}`;
    const isRequiredNow = from.min === 0 && to.min > 0;
    const isOptionalNow = from.min > 0 && to.min === 0;
    const reason = isRequiredNow ? "element-required" : isOptionalNow ? "element-optional" : "occurrence-changed";
    if (isRequiredNow && isNillable(now) && from.max === to.max) at.judge(reason, `${what}, if only as nil`, onlyAsNil);
    else {
      const isOther = from.max > 1 !== to.max > 1;
      at.judge(reason, what, {
        writers: isOther || to.min > from.min || to.max < from.max,
        readers: isOther || isOptionalNow,
      });
    }
  }

  #compareGroups(
    old: ComplexType,
    now: ComplexType,
    before: ReadonlyMap<string, Member>,
    after: ReadonlyMap<string, Member>,
    isShaped: boolean,
  ): void {
    const arrange = (
      type: ComplexType,
      ownMembers: ReadonlyMap<string, Member>,
      other: ReadonlyMap<string, Member>,
    ) => {
      const keys = new Map<Particle, string>();
      for (const [key, { leaf }] of ownMembers) if (other.has(key)) keys.set(leaf, key);
      return arrangementOf(effective(type).particles, (leaf) => keys.get(leaf));
    };
    for (const { reason, what, verdict, isShape } of compareArrangements(
      arrange(old, before, after),
      arrange(now, after, before),
    )) {
      if (!isShape || !isShaped) this.at.judge(reason, what, verdict);
    }
  }

  #place({ leaf }: Member): ComparedPlace {
    return this.at.below(leaf.kind === "wildcard" ? "*" : leaf.element.name.local);
  }
}

/** Many stacks treat an absent element and nil alike, so a client may still omit the element. */
const onlyAsNil: Verdict = { why: "to many services, what is absent and what is nil are the same" };

function isNillable({ leaf }: Member): boolean {
  return leaf.kind === "elementUse" && leaf.element.nillable;
}

function ownOccurrence({ leaf }: Member): Occurs {
  return { min: leaf.minOccurs, max: leaf.maxOccurs };
}

function occurs({ min, max }: Occurs): string {
  return describeOccurrence({ minOccurs: min, maxOccurs: max });
}

/** Keys are local names, so that a changed namespace is not reported as a removal. */
function keyed(members: readonly Member[]): Map<string, Member> {
  return numbered(members, ({ leaf }) => (leaf.kind === "wildcard" ? "*" : leaf.element.name.local));
}

/** A particle of a content model that is not a group, with its occurrence within the surrounding groups. */
interface Member {
  readonly leaf: ElementUse | Wildcard;
  readonly min: number;
  readonly max: number;
  /** The number of the enclosing choice. */
  readonly choice?: number | undefined;
  /** Whether an enclosing group repeats, so that the value is in an item of a list of groups. */
  readonly isRepeated: boolean;
}

type Around = Omit<Member, "leaf">;

function membersOf(type: ComplexType): Member[] {
  let choices = 0;
  const walk = (particle: Particle, around: Around): Member[] => {
    const min = around.min * particle.minOccurs;
    if (particle.kind !== "modelGroup") {
      const { choice, isRepeated } = around;
      const max = isRepeated ? particle.maxOccurs : around.max * particle.maxOccurs;
      return [{ leaf: particle, min, max, isRepeated, choice }];
    }
    const isChoice = particle.compositor === "choice" && particle.particles.length > 1;
    const choice = isChoice ? choices++ : around.choice;
    const inner: Around = {
      min: isChoice ? 0 : min,
      max: around.max,
      isRepeated: around.isRepeated || particle.maxOccurs > 1,
      choice,
    };
    return particle.particles.filter(({ maxOccurs }) => maxOccurs > 0).flatMap((each) => walk(each, inner));
  };
  return effective(type).particles.flatMap((particle) => walk(particle, { min: 1, max: 1, isRepeated: false }));
}
