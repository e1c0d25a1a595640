/** The one stand-in in the module cache: node-soap's HTTP half, for as long as its client is loaded. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const root = join(__dirname, "../..");

/** What a process of its own prints; jest has a module registry of its own. */
function run(program: string): string {
  const script = `require("ts-node/register/transpile-only"); const http = require.resolve("soap/lib/http");
    const ours = () => require("./src/soap/node-soap-client").Client; ${program}`;
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

test("the stand-in fetches the real half when node-soap asks for it", () => {
  const program = `const Client = ours(); const client = new Client({ options: {}, definitions: { services: {} } }, "http://127.0.0.1");
    console.log(client.httpClient instanceof require("soap").HttpClient)`;
  expect(run(program)).toBe("true");
});
