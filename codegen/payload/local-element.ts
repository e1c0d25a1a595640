import type { Position } from "../diagnostics";
import type { QName } from "../xml/qname";
import type { ElementDeclaration, TypeDefinition } from "../xsd/components";

/** An element that no schema declares, of a type that one may. */
export function localElement(name: QName, type: TypeDefinition, position: Position): ElementDeclaration {
  return {
    kind: "element",
    name,
    global: false,
    type,
    nillable: false,
    abstract: false,
    members: [],
    block: [],
    final: [],
    position,
  };
}
