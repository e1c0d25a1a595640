import { expandedName } from "../../xml/qname";
import type { Schemas } from "../../xsd/components";
import { reachable } from "../instances/graph";
import type { PayloadRoot } from "../instances/roots";
import type { Payload } from "./payload";

/** Why libxml2 has no word on a payload although it loads the schemas; `undefined` where it has. */
export function unjudgedReason({ root }: Payload, schemas: Schemas): string | undefined {
  if (root.use === "encoded") return "SOAP encoding has no schema";
  if (holdsSoapArray(root)) return "an array of the SOAP encoding in a literal message: its type lets nothing in";
  if (!root.isSynthetic) return undefined;
  if (schemas.elements.has(expandedName(root.element.name))) return "a schema has an element of the rpc message's name";
  return root.namesElements ? "a part of the rpc message names an element, and no schema has the part" : undefined;
}

function holdsSoapArray({ element }: PayloadRoot): boolean {
  const places = [...reachable([element]).keys()];
  return places.some((place) => "kind" in place && place.kind === "complexType" && place.soapArray !== undefined);
}
