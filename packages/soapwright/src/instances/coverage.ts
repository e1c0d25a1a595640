import type { Place, SimpleType } from "soapwright-contract";
import { accepts, itemsOf, placeNames, shapeOf, typesFor } from "soapwright-contract";
import { type LeastDepths, mayBeNull } from "./least";
import { edgesAt, edgesOf } from "./simple/edges";

export type Category =
  | "elements"
  | "attributes"
  | "choice branches"
  | "derived types"
  | "substitution members"
  | "facet edges"
  | "nil"
  | "absent"
  | "several"
  | "wildcards";

/** A goal of coverage: a decision at a place, made one way. */
export interface Item {
  readonly category: Category;
  readonly name: string;
  /** Where the decision is made. */
  readonly place: Place;
  /** The way: the place below, or a word. */
  readonly way: Place | string;
  /** Where to steer, if several places share the decision: an element, for the derived types of its own type. */
  readonly at?: Place;
}

/** The coverage items below some roots, and which of them were hit. */
export class Coverage {
  readonly #items = new Map<Place, Map<Place | string, Item>>();
  readonly #unhit = new Set<Item>();
  /** The ways of a place that were not hit. */
  readonly #open = new Map<Place, Set<Place | string>>();
  /** Facet edges that no value can reach. */
  readonly unattainable: string[] = [];
  /** Declarations that no valid document can contain. */
  readonly impossible: string[] = [];
  /** Declarations that only documents above the size limit can contain. */
  readonly tooLarge: string[] = [];

  constructor(places: ReadonlyMap<Place, Place | undefined>, depths: LeastDepths) {
    const names = placeNames(places);
    for (const place of places.keys()) {
      if (depths.of(place) === Number.POSITIVE_INFINITY) {
        // The root of a payload has no name here: the payload itself is reported.
        if (names.of(place) !== "") this.#unreachable(names.of(place), place, depths);
        continue;
      }
      for (const item of this.#itemsAt(place, names.of(place), names.of)) {
        const isImpossible = typeof item.way === "object" && depths.of(item.way) === Number.POSITIVE_INFINITY;
        if (isImpossible) this.#unreachable(item.name, item.way as Place, depths);
        else this.#add(item);
      }
    }
  }

  #unreachable(name: string, place: Place, depths: LeastDepths): void {
    (depths.isTooLarge(place) ? this.tooLarge : this.impossible).push(name);
  }

  get items(): readonly Item[] {
    return [...this.#items.values()].flatMap((ways) => [...ways.values()]);
  }

  get unhit(): ReadonlySet<Item> {
    return this.#unhit;
  }

  hit(place: Place, way: Place | string): void {
    if (this.#open.get(place)?.delete(way)) this.#unhit.delete(this.#items.get(place)!.get(way)!);
  }

  isUnhit(place: Place, way: Place | string): boolean {
    return this.#open.get(place)?.has(way) ?? false;
  }

  /** The candidates whose way was not hit. */
  unhitOf<T>(place: Place, among: readonly T[], wayOf: (each: T) => Place | string): readonly T[] {
    const open = this.#open.get(place);
    return open === undefined || open.size === 0 ? [] : among.filter((each) => open.has(wayOf(each)));
  }

  /** Marks the facet edges that `text` is on, of the type and of its item or member types. */
  hitText(type: SimpleType, text: string, seen = new Set<SimpleType>()): void {
    // Nested unions may contain a member several times.
    if (seen.has(type)) return;
    seen.add(type);
    for (const label of edgesAt(type, text)) this.hit(type, label);
    const { variety } = shapeOf(type);
    if (variety.of === "list") for (const item of itemsOf(text)) this.hitText(variety.item, item);
    if (variety.of !== "union") return;
    for (const member of variety.members) if (accepts(member, text)) this.hitText(member, text, seen);
  }

  #add(item: Item): void {
    const ways = this.#items.get(item.place) ?? new Map<Place | string, Item>();
    const open = this.#open.get(item.place) ?? new Set();
    this.#items.set(item.place, ways);
    this.#open.set(item.place, open);
    if (ways.has(item.way)) return;
    ways.set(item.way, item);
    open.add(item.way);
    this.#unhit.add(item);
  }

  *#itemsAt(place: Place, name: string, nameOf: (place: Place) => string): Generator<Item> {
    if (!("kind" in place)) {
      yield { category: "attributes", name, place, way: "present" };
      if (place.use !== "required") yield { category: "absent", name, place, way: "absent" };
      return;
    }
    if (place.kind === "slot") {
      for (const member of place.substitutes)
        if (member !== place.element)
          yield { category: "substitution members", name: nameOf(member), place, way: member };
    } else if (place.kind === "element") {
      if (mayBeNull(place)) yield { category: "nil", name, place, way: "nil" };
      for (const type of typesFor(place))
        if (type !== place.type)
          yield {
            category: "derived types",
            name: `${nameOf(type)} for ${nameOf(place.type)}`,
            place: place.type,
            way: type,
            at: place,
          };
    } else if (place.kind === "elementUse") {
      yield { category: "elements", name, place, way: "present" };
      if (place.minOccurs === 0) yield { category: "absent", name, place, way: "absent" };
      if (place.maxOccurs > 1) yield { category: "several", name, place, way: "several" };
    } else if (place.kind === "modelGroup" && place.compositor === "choice") {
      for (const branch of place.particles)
        if (branch.maxOccurs > 0) yield { category: "choice branches", name: nameOf(branch), place, way: branch };
    } else if (place.kind === "wildcard") {
      yield { category: "wildcards", name, place, way: "present" };
    } else if (place.kind === "simpleType") yield* this.#edgeItems(place, name);
  }

  *#edgeItems(place: SimpleType, name: string): Generator<Item> {
    for (const { label, text } of edgesOf(place)) {
      if (text === undefined) this.unattainable.push(`${name}: ${label}`);
      else yield { category: "facet edges", name: `${name}: ${label}`, place, way: label };
    }
  }
}
