import type { PayloadRoot, Schemas } from "soapwright-contract";
import { type Place, placeNames, Random, reachable, type Slot, slotOf } from "soapwright-contract";
import { Coverage, type Item } from "./coverage";
import { LeastDepths } from "./least";
import { InstanceMaker } from "./maker";
import type { ElementInstance } from "./nouns";
import { rootOf, Steering } from "./steering";

/** All that payloads of some roots can hold, what was hit of it, and the maker of more. */
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
    // What only an impossible document could hold cannot be shown.
    this.#from = reachable([...slots.keys()], (place) => depths.of(place) < Number.POSITIVE_INFINITY);
    this.coverage = new Coverage(this.#from, this.#depths);
  }

  /** Whether a document of the root can exist: not when it needs itself, or only abstract types. */
  isPossible(root: PayloadRoot): boolean {
    return this.#depths.of(slotOf(root.element, false)) < Number.POSITIVE_INFINITY;
  }

  /** Why no document of the root can exist, to follow a colon. */
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

  /** Whether documents of the root can exist, and the smallest is larger than what is made. */
  isTooLarge(root: PayloadRoot): boolean {
    return this.#depths.isTooLarge(slotOf(root.element, false));
  }

  /** An instance by chance: equal seeds make equal instances after equal ones. */
  make(root: PayloadRoot, seed: string | number): ElementInstance {
    return new InstanceMaker(this.#parts(new Random(seed))).element(root.element);
  }

  /** An instance to read: every optional part that the size allows, values as people write them. */
  makeSample(root: PayloadRoot, seed: string | number, size: number): ElementInstance {
    const maker = new InstanceMaker({ ...this.#parts(new Random(seed)), size, fullness: 1, manner: "tame" });
    return maker.element(root.element);
  }

  /** An instance that shows `item`, and the root it is of. */
  makeFor(
    item: Item,
    seed: string | number,
  ): { readonly root: PayloadRoot; readonly instance: ElementInstance } | undefined {
    const start = rootOf(item.at ?? item.place, this.#from);
    const root = "kind" in start && start.kind === "slot" ? this.#roots.get(start) : undefined;
    if (!root) return undefined;
    // Much that is left is shown by few large instances, not by as many as there is left.
    const size = Math.max(30, Math.ceil(this.coverage.unhit.size / 20));
    const steering = new Steering(item, this.#from);
    const maker = new InstanceMaker({ ...this.#parts(new Random(seed, item.name)), size, steering });
    return { root, instance: maker.element(root.element) };
  }

  #parts(random: Random): { depths: LeastDepths; coverage: Coverage; random: Random } {
    return { depths: this.#depths, coverage: this.coverage, random };
  }
}
