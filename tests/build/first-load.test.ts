/** A failed load leaves no partial state behind: the process may have run out of file descriptors for a moment. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { sampleOf } from "soapwright-testing/stage/slow";
import { startSandbox } from "../../src/sandbox/start-sandbox";

beforeAll(() => {
  if (!existsSync("dist/index.js")) throw new Error("dist/ is absent: run `make build` first");
});

/** Loads the package twice, the first time with `name` failing to load, and makes a call. Prints both outcomes. */
const program = (name: string, url: string): string => `
  const Module = require("node:module");
  const load = Module._load;
  let failures = 0;
  Module._load = function (request, ...rest) {
    if (failures === 0 && request === ${JSON.stringify(name)} && ++failures) throw new Error("EMFILE");
    return Reflect.apply(load, this, [request, ...rest]);
  };
  let first;
  try { require("./dist/index.js") } catch (error) { first = error.message }
  const { createEmployeeServiceV3 } = require("./dist/index.js");
  (async () => {
    const client = createEmployeeServiceV3({ baseUrl: "${url}", domain: "sandbox" });
    const addresses = await client.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 });
    await client.close();
    const own = require.cache[require.resolve("soap/lib/http")] === undefined;
    const http = typeof require("soap").HttpClient.prototype.request;
    console.log(JSON.stringify([failures, first, addresses.length, own, http]));
  })();`;

const modules = [
  "soap/lib/client",
  "./utils",
  "undici/lib/core/connect.js",
  "undici/lib/dispatcher/client.js",
  "./client-h1.js",
  "../llhttp/constants.js",
];

test.each(sampleOf(modules, modules.length))(
  "the next load is a whole one after %s could not be loaded",
  async (name) => {
    const sandbox = await startSandbox();
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ["-e", program(name, sandbox.url)]);
      expect(JSON.parse(stdout)).toEqual([1, "EMFILE", 2, true, "function"]);
    } finally {
      await sandbox.close();
    }
  },
);
