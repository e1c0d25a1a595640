/**
 * The tables of one element's identity constraints while its content is read (XML Schema Part 1, 3.11.4): which
 * elements the selectors choose, the parts of their keys, and the values so far.
 */
import type { XmlName } from "../../xml/events";
import type { ConstraintPlan, NameTestPlan, PathPlan } from "../plans/plans";
import type { DepartAt, KeyMemory } from "./key-memory";

/** An element that a selector has chosen. */
export class Selection {
  readonly values: (string | undefined)[];
  readonly paths: (string | undefined)[];

  constructor(
    readonly constraint: ConstraintState,
    /** The number of open elements from the root down to this one. */
    readonly depth: number,
    readonly path: string,
  ) {
    this.values = new Array<undefined>(constraint.plan.fields.length).fill(undefined);
    this.paths = new Array<undefined>(constraint.plan.fields.length).fill(undefined);
  }

  /** The path of the key's only part, or else of the element. */
  get place(): string {
    return (this.paths.length === 1 && this.paths[0]) || this.path;
  }
}

/** One constraint in one scope. */
interface ConstraintState {
  readonly plan: ConstraintPlan;
  /** Paths by key; for a keyref the places that refer to a key. */
  readonly places: Map<string, string>;
  /** Keys of the scopes below that only one of them has. */
  readonly below: Map<string, boolean> | undefined;
  /** Elements that are open. */
  readonly selections: Selection[];
}

export class IdentityScope {
  readonly states: readonly ConstraintState[];

  constructor(
    constraints: readonly ConstraintPlan[],
    /** The number of open elements from the root down to the declared one. */
    readonly depth: number,
    private readonly memory: KeyMemory,
    private readonly departAt: DepartAt,
  ) {
    this.states = constraints.map((plan) => ({
      plan,
      places: new Map(),
      below: plan.refer === undefined ? undefined : new Map(),
      selections: [],
    }));
  }

  /** Records the key of an element whose content has ended. */
  finish(selection: Selection): void {
    const { constraint, values } = selection;
    const { plan, places } = constraint;
    constraint.selections.pop();
    const missing = values.indexOf(undefined);
    if (missing >= 0) {
      const which = values.length === 1 ? "no value" : `no value of field ${missing + 1}`;
      if (plan.kind === "key") this.departAt(selection.path, `${which} of ${plan.label}`);
      return;
    }
    const key = values.length === 1 ? values[0]! : JSON.stringify(values);
    const earlier = places.get(key);
    if (earlier !== undefined) {
      if (plan.kind !== "keyref") this.departAt(selection.place, `the same value of ${plan.label} as at ${earlier}`);
      return;
    }
    this.memory.take(key, selection.place, plan.label);
    places.set(key, selection.place);
  }

  /** Checks the references at the end of the declared element, and hands its keys to the scopes around it. */
  end(around: readonly IdentityScope[]): void {
    for (const { plan, places, below } of this.states) {
      if (plan.refer === undefined) {
        for (const scope of around) scope.take(plan, places);
        continue;
      }
      const own = this.states.find((state) => isKey(state.plan, plan))?.places;
      for (const [key, path] of places) {
        if (own?.has(key) !== true && below!.get(key) !== true)
          this.departAt(path, `${plan.label} refers to no value of ${plan.referLabel}`);
      }
    }
  }

  private take(key: ConstraintPlan, places: ReadonlyMap<string, string>): void {
    for (const { plan, below } of this.states) {
      if (below === undefined || !isKey(key, plan)) continue;
      for (const [value, path] of places) {
        this.memory.take(value, path, plan.label);
        // Section 3.11.5: a key that two elements below have identifies neither.
        below.set(value, !below.has(value));
      }
    }
  }
}

function isKey({ kind, name }: ConstraintPlan, { refer }: ConstraintPlan): boolean {
  return kind !== "keyref" && refer?.local === name.local && refer.namespace === name.namespace;
}

/** Whether the path leads from the element at `from` to the innermost of `names`. */
export function leads({ descends, steps }: PathPlan, names: readonly XmlName[], from: number): boolean {
  const length = names.length - from;
  if (descends ? length < steps.length : length !== steps.length) return false;
  const start = names.length - steps.length;
  return steps.every((test, index) => accepts(test, names[start + index]!));
}

export function accepts({ namespace, local }: NameTestPlan, name: XmlName): boolean {
  return (namespace === undefined || namespace === name.namespace) && (local === undefined || local === name.local);
}
