import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Terminal } from "soapwright-cli";
import { isConfigurationError, isFaultError } from "soapwright-runtime/errors";
import type { ServiceSandbox } from "soapwright-sandbox";
import { run } from "./command";
import { createLibraryV1, createLibraryV2, optionsFromEnvironment } from "./generated/main";
import { startLibrary } from "./sandbox";

let sandbox: ServiceSandbox;
let environment: { [name: string]: string };
beforeAll(async () => {
  sandbox = await startLibrary();
  environment = {
    LIBRARY_BASE_URL: sandbox.url,
    LIBRARY_USER: "sandbox-user",
    LIBRARY_PASSWORD: "sandbox-password",
    LIBRARY_API_KEY: "sandbox-api-key",
  };
});
afterAll(() => sandbox.close());

test("each version is called with its own credentials", async () => {
  const v1 = createLibraryV1({ baseUrl: sandbox.url, user: "sandbox-user", password: "sandbox-password" });
  const v2 = createLibraryV2(optionsFromEnvironment("v2", environment));
  expect(await v1.loanGetCurrent({ MemberId: 7 })).toEqual([{ Title: "Notes on the engine", Due: "2026-12-01" }]);
  expect(await v2.memberGet({ MemberId: 7 })).toEqual({ Id: 7, Name: "Ada" });
  await v1.close();
  await v2.close();
});

test("errors say what is wrong, and never a secret", async () => {
  const v2 = createLibraryV2({ baseUrl: sandbox.url, apiKey: "wrong-key" });
  const refused = await v2.memberGet({ MemberId: 7 }).catch((error: unknown) => error);
  expect(isFaultError(refused) && refused.fault.reason).toBe("Not authorized");
  expect(String(refused)).not.toContain("wrong-key");
  await v2.close();
  const right = createLibraryV2({ baseUrl: sandbox.url, apiKey: "sandbox-api-key" });
  const absent = await right.memberGet({ MemberId: 9 }).catch((error: unknown) => error);
  expect(isFaultError(absent) && absent.kind).toBe("not-found");
  await right.close();
  const missing = createLibraryV1({ baseUrl: sandbox.url, user: "sandbox-user" }).loanGetCurrent({ MemberId: 7 });
  expect(isConfigurationError(await missing.catch((error: unknown) => error))).toBe(true);
});

test("the command calls an operation of either version", async () => {
  let out = "";
  let err = "";
  const terminal: Terminal = {
    args: [],
    environment,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    stopped: () => new Promise(() => {}),
  };
  expect(await run(["call", "Member_Get", "--member-id", "8", "--json"], terminal)).toBe(0);
  expect(JSON.parse(out)).toEqual({ Id: 8, Name: "Grace" });
  expect(await run(["call", "Member_Get", "--member-id", "9"], terminal)).toBe(5);
  expect(err).toContain("No such member");
});

test("the command runs the sandbox that its product starts", async () => {
  let out = "";
  const terminal: Terminal = {
    args: [],
    environment: {},
    out: (text) => {
      out += text;
    },
    err: (text) => {
      out += text;
    },
    stopped: async () => {},
  };
  expect(await run(["sandbox", "--port", "0"], terminal)).toBe(0);
  expect(out).toMatch(/^http:\/\/\S+\nSandbox of the library service\./);
  expect(out).toContain("export LIBRARY_API_KEY=sandbox-api-key");
});

test("the page of the entry points names both versions and their variables", () => {
  const page = readFileSync(join(__dirname, "generated/README.md"), "utf8");
  expect(page).toContain("`createLibraryV1`");
  expect(page).toContain("`LIBRARY_API_KEY`");
});
