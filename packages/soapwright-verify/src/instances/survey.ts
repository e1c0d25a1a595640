import type { PayloadRoot, Schemas } from "soapwright-contract";
import { ElementGraph, type Place, placeName, slotOf } from "soapwright-contract";
import { Random } from "../texts/random";
import { LeastDepths } from "./least";
import { InstanceMaker, type InstanceStyle } from "./maker";
import type { ElementInstance } from "./nouns";
import { Turns } from "./turns";

const varied: InstanceStyle = { size: 60, fullness: 0.6, manner: "wild" };

/** The generator of instances for the roots of a WSDL. */
export class Survey {
  readonly #depths: LeastDepths;
  readonly #turns = new Turns();

  constructor(roots: readonly PayloadRoot[], schemas: Schemas) {
    const elements = [...roots.map(({ element }) => element), ...schemas.elements.values()];
    this.#depths = new LeastDepths(new ElementGraph(elements.map((element) => slotOf(element, false))), schemas);
  }

  /** Whether a document of the root can exist: not if it contains itself, or has only abstract types. */
  isPossible(root: PayloadRoot): boolean {
    return this.#depths.of(slotOf(root.element, false)) < Infinity;
  }

  /** Returns why no document of the root can exist, as text after a colon. */
  whyImpossible(root: PayloadRoot): string {
    const isImpossible = (place: Place): boolean => this.#depths.of(place) === Infinity;
    const isNeeded = (place: Place): boolean =>
      "kind" in place ? !("minOccurs" in place) || place.minOccurs > 0 : place.use === "required";
    const from = this.#depths.graph.reachable(
      [slotOf(root.element, false)],
      (place) => isImpossible(place) && isNeeded(place),
    );
    const textless = [...from.keys()].filter(
      (place) => "kind" in place && place.kind === "simpleType" && isImpossible(place),
    );
    const where = textless.map((place) => placeName(place, from) || root.element.name.local);
    if (where.length > 0) return `no text was found for ${where.join(", ")}`;
    const isEmpty = [...from.keys()].some(
      (place) => "kind" in place && place.kind === "wildcard" && isImpossible(place) && isNeeded(place),
    );
    return isEmpty ? "no element that a wildcard of it allows can exist" : "it needs itself, or is abstract";
  }

  /** Whether documents of the root exist, but all of them exceed the bounds. */
  isTooLarge(root: PayloadRoot): boolean {
    return this.#depths.isTooLarge(slotOf(root.element, false));
  }

  /**
   * Returns a random instance: equal seeds and equal earlier calls produce equal instances.
   *
   * @throws InstanceError
   */
  make(root: PayloadRoot, seed: string | number, style = varied): ElementInstance {
    return new InstanceMaker(this.#depths, this.#turns, new Random(seed), style).element(root.element);
  }

  /** Returns an instance for readers: all optional parts that fit the size, and realistic values. */
  makeSample(root: PayloadRoot, seed: string | number): ElementInstance {
    return this.make(root, seed, { size: 150, fullness: 1, manner: "tame" });
  }
}
