/** Texts of a document never control the terminal that shows them, and can be read back unchanged. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { diff } from "../../src/commands/diff/diff";
import { inspect } from "../../src/commands/inspect/inspect";
import { sample } from "../../src/commands/sample/sample";

/** C1 control, right-to-left override, isolate, byte order mark, line separator. */
const hostile = "\u009b2J\u202eevil\u2066\ufeff\u2028";
const unsafe = /(?!\n)\p{Cc}|[\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

const text = readFileSync("packages/soapwright/tests/commands/two-operations/v2.1.wsdl", "utf8");
const namespace = /targetNamespace="([^"]*)"/.exec(text)![1]!;
const folder = mkdtempSync(join(tmpdir(), "printed-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns a WSDL with such characters as references in a target namespace, a default and a SOAPAction. */
function wsdl(name: string, value: string): string {
  const reference = [...value].map((character) => `&#${character.codePointAt(0)};`).join("");
  const path = join(folder, name);
  writeFileSync(
    path,
    text
      .replaceAll(`"${namespace}"`, `"${namespace}${reference}"`)
      .replace(/soapAction="/g, `soapAction="${reference}`)
      .replace(/name="Username" type="(\w+):string"/g, `name="Username" type="$1:string" default="${reference}"`),
  );
  return path;
}

test.each([[{}], [{ json: true }]])("inspect %j", async (options) => {
  const streams = new RecordedStreams();
  expect(await inspect(wsdl("a.wsdl", hostile), options, streams)).toBe(0);
  expect(streams.output).not.toMatch(unsafe);
  if ("json" in options) expect(JSON.stringify(JSON.parse(streams.output))).toContain(hostile);
});

test.each([[{}], [{ json: true }]])("diff %j", async (options) => {
  const streams = new RecordedStreams();
  await diff(wsdl("a.wsdl", "plain"), wsdl("b.wsdl", hostile), options, streams);
  expect(streams.output).toContain("evil");
  expect(streams.output).not.toMatch(unsafe);
});

test("sample writes references, which are read as what they were", async () => {
  const streams = new RecordedStreams();
  const fixed = wsdl("c.wsdl", hostile);
  writeFileSync(fixed, readFileSync(fixed, "utf8").replaceAll('default="', 'fixed="'));
  expect(await sample(fixed, "CostCenter_GetCurrent", {}, streams)).toBe(0);
  expect(streams.output).toContain("&#x202e;evil");
  expect(streams.output).not.toMatch(unsafe);
});
