import { resolve } from "node:path";
import { nearName } from "soapwright-runtime/xsd";
import { type Diagnostic, Diagnostics } from "../diagnostics";
import { type Catalog, CatalogProblem, readCatalogs } from "../load/catalog";
import { defaultLimits } from "../load/default-limits";
import { DocumentLoader } from "../load/document-loader";
import { LoadProblem } from "../load/file-source";
import type { LoadOptions, LoadTerms } from "../load/load-options";
import { isAddress, type SourceDocument, shownRoot } from "../load/location";
import { asRemedy, guess, type Permit } from "../remedy";
import { attribute, childrenNamed, isNamed, nameOf, wsdlNamespace, type XmlElement, xsdNamespace } from "../xml/xml";
import { buildSchemas } from "../xsd/build-schemas";
import type { SchemaDocument, Schemas } from "../xsd/components";
import { MissingDocuments } from "../xsd/missing-documents";
import type { References } from "../xsd/resolve-references";
import { SchemaDocuments } from "../xsd/schema-documents";
import { buildBinding, isSoapBinding, protocolOf } from "./binding";
import { checkVocabulary } from "./check-vocabulary";
import type { Definitions } from "./definitions";
import { judgeExtensions, readExtensions } from "./extensions";
import { type BuiltContract, buildUsed } from "./judge-usage";
import { mtomRequired, Policies } from "./policies";
import { buildMessage, buildPortType } from "./port-type";
import { SecurityPolicies } from "./security-policy";
import { buildServices } from "./service";
import { AddressingDeclarations } from "./wsdl-addressing";
import { WsdlComponents } from "./wsdl-components";
import { collectWsdlDocuments, type WsdlDocument } from "./wsdl-documents";
import { documentationOf } from "./wsdl-source";

/** The contents of a WSDL, or the reasons why it cannot be used. */
export interface LoadedDefinitions {
  /** Absent if `diagnostics` holds an error. */
  readonly definitions?: Definitions;
  /** Absent if `diagnostics` holds an error. */
  readonly schemas?: Schemas;
  /** By file, in the order of reading, and by line. */
  readonly diagnostics: readonly Diagnostic[];
  /** Every file read, the root first, in the order of reading. */
  readonly files: readonly LoadedFile[];
  /** Paths of all requested files, including missing files and catalogs. */
  readonly requestedFiles: readonly string[];
}
export interface LoadedFile {
  /** Absolute path or URL. */
  readonly location: string;
  /** SHA-256, hexadecimal, of the bytes after normalization of line ends. */
  readonly sha256: string;
}

/**
 * Reads a WSDL with everything that it imports and resolves every reference. Problems of the documents, including
 * missing files, are returned as diagnostics and not thrown.
 */
export async function loadDefinitions(
  path: string,
  options: LoadOptions = {},
  /** Called after all documents are read. */
  onRead?: (loader: DocumentLoader) => void,
): Promise<LoadedDefinitions> {
  const diagnostics = new Diagnostics();
  const limits = { ...defaultLimits, ...options.limits };
  const terms: LoadTerms = { ...options, limits, diagnostics };
  const { catalogs = [] } = options;
  let loader: DocumentLoader | undefined;
  let catalog: Catalog | undefined;
  const requestedFiles = (): string[] => [
    ...(loader?.requestedFiles ?? []),
    ...(catalog?.files ?? catalogs.map((file) => resolve(file))),
  ];
  try {
    catalog = readCatalogs(catalogs, limits, diagnostics);
    loader = new DocumentLoader(catalog, terms);
    const rootDocument = await loader.loadRoot(path);
    const contract = await readContract(rootDocument, loader, terms);
    onRead?.(loader);
    const files = loader.documents.map(({ id, sha256 }) => ({ location: id, sha256 }));
    const found = inReadingOrder(contract.diagnostics, [...loader.documents, ...loader.peekedDocuments]);
    const together = solvedTogether(found, shownRoot(path));
    if (together !== undefined) found.push(together);
    const read = { diagnostics: found, files, requestedFiles: requestedFiles() };
    const { definitions, schemas } = contract;
    const hasErrors = found.some(({ severity }) => severity === "error");
    return hasErrors || definitions === undefined ? read : { definitions, schemas, ...read };
  } catch (error) {
    if (error instanceof LoadProblem) {
      const fallback = isAddress(path) ? "check the address, or save the document and name the file" : undefined;
      const remedy = error.remedy.hint === undefined ? asRemedy(fallback) : error.remedy;
      diagnostics.error({ file: shownRoot(path), line: 1, column: 1 }, error.reason, error.message, remedy);
    } else if (error instanceof CatalogProblem) {
      diagnostics.error({ file: error.file, line: error.line, column: 1 }, error.reason, error.message);
    } else throw error;
    return { diagnostics: diagnostics.all, files: [], requestedFiles: requestedFiles() };
  }
}

