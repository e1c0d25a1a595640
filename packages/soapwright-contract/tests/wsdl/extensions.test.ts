/** Elements of other vocabularies in a WSDL: a required and unknown element stops the generator. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";
import { loadFiles } from "soapwright-testing/codegen/load-files";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";

const WSDL = 'xmlns:w="http://schemas.xmlsoap.org/wsdl/"';
const WSAW = 'xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl"';
const WSP = 'xmlns:wsp="http://www.w3.org/ns/ws-policy"';
const required = `<x:Envelope ${WSDL} xmlns:x="urn:x" w:required="true"/>`;

/** Returns the WSDL with `extension` in its binding, and with `inPort` in its port. */
function withExtension(extension: string, inPort = ""): string {
  return smallWsdl()
    .replace(/<wsdl:binding [^>]*>/, (start) => `${start}\n${extension}\n`)
    .replace(/<wsdl:port [^>]*>/, (start) => `${start}\n${inPort}\n`);
}

const load = (text: string, ignoreRequired?: string[]) =>
  loadFiles({ "service.wsdl": text }, ignoreRequired === undefined ? {} : { ignoreRequired });

test("one that is required and not known is an error at each of its places", async () => {
  const text = withExtension(required, required);
  const { definitions, printed } = await load(text);
  expect(definitions).toBeUndefined();
  const lines = text.split("\n").flatMap((line, index) => (line.includes(required) ? [index + 1] : []));
  expect(lines).toHaveLength(2);
  expect(printed).toEqual([
    expect.stringMatching(
      new RegExp(
        `^service.wsdl:${lines[0]}:1: error: the extension of binding Small is required .*\\{urn:x\\}Envelope`,
      ),
    ),
    expect.stringMatching(new RegExp(`^service.wsdl:${lines[1]}:1: error: the extension of port `)),
  ]);
  expect(printed[0]).toContain("--ignore-required Envelope");
});

test.each([[["Envelope"]], [["{urn:x}Envelope"]], [["Other", "Envelope"]]])("goes on with %j", async (ignored) => {
  const { definitions, printed } = await load(withExtension(required), ignored);
  expect(definitions?.extensions).toEqual([
    expect.objectContaining({
      name: { namespace: "urn:x", local: "Envelope" },
      parent: "binding Small",
      required: true,
    }),
  ]);
  expect(printed).toEqual([expect.stringContaining("note: the extension of binding Small is left out")]);
});

test("does not go on with the name of another", async () => {
  for (const name of ["envelope", "{urn:y}Envelope", "x:Envelope"]) {
    expect((await load(withExtension(required), [name])).definitions).toBeUndefined();
  }
});

test.each([
  ["not required", `<x:E xmlns:x="urn:x"/>`],
  ["required: false", `<x:E ${WSDL} w:required="false" xmlns:x="urn:x"/>`],
  ["required inside of another", `<x:E xmlns:x="urn:x">${required}</x:E>`],
])("%s is one note", async (_what, extension) => {
  const { definitions, printed } = await load(withExtension(extension + extension, extension));
  expect(definitions?.extensions).toHaveLength(3);
  expect(printed).toEqual([expect.stringContaining(": note: the extension of binding Small is left out")]);
});

test("of a policy a note says what is not read, also where it is required", async () => {
  const policy = (more: string) =>
    `<wsp:Policy ${WSP} ${WSDL} w:required="1"><x:Signed xmlns:x="urn:x"/>${more}</wsp:Policy>`;
  const { printed } = await load(withExtension(policy("") + policy(""), policy("")));
  expect(printed).toEqual([
    expect.stringContaining(
      "note: of the policy of binding Small the assertions of WS-Addressing and WS-SecurityPolicy are read",
    ),
  ]);
});

test("what says that addressing is used is read, where it is meant to be", async () => {
  const using = (value: string) => `<wsaw:UsingAddressing ${WSAW} ${WSDL} w:required="${value}"/>`;
  expect((await load(withExtension(using("true"), using("false")))).printed).toEqual([]);
  const inService = smallWsdl().replace(/<wsdl:service [^>]*>/, (start) => start + using("true"));
  expect((await load(inService)).printed).toEqual([expect.stringContaining("error: the extension of service Small")]);
});

test("the command stops, and goes on by its flag and by the configuration; inspect lists them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "extensions-"));
  try {
    const path = join(folder, "small.wsdl");
    writeFileSync(path, withExtension(required));
    const out = ["--out", join(folder, "out")];
    const stopped = await runCodegen("generate", path, ...out);
    expect(stopped.exitCode).toBe(1);
    expect(stopped.stderr).toContain("--ignore-required Envelope");
    expect((await runCodegen("generate", path, ...out, "--ignore-required", "Envelope")).exitCode).toBe(0);
    const config = join(folder, "soapwright.config.json");
    writeFileSync(config, JSON.stringify({ wsdls: ["small.wsdl"], out: "configured", ignoreRequired: ["Envelope"] }));
    expect((await runCodegen("generate", "--config", config)).exitCode).toBe(0);
    const { stdout } = await runCodegen("inspect", path);
    expect(stdout).toMatch(/Extensions[\s\S]*\{urn:x\}Envelope +binding Small +yes/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
