import { execFileSync } from "node:child_process";
import { join } from "node:path";

const root = join(__dirname, "../..");

/** What a process of its own prints; jest has a module registry of its own. */
function run(program: string): string {
  const script = `require("ts-node/register/transpile-only");
    const { loadWithout } = require("./src/transport/load-without"); ${program}`;
  return execFileSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" }).trim();
}

test("the loaded module gets what stands in, everybody else the real one", () => {
  const program = `const path = require.resolve("undici/lib/dispatcher/client-h2.js");
    const client = loadWithout(() => ({ [path]: () => "stand-in" }), () => require("undici/lib/dispatcher/client.js"));
    console.log(typeof client, require(path).name, require("undici").Client === client)`;
  expect(run(program)).toBe("function connectH2 true");
});

test("a module that is there already stays", () => {
  const program = `const path = require.resolve("undici/lib/dispatcher/client-h2.js"); const real = require(path);
    loadWithout(() => ({ [path]: () => "stand-in" }), () => require(path) === real && console.log("real"));
    console.log(require(path) === real)`;
  expect(run(program)).toBe("real\ntrue");
});

test("without files to be found everything is loaded", () => {
  const program = `console.log(loadWithout(() => { throw new Error("Cannot find module"); }, () => "loaded"))`;
  expect(run(program)).toBe("loaded");
});

test("undici's own HTTP/2 works in a process that has loaded ours", () => {
  const program = `const { UndiciClient } = require("./src/transport/undici-client"); const { Client } = require("undici");
    const { readFileSync } = require("node:fs"); const file = (name) => readFileSync("tests/transport/certificates/" + name);
    const server = require("node:http2").createSecureServer({ key: file("server.key"), cert: file("server.crt") },
      (request, response) => response.end(request.httpVersion)).listen(0, "127.0.0.1", async () => {
      const client = new Client("https://127.0.0.1:" + server.address().port,
        { allowH2: true, connect: { rejectUnauthorized: false } });
      const { body } = await client.request({ path: "/", method: "GET" });
      console.log(Client === UndiciClient, await body.text());
      process.exit();
    });`;
  expect(run(program)).toBe("true 2.0");
});
