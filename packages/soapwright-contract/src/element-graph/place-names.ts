import type { Place } from "./graph";

/** The name of a place for messages: the path of the types and elements above it, by the result of `reachable`. */
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
