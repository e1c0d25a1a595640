/**
 * `lenient` never refuses what `standard` reads, and `standard` never refuses what `strict` reads: with documents that the
 * schemas of the corpus allow, and with the same documents whose children were moved, left out or repeated.
 */
import { join } from "node:path";
import { generate, loadTables, payloadName, payloadsOf, Survey, treeOf, writeTree } from "soapwright/internal";
import { Random } from "soapwright-contract";
import type { XmlElement } from "soapwright-runtime";
import type { ElementNode } from "soapwright-runtime/internal";
import * as runtime from "soapwright-runtime/tables";
import { Codec, soapEncoding, type Validation } from "soapwright-runtime/tables";
import { corpusFolder, corpusWsdls, describeCorpus, everything } from "soapwright-testing/corpus/corpus-folder";
import { feed } from "soapwright-testing/schema/feed";
import { report } from "./report";

const codecs: { readonly [level in Validation]: Codec } = {
  strict: new Codec({ validation: "strict", soapEncoding }),
  standard: new Codec({ validation: "standard", soapEncoding }),
  lenient: new Codec({ validation: "lenient", soapEncoding }),
};

/** The number of payloads of one WSDL, and of changed documents for each instance. */
const [most, changes] = everything ? [400, 20] : [10, 5];

/** Returns why a document is refused at a level; undefined if it is read. */
function refusal(document: string, table: ElementNode, level: Validation): string | undefined {
  try {
    feed(document, (scope) => codecs[level].decoder(table, scope));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the level that refuses what the stricter one before it reads, with its reason. */
function contradiction(document: string, table: ElementNode): string | undefined {
  const strict = refusal(document, table, "strict");
  const standard = refusal(document, table, "standard");
  if (strict === undefined && standard !== undefined) return `standard: ${standard}`;
  const lenient = refusal(document, table, "lenient");
  return standard === undefined && lenient !== undefined ? `lenient: ${lenient}` : undefined;
}

/** Returns `tree` with one element's children moved, left out or repeated. */
function changed(tree: XmlElement, random: Random): XmlElement {
  const elements = tree.children.filter((child) => typeof child !== "string");
  const deeper = elements.filter(({ children }) => children.some((child) => typeof child !== "string"));
  if (deeper.length > 0 && random.integer(0, 3) > 0) {
    const chosen = random.pick(deeper);
    return { ...tree, children: tree.children.map((child) => (child === chosen ? changed(chosen, random) : child)) };
  }
  if (elements.length === 0) return tree;
  const at = tree.children.indexOf(random.pick(elements));
  const children = [...tree.children];
  const [child] = children.splice(at, 1);
  const change = random.integer(0, 2);
  if (change > 0) children.splice(random.integer(0, children.length), 0, child!);
  if (change > 1) children.splice(at, 0, child!);
  return { ...tree, children };
}

async function contradictions(path: string): Promise<{ readonly documents: number; readonly found: string[] }> {
  const generated = await generate(join(corpusFolder, "wsdl", path), {
    ...{ decimal: "string", int64: "bigint", source: path, runtime: "runtime", extension: "" },
  });
  const { model, schemas, files } = generated;
  if (!model || !schemas) throw new Error(`${path} does not generate`);
  const payloads = payloadsOf(model, loadTables(files ?? new Map(), runtime));
  const survey = new Survey(
    payloads.map(({ root }) => root),
    schemas,
  );
  const found: string[] = [];
  let documents = 0;
  const step = Math.ceil(payloads.length / most);
  for (const [index, payload] of payloads.entries()) {
    if (index % step > 0 || !survey.isPossible(payload.root) || survey.isTooLarge(payload.root)) continue;
    const random = new Random(`${path} ${index}`);
    const instances = [survey.make(payload.root, index), survey.makeSample(payload.root, index)];
    for (const tree of instances.map((instance) => treeOf(instance))) {
      const trees = [tree, ...Array.from({ length: changes }, () => changed(changed(tree, random), random))];
      for (const document of trees.map((each) => writeTree(each))) {
        documents++;
        const problem = contradiction(document, payload.table as ElementNode);
        if (problem !== undefined)
          found.push(`${path} ${payloadName(payload)}: ${problem}\n${document.slice(0, 2000)}`);
      }
    }
  }
  return { documents, found };
}

describeCorpus("levels of validation", () => {
  const wsdls = corpusWsdls().filter((_, index) => everything || index % 4 === 0);

  test("each reads what the stricter one reads", async () => {
    const found: string[] = [];
    let documents = 0;
    for (const wsdl of wsdls) {
      const one = await contradictions(wsdl);
      documents += one.documents;
      found.push(...one.found.slice(0, 3));
    }
    if (everything) report("levels", `Levels of validation: ${documents} documents of ${wsdls.length} WSDLs`);
    expect(documents).toBeGreaterThan(wsdls.length);
    expect(found).toEqual([]);
  }, 1_200_000);
});
