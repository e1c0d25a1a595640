import { resolve } from "node:path";
import { type Diagnostic, Diagnostics } from "../diagnostics";
import { type Catalog, CatalogProblem, readCatalogs } from "../load/catalog";
import { DocumentLoader } from "../load/document-loader";
import type { SourceDocument } from "../load/document-source";
import { defaultLimits, type LoadOptions, type LoadTerms } from "../load/load-options";
import { LoadProblem } from "../load/load-problem";
import { shownRoot } from "../load/location";
import { attribute, isNamed } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { buildSchemas } from "../xsd/build-schemas";
import type { Schemas } from "../xsd/components";
import { MissingDocuments } from "../xsd/missing-documents";
import { SchemaDocuments } from "../xsd/schema-documents";
import { xsdNamespace } from "../xsd/xsd-namespaces";
import { buildDefinitions } from "./build-definitions";
import { checkVocabulary } from "./check-vocabulary";
import type { Definitions } from "./definitions";
import { judgeExtensions } from "./extensions";
import { solvedTogether } from "./solved-together";
import { collectWsdlDocuments } from "./wsdl-documents";

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
    const { definitions, schemas } = await readContract(rootDocument, loader, terms);
    for (const { root } of loader.documents) if (root !== undefined) checkVocabulary(root, diagnostics);
    judgeExtensions(definitions?.extensions ?? [], options.ignoreRequired ?? [], diagnostics);
    onRead?.(loader);
    const files = loader.documents.map(({ id, sha256 }) => ({ location: id, sha256 }));
    const found = inReadingOrder(diagnostics.all, [...loader.documents, ...loader.peekedDocuments]);
    const together = solvedTogether(found, shownRoot(path));
    if (together !== undefined) found.push(together);
    if (diagnostics.hasErrors || definitions === undefined)
      return { diagnostics: found, files, requestedFiles: requestedFiles() };
    return { definitions, schemas, diagnostics: found, files, requestedFiles: requestedFiles() };
  } catch (error) {
    if (error instanceof LoadProblem) {
      diagnostics.error({ file: shownRoot(path), line: 1, column: 1 }, error.message, { hint: error.hint });
    } else if (error instanceof CatalogProblem) {
      diagnostics.error({ file: error.file, line: error.line, column: 1 }, error.message);
    } else throw error;
    return { diagnostics: diagnostics.all, files: [], requestedFiles: requestedFiles() };
  }
}

/** Problems of the documents are diagnostics; after an error the contract is not complete. */
async function readContract(
  root: SourceDocument,
  source: DocumentLoader,
  terms: LoadTerms,
): Promise<{ readonly definitions: Definitions | undefined; readonly schemas: Schemas }> {
  const missing = new MissingDocuments(terms.diagnostics);
  const schemaDocuments = new SchemaDocuments(source, missing, terms);
  const schema =
    terms.mayBeSchema && root.root !== undefined && isNamed(root.root, xsdNamespace, "schema") ? root : undefined;
  if (schema !== undefined) schemaDocuments.addFile(schema, 0);
  const documents = schema === undefined ? await collectWsdlDocuments(root, source, schemaDocuments, terms) : [];
  await schemaDocuments.follow();
  const { schemas, references } = buildSchemas(schemaDocuments.all, missing, terms);
  const definitions =
    schema === undefined ? buildDefinitions(documents, references, terms) : schemaDefinitions(schema.root!);
  missing.report();
  return { definitions, schemas };
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
