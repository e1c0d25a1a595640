import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { corpusFolder, corpusWsdls, describeCorpus, everything } from "soapwright-testing/corpus/corpus-folder";
import { clientOf, findingsOf } from "./compare-files";

const golden = "packages/soapwright-testing/src/golden";
const folders = ["cases", "verified"].flatMap((kind) =>
  readdirSync(join(golden, kind))
    .map((name) => `${kind}/${name}`)
    .filter((folder) => existsSync(join(golden, folder, "service.wsdl"))),
);

async function expectNoFinding(path: string): Promise<void> {
  const client = await clientOf(path);
  expect(client.services.length).toBeGreaterThan(0);
  for (const service of client.services) expect(await findingsOf(client, service, path)).toEqual([]);
}

test("there are WSDLs of every kind to compare", () => {
  expect(folders.length).toBeGreaterThan(40);
});

test.each(folders)("%s has no finding", async (folder) => {
  await expectNoFinding(join(golden, folder, "service.wsdl"));
});

describeCorpus("every WSDL of the corpus", () => {
  // All WSDLs take a long time, so this runs a large one, and `make corpus` runs all.
  const files = corpusWsdls().filter((file) => everything || file.startsWith("exchange-ews"));
  test.each(files)("%s has no finding", (file) => expectNoFinding(join(corpusFolder, "wsdl", file)), 120_000);
});