/** Problems of the documents are diagnostics; after an error the contract is not complete. */
async function readContract(root: SourceDocument, source: DocumentLoader, terms: LoadTerms): Promise<BuiltContract> {
  const missing = new MissingDocuments();
  const schemaDocuments = new SchemaDocuments(source, missing, terms);
  const schema =
    terms.mayBeSchema && root.root !== undefined && isNamed(root.root, xsdNamespace, "schema") ? root : undefined;
  if (schema !== undefined) schemaDocuments.addFile(schema, 0);
  const documents = schema === undefined ? await collectWsdlDocuments(root, source, schemaDocuments, terms) : [];
  await schemaDocuments.follow();
  const build = (schemas: readonly SchemaDocument[]): BuiltContract => {
    const diagnostics = new Diagnostics();
    const needs = missing.needs();
    const buildTerms = { ...terms, diagnostics };
    const built = buildSchemas(schemas, needs, buildTerms);
    const definitions =
      schema === undefined
        ? buildDefinitions(documents, built.references, buildTerms)
        : schemaDefinitions(schema.root!);
    needs.report(diagnostics);
    for (const { root: each } of source.documents) if (each !== undefined) checkVocabulary(each, diagnostics);
    judgeExtensions(definitions?.extensions ?? [], terms.ignoreRequired ?? [], diagnostics);
    return { ...built, definitions, diagnostics: diagnostics.all, needs: needs.all };
  };
  const { brokenFiles } = missing;
  const { diagnostics } = terms;
  const read = { documents, schemas: schemaDocuments.all, brokenFiles, diagnostics: diagnostics.all };
  const built = buildUsed(read, build, terms);
  const found = new Diagnostics();
  for (const each of built.diagnostics) found.add(each);
  if (documents.length > 0) requireOperations(documents, built.definitions, terms, found);
  return { ...built, diagnostics: found.all };
}

/** Warns of a WSDL without a SOAP operation, and reports names of `skipOperations` that no operation has. */
function requireOperations(
  documents: readonly WsdlDocument[],
  definitions: Definitions | undefined,
  { skipOperations = [] }: LoadTerms,
  diagnostics: Diagnostics,
): void {
  const root = documents[0]!.element;
  const bindings = documents.flatMap(({ element }) => childrenNamed(element, wsdlNamespace, "binding"));
  const names = bindings
    .filter(isSoapBinding)
    .flatMap((binding) => childrenNamed(binding, wsdlNamespace, "operation"))
    .flatMap((operation) => nameOf(operation) ?? []);
  for (const name of skipOperations) {
    if (names.includes(name)) continue;
    const near = nearName(name, names);
    const hint = near === undefined ? "--skip-operation takes the name of a SOAP operation" : guess(near);
    diagnostics.error(root, "skipped-operation-unknown", `no operation is called ${name}`, hint);
  }
  const ports = definitions?.services.flatMap((service) => service.ports) ?? [];
  if (ports.some(({ binding }) => binding.operations.length > 0)) return;
  // Errors of SOAP bindings say more; other bindings have no say.
  const hasOther = bindings.length > 0 && !bindings.some(isSoapBinding);
  if (diagnostics.hasErrors && !hasOther && skipOperations.length === 0) return;
  const listed = bindings.map((binding) => `${protocolOf(binding)} ${nameOf(binding) ?? ""}`);
  const shown = `${listed.slice(0, 5).join(", ")}${listed.length > 5 ? ` and ${listed.length - 5} more` : ""}`;
  const skipped = skipOperations.length === 0 ? "" : ". --skip-operation leaves nothing else";
  const message =
    "the WSDL has no SOAP operation: no port of a service has a SOAP binding with an operation that can be called";
  const hint = `A client of it has types alone. The WSDL has: ${shown}${skipped}`;
  // Types without operations are of use, and a comparison of two WSDLs needs none. To leave out every operation is a mistake.
  const severity = skipOperations.length > 0 ? "error" : "warning";
  diagnostics.report(severity, root, "no-soap-operation", message, hint);
}

