/**
 * W3C XML Schema Patterns for Databinding, one schema for each pattern. Instances beside a schema are read; otherwise
 * they are generated.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { corpusFolder } from "soapwright-testing/corpus/corpus-folder";
import type { Contract } from "../board";
import { judged, type Suite, type SuiteDocument, wrapped } from "./suite";

export const databinding: Suite = {
  name: "databinding",
  source:
    "W3C databinding patterns: christophgockel/pibx at 73dd3411, `Tests/_files/Reference` (W3C document licence); instances are made",
  async contracts(judge, folder, skip) {
    const root = join(corpusFolder, "databinding");
    if (!existsSync(root)) return undefined;
    const schemas = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".xsd"))
      .sort();
    const contracts: Contract[] = [];
    for (const file of schemas) {
      const path = join(root, file);
      const name = basename(dirname(file));
      const elements = await judge.elements(path);
      if (typeof elements === "string") {
        skip(name, `libxml2 refuses the schema: ${elements}`);
        continue;
      }
      // The W3C's own messages begin with the element that wraps the pattern's.
      const wrappers = elements.filter((each) => /\}?echo/.test(each));
      const given = readdirSync(dirname(path)).filter((each) => each.endsWith(".xml") && each !== "binding.xml");
      const documents: SuiteDocument[] = given.map((each) => ({
        name: each,
        text: readFileSync(join(dirname(path), each), "utf8"),
      }));
      if (documents.length === 0) {
        const made = await judge.make(path, wrappers.length > 0 ? wrappers : elements);
        documents.push(...made.map(([each, text, isValid]) => ({ name: each, text, isValid })));
      }
      if (documents.length === 0) {
        skip(file, "it declares no element");
        continue;
      }
      const targetNamespace = /targetNamespace="([^"]*)"/.exec(readFileSync(path, "utf8"))?.[1] ?? "";
      const echo = wrapped(join(folder, basename(file, ".xsd")), [[targetNamespace, path]], elements);
      contracts.push({
        suite: "databinding",
        name: basename(file, ".xsd"),
        ...echo,
        schema: path,
        documents: await judged(judge, path, documents, skip),
      });
    }
    return contracts;
  },
};
