import { describeOccurrence } from "../graph/descriptions";
import type { Compositor, Particle } from "../xsd/components";
import type { JudgedChange } from "./change";

/** A model group (XML Schema Part 1, 3.8) without redundant groups, or the key of a leaf. */
type Arrangement = string | Group;
interface Group {
  readonly compositor: Compositor;
  readonly min: number;
  readonly max: number;
  readonly items: readonly Arrangement[];
}

interface GroupChange extends JudgedChange {
  /** Whether the structure differs, and not only the occurrence. */
  readonly isShape: boolean;
}

/**
 * Returns the groups around the leaves that have a key. Leaves of one type alone have none, so that the rest can be
 * compared.
 */
export function arrangementOf(
  particles: readonly Particle[],
  keyOf: (leaf: Particle) => string | undefined,
): Arrangement | undefined {
  const sequence = { compositor: "sequence", min: 1, max: 1 } as const;
  return simplified(
    sequence,
    particles.map((particle) => arrange(particle, keyOf)),
  );
}

function arrange(particle: Particle, keyOf: (leaf: Particle) => string | undefined): Arrangement | undefined {
  if (particle.kind !== "modelGroup") return keyOf(particle);
  const { compositor, minOccurs: min, maxOccurs: max, particles } = particle;
  const present = particles.filter(({ maxOccurs }) => maxOccurs > 0);
  return simplified(
    { compositor, min, max },
    present.map((each) => arrange(each, keyOf)),
  );
}

function simplified(
  { compositor, min, max }: Omit<Group, "items">,
  found: readonly (Arrangement | undefined)[],
): Arrangement | undefined {
  const items = found.flatMap((item) => {
    if (item === undefined) return [];
    const isSame = typeof item !== "string" && item.compositor === compositor && item.min === 1 && item.max === 1;
    return isSame && compositor !== "all" ? item.items : [item];
  });
  const [first] = items;
  if (first === undefined) return undefined;
  return items.length === 1 && min === 1 && max === 1 ? first : { compositor, min, max, items };
}

export function compareArrangements(old: Arrangement | undefined, now: Arrangement | undefined): GroupChange[] {
  if (old === undefined || now === undefined || typeof old === "string" || typeof now === "string")
    return formOf(old) === formOf(now) ? [] : [regrouped];
  if (old.items.length !== now.items.length) return [regrouped];
  const found = [...compareCompositors(old, now), ...compareOccurrence(old, now)];
  const below = old.items.flatMap((item, index) => compareArrangements(item, now.items[index]));
  return found.some(({ isShape }) => isShape) || below.some(({ isShape }) => isShape)
    ? [regrouped]
    : [...found, ...below];
}

const regrouped: GroupChange = {
  reason: "elements-regrouped",
  what: "elements are grouped in another way",
  verdict: { writers: true, readers: true },
  isShape: true,
};

/** The occurrence of a leaf is reported with its element, so it is not in the text. */
function formOf(arrangement: Arrangement | undefined): string {
  if (arrangement === undefined || typeof arrangement === "string") return arrangement ?? "";
  const { compositor, min, max, items } = arrangement;
  return `${compositor} ${min} ${max} (${items.map(formOf).join(" ")})`;
}

function compareCompositors(old: Group, now: Group): GroupChange[] {
  if (old.compositor === now.compositor) return [];
  if (old.compositor === "choice" || now.compositor === "choice") return [regrouped];
  const what = now.compositor === "all" ? "in any order from now on" : "in this order from now on";
  const why = "both sides write the order of the schema";
  return [{ reason: "group-order-changed", what: `elements are ${what}`, verdict: { why }, isShape: false }];
}

function compareOccurrence(old: Group, now: Group): GroupChange[] {
  if (old.min === now.min && old.max === now.max) return [];
  if (old.max > 1 !== now.max > 1) return [regrouped];
  const describe = ({ min, max }: Group): string => describeOccurrence({ minOccurs: min, maxOccurs: max });
  const what = `the ${now.compositor} occurs ${describe(old)} -> ${describe(now)}`;
  const readers = now.min === 0 && old.min > 0;
  const verdict = { writers: now.min > old.min || now.max < old.max, readers };
  return [{ reason: "group-occurrence-changed", what, verdict, isShape: false }];
}