function schemaDefinitions(element: XmlElement): Definitions {
  const { position } = element;
  return {
    targetNamespace: attribute(element, "targetNamespace") ?? "",
    services: [],
    extensions: [],
    position,
    isSchema: true,
  };
}

function inReadingOrder(found: readonly Diagnostic[], documents: readonly { readonly shown: string }[]): Diagnostic[] {
  const order = new Map(documents.map(({ shown }, index) => [shown, index]));
  const fileOf = ({ position }: Diagnostic) => order.get(position.file) ?? -1;
  return [...found].sort(
    (one, other) =>
      fileOf(one) - fileOf(other) ||
      one.position.line - other.position.line ||
      one.position.column - other.position.column,
  );
}

/** Section 2.1: returns the definitions of all documents, described by the first. Undefined without documents. */
function buildDefinitions(
  documents: readonly WsdlDocument[],
  references: References,
  terms: LoadTerms,
): Definitions | undefined {
  const { diagnostics } = terms;
  const root = documents[0];
  if (root === undefined) return undefined;
  const policies = new Policies(documents);
  const addressing = new AddressingDeclarations(policies, diagnostics);
  const security = new SecurityPolicies(documents, policies, diagnostics);
  const messages = new WsdlComponents(
    "message",
    documents,
    (source, name) => buildMessage(source, name, references, diagnostics),
    terms,
  );
  const portTypes = new WsdlComponents(
    "portType",
    documents,
    (source, name) => buildPortType(source, name, { ...terms, messages, addressing }),
    terms,
  );
  const context = { ...terms, messages, portTypes, addressing, requiresMtom: mtomRequired(policies) };
  const bindings = new WsdlComponents(
    "binding",
    documents,
    (source, name) => buildBinding(source, name, context),
    terms,
  );
  const services = buildServices(documents, bindings, { ...terms, addressing, security });
  return {
    name: attribute(root.element, "name"),
    targetNamespace: root.targetNamespace,
    services,
    extensions: readExtensions(documents),
    position: root.element.position,
    documentation: documentationOf(root.element),
  };
}

const permissions: readonly Permit[] = [
  "--allow-no-service",
  "--allow-no-prefix",
  "--allow-missing-messages",
  "--allow-wrong-import",
  "--allow-double-types",
  "--allow-outside",
  "--allow-remote",
];

/**
 * Returns a note with all flags that the errors suggest, so that the next run can allow all of them, if at least two
 * errors suggest flags.
 */
function solvedTogether(found: readonly Diagnostic[], file: string): Diagnostic | undefined {
  const errors = found.filter(({ severity }) => severity === "error");
  // A misspelled name needs a correction, not a permission.
  const permittable = errors.filter(
    ({ permits = [], meant }) =>
      meant === undefined && permits.some((flag) => flag === "--catalog" || permissions.includes(flag)),
  );
  if (permittable.length < 2) return undefined;
  const flags: string[] = permissions.filter((flag) => permittable.some(({ permits }) => permits?.includes(flag)));
  const needsPermission = flags.length > 0;
  // Some documents can only be found through a catalog.
  const needsCatalog = permittable.some(({ permits = [] }) => !permits.some((flag) => permissions.includes(flag)));
  const means = [...(needsPermission ? ["permissions"] : []), ...(needsCatalog ? ["a catalog"] : [])].join(" and ");
  const rest = errors.length === permittable.length ? "" : " The other errors may be consequences";
  const catalog = flags.includes("--allow-remote") ? alternative(needsCatalog) : "";
  if (needsCatalog) flags.push("--catalog FILE");
  return {
    severity: "note",
    reason: "errors-permitted",
    position: { file, line: 0, column: 0 },
    message: `${permittable.length} of the errors are solved by ${means}. Run the same command with ${flags.join(" ")}`,
    hint: `${catalog}${rest}`.trim() || "each of them is named above",
  };
}

function alternative(needsCatalog: boolean): string {
  return needsCatalog
    ? " Or let the catalog name the documents of --allow-remote too: none then comes from the network."
    : " Or put --catalog FILE in place of --allow-remote: no document then comes from the network.";
}
