/** Each reason of a diagnostic of the generator is provoked by a small input. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ConfigProblem, type Diagnostic, type GenerateOptions, generate, generateVersions } from "soapwright";
import type { DiagnosticReason } from "soapwright-contract";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";
import { schemaWith } from "soapwright-testing/codegen/load-files";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reasons-"));
  write({ "a.wsdl": schemaWith(""), "b.wsdl": schemaWith("") });
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: { readonly [name: string]: string }): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const reasonsOf = (diagnostics: readonly Diagnostic[]): string[] => diagnostics.map(({ reason }) => reason);

async function generated(options: object): Promise<string[]> {
  try {
    return reasonsOf((await generate({ folder, write: false, ...options } as GenerateOptions)).diagnostics);
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    return reasonsOf(error.diagnostics);
  }
}

const one = { wsdl: "a.wsdl", out: "out" };

const ofOptions: readonly (readonly [reason: DiagnosticReason, options: object])[] = [
  ["config-not-an-object", { wsdls: [1] }],
  ["config-name-unknown", { wsdls: [one], outt: "x" }],
  ["config-name-missing", { wsdls: [{ out: "out" }] }],
  ["config-value-wrong", { wsdls: [{ ...one, enums: "shut" }] }],
  ["config-wsdls-empty", { wsdls: [] }],
  ["config-out-missing", { wsdls: ["a.wsdl"] }],
  ["config-option-value", { wsdls: [{ ...one, className: "a b" }] }],
  ["config-chosen-name", { wsdls: [{ ...one, names: { types: { "{urn:t}T": "a b" } } }] }],
  ["config-value-foreign", { wsdls: [{ ...one, int64: () => 1 }] }],
  ["folder-shared", { wsdls: [one, { wsdl: "b.wsdl", out: "out" }] }],
  ["pattern-unmatched", { wsdls: [{ wsdl: "*.none", out: "out" }] }],
  ["chosen-operation-unknown", { wsdls: [{ ...one, operations: ["none"] }] }],
  ["chosen-name-unmatched", { wsdls: [{ ...one, names: { types: { "{urn:t}None": "Name" } } }] }],
  ["class-name-reserved", { wsdls: [{ ...one, className: "Promise" }] }],
];

test.each(ofOptions)("%s is of the configuration", async (reason, options) => {
  expect(await generated(options)).toContain(reason);
});

const config = '{ "wsdls": [{ "wsdl": "a.wsdl", "out": "out" }] }';

const ofConfigFiles: readonly (readonly [reason: DiagnosticReason, name: string, text: string])[] = [
  ["config-json", "soapwright.config.json", "{"],
  ["config-name-twice", "soapwright.config.json", '{ "wsdls": [], "wsdls": [] }'],
  ["configs-two", "soapwright.config.json", config],
  ["config-failed", "soapwright.config.ts", 'throw new Error("no");'],
  ["config-without-export", "soapwright.config.ts", "export const a = 1;"],
  ["config-typescript", "soapwright.config.ts", "export default {"],
];

test.each(ofConfigFiles)("%s is of a configuration file", async (reason, name, text) => {
  write({ [name]: text, ...(reason === "configs-two" && { "soapwright.config.ts": `export default ${config};` }) });
  const { stderr } = await runCodegen("generate", "--config", join(folder, name), "--json");
  expect(stderr).toContain(`"reason":"${reason}"`);
});

test("config-unreadable is of a configuration file", async () => {
  const { stderr } = await runCodegen("generate", "--config", folder, "--json");
  expect(stderr).toContain('"reason":"config-unreadable"');
});

const row = { wsdl: "a.wsdl", class: "OrderServiceV1", folder: "v1" };
const child = { name: "Token", option: "apiKey", required: true, secret: true };
const header = (more: object, element = "In") => ({ ...row, header: { element, children: [{ ...child, ...more }] } });
const second = { wsdl: "b.wsdl", class: "OrderServiceV2", folder: "v2" };

const ofTables: readonly (readonly [reason: DiagnosticReason, table: object])[] = [
  ["version-service-name", { service: "a b", versions: [row] }],
  ["version-table-empty", { service: "Orders", versions: [] }],
  ["version-fault-empty", { versions: [{ ...row, faults: [{ kind: "busy" }] }] }],
  ["version-option-name", { versions: [header({ option: "Api Key" })] }],
  ["version-option-taken", { versions: [header({ option: "timeoutMs" })] }],
  ["version-wsdl-missing", { versions: [{ ...row, wsdl: "none.wsdl" }] }],
  ["version-class-name", { versions: [{ ...row, class: "a b" }] }],
  ["version-name", { versions: [{ ...row, folder: "one" }] }],
  ["version-date", { versions: [{ ...row, date: "2026-02-30" }] }],
  ["version-variable-name", { versions: [header({ variable: "A B" })] }],
  ["version-variable-taken", { versions: [header({ variable: "ORDERS_BASE_URL" })] }],
  ["version-without-row", { versions: [row] }],
  ["version-taken", { versions: [row, { ...second, folder: "v1" }] }],
  ["version-class-taken", { versions: [row, { ...second, class: "OrderServiceV1Options" }] }],
  ["version-type-twice", { versions: [{ ...row, types: ["T", "T"] }, second] }],
  [
    "version-type-taken",
    {
      versions: [
        { ...row, types: ["T"] },
        { ...second, types: ["T"] },
      ],
    },
  ],
  ["version-type-unknown", { versions: [{ ...row, types: ["None"] }, second] }],
  ["version-header-unknown", { versions: [header({}, "None"), second] }],
];

test.each(ofTables)("%s is of a table of versions", async (reason, table) => {
  write({ "versions.json": JSON.stringify({ service: "Orders", ...table }) });
  const { diagnostics } = await generateVersions({ table: "versions.json", folder, write: false });
  expect(reasonsOf(diagnostics)).toContain(reason);
});

const credentials =
  '<xs:element name="Auth"><xs:complexType><xs:sequence><xs:element name="Token" type="xs:string"/><xs:element name="Number" type="xs:int"/></xs:sequence></xs:complexType></xs:element>';
const withHeader = schemaWith(credentials)
  .replace("<portType", '<message name="auth"><part name="h" element="t:Auth"/></message><portType')
  .replace(
    '<input><soap:body use="literal"/>',
    '<input><soap:body use="literal"/><soap:header message="t:auth" part="h" use="literal"/>',
  );

test.each<readonly [reason: DiagnosticReason, table: object]>([
  ["version-header-unnamed", row],
  ["version-child-unsent", header({}, "Auth")],
  ["version-child-unknown", header({ name: "None" }, "Auth")],
  ["version-child-not-text", header({ name: "Number" }, "Auth")],
])("%s is of a header block", async (reason, version) => {
  write({ "a.wsdl": withHeader, "versions.json": JSON.stringify({ service: "Orders", versions: [version, second] }) });
  const { diagnostics } = await generateVersions({ table: "versions.json", folder, write: false });
  expect(reasonsOf(diagnostics)).toContain(reason);
});

test("the input of the table is a service without a mistake", () => {
  expect(readFileSync(join(folder, "a.wsdl"), "utf8")).toBe(schemaWith(""));
});
