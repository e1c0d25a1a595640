import { describeOperation, shortName } from "../graph/descriptions";
import { ElementGraph, type Place, slotOf } from "../graph/element-graph";
import { operationsOf, type PayloadRole, rootsOf } from "../graph/roots";
import type { BindingOperation, Definitions } from "../wsdl/definitions";
import type { ComplexType, Particle, SimpleType, TypeDefinition } from "../xsd/components";
import { effective, isAnyType } from "../xsd/effective-type";
import { shapeOf } from "../xsd/text-shape";
import { type Changes, type Names, numbered } from "./change";
import { addRemovedOperation } from "./compare-services";
import { compareOperation, type OperationContext } from "./compared-messages";
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
      "type-renamed",
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
      new ElementGraph(
        roots.filter(({ role }) => writtenRoles.has(role) === isWritten).map(({ element }) => slotOf(element, false)),
      ).parents.keys(),
    );
  return { written: below(true), read: below(false) };
}

function isType(place: Place): place is TypeDefinition {
  return "kind" in place && (place.kind === "complexType" || place.kind === "simpleType");
}

/** The services of a WSDL, or those of them to compare. */
type ComparedServices = Pick<Definitions, "services">;

type SoapVersion = "1.1" | "1.2";

/** The bindings of an operation, in the order of the ports. */
type Bound = { readonly [version in SoapVersion]: readonly BindingOperation[] };

/** Pairs operations by name, and overloads by the names of their inputs, or in order. */
function compareOperations(old: ComparedServices, now: ComparedServices, context: OperationContext): void {
  const [before, after] = [boundOperations(old), boundOperations(now)];
  const { changes } = context;
  for (const [key, { name, bound }] of before) {
    const other = after.get(key);
    if (other) compareBound(name, bound, other.bound, context);
    else addRemovedOperation(name, changes);
  }
  for (const [key, { name }] of after)
    if (!before.has(key)) changes.addCompatible(name, "operation-added", "operation added");
}

interface KeyedOperation {
  readonly name: string;
  readonly bound: Record<SoapVersion, BindingOperation[]>;
}

function boundOperations({ services }: ComparedServices): Map<string, KeyedOperation> {
  const byOperation = new Map<unknown, KeyedOperation>();
  for (const { binding } of services.flatMap(({ ports }) => ports)) {
    for (const operation of binding.operations) {
      const entry = byOperation.get(operation.operation) ?? {
        name: describeOperation(operation.operation),
        bound: { "1.1": [], "1.2": [] },
      };
      byOperation.set(operation.operation, entry);
      entry.bound[binding.soapVersion].push(operation);
    }
  }
  return numbered(byOperation.values(), ({ name }) => name);
}

/** Compares each binding with its counterpart; if no SOAP version is common, the first bindings. */
function compareBound(where: string, old: Bound, now: Bound, context: OperationContext): void {
  const versions = (["1.1", "1.2"] as const).filter((version) => old[version].length > 0 && now[version].length > 0);
  for (const version of versions) {
    for (const [index, operation] of old[version].entries()) {
      const other = now[version][index] ?? now[version][0]!;
      compareOperation(where, operation, other, version, context);
    }
  }
  const [operation, other] = [old, now].map((each) => each["1.1"][0] ?? each["1.2"][0]);
  if (versions.length === 0 && operation && other) compareOperation(where, operation, other, undefined, context);
}

/**
 * Pairs removed and added named types of the same shape. Names of types below a depth are ignored, so that types that
 * contain renamed types are found as well.
 */
function renamedTypes(
  old: Iterable<TypeDefinition>,
  now: Iterable<TypeDefinition>,
): Map<TypeDefinition, TypeDefinition> {
  const nameOf = ({ name }: TypeDefinition): string => name?.local ?? "";
  const [before, after] = [[...old].filter(isNamed), [...now].filter(isNamed)];
  const oldNames = new Set(before.map(nameOf));
  const newNames = new Set(after.map(nameOf));
  const gone = before.filter((type) => !newNames.has(nameOf(type)));
  const come = after.filter((type) => !oldNames.has(nameOf(type)));
  const renamed = new Map<TypeDefinition, TypeDefinition>();
  for (const type of gone) {
    const form = formOf(type, 3);
    const candidates = come.filter((each) => formOf(each, 3) === form && ![...renamed.values()].includes(each));
    const [only] = candidates;
    if (only && candidates.length === 1) renamed.set(type, only);
  }
  return renamed;
}

function isNamed(type: TypeDefinition): boolean {
  return type.name !== undefined && !type.builtIn;
}

function formOf(type: TypeDefinition, depth: number): string {
  if (type.kind === "simpleType") return simpleForm(type);
  if (isAnyType(type)) return "any";
  return depth === 0 ? "complex" : complexForm(type, depth);
}

function simpleForm(type: SimpleType): string {
  const { variety, steps } = shapeOf(type);
  const facets = steps.flat().map(({ name, value }) => `${name}=${value}`);
  const of =
    variety.of === "atomic"
      ? variety.name
      : variety.of === "list"
        ? `list ${simpleForm(variety.item)}`
        : variety.members.map(simpleForm).join("|");
  return `${of}(${facets.join(",")})`;
}

function complexForm(type: ComplexType, depth: number): string {
  const { particles, attributes, text, isMixed } = effective(type);
  const uses = attributes.map(({ attribute, use }) => `@${attribute.name.local} ${use} ${simpleForm(attribute.type)}`);
  const content = text ? simpleForm(text) : particles.map((particle) => particleForm(particle, depth)).join(",");
  return `${type.abstract ? "abstract " : ""}${isMixed ? "mixed " : ""}{${content};${uses.join(",")}}`;
}

function particleForm(particle: Particle, depth: number): string {
  const occurs = `${particle.minOccurs}..${particle.maxOccurs}`;
  if (particle.kind === "wildcard") return `* ${occurs}`;
  if (particle.kind === "modelGroup")
    return `${particle.compositor} ${occurs}(${particle.particles.map((each) => particleForm(each, depth)).join(",")})`;
  const { name, type, nillable } = particle.element;
  return `${name.local} ${occurs} ${nillable} ${formOf(type, depth - 1)}`;
}
