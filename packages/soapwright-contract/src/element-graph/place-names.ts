import type { Place } from "./graph";

/** Names of places for messages: paths of the types and elements above a place. */
export function placeNames(from: ReadonlyMap<Place, Place | undefined>): { of(place: Place): string } {
  const names = new Map<Place, string>();
  const nameOf = (place: Place): string => {
    let name = names.get(place);
    if (name === undefined) {
      name = describe(place, () => {
        const above = from.get(place);
        return above === undefined ? "" : nameOf(above);
      });
      names.set(place, name);
    }
    return name;
  };
  return { of: nameOf };
}

function describe(place: Place, above: () => string): string {
  const below = (name: string): string => {
    const prefix = above();
    return prefix === "" ? name : `${prefix}/${name}`;
  };
  if (!("kind" in place)) return below(`@${place.attribute.name.local}`);
  switch (place.kind) {
    case "element":
      return place.global ? place.name.local : above() || place.name.local;
    case "elementUse":
      return below(place.element.name.local);
    case "complexType":
    case "simpleType":
      return place.name ? (place.builtIn ? `xs:${place.name.local}` : place.name.local) : above();
    case "wildcard":
      return below("any");
    case "slot":
    case "modelGroup":
      return above();
  }
}
