/** What SOAP operations reach in the documents of a WSDL. */
import type { Position } from "../diagnostics";
import type { LoadTerms } from "../load/load-options";
import { attribute, childElements, childrenNamed, wsdlNamespace, type XmlElement } from "../xml/xml";
import type { SchemaDocument } from "../xsd/components";
import { xsdName } from "../xsd/schema-source";
import { isSoapBinding } from "./binding";
import {
  ALWAYS,
  boundKey,
  componentKey,
  namespaceKey,
  portKey,
  referenceKeys,
  schemaUnits,
  type Unit,
  wsdlUnits,
} from "./units";
import type { WsdlDocument } from "./wsdl-documents";
import { isSoap } from "./wsdl-source";

type Units = ReadonlyMap<string, readonly Unit[]>;

/**
 * The units of all documents and what they need. A derived type and a member of a substitution group count as needed
 * with the base or head, because a message may hold them in its place.
 */
export class Usage {
  readonly #units: readonly Unit[];
  /** In the order of their places. */
  readonly #byFile: Units;
  readonly #needing: Units;
  readonly #reached: ReadonlySet<string>;

  /** `brokenFiles`: files without a root element, with the namespace that they were read for. */
  constructor(
    documents: readonly WsdlDocument[],
    schemas: readonly SchemaDocument[],
    brokenFiles: ReadonlyMap<string, string>,
    { skipOperations = [] }: LoadTerms,
  ) {
    const targets = documents.map(({ targetNamespace }) => targetNamespace);
    this.#units = [
      ...documents.flatMap((each) => wsdlUnits(each, { targets, skipOperations })),
      ...schemas.flatMap(schemaUnits),
    ];
    const byKey = mapped(this.#units, ({ keys }) => keys);
    const replacing = mapped(
      this.#units.filter(({ element, replaces }) =>
        replaces.some((key) => xsdName(element) === "element" || byKey.get(key)?.some(isComplex)),
      ),
      ({ replaces }) => replaces,
    );
    this.#reached = reachedFrom(rootKeys(documents, byKey, targets), byKey, replacing);
    this.#needing = mapped(this.#units, ({ needs, replaces }) => [...needs, ...replaces]);
    const byFile = mapped(this.#units, ({ element }) => [element.position.file]);
    for (const units of byFile.values()) units.sort((a, b) => compare(a.element.position, b.element.position));
    for (const [file, namespace] of brokenFiles) {
      const root = documents[0]!.element;
      const element = { ...root, content: [], position: { file, line: 0, column: 0 } };
      const keys = [namespaceKey(namespace)];
      if (!byFile.has(file)) byFile.set(file, [{ element, keys, needs: [], replaces: [], isComponent: false }]);
    }
    this.#byFile = byFile;
  }

  /** Names of all operations that are called, in document order. */
  get operations(): readonly string[] {
    return [...new Set(this.#units.flatMap((unit) => (this.isReached(unit) ? (unit.operation ?? []) : [])))];
  }

  /** Returns the unit that a position is in; undefined for a place outside of all. */
  at(position: Position): Unit | undefined {
    return this.#byFile.get(position.file)?.findLast(({ element }) => compare(element.position, position) <= 0);
  }

  isReached({ keys }: Unit): boolean {
    return keys.some((key) => key === ALWAYS || this.#reached.has(key));
  }

  /** Returns these units, and those outside of calls that are incomplete without one of them. */
  withDependents(broken: Iterable<Unit>): ReadonlySet<Unit> {
    const found = new Set(broken);
    const open = [...found];
    for (let unit = open.pop(); unit !== undefined; unit = open.pop())
      for (const key of unit.keys) {
        if (key === ALWAYS || key.startsWith("namespace ")) continue;
        for (const other of this.#needing.get(key) ?? []) {
          if (found.has(other) || this.isReached(other)) continue;
          found.add(other);
          open.push(other);
        }
      }
    return found;
  }

  /** Returns the names of the operations that need one of the units, in document order. */
  operationsOf(units: readonly Unit[]): readonly string[] {
    const names = new Set<string>();
    const seen = new Set(units);
    for (const unit of seen) {
      if (unit.operation !== undefined) names.add(unit.operation);
      // A derived type is needed where its base is.
      const keys = [...unit.keys, ...unit.replaces];
      for (const key of keys)
        for (const other of this.#needing.get(key) ?? []) if (this.isReached(other)) seen.add(other);
    }
    return this.operations.filter((name) => names.has(name));
  }
}

function mapped(units: readonly Unit[], keysOf: (unit: Unit) => readonly string[]): Map<string, Unit[]> {
  const found = new Map<string, Unit[]>();
  for (const unit of units)
    for (const key of new Set(keysOf(unit))) {
      const list = found.get(key);
      if (list === undefined) found.set(key, [unit]);
      else list.push(unit);
    }
  return found;
}

function isComplex({ element }: Unit): boolean {
  return xsdName(element) === "complexType";
}

function compare(one: Position, other: Position): number {
  return one.line - other.line || one.column - other.column;
}

function reachedFrom(roots: readonly string[], byKey: Units, replacing: Units): ReadonlySet<string> {
  const reached = new Set(roots);
  // Keys that are added on the way are visited too.
  for (const key of reached) {
    for (const { needs } of byKey.get(key) ?? []) for (const need of needs) reached.add(need);
    for (const { keys } of replacing.get(key) ?? []) for (const other of keys) reached.add(other);
  }
  return reached;
}

/** The ports of SOAP bindings. Without ports, and where the binding of a port is not found, all SOAP bindings. */
function rootKeys(documents: readonly WsdlDocument[], byKey: Units, targets: readonly string[]): string[] {
  const roots: string[] = [];
  const services: string[] = [];
  let hasPort = false;
  let isUnsure = false;
  for (const { element, targetNamespace } of documents)
    for (const service of childrenNamed(element, wsdlNamespace, "service")) {
      services.push(componentKey("service", targetNamespace, service));
      for (const port of childrenNamed(service, wsdlNamespace, "port")) {
        hasPort = true;
        const keys = referenceKeys("binding", port, attribute(port, "binding") ?? "", targets);
        const bindings = keys.flatMap((key) => byKey.get(key) ?? []).map(({ element: source }) => source);
        const isFound = bindings.length > 0;
        isUnsure ||= !isFound && !hasOtherAddress(port);
        if (isFound ? bindings.some(isSoapBinding) : !hasOtherAddress(port)) roots.push(portKey(port));
      }
    }
  if (hasPort && !isUnsure) return roots;
  const bindings = documents.flatMap(({ element, targetNamespace }) =>
    childrenNamed(element, wsdlNamespace, "binding")
      .filter(isSoapBinding)
      .map((binding) => componentKey("binding", targetNamespace, binding)),
  );
  return [...roots, ...(hasPort ? [] : services), ...bindings, ...bindings.map(boundKey)];
}

/** Whether a port says that it is of another protocol. */
function hasOtherAddress(port: XmlElement): boolean {
  return childElements(port).some((child) => child.name.local === "address" && !isSoap(child, "address"));
}
