import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  attribute,
  type Diagnostic,
  Diagnostics,
  decodeDocument,
  expandedName,
  formatDiagnostic,
  loadDefinitions,
  parseXml,
  type QName,
} from "soapwright-contract";
import type { ElementNode } from "soapwright-runtime/codecs";
import { corpusFolder, corpusTable } from "soapwright-testing/corpus/corpus-folder";
import { runTables } from "soapwright-testing/corpus/generated-tables";
import { generate } from "../../packages/soapwright/src/pipeline";
import { rootName, roundTrip } from "./round-trip";
import { type WrappedDocument, wrapSchema } from "./wrap-schema";

/** A schema that the W3C suite declares valid by XML Schema 1.0, with its valid instances. */
export interface SuiteGroup {
  readonly name: string;
  readonly documents: readonly string[];
  readonly instances: readonly string[];
}

/** Returns the groups with a valid schema, in the order of the index. */
export function suiteGroups(): SuiteGroup[] {
  const groups = new Map<string, { documents: string[]; instances: string[] }>();
  for (const [set, group, kind, , documents, validity, version] of corpusTable("xsts/INDEX.tsv")) {
    if (validity !== "valid" || version?.trim() === "1.1") continue;
    const key = `${set} ${group}`;
    const found = groups.get(key) ?? { documents: [], instances: [] };
    groups.set(key, found);
    const files = (documents ?? "").split(" ").map((file) => join(corpusFolder, "xsts", file));
    if (kind === "schemaTest") found.documents.push(...files);
    else found.instances.push(...files);
  }
  const named = [...groups].map(([name, found]) => ({ name, ...found }));
  return named.filter(({ documents }) => documents.length > 0);
}

/** Generates code from the schema, and decodes and encodes each instance. Returns the problems by file. */
export async function proveGroup(group: SuiteGroup): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "xsts-"));
  const wsdl = join(folder, "wrapped.wsdl");
  try {
    const documents = group.documents.map(wrapped);
    writeFileSync(wsdl, wrapSchema(documents, []));
    const loaded = await loadDefinitions(wsdl, { allowOutside: true });
    if (loaded.schemas === undefined) return firstErrors(loaded.diagnostics);
    const elements: QName[] = [...loaded.schemas.elements.values()].map((element) => element.name);
    writeFileSync(wsdl, wrapSchema(documents, elements));
    const generated = await generate(wsdl, {
      allowOutside: true,
      source: "wrapped.wsdl",
      runtime: "runtime",
      extension: "",
    });
    if (generated.files === undefined) return firstErrors(generated.diagnostics);
    const tables = tablesOf(generated.files);
    const unordered = group.documents.some((file) => /<\w*:?all\b/.test(readFileSync(file, "latin1")));
    return group.instances.flatMap((file) => instanceProblem(file, tables, unordered));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function firstErrors(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics
    .filter((one) => one.severity === "error")
    .slice(0, 1)
    .map(formatDiagnostic);
}

function wrapped(path: string): WrappedDocument {
  const root = parseXml(decodeDocument(readFileSync(path)), path, 200, new Diagnostics());
  return { path, targetNamespace: (root && attribute(root, "targetNamespace")) ?? "" };
}

function tablesOf(files: ReadonlyMap<string, string>): Map<string, ElementNode> {
  const tables = new Map<string, ElementNode>();
  for (const service of runTables(files)) {
    for (const operation of service.operations) {
      for (const element of operation.input.body) tables.set(expandedName(element.name), element);
    }
  }
  return tables;
}

function instanceProblem(file: string, tables: ReadonlyMap<string, ElementNode>, unordered: boolean): string[] {
  const name = file.split("/").pop() ?? file;
  try {
    const text = decodeDocument(readFileSync(file));
    const element = tables.get(rootName(text));
    if (element === undefined) return [`${name}: no table for ${rootName(text)}`];
    const difference = roundTrip(text, element, unordered);
    return difference === undefined ? [] : [`${name}: ${difference}`];
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
