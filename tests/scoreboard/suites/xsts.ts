/** The W3C XML Schema Test Suite: each valid schema of XML Schema 1.0 that has instances. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeDocument } from "soapwright-contract";
import { corpusFolder, corpusTable } from "soapwright-testing/corpus/corpus-folder";
import type { Contract } from "../board";
import { judged, type Suite, type SuiteDocument, wrapped } from "./suite";

export const xsts: Suite = {
  name: "xsts",
  source: "W3C XML Schema Test Suite: w3c/xsdtests of 2018-03-06 (W3C test suite licence)",
  async contracts(judge, folder, skip) {
    if (!existsSync(join(corpusFolder, "xsts/INDEX.tsv"))) return undefined;
    const groups = new Map<string, { schemas: string[]; documents: SuiteDocument[]; isRefused: boolean }>();
    for (const [set = "", group, kind, name = "", files = "", validity, version] of corpusTable("xsts/INDEX.tsv")) {
      if (version?.trim() === "1.1") continue;
      const key = `${set.replace(".testSet", "")} ${group}`;
      const found = groups.get(key) ?? { schemas: [], documents: [], isRefused: false };
      groups.set(key, found);
      const paths = files
        .split(" ")
        .map((file) => join(corpusFolder, "xsts", file))
        .filter((path) => existsSync(path));
      if (kind === "schemaTest") {
        found.schemas.push(...paths);
        if (validity !== "valid") found.isRefused = true;
      } else
        found.documents.push(
          ...paths.map((path) => ({ name, text: decodeDocument(readFileSync(path)), isValid: validity === "valid" })),
        );
    }
    const contracts: Contract[] = [];
    for (const [name, { schemas, documents, isRefused }] of groups) {
      const [schema] = schemas;
      if (schema === undefined || isRefused || documents.length === 0) continue;
      const elements = await judge.elements(schema);
      if (typeof elements === "string" || elements.length === 0) {
        skip(name, typeof elements === "string" ? `libxml2 refuses the schema: ${elements}` : "it declares no element");
        continue;
      }
      const read = await judged(judge, schema, documents, skip);
      if (read.length === 0) continue;
      const text = decodeDocument(readFileSync(schema));
      const targetNamespace = /<\w*:?schema\b[^>]*?\stargetNamespace\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? "";
      const echo = wrapped(join(folder, name.replaceAll(/\W+/g, "_")), [[targetNamespace, schema]], elements);
      contracts.push({ suite: "xsts", name, ...echo, schema, documents: read });
    }
    return contracts;
  },
};
