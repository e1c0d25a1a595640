import type { Place } from "./graph";

/** Returns a name for messages: the path of types and elements to the place. `from` is a result of `reachable`. */
export function placeName(place: Place, from: ReadonlyMap<Place, Place | undefined>): string {
  const parent = from.get(place);
  const above = (): string => (parent === undefined ? "" : placeName(parent, from));
  const below = (name: string): string => [above(), name].filter((part) => part !== "").join("/");
  if (!("kind" in place)) return below(`@${place.attribute.name.local}`);
  switch (place.kind) {
    case "element":
      return place.global ? place.name.local : above() || place.name.local;
    case "elementUse":
      return below(place.element.name.local);
    case "complexType":
    case "simpleType":
      return place.name ? `${place.builtIn ? "xs:" : ""}${place.name.local}` : above();
    case "wildcard":
      return below("any");
    case "slot":
    case "modelGroup":
      return above();
  }
}
