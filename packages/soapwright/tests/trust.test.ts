/** Tests `pipeline` by itself: the client of an issuer in `soapwright-features` is what the generator makes of its WSDL. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatDiagnostic } from "soapwright-contract";
import { generate } from "../src/pipeline";

const home = "packages/soapwright-features/src/security/issuer";
const folder = join(__dirname, "../../..", home);

// The feature needs no entry point of the client. UPDATE_GOLDEN writes the files.
test.each(["client.ts", "schemas.ts", "types.ts"])(
  "%s of the issuer's client is generated from its WSDL",
  async (file) => {
    const generated = await generate(join(folder, "trust.wsdl"), { source: `${home}/trust.wsdl`, extension: "" });
    expect(generated.diagnostics.map(formatDiagnostic)).toEqual([]);
    const text = generated.files!.get(file)!;
    const path = join(folder, "trust", file);
    if (process.env.UPDATE_GOLDEN !== undefined) writeFileSync(path, text);
    expect(readFileSync(path, "utf8")).toBe(text);
  },
);
