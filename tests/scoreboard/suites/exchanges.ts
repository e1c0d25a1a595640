/**
 * node-soap's own recorded requests and responses: each WSDL unchanged whose documents are there, and each body that its
 * schemas allow through an echo.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { decodeDocument } from "soapwright-contract";
import { corpusFolder } from "soapwright-testing/corpus/corpus-folder";
import type { Contract } from "../board";
import { judged, type Suite, type SuiteDocument, wrapped } from "./suite";

export const exchanges: Suite = {
  name: "exchanges",
  source: "recorded by vpulim/node-soap at ebf5f12a, `test/request-response-samples` (MIT); WSDLs whose files exist",
  async contracts(judge, folder, skip) {
    const root = join(corpusFolder, "node-soap");
    if (!existsSync(root)) return undefined;
    const contracts: Contract[] = [];
    for (const entry of readdirSync(root, { withFileTypes: true }).filter((each) => each.isDirectory())) {
      const { name } = entry;
      const wsdl = ["soap.wsdl", `../${name.split("__")[0]}.wsdl`]
        .map((file) => join(root, name, file))
        .find((path) => existsSync(path));
      if (wsdl === undefined) {
        skip(name, "it has no WSDL");
        continue;
      }
      const lacking = lackingDocument(wsdl);
      if (lacking !== undefined) {
        skip(name, `it imports ${lacking}, which the suite lacks`);
        continue;
      }
      const here = join(folder, name.replaceAll(/\W+/g, "_"));
      contracts.push({ suite: "exchanges", name, wsdl, folder: here, elements: [], documents: [] });
      const schemas = await judge.schemasOf(wsdl, here);
      const known = typeof schemas === "string" ? schemas : await judge.elements(schemas.schema);
      if (typeof schemas === "string" || typeof known === "string") {
        skip(`${name} documents`, `libxml2 refuses its schemas: ${known}`);
        continue;
      }
      const bodies = ["request", "response"].flatMap((each) => bodyOf(join(root, name, `${each}.xml`), each));
      const read = (
        await judged(judge, schemas.schema, bodies, (what, reason) => skip(`${name} ${what}`, reason))
      ).filter((each) => {
        if (!each.isValid) skip(`${name} ${each.name}`, "libxml2 finds it invalid");
        return each.isValid;
      });
      if (read.length === 0) continue;
      const documents = read.map((each) => ({ ...each, root: each.expected?.name ?? each.root }));
      const elements = [...new Set(documents.map((each) => each.root))];
      const echo = wrapped(join(here, "echo"), schemas.namespaces, elements);
      contracts.push({
        suite: "exchanges",
        name: `${name} echo`,
        isEcho: true,
        ...echo,
        schema: schemas.schema,
        documents,
      });
    }
    return contracts;
  },
};

/** Returns the envelope, whose body the judge reads; none for a fault or an empty body. */
function bodyOf(path: string, name: string): SuiteDocument[] {
  if (!existsSync(path)) return [];
  const text = decodeDocument(readFileSync(path));
  return /<\w+:Fault[\s>]/.test(text) ? [] : [{ name, text }];
}

/** Returns the location of a file that the document at `path`, or one that it imports, names and the suite lacks. */
export function lackingDocument(path: string, seen: Set<string> = new Set()): string | undefined {
  if (seen.has(path)) return undefined;
  seen.add(path);
  const text = decodeDocument(readFileSync(path)).replaceAll(/<!--[\s\S]*?-->/g, "");
  for (const [, location = ""] of text.matchAll(
    /<(?:\w+:)?(?:import|include)\s[^>]*?(?:schemaL|l)ocation="([^"]+)"/g,
  )) {
    if (/^\w+:\/\//.test(location)) continue;
    const target = join(dirname(path), location);
    const lacking = existsSync(target) ? lackingDocument(target, seen) : location;
    if (lacking !== undefined) return lacking;
  }
  return undefined;
}
