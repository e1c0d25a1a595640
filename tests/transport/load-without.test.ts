/** Substitutes in the module cache: for what node-soap and undici load and we never use, as long as their clients are loaded. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const root = join(__dirname, "../..");

/** What a process of its own prints; jest has a module registry of its own. */
function run(program: string): string {
  const script = `require("ts-node/register"); const http = require.resolve("soap/lib/http");
    const ours = () => require("./src/soap/node-soap-client").Client;
    const undicis = () => require("./src/transport/undici-client").UndiciClient; ${program}`;
  return execFileSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" }).trim();
}

const loaded = (name: string) => `Object.keys(require.cache).some((path) => path.includes("node_modules/${name}/"))`;

test("node-soap's client is loaded without axios", () => {
  expect(run(`console.log(typeof ours(), ${loaded("axios")})`)).toBe("function false");
});

test("nothing of it is left in the module cache", () => {
  expect(run(`ours(); console.log(http in require.cache, typeof require("soap").HttpClient)`)).toBe("false function");
});

test("the rest of the process gets the same client, and its own HTTP half", () => {
  const program = `const soap = (ours(), require("soap")); console.log(soap.Client === ours(), ${loaded("axios")})`;
  expect(run(program)).toBe("true true");
});

test("a process that has loaded node-soap keeps what it has", () => {
  const program = `const soap = require("soap"); const before = require.cache[http];
    console.log(soap.Client === ours(), require.cache[http] === before)`;
  expect(run(program)).toBe("true true");
});

test("the substitute fetches the real half when node-soap asks for it", () => {
  const program = `const Client = ours(); const client = new Client({ options: {}, definitions: { services: {} } }, "http://127.0.0.1");
    console.log(client.httpClient instanceof require("soap").HttpClient)`;
  expect(run(program)).toBe("true");
});

test("the package debug comes when node-soap has something to say, and says it", () => {
  const program = `ours(); const before = ${loaded("debug")};
    const { Client } = require("soap/lib/client");
    require("node:module").createRequire(require.resolve("soap"))("debug").enable("node-soap");
    const said = []; process.stderr.write = (text) => said.push(text) > 0;
    const client = new Client({ options: {}, xmlToObject() { throw new Error("no XML"); }, definitions: { services: {} } }, "http://127.0.0.1", {
      httpClient: { request: (url, body, callback) => callback(null, { status: 200, headers: {} }, "<a/>") } });
    client.wsdl.objectToDocumentXML = () => ""; client.wsdl.xmlnsInEnvelope = "";
    client.wsdl.definitions.xmlns = {}; client.wsdl.options = { attributesKey: "attributes" };
    client._invoke({ $name: "Op", style: "document", soapAction: "x", input: { $name: "Op" }, output: { $name: "Out" } }, {}, "http://127.0.0.1", () => {
      console.log(before, said.length, /node-soap/.test(said[0]));
    });`;
  expect(run(program)).toBe("false 1 true");
});

test("undici's client is loaded without HTTP/2 and Node's TLS", () => {
  const native = (name: string) => `process.moduleLoadList.includes("NativeModule ${name}")`;
  expect(run(`console.log(typeof undicis(), ${native("http2")}, ${native("tls")})`)).toBe("function false false");
});

test("the rest of the process gets the same client of undici, which can do HTTP/2", () => {
  const program = `const undici = (undicis(), require("undici")); const h2 = require("node:http2").createServer();
    h2.on("stream", (stream) => stream.respond({ ":status": 200 }, { endStream: true }));
    h2.listen(0, "127.0.0.1", async () => {
      const client = new undici.Client("http://127.0.0.1:" + h2.address().port, { useH2c: true });
      const { statusCode } = await client.request({ method: "GET", path: "/" });
      console.log(undici.Client === undicis(), statusCode);
      client.destroy(); h2.close();
    });`;
  expect(run(program)).toBe("true 200");
});

test("a process that has loaded undici keeps what it has", () => {
  const program = `const undici = require("undici"); const h2 = require.resolve("undici/lib/dispatcher/client-h2.js");
    const before = require.cache[h2]; console.log(undici.Client === undicis(), require.cache[h2] === before)`;
  expect(run(program)).toBe("true true");
});
