import { join } from "node:path";
import { corpusFolder, corpusTable, describeCorpus, everything } from "soapwright-testing/corpus/corpus-folder";
import { isSlow } from "soapwright-testing/stage/slow";
import { brokenCases } from "./broken-cases";
import { type GeneratorRun, generateAlone } from "./compiled-generator";
import { report } from "./report";

/** The limits of a run. Processor time excludes other work on the machine. */
const most = { processorSeconds: 5, peakMb: 512 };

describeCorpus("broken WSDLs, each in a process of its own", () => {
  const names = corpusTable("wsdl/broken/BROKEN.tsv").map(([file]) => file ?? "");
  const chosen = everything ? names : names.filter((name) => /wsimport_5|ADC_BibCode/.test(name));
  const runs = new Map<string, GeneratorRun>();

  afterAll(() => {
    if (everything) report("broken", summary([...runs]));
  });

  test.each(chosen)(
    "%s",
    (file) => {
      const defect = brokenCases.find(([name]) => name === file);
      // One WSDL needs a file outside its folder before its own defect is reached.
      const options = file.includes("Netsuite") ? ["--allow-outside"] : [];
      const run = generateAlone(join(corpusFolder, "wsdl/broken", file), "--quiet", ...options);
      runs.set(file, run);
      expect(run.status).toBe(defect === undefined ? 0 : 1);
      expect(run.hasOutput).toBe(defect === undefined);
      if (defect !== undefined) {
        const [, place, message] = defect;
        const lines = run.stderr.split("\n").filter((line) => line.includes(place) && line.includes(message));
        expect(lines).not.toEqual([]);
        expect(lines[0]).toMatch(/:\d+:\d+: error: /);
      }
      if (!everything && !isSlow) return;
      expect(run.processorSeconds).toBeLessThan(most.processorSeconds);
      expect(run.peakMb).toBeLessThan(most.peakMb);
    },
    660_000,
  );
});

function summary(runs: readonly (readonly [string, GeneratorRun])[]): string {
  const ended = (status: number): number => runs.filter(([, run]) => run.status === status).length;
  const worst = (key: "processorSeconds" | "peakMb"): readonly [string, GeneratorRun] =>
    runs.reduce((one, other) => (one[1][key] >= other[1][key] ? one : other));
  const [slowest, largest] = [worst("processorSeconds"), worst("peakMb")];
  return [
    `broken WSDLs: ${runs.length}, ${ended(1)} refused with their defect and its line, ${ended(0)} unusual ones generate`,
    `  slowest: ${slowest[1].processorSeconds.toFixed(2)} s of processor time (${slowest[0]}); most ${most.processorSeconds} s`,
    `  largest: ${Math.round(largest[1].peakMb)} MB (${largest[0]}); most ${most.peakMb} MB`,
  ].join("\n");
}
