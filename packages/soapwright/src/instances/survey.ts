import type { PayloadRoot, Schemas } from "soapwright-contract";
import { type Place, placeNames, Random, reachable, type Slot, slotOf } from "soapwright-contract";
import { Coverage, type Item } from "./coverage";
import { LeastDepths } from "./least";
import { InstanceMaker } from "./maker";
import type { ElementInstance } from "./nouns";
import { rootOf, Steering } from "./steering";

/** All places in payloads of some roots, their coverage, and the generator of instances. */
export class Survey {
  readonly coverage: Coverage;
  readonly #from: ReadonlyMap<Place, Place | undefined>;
  readonly #depths: LeastDepths;
  readonly #roots: ReadonlyMap<Slot, PayloadRoot>;

  constructor(roots: readonly PayloadRoot[], schemas: Schemas) {
    const slots = new Map<Slot, PayloadRoot>();
    for (const root of roots) {
      const slot = slotOf(root.element, false);
      if (!slots.has(slot)) slots.set(slot, root);
    }
    this.#roots = slots;
    const declared = reachable([
      ...slots.keys(),
      ...[...schemas.elements.values()].map((element) => slotOf(element, false)),
    ]);
    const depths = new LeastDepths(declared.keys(), schemas);
    this.#depths = depths;
    // Places that only an impossible document could contain cannot be hit.
    this.#from = reachable([...slots.keys()], (place) => depths.of(place) < Number.POSITIVE_INFINITY);
    this.coverage = new Coverage(this.#from, this.#depths);
  }

  /** Whether a document of the root can exist. It cannot if it contains itself, or has only abstract types. */
  isPossible(root: PayloadRoot): boolean {
    return this.#depths.of(slotOf(root.element, false)) < Number.POSITIVE_INFINITY;
  }

  /** Why no document of the root can exist, as text after a colon. */
  whyImpossible(root: PayloadRoot): string {
    const isImpossible = (place: Place): boolean => this.#depths.of(place) === Number.POSITIVE_INFINITY;
    const isNeeded = (place: Place): boolean =>
      "kind" in place ? !("minOccurs" in place) || place.minOccurs > 0 : place.use === "required";
    const from = reachable([slotOf(root.element, false)], (place) => isImpossible(place) && isNeeded(place));
    const names = placeNames(from);
    const textless = [...from.keys()].filter(
      (place) => "kind" in place && place.kind === "simpleType" && isImpossible(place),
    );
    const where = textless.map((place) => names.of(place) || root.element.name.local);
    return where.length === 0 ? "it needs itself, or is abstract" : `no text was found for ${where.join(", ")}`;
  }

  /** Whether documents of the root exist, but all exceed the bounds. */
  isTooLarge(root: PayloadRoot): boolean {
    return this.#depths.isTooLarge(slotOf(root.element, false));
  }

  /** A random instance: equal seeds and equal earlier calls produce equal instances. */
  make(root: PayloadRoot, seed: string | number): ElementInstance {
    return new InstanceMaker(this.#parts(new Random(seed))).element(root.element);
  }

  /** An instance for readers: all optional parts that fit the size, and realistic values. */
  makeSample(root: PayloadRoot, seed: string | number, size: number): ElementInstance {
    const maker = new InstanceMaker({ ...this.#parts(new Random(seed)), size, fullness: 1, manner: "tame" });
    return maker.element(root.element);
  }

  /** An instance that hits `item`, and its root. */
  makeFor(
    item: Item,
    seed: string | number,
  ): { readonly root: PayloadRoot; readonly instance: ElementInstance } | undefined {
    const start = rootOf(item.at ?? item.place, this.#from);
    const root = "kind" in start && start.kind === "slot" ? this.#roots.get(start) : undefined;
    if (!root) return undefined;
    // Many unhit items need few large instances, not one for each.
    const size = Math.max(30, Math.ceil(this.coverage.unhit.size / 20));
    const steering = new Steering(item, this.#from);
    const maker = new InstanceMaker({ ...this.#parts(new Random(seed, item.name)), size, steering });
    return { root, instance: maker.element(root.element) };
  }

  #parts(random: Random): { depths: LeastDepths; coverage: Coverage; random: Random } {
    return { depths: this.#depths, coverage: this.coverage, random };
  }
}
