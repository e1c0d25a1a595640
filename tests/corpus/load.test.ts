import { basename, join } from "node:path";
import { formatDiagnostic, loadDefinitions } from "soapwright-contract";
import { corpusFolder, corpusTable, corpusWsdls, describeCorpus } from "soapwright-testing/corpus/corpus-folder";
import { brokenCases } from "./broken-cases";

describeCorpus("WSDLs of the corpus", () => {
  test.each(corpusWsdls())("%s loads", async (file) => {
    const { definitions, diagnostics } = await loadDefinitions(join(corpusFolder, "wsdl", file));
    expect(diagnostics.filter((one) => one.severity === "error").map(formatDiagnostic)).toEqual([]);
    expect(definitions?.services.some((service) => service.ports.length > 0)).toBe(true);
  });
});

describeCorpus("broken WSDLs of the corpus", () => {
  const folder = join(corpusFolder, "wsdl", "broken");
  const refused = new Set(brokenCases.map(([file]) => file));
  const all = corpusTable("wsdl/broken/BROKEN.tsv");

  test.each(brokenCases)("%s is refused at %s %s", async (file, place, message) => {
    // One WSDL needs a file outside its folder before its own defect is reached.
    const { definitions, diagnostics } = await loadDefinitions(join(folder, file), {
      allowOutside: file.includes("Netsuite"),
    });
    expect(definitions).toBeUndefined();
    const errors = diagnostics.filter((one) => one.severity === "error");
    const wanted = place.startsWith(":") ? `${basename(file)}${place}` : place;
    const found = errors.map((one) => `${basename(one.position.file)}:${one.position.line}: ${one.message}`);
    expect(found.filter((one) => one.startsWith(wanted) && one.includes(message))).not.toEqual([]);
  });

  test.each(all.map(([file]) => file ?? "").filter((file) => !refused.has(file)))(
    "%s is unusual and loads",
    async (file) => {
      const { definitions, diagnostics } = await loadDefinitions(join(folder, file));
      expect(diagnostics.filter((one) => one.severity === "error").map(formatDiagnostic)).toEqual([]);
      expect(definitions).toBeDefined();
    },
  );

  test("what loads is what the corpus calls valid, or tolerable", () => {
    const loading = all.filter(([file]) => !refused.has(file ?? ""));
    const unusual = loading.filter(([, verdict]) => verdict === "valid-but-unusual");
    expect(all.filter(([, verdict]) => verdict === "valid-but-unusual")).toHaveLength(unusual.length);
    expect(loading.filter((row) => !unusual.includes(row)).map((row) => row[7])).toEqual([
      expect.stringContaining("must be tolerable offline"),
    ]);
  });
});
