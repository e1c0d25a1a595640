import type { Position } from "../diagnostics";
import type { QName } from "../xml/qname";
import { plainElement } from "../xsd/built-in-types";
import type { ElementDeclaration, TypeDefinition } from "../xsd/components";

/** Returns an element without a declaration in a schema. */
export function localElement(name: QName, type: TypeDefinition, position: Position): ElementDeclaration {
  return { ...plainElement(name, false, position), type };
}
