import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import {
  attribute,
  Diagnostics,
  decodeDocument,
  formatDiagnostic,
  loadDefinitions,
  parseXml,
} from "soapwright-contract";
import { corpusFolder, describeCorpus, everything } from "soapwright-testing/corpus/corpus-folder";
import { CompileFolder, type CompilerVersion, compilers } from "../types/compile-folder";
import { proveWsdl } from "./prove-wsdl";
import { report } from "./report";
import { type WrappedDocument, wrapSchema } from "./wrap-schema";

/** Returns the schemas: one for each pattern, and one that another includes. */
function patterns(): { readonly name: string; readonly path: string }[] {
  const folder = join(corpusFolder, "databinding");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".xsd"));
  return files.sort().map((file) => ({ name: basename(file, ".xsd"), path: join(folder, file) }));
}

/** Writes a WSDL around the pattern's schema, with an operation that echoes each global element. */
async function wrapPattern(path: string, wsdl: string): Promise<void> {
  const root = parseXml(decodeDocument(readFileSync(path)), path, 200, new Diagnostics());
  const documents: WrappedDocument[] = [{ path, targetNamespace: (root && attribute(root, "targetNamespace")) ?? "" }];
  const left = leftToOthers.get(basename(path, ".xsd"));
  if (left !== undefined) documents.push(restOf(wsdl, documents[0]?.targetNamespace ?? "", left));
  writeFileSync(wsdl, wrapSchema(documents, []));
  const { schemas, diagnostics } = await loadDefinitions(wsdl, { allowOutside: true });
  if (schemas === undefined) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  writeFileSync(
    wsdl,
    wrapSchema(
      documents,
      [...schemas.elements.values()].map((element) => element.name),
    ),
  );
}

/** Patterns that refer to an element without declaring it. */
const leftToOthers = new Map([
  ["ImportNamespace", "importNamespace"],
  ["ImportSchema", "importSchema"],
]);

function restOf(wsdl: string, targetNamespace: string, name: string): WrappedDocument {
  const path = wsdl.replace(/wsdl$/, "xsd");
  const element = `<xs:element name="${name}" type="xs:string"/>`;
  writeFileSync(
    path,
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${targetNamespace}">${element}</xs:schema>`,
  );
  return { path, targetNamespace };
}

describeCorpus("databinding patterns", () => {
  const folder = mkdtempSync(join(tmpdir(), "databinding-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("all 87 load when a WSDL is put around them", async () => {
    const all = patterns();
    expect(all).toHaveLength(87);
    for (const { name, path } of all) {
      const wsdl = join(folder, `${name}.wsdl`);
      await wrapPattern(path, wsdl);
      const { diagnostics } = await loadDefinitions(wsdl, { allowOutside: true });
      expect(diagnostics.filter((one) => one.severity === "error").map(formatDiagnostic)).toEqual([]);
    }
  }, 60_000);

  if (!everything) return;
  test("all generate, compile under three compilers, and verify", async () => {
    const compiled = new CompileFolder("databinding");
    const failed: string[] = [];
    let judged = 0;
    for (const { name, path } of patterns()) {
      const wsdl = join(folder, `${name}.wsdl`);
      await wrapPattern(path, wsdl);
      const proof = await proveWsdl(name, wsdl, compiled, true);
      if (proof.output !== "" || proof.generated === "failed") failed.push(`${name}: ${proof.output}`);
      else if (proof.unjudged.length === 0) judged++;
    }
    const versions = Object.keys(compilers) as CompilerVersion[];
    const errors = versions.map((version) => [...compiled.compile(version).values()].flat());
    const compileErrors = versions.map((version, at) => `${errors[at]?.length} under TypeScript ${version}`).join(", ");
    report(
      "databinding",
      `databinding patterns: 87, ${87 - failed.length} generated and verified (${judged} judged by libxml2); compile errors: ${compileErrors}`,
    );
    expect(failed).toEqual([]);
    expect(errors).toEqual(versions.map(() => []));
  }, 3_600_000);
});
