import { resolve } from "node:path";
import { type Diagnostic, Diagnostics } from "../diagnostics";
import { type Catalog, CatalogProblem, readCatalogs } from "../load/catalog";
import { DocumentLoader } from "../load/document-loader";
import { defaultLimits, type LoadOptions } from "../load/load-options";
import { LoadProblem } from "../load/load-problem";
import { shownRoot } from "../load/location";
import type { Schemas } from "../xsd/components";
import { checkVocabulary } from "./check-vocabulary";
import type { Definitions } from "./definitions";
import { judgeExtensions } from "./extensions";
import { readContract } from "./read-contract";
import { solvedTogether } from "./solved-together";

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
  /** Paths of all requested files, including missing ones and catalogs. */
  readonly asked: readonly string[];
}
export interface LoadedFile {
  /** Absolute path or URL. */
  readonly location: string;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly sha256: string;
}

/**
 * Reads a WSDL with everything that it imports and resolves every reference. Problems of the documents, including
 * missing files, are returned as diagnostics and not thrown.
 */
export async function loadDefinitions(
  path: string,
  options: LoadOptions = {},
  /** Called with the loader of the documents, after all are read. */
  onRead?: (loader: DocumentLoader) => void,
): Promise<LoadedDefinitions> {
  const diagnostics = new Diagnostics();
  const limits = { ...defaultLimits, ...options.limits };
  const { catalogs = [], allowOutside = false, allowRemote = false } = options;
  let loader: DocumentLoader | undefined;
  let catalog: Catalog | undefined;
  const asked = (): string[] => [
    ...(loader?.askedFiles ?? []),
    ...(catalog?.files ?? catalogs.map((file) => resolve(file))),
  ];
  try {
    catalog = readCatalogs(catalogs, limits, diagnostics);
    loader = new DocumentLoader({ catalog, allowOutside, allowRemote, limits, read: options.read }, diagnostics);
    const rootDocument = await loader.loadRoot(path);
    const terms = { ...options, limits, diagnostics };
    const { definitions, schemas } = await readContract(rootDocument, loader, terms);
    for (const { root } of loader.documents) if (root !== undefined) checkVocabulary(root, diagnostics);
    judgeExtensions(definitions?.extensions ?? [], options.ignoreRequired ?? [], diagnostics);
    onRead?.(loader);
    const files = loader.documents.map(({ id, sha256 }) => ({ location: id, sha256 }));
    const found = inReadingOrder(diagnostics.all, [...loader.documents, ...loader.peekedDocuments]);
    const together = solvedTogether(found, shownRoot(path));
    if (together !== undefined) found.push(together);
    if (diagnostics.hasErrors || definitions === undefined) return { diagnostics: found, files, asked: asked() };
    return { definitions, schemas, diagnostics: found, files, asked: asked() };
  } catch (error) {
    if (error instanceof LoadProblem) {
      diagnostics.error({ file: shownRoot(path), line: 1, column: 1 }, error.message, { hint: error.hint });
    } else if (error instanceof CatalogProblem) {
      diagnostics.error({ file: error.file, line: error.line, column: 1 }, error.message);
    } else throw error;
    return { diagnostics: diagnostics.all, files: [], asked: asked() };
  }
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
