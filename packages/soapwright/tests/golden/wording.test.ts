import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const cases = join(__dirname, "../../../soapwright-testing/src/golden/cases");
/** A schema without a WSDL has no client. */
const files = readdirSync(cases).flatMap((name) =>
  readdirSync(join(cases, name)).flatMap((file) => (file.endsWith(".ts") ? [join(cases, name, file)] : [])),
);

test("generated code says any, unknown, object, Record, as and @ts- nowhere", () => {
  for (const file of files) {
    const code = readFileSync(file, "utf8")
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")
      .replace(/"(?:[^"\\\n]|\\.)*"/g, '""')
      .replace(/import (type )?\* as/g, "import")
      .replace(/\] as const;/g, "];");
    expect(code).not.toMatch(/: any\b|\bunknown\b|: object\b|\bRecord</);
    expect(code).not.toMatch(/\bas\b|@ts-|eslint|biome/);
  }
});
