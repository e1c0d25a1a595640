import { execFileSync } from "node:child_process";
import { join } from "node:path";

const root = join(__dirname, "../..");

/** What a process of its own prints after loading the engine; jest has a module registry of its own. */
function run(program: string): string {
  const script = `require("ts-node/register/transpile-only"); require("./src/soap/engine"); ${program}`;
  return execFileSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" }).trim();
}

test("importing the engine loads two files of node-soap and nothing of its dependencies", () => {
  const program = `console.log(Object.keys(require.cache).map((path) => path.split("node_modules/").at(-1))
    .filter((path) => /^(soap|axios|debug|sax|xml-crypto|formidable|whatwg-mimetype)\\//.test(path)).join(" "))`;
  expect(run(program)).toBe("soap/lib/client.js soap/lib/utils.js");
});

test("node-soap used beside it has its own HTTP client", () => {
  const program = `const soap = require("soap"); const { HttpClient } = require("soap/lib/http");
    soap.createClientAsync("wsdl/employee-service.v3.wsdl").then(({ httpClient }) =>
      console.log(soap.HttpClient === HttpClient && httpClient instanceof HttpClient));`;
  expect(run(program)).toBe("true");
});

test("the package debug stays what it is for everybody else", () => {
  expect(run(`const debug = require("debug"); console.log(typeof debug.enable, debug("x").namespace)`)).toBe(
    "function x",
  );
});
