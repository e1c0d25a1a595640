/** Tests `terminal/process-terminal` by itself: no entry point shows it whole. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "soapwright-testing/commands/run-command";
import { inputText } from "../../src/terminal/process-terminal";

/** Names that meet: operations after casing, an argument and an option of the command, one operation in two services. */
const wsdlText = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:names" targetNamespace="urn:names"
    xmlns:soap11="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:names">
    <xs:complexType name="Mixed" mixed="true"><xs:sequence>
      <xs:element name="b" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType>
    <xs:complexType name="Part"><xs:sequence><xs:element name="n" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>
  </xs:schema></types>
  <message name="none"/>
  <message name="some"><part name="json" type="xs:string"/><part name="format" type="xs:int"/><part name="part" type="t:Part"/>
    <part name="name" type="xs:QName"/><part name="mixed" type="t:Mixed"/><part name="any" type="xs:anyType"/></message>
${["11", "12"]
  .map((version) => {
    const operation = (name: string, input: string) =>
      `<operation name="${name}"><input message="t:${input}"/><output message="t:none"/></operation>`;
    const bound = (name: string) => `<operation name="${name}"><soap${version}:operation soapAction="${name}"/>
      <input><soap${version}:body use="literal" namespace="urn:names"/></input>
      <output><soap${version}:body use="literal" namespace="urn:names"/></output></operation>`;
    const names = version === "11" ? ["DoIt", "doIt", "both"] : ["both"];
    return `  <portType name="Type${version}">${names.map((name) => operation(name, name === "DoIt" ? "some" : "none")).join("")}</portType>
  <binding name="Binding${version}" type="t:Type${version}">
    <soap${version}:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>${names.map(bound).join("")}</binding>
  <service name="Service${version}"><port name="Port${version}" binding="t:Binding${version}">
    <soap${version}:address location="http://127.0.0.1:1/"/></port></service>`;
  })
  .join("\n")}
