import { join } from "node:path";
import fc from "fast-check";
import { corpusFolder, corpusWsdls, describeCorpus, everything } from "soapwright-testing/corpus/corpus-folder";
import { jsonTrips, levels } from "./json-trip";
import { report } from "./report";

/** WSDLs whose types have everything: choices, derived types, lists, unions, wildcards, mixed content, SOAP arrays. */
const sample =
  /list_parameter|mixed-sequence|CyberSource|choice\.wsdl|xkms|SOAPBuildersInterop|swa-mime|airline|non_identifier/;

describeCorpus("values of the corpus as JSON", () => {
  const files = corpusWsdls().filter((file) => everything || sample.test(file));
  const counts = { trips: 0, changed: 0, files: 0 };

  afterAll(() => {
    if (everything)
      report(
        "json",
        `JSON: ${counts.files} WSDLs, ${counts.trips} round trips at ${levels.length} levels, ${counts.changed} of changed instances, 0 different`,
      );
  });

  test.each(files)(
    "%s: XML, value, JSON text, value and XML are equal, and the JSON is valid under its schema",
    async (file) => {
      const trips = await jsonTrips(join(corpusFolder, "wsdl", file));
      expect(trips).toBeDefined();
      counts.files++;
      for (const payload of trips!.payloads) {
        fc.assert(
          fc.property(fc.integer(), (seed) => {
            counts.trips++;
            expect(trips!.take(payload, String(seed))).toBeUndefined();
            for (const level of levels) expect(trips!.takeChanged(payload, seed, level)).toBeUndefined();
          }),
          { numRuns: everything ? 20 : 2, seed: 1 },
        );
      }
      counts.changed += trips!.changed;
    },
    600_000,
  );
});
