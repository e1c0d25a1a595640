import { shortName } from "../element-graph/descriptions";
import { type Place, reachable } from "../element-graph/graph";
import { operationsOf, type PayloadRole, rootsOf } from "../element-graph/roots";
import { slotOf } from "../element-graph/slots";
import type { TypeDefinition } from "../xsd/components";
import type { Changes } from "./change";
import type { Names } from "./compared-names";
import { type ComparedServices, compareOperations } from "./compared-operations";
import { renamedTypes } from "./renamed-types";
import { TypeComparison } from "./types";

const writtenRoles: ReadonlySet<PayloadRole> = new Set(["arguments", "header"]);

interface Travels {
  readonly written: ReadonlySet<Place>;
  readonly read: ReadonlySet<Place>;
}

/** Adds every change of an operation, and of a type that an operation sends or receives, to `changes`. */
export function compareDefinitions(old: ComparedServices, now: ComparedServices, names: Names, changes: Changes): void {
  const [before, after] = [travelsOf(old), travelsOf(now)];
  const typesIn = ({ written, read }: Travels): TypeDefinition[] => [...new Set([...written, ...read])].filter(isType);
  const renamed = renamedTypes(typesIn(before), typesIn(after));
  for (const [type, other] of renamed) {
    const hasDerived = [type, other].some(
      (each) =>
        each.kind === "complexType" &&
        (each.derived.length > 0 || (each.base.kind === "complexType" && !each.base.builtIn)),
    );
    const why = hasDerived ? "xsi:type names it on the wire" : "the same shape and the same on the wire";
    const where = type.name ? shortName(type.name) : "";
    changes.addBreaking(
      where,
      `type renamed to ${other.name?.local}`,
      hasDerived ? "callers" : "TypeScript users",
      why,
    );
  }
  const directionsOf = (type: TypeDefinition, other: TypeDefinition) => ({
    written: before.written.has(type) || after.written.has(other),
    read: before.read.has(type) || after.read.has(other),
  });
  compareOperations(old, now, { types: new TypeComparison(names, directionsOf, renamed), names, changes });
}

function travelsOf(services: ComparedServices): Travels {
  const roots = operationsOf(services).flatMap(rootsOf);
  const below = (isWritten: boolean): Set<Place> =>
    new Set(
      reachable(
        roots.filter(({ role }) => writtenRoles.has(role) === isWritten).map(({ element }) => slotOf(element, false)),
      ).keys(),
    );
  return { written: below(true), read: below(false) };
}

function isType(place: Place): place is TypeDefinition {
  return "kind" in place && (place.kind === "complexType" || place.kind === "simpleType");
}