</definitions>`;

describe("call", () => {
  const folder = mkdtempSync(join(tmpdir(), "call-names-"));
  const wsdl = join(folder, "names.wsdl");
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (piece: string) => {
      body += piece;
    });
    request.on("end", () => {
      bodies.push(body);
      response.writeHead(401, { "www-authenticate": 'Basic realm="names"' }).end();
    });
  });
  let endpoint = "";

  beforeAll(async () => {
    writeFileSync(wsdl, wsdlText);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  const run = async (...words: string[]) => ({
    ...(await runCommand(["call", wsdl, ...words])),
    body: bodies.splice(0)[0] ?? "",
  });

  test("a name of the WSDL counts before a method that has it", async () => {
    expect((await run("doIt", "--endpoint", endpoint)).body).toMatch(/<doIt\b/);
    expect((await run("DoIt")).err).toContain("'--part <json>' not specified");
  });

  test("an argument with the name of an option is set by JSON, which help and errors say", async () => {
    const { err } = await run("DoIt", "--part.n", "1");
    expect(err).toContain("required argument 'json' <text> not specified: it has no option, so set it with --json");
    expect(err).toContain("required argument 'format' <int> not specified: it has no option");
    expect((await run("DoIt", "--help")).out).toContain(
      "Arguments without an option, which only JSON sets: json, format.",
    );
  });

  test("--soap-version chooses among services of one version each", async () => {
    expect((await run("both")).err).toContain("Choose one with --service.");
    expect((await run("both", "--soap-version", "1.2", "--endpoint", endpoint)).body).toContain(
      "2003/05/soap-envelope",
    );
  });

  test.each<[string, string, RegExp]>([
    [
      "--part",
      '{"n": x}',
      /takes JSON, or its parts one by one: --part\.part value\. .*"x" is where a value is expected \(line 1, column 7\)/,
    ],
    [
      "--mixed",
      "a<b/>",
      /'--mixed' takes JSON\. Its text is no JSON: "a" is where a value is expected \(line 1, column 1\)/,
    ],
    ["--any", "text", /'--any' takes the XML text of one element\./],
    ["--name", "p:local", /'--name' takes xs:QName.*, as \{namespace\}name\./],
  ])("%s %s is refused with the form that it takes", async (option, text, message) => {
    const { code, err } = await run("DoIt", option, text);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  test("a qualified name has its namespace in braces", async () => {
    const json = join(folder, "arguments.json");
    writeFileSync(json, '{"json":"é","format":1,"part":{},"mixed":{"content":"a<b>c</b>"},"any":"<any>1</any>"}');
    const { err, body } = await run("DoIt", "--json", json, "--name", "{urn:q}local", "--endpoint", endpoint);
    expect(err).toContain("status 401");
    expect(body).toMatch(/xmlns:(\w+)="urn:q"[^>]*>\1:local</);
    expect(body).toContain(">é<");
  });

  test("JSON in another encoding is refused, and no other characters are sent", async () => {
    const json = join(folder, "latin.json");
    const bytes = Buffer.from('{"json":"\u00e9"}', "latin1");
    writeFileSync(json, bytes);
    const { code, err } = await run("DoIt", "--json", json);
    expect([code, err]).toEqual([2, expect.stringMatching(/latin\.json is not UTF-8, the encoding of JSON/)]);
    const parts = async function* (...given: Uint8Array[]) {
      yield* given;
    };
    await expect(inputText(parts(bytes))).rejects.toThrow("standard input is not UTF-8");
    const whole = Buffer.from("{é}");
    expect(await inputText(parts(whole.subarray(0, 2), whole.subarray(2)))).toBe("{é}");
    await expect(inputText(parts(whole.subarray(0, 2)))).rejects.toThrow("not UTF-8");
  });

  test("a sign-in that is missing is advised with the options of the command", async () => {
    const { code, err } = await run("doIt", "--endpoint", endpoint);
    expect(code).toBe(6);
    expect(err).toContain("Send Basic with --username and --password-env");
    expect(err).not.toContain("client.soap");
  });
});

/** Two operations of one name, as services of Axis have them. */
describe("overloads", () => {
  const folder = mkdtempSync(join(tmpdir(), "call-overloads-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  function write(parts: readonly (readonly string[])[]): string {
    const path = join(folder, "overloads.wsdl");
    const each = (text: (names: readonly string[], at: string) => string) =>
      parts.map((names, at) => text(names, at === 0 ? "" : String(at))).join("\n");
    writeFileSync(
      path,
      `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:sums" targetNamespace="urn:sums"
        xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
      ${each((names, at) => `<message name="in${at}">${names.map((name) => `<part name="${name}" type="xs:int"/>`).join("")}</message>`)}
      <message name="none"/>
      <portType name="P">${each((_, at) => `<operation name="add"><input name="addRequest${at}" message="t:in${at}"/><output name="addResponse${at}" message="t:none"/></operation>`)}</portType>
      <binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
      ${each((_, at) => `<operation name="add"><soap:operation soapAction="add${at}"/><input name="addRequest${at}"><soap:body use="literal" namespace="urn:sums"/></input><output name="addResponse${at}"><soap:body use="literal" namespace="urn:sums"/></output></operation>`)}</binding>
      <service name="S"><port name="P" binding="t:B"><soap:address location="http://127.0.0.1:1/"/></port></service></definitions>`,
    );
    return path;
  }

  const run = (wsdl: string, ...words: string[]) => runCommand(["call", wsdl, ...words], { input: "{}" });

  test("JSON chooses the one that has all its members, beside options", async () => {
    const wsdl = write([
      ["a", "b", "c"],
      ["a", "b"],
    ]);
    const call = (input: string, ...words: string[]) => runCommand(["call", wsdl, "add", ...words], { input });
    for (const [input, ...words] of [
      ['{ "a": 1, "b": 2 }', "--json", "-"],
      ['{ "a": 1, "b": 2, "c": 3 }', "--json", "-"],
      ['{ "a": 1, "b": 2 }', "--json", "-", "--c", "3"],
    ] as const)
      expect((await call(input, ...words)).err).toContain("ECONNREFUSED");
    for (const input of ['{ "a": 1, "d": 2 }', '{ "a": 1 }', "[1, 2]", "7"])
      expect((await call(input, "--json", "-")).err).toContain("several operations are called 'add'");
    expect((await call("{", "--json", "-")).err).toContain("holds no JSON");
  });

  test("the list has the name that the command takes for each", async () => {
    const { out } = await run(
      write([
        ["a", "b", "c"],
        ["a", "b"],
      ]),
    );
    expect(out).toMatch(/^add +--a <int> --b <int> --c <int>$/m);
    expect(out).toMatch(/^addRequest1 +--a <int> --b <int>$/m);
  });

  test("the one that fits the arguments is called by their name", async () => {
    const wsdl = write([
      ["a", "b", "c"],
      ["a", "b"],
    ]);
    for (const words of [
      ["--a", "1", "--b", "2"],
      ["--a", "1", "--b", "2", "--c", "3"],
    ]) {
      const { err } = await run(wsdl, "add", ...words);
      // Nobody listens: the call was begun.
      expect(err).toContain("ECONNREFUSED");
    }
    expect((await run(wsdl, "addRequest1", "--a", "1", "--b", "2")).err).toContain("ECONNREFUSED");
  });

  test("arguments that fit none or several are refused with the names", async () => {
    const wsdl = write([
      ["a", "b", "c"],
      ["a", "b"],
    ]);
    const names = "several operations are called 'add': add --a --b --c; addRequest1 --a --b. Give the arguments";
    for (const words of [["--a", "1"], ["--d", "1"], [], ["--json", "-"]]) {
      const { code, err } = await run(wsdl, "add", ...words);
      expect([code, err]).toEqual([2, expect.stringContaining(names)]);
    }
    const same = write([["a"], ["a"]]);
    expect((await run(same, "add", "--a", "1")).err).toContain("several operations are called 'add'");
  });
});
