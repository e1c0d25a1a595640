import type { Model, ModelOptions, TypeDefinition } from "soapwright-contract";
import {
  buildModel,
  Diagnostics,
  Names,
  nameWords,
  operationsOf,
  type PayloadRole,
  type Place,
  reachable,
  rootsOf,
  runPasses,
  slotOf,
  TypeComparison,
} from "soapwright-contract";
import type { Documents } from "../documents";
import { type Change, Changes } from "./change";
import { compareOperations } from "./diff-operations";
import { formOf } from "./model-form";
import { renamedTypes } from "./renamed-types";
import { compareServices } from "./services";
import { compareTypescript } from "./typescript-names";

const writtenRoles: ReadonlySet<PayloadRole> = new Set(["arguments", "header"]);

/** All schema components of payloads, by direction. */
interface Travels {
  readonly written: ReadonlySet<Place>;
  readonly read: ReadonlySet<Place>;
}

/** Every change between two WSDLs, judged for callers of the code generated with `options`. */
export function compareDocuments(old: Documents, now: Documents, options: ModelOptions = {}): readonly Change[] {
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
  const types = new TypeComparison(names, changes, directionsOf, renamed);
  compareOperations(old.definitions, now.definitions, { types: { written: types, read: types }, names, changes });
  const [oldModel, newModel] = [modelOf(old, options), modelOf(now, options)];
  if (oldModel && newModel) {
    compareTypescript(oldModel, newModel, names, changes);
    compareForms(oldModel, newModel, changes);
  }
  return changes.all;
}

/** The model of generated code; undefined when the WSDL has unsupported constructs. */
function modelOf({ definitions, schemas }: Documents, options: ModelOptions): Model | undefined {
  const diagnostics = new Diagnostics();
  const model = runPasses(buildModel(definitions, schemas, options, diagnostics), options);
  return diagnostics.hasErrors ? undefined : model;
}

/** Catches every difference in generated code that no comparison above reports. */
function compareForms(old: Model, now: Model, changes: Changes): void {
  const isSame = (documentation: boolean): boolean => formOf(old, { documentation }) === formOf(now, { documentation });
  if (changes.all.every(({ step }) => step === "patch") && !isSame(false))
    changes.compatible("generated code", "is written in another way", "for what is the same on the wire");
  else if (changes.all.length === 0 && !isSame(true))
    changes.documentation("generated code", "documentation of before", "documentation of now");
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
