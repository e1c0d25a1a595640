import type { TypeDefinition } from "../../xsd/components";
import type { Documents } from "../documents";
import { type Place, reachable } from "../instances/graph";
import { operationsOf, type PayloadRole, rootsOf } from "../instances/roots";
import { slotOf } from "../instances/slots";
import { nameWords } from "../type-words";
import { type Change, Changes } from "./change";
import { Names } from "./names";
import { compareOperations, compareServices } from "./operations";
import { renamedTypes } from "./renamed-types";
import { TypeComparison } from "./types";

const writtenRoles: ReadonlySet<PayloadRole> = new Set(["arguments", "header"]);

/** Everything that payloads hold, by the way it travels. */
interface Travels {
  readonly written: ReadonlySet<Place>;
  readonly read: ReadonlySet<Place>;
}

/** Every change between two WSDLs, judged for callers. */
export function compareDocuments(old: Documents, now: Documents): readonly Change[] {
  const changes = new Changes();
  const [oldNamespace, newNamespace] = [old.definitions.targetNamespace, now.definitions.targetNamespace];
  if (oldNamespace !== newNamespace)
    changes.breaking(
      "namespace",
      `${oldNamespace} -> ${newNamespace}`,
      "callers",
      "clients in use write and expect the old one",
    );
  changes.documentation("WSDL", old.definitions.documentation, now.definitions.documentation);
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
    const where = type.name ? nameWords(type.name) : "";
    changes.breaking(where, `type renamed to ${other.name?.local}`, hasDerived ? "callers" : "TypeScript users", why);
  }
  const directionsOf = (type: TypeDefinition, other: TypeDefinition) => ({
    written: before.written.has(type) || after.written.has(other),
    read: before.read.has(type) || after.read.has(other),
  });
  const names = new Names(oldNamespace, newNamespace);
  compareServices(old.definitions, now.definitions, changes);
  compareOperations(
    old.definitions,
    now.definitions,
    new TypeComparison(names, changes, directionsOf, renamed),
    changes,
  );
  return changes.all;
}

function travelsOf({ definitions }: Documents): Travels {
  const roots = operationsOf(definitions).flatMap(rootsOf);
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
