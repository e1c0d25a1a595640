import { execFileSync } from "node:child_process";
import { join } from "node:path";

const root = join(__dirname, "../..");

/** What a process of its own prints; jest has a module registry of its own. */
function run(program: string): string {
  const script = `require("ts-node/register/transpile-only"); require("./src/soap/engine"); ${program}`;
  return execFileSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" }).trim();
}

test("importing the engine does not load axios", () => {
  const program = "console.log(Object.keys(require.cache).filter((path) => path.includes('axios')).length)";
  expect(run(program)).toBe("0");
});

test("node-soap used beside it has its own HTTP client", () => {
  const program = `const soap = require("soap"); const { HttpClient } = require("soap/lib/http");
    soap.createClientAsync("wsdl/employee-service.v3.wsdl").then(({ httpClient }) =>
      console.log(soap.HttpClient === HttpClient && httpClient instanceof HttpClient));`;
  expect(run(program)).toBe("true");
});
