/** Generates from a document of the network that arrives when ts-morph is loaded, and no earlier: by the stages, which alone take a reader. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { answerParent } from "soapwright-testing/stage/child";
import { generate } from "../src/pipeline";

const wsdl = resolve(__dirname, "../../soapwright-testing/src/golden/cases/wrapped-list/service.wsdl");
const address = "https://service.example/orders.wsdl";
const isLoaded = (): boolean => Object.keys(require.cache).some((path) => path.endsWith("ts-morph.js"));

async function arrives(): Promise<{ readonly bytes: Uint8Array; readonly url: string }> {
  while (!isLoaded()) await new Promise((settle) => setImmediate(settle));
  return { bytes: readFileSync(wsdl), url: address };
}

answerParent<object, readonly string[]>(async () => {
  const { files } = await generate(address, { source: "service.wsdl", extension: "", read: arrives });
  return [...(files?.keys() ?? [])].sort();
});
