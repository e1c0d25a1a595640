/** The client of the records is what the generator currently makes of their WSDL. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "soapwright/internal";
import { formatDiagnostic } from "soapwright-contract";

test("generated/ is fresh", async () => {
  const folder = join(__dirname, "generated");
  const made = await generate(join(__dirname, "record-service.wsdl"), {
    source: "record-service.wsdl",
    runtime: "soapwright-runtime/tables",
    extension: "",
  });
  expect(made.diagnostics.map(formatDiagnostic)).toEqual([]);
  const committed = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "utf8")]);
  expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(made.files!));
});
