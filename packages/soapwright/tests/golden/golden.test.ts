/** Tests `pipeline` by itself: no entry point shows it whole. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatDiagnostic, reservedNames } from "soapwright-contract";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { verify } from "soapwright-testing/commands/verify";
import { sampleOf } from "soapwright-testing/stage/slow";
import { generate } from "../../src/pipeline";
import { optionsOf } from "./options-of";

describe("golden", () => {
  const cases = join(__dirname, "../../../soapwright-testing/src/golden/cases");
  const names = readdirSync(cases).sort();

  /** UPDATE_GOLDEN writes the printed text. Read every changed line before you commit it. */
  const isUpdate = process.env.UPDATE_GOLDEN !== undefined;

  test.each(names)("prints what was wanted of %s", async (name) => {
    const folder = join(cases, name);
    const file = existsSync(join(folder, "types.xsd")) ? "types.xsd" : "service.wsdl";
    const wsdl = join(folder, file);
    const source = `packages/soapwright-testing/src/golden/cases/${name}/${file}`;
    const generated = await generate(wsdl, {
      ...optionsOf(folder),
      mayBeSchema: true,
      source,
      extension: "",
    });
    expect(generated.diagnostics.map(formatDiagnostic).join("\n")).toBe("");
    for (const [file, text] of generated.files!) {
      const path = join(folder, file);
      if (isUpdate) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(path, text);
      }
      expect(existsSync(path) ? readFileSync(path, "utf8") : "").toBe(text);
    }
  });

  test("no type or constant can have a name that generated files import", () => {
    const imported = names
      .flatMap((name) =>
        readdirSync(join(cases, name), { recursive: true }).map((file) => join(cases, name, String(file))),
      )
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^import (?:type )?\{([^}]*)\} from "soapwright-/gm)])
      .flatMap(([, list]) => list!.split(",").map((name) => name.replace("type ", "").trim()));
    expect(imported.length).toBeGreaterThan(100);
    expect(imported.filter((name) => name !== "" && !reservedNames.includes(name))).toEqual([]);
  });
});

describe("verify", () => {
  /** Cases with golden text, and cases whose tables only have to be right. */
  const golden = join(__dirname, "../../../soapwright-testing/src/golden");
  const names = ["cases", "verified"].flatMap((kind) =>
    readdirSync(join(golden, kind))
      .map((name) => `${kind}/${name}`)
      .filter((name) => existsSync(join(golden, name, "service.wsdl"))),
  );

  test.each(sampleOf(names, 31))("instances of %s come back as they were", async (name) => {
    const streams = new RecordedStreams();
    const folder = join(golden, name);
    const naming = optionsOf(folder);
    const code = await verify(join(folder, "service.wsdl"), { quiet: true, instances: 5, naming }, streams);
    expect(streams.errors).toBe("");
    expect(streams.output).toContain("all came back as they were");
    // libxml2 has no schema of the SOAP encoding.
    if (!name.includes("rpc-encoded")) expect(streams.output).toMatch(/libxml2 judged (\d+) of \1 operation/);
    expect(code).toBe(0);
  });

  test.each(
    sampleOf(
      names.filter((name) => name.startsWith("cases/")),
      17,
    ),
  )("so do those of %s under other names", async (name) => {
    const naming = { propertyCase: "camel", typeCase: "pascal", typePrefix: "X", typeSuffix: "Dto" } as const;
    const streams = new RecordedStreams();
    const code = await verify(join(golden, name, "service.wsdl"), { quiet: true, instances: 2, naming }, streams);
    expect(streams.errors).toBe("");
    expect(streams.output).toContain("all came back as they were");
    expect(code).toBe(0);
  });
});

describe("wording", () => {
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
});
