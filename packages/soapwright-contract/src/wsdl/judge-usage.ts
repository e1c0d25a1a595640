/**
 * What no SOAP operation reaches is not judged: its problems are warnings, and schemas are built without it. What an
 * operation needs stays an error, which names the operation.
 */
import type { Diagnostic, Position } from "../diagnostics";
import type { LoadTerms } from "../load/load-options";
import { joinRemedies } from "../remedy";
import { childElements, nameOf, type XmlElement } from "../xml/xml";
import type { SchemaDocument, SchemaLink, Schemas, Shell } from "../xsd/components";
import type { Definitions } from "./definitions";
import { namespaceKey, type Unit } from "./units";
import { Usage } from "./usage";
import type { WsdlDocument } from "./wsdl-documents";

/** The contract that is built from some of the schemas' components, with what was found on the way. */
export interface BuiltContract {
  readonly definitions: Definitions | undefined;
  readonly schemas: Schemas;
  readonly diagnostics: readonly Diagnostic[];
  /** Places of references into missing or broken documents, by namespace. */
  readonly needs: ReadonlyMap<string, readonly Position[]>;
}

interface ReadDocuments {
  readonly documents: readonly WsdlDocument[];
  readonly schemas: readonly SchemaDocument[];
  /** Files without a root element, with the namespace that they were read for. */
  readonly brokenFiles: ReadonlyMap<string, string>;
  /** What was found while the documents were read. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Each round leaves at least one unit out, and few problems hide others. */
const mostRounds = 20;

/** Builds the contract, again without components that are broken and not reached, until no error is in such a one. */
export function buildUsed(
  read: ReadDocuments,
  build: (schemas: readonly SchemaDocument[]) => BuiltContract,
  terms: LoadTerms,
): BuiltContract {
  let built = build(read.schemas);
  const found = [...read.diagnostics, ...built.diagnostics];
  // Behind a limit nothing is known of the rest.
  if (read.documents.length === 0 || !found.some(isError) || found.some(isOfLimit))
    return { ...built, diagnostics: found };
  const usage = new Usage(read.documents, read.schemas, read.brokenFiles, terms);
  // Where nothing is called, nothing is more wrong than the rest.
  if (usage.operations.length === 0) return { ...built, diagnostics: found };
  const leftOut = new Set<Unit>();
  const settled: Diagnostic[] = [];
  for (let round = 0; round < mostRounds; round++) {
    const isUnused = (unit: Unit): boolean => !usage.isReached(unit) && !leftOut.has(unit);
    const about = built.diagnostics.map((diagnostic) => [diagnostic, unitsOf(diagnostic, usage)] as const);
    const unused = about.filter(([, units]) => units.length > 0 && units.every(isUnused));
    const reported = new Set(unused.flatMap(([diagnostic, units]) => (isError(diagnostic) ? units : [])));
    const needing = [...built.needs.values()].flat().flatMap((position) => usage.at(position) ?? []);
    const broken = new Set([...reported, ...needing.filter(isUnused)]);
    if (broken.size === 0) break;
    const units = usage.withDependents(broken);
    for (const [diagnostic, of] of unused) if (of.some((unit) => units.has(unit))) settled.push(withoutUse(diagnostic));
    for (const unit of units) {
      if (unit.isComponent && !reported.has(unit) && !leftOut.has(unit)) settled.push(consequence(unit));
      leftOut.add(unit);
    }
    const dropped = new Set([...leftOut].flatMap(({ isComponent, element }) => (isComponent ? [element] : [])));
    built = build(withoutComponents(read.schemas, dropped));
  }
  const names = new OperationNames(usage, built.needs);
  const rest = built.diagnostics.filter((diagnostic) => !unitsOf(diagnostic, usage).some((unit) => leftOut.has(unit)));
  const judged = [...read.diagnostics, ...rest].map((diagnostic) => {
    const units = isError(diagnostic) ? unitsOf(diagnostic, usage) : [];
    if (units.length === 0) return diagnostic;
    const reached = units.filter((unit) => usage.isReached(unit));
    return reached.length === 0 ? withoutUse(diagnostic) : names.added(diagnostic, reached);
  });
  return { ...built, diagnostics: [...judged, ...settled] };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

function isOfLimit({ permits = [] }: Diagnostic): boolean {
  return permits.some((flag) => flag.startsWith("--max-"));
}

/** Returns the units that a diagnostic is about. */
function unitsOf({ position, others = [] }: Diagnostic, usage: Usage): Unit[] {
  return [position, ...others].flatMap((each) => usage.at(each) ?? []);
}

function withoutUse(diagnostic: Diagnostic): Diagnostic {
  if (!isError(diagnostic)) return diagnostic;
  return { ...diagnostic, severity: "warning", ...joinRemedies(diagnostic, "No SOAP operation reaches it") };
}

function consequence({ element }: Unit): Diagnostic {
  return {
    severity: "warning",
    reason: "component-left-out",
    position: element.position,
    message: `${element.raw} ${nameOf(element) ?? ""} is left out, because it refers to what is wrong`,
    hint: "No SOAP operation reaches it",
  };
}

/** Adds the names of operations to errors. */
class OperationNames {
  readonly #cache = new Map<Unit, readonly string[]>();
  readonly #all: readonly string[];
  readonly #needs: ReadonlyMap<string, readonly Position[]>;

  constructor(
    private readonly usage: Usage,
    needs: BuiltContract["needs"],
  ) {
    this.#all = usage.operations;
    this.#needs = new Map([...needs].map(([namespace, positions]) => [namespaceKey(namespace), positions]));
  }

  added(diagnostic: Diagnostic, units: readonly Unit[]): Diagnostic {
    const found = new Set(units.flatMap((unit) => this.#of(unit)));
    const names = this.#all.filter((name) => found.has(name));
    if (names.length === 0) return diagnostic;
    const remedy = names.length === this.#all.length ? "" : wayOn(names);
    return { ...diagnostic, ...joinRemedies(diagnostic, `${needing(names)}${remedy}`) };
  }

  #of(unit: Unit): readonly string[] {
    const cached = this.#cache.get(unit);
    if (cached !== undefined) return cached;
    // An import is needed by those that refer into its namespace and find nothing.
    const positions = unit.isComponent ? [] : unit.keys.flatMap((key) => this.#needs.get(key) ?? []);
    const units = positions.flatMap((position) => this.usage.at(position) ?? []);
    const names = this.usage.operationsOf(units.length === 0 ? [unit] : units);
    this.#cache.set(unit, names);
    return names;
  }
}

/** The longest list of operations in a message. */
const mostNames = 3;

function needing(names: readonly string[]): string {
  if (names.length === 1) return `Operation ${names[0]} needs it`;
  const rest = names.length - mostNames;
  const shown = names.slice(0, mostNames).join(", ");
  return `Operations ${shown}${rest > 0 ? ` and ${rest} more` : ""} need it`;
}

function wayOn(names: readonly string[]): string {
  if (names.length > mostNames) return "; --skip-operation NAME leaves one out";
  const flags = names.map((name) => `--skip-operation ${/^[\w.-]+$/.test(name) ? name : JSON.stringify(name)}`);
  return `; go on without ${names.length === 1 ? "it" : "them"} with ${flags.join(" ")}`;
}

/** Returns the documents without these global components. */
function withoutComponents(
  documents: readonly SchemaDocument[],
  dropped: ReadonlySet<XmlElement>,
): readonly SchemaDocument[] {
  const renewed = new Map<SchemaDocument, Shell<SchemaDocument>>();
  for (const document of documents)
    renewed.set(document, { ...document, element: without(document.element, dropped), links: [] });
  for (const [document, copy] of renewed)
    copy.links = document.links.map((link): SchemaLink => {
      const target = link.target && renewed.get(link.target);
      return target === undefined ? link : { ...link, target };
    });
  return [...renewed.values()];
}

function without(schema: XmlElement, dropped: ReadonlySet<XmlElement>): XmlElement {
  if (!childElements(schema).some((child) => dropped.has(child))) return schema;
  return { ...schema, content: schema.content.filter((child) => typeof child === "string" || !dropped.has(child)) };
}
