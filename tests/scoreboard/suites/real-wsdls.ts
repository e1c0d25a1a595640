/**
 * The WSDLs of 42 repositories: generated unchanged, and their elements through an echo, with instances generated from
 * their schemas.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { corpusFolder, corpusWsdls } from "soapwright-testing/corpus/corpus-folder";
import type { Contract } from "../board";
import { judged, type Suite, wrapped } from "./suite";

/** The largest number of elements of a WSDL that get instances, which limits the time of the run. */
const mostElements = 8;

export const realWsdls: Suite = {
  name: "wsdls",
  source: "62 WSDLs of 42 repositories: path, commit and licence of each are in its `SOURCES.tsv`; instances are made",
  async contracts(judge, folder, skip) {
    if (!existsSync(join(corpusFolder, "wsdl/SOURCES.tsv"))) return undefined;
    const contracts: Contract[] = [];
    for (const name of corpusWsdls()) {
      const wsdl = join(corpusFolder, "wsdl", name);
      const here = join(folder, name.replaceAll(/\W+/g, "_"));
      contracts.push({ suite: "wsdls", name, wsdl, folder: here, elements: [], documents: [] });
      const schemas = await judge.schemasOf(wsdl, here);
      const known = typeof schemas === "string" ? schemas : await judge.elements(schemas.schema);
      if (typeof schemas === "string" || typeof known === "string") {
        skip(name, `libxml2 refuses its schemas: ${known}`);
        continue;
      }
      const named = schemas.elements.filter((element) => known.includes(element));
      const step = Math.max(1, Math.floor(named.length / mostElements));
      const elements = named.filter((_, at) => at % step === 0).slice(0, mostElements);
      const made = await judge.make(schemas.schema, elements, 4);
      if (made.length === 0) {
        skip(name, "its messages have no element, or none that could be made");
        continue;
      }
      const documents = await judged(
        judge,
        schemas.schema,
        made.map(([each, text, isValid]) => ({ name: each, text, isValid })),
        skip,
      );
      const echo = wrapped(join(here, "echo"), schemas.namespaces, elements);
      contracts.push({
        suite: "wsdls",
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
