/** The one substitute in the module cache: node-soap's HTTP client. In child processes: jest has its own registry. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { slowTest } from "soapwright-testing/stage/slow";

/** Returns the output of a child process. */
function run(program: string): string {
  const script = `require("soapwright-testing/register"); const http = require.resolve("soap/lib/http");
    const ours = () => require("./src/soap/node-soap-client").Client; ${program}`;
  const args = ["-C", "soapwright-source", "-e", script];
  return execFileSync(process.execPath, args, { cwd: join(__dirname, "../.."), encoding: "utf8" }).trim();
}

const loaded = (name: string) => `Object.keys(require.cache).some((path) => path.includes("node_modules/${name}/"))`;

test("node-soap's client is loaded without axios", () => {
  expect(run(`console.log(typeof ours(), ${loaded("axios")})`)).toBe("function false");
});

slowTest("nothing of it is left in the module cache", () => {
  expect(run(`ours(); console.log(http in require.cache, typeof require("soap").HttpClient)`)).toBe("false function");
});

slowTest("the rest of the process gets the same client, and its own HTTP half", () => {
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
