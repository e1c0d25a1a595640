/** `call`: every operation of every version in the table, against the sandbox. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { versions } from "../../generated/versions";
import { run } from "../../src/cli/run";
import { type Sandbox, startSandbox } from "../../src/sandbox/index";
import { everyOperation, madeArguments } from "../sandbox/every-operation";

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  folder = mkdtempSync(join(tmpdir(), "call-"));
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

function environment(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { variables, header } of versions) {
    found[variables.baseUrl!] = sandbox.url;
    for (const { option, sandbox: value } of header?.children ?? []) {
      const variable = variables[option];
      if (variable !== undefined) found[variable] = value;
    }
  }
  return found;
}

async function command(words: readonly string[], input = "") {
  const printed = { out: "", err: "" };
  const exitCode = await run(words, {
    environment: environment(),
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    input: async () => input,
    stopped: async () => undefined,
  });
  return { exitCode, ...printed };
}

const address = ["--employee-id", "1003", "--period", "11", "--year", "2026"];

test("calls an operation by its name, and by its method", async () => {
  const byName = await command(["call", "Address_GetList", ...address, "--interface", "v3"]);
  expect(byName).toMatchObject({ exitCode: 0, err: "" });
  expect(byName.out).toMatch(/^ *Id +Default +Street/);
  expect(byName.out.trimEnd().split("\n")).toHaveLength(4);
  expect((await command(["call", "--interface", "v3", "addressGetList", ...address])).out).toBe(byName.out);
});

test("--json prints JSON, --json-args takes a file or standard input", async () => {
  const args = JSON.stringify({ EmployeeId: 1003, Period: 11, Year: 2026 });
  const file = join(folder, "args.json");
  writeFileSync(file, args);
  const wanted = await command(["call", "Address_GetList", "--interface", "v3", "--json", ...address]);
  expect(JSON.parse(wanted.out)).toHaveLength(2);
  for (const source of [file, "-"]) {
    const words = ["call", "Address_GetList", "--interface", "v3", "--json-args", source, "--json"];
    expect(await command(words, args)).toEqual(wanted);
  }
});

test("--help of an operation has its arguments with the WSDL's words", async () => {
  const { exitCode, out } = await command(["call", "CostCenter_GetCurrent", "--interface", "v2.1", "--help"]);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^Usage: employee-service call CostCenter_GetCurrent/);
  expect(out).toMatch(/--employee-id <int> +.*Required\./);
});

test("call --help lists every operation of every version", async () => {
  const { exitCode, out } = await command(["call", "--help"]);
  expect(exitCode).toBe(0);
  for (const { name, service } of versions) {
    const section = out.slice(out.indexOf(`Operations of ${name}:`));
    for (const operation of service.operations) expect(section).toContain(`  ${operation.name}`);
  }
});

test("every operation is called, and has help", async () => {
  for (const { name, version, operation } of everyOperation) {
    const words = ["call", operation.method, "--interface", version.name];
    const known = {
      CostCenter_GetCurrent: { EmployeeId: 1003 },
      Address_GetList: { EmployeeId: 1003, Period: 11, Year: 2026 },
    };
    const args: unknown = Reflect.get(known, operation.name) ?? madeArguments(operation, "1");
    const called = await command([...words, "--json", "--json-args", "-"], json(args));
    expect({ name, ...called }).toMatchObject({ name, exitCode: 0, err: "" });
    expect(called.out.endsWith("\n")).toBe(true);
    expect((await command([...words, "--help"])).exitCode).toBe(0);
  }
}, 300_000);

function json(value: unknown): string {
  return JSON.stringify(value, function (this: unknown, key, item: unknown) {
    const own: unknown = Reflect.get(this as object, key);
    if (own instanceof Uint8Array) return Buffer.from(own).toString("base64");
    return typeof item === "bigint" ? String(item) : item;
  });
}

describe("wrong usage is one line and exit code 2", () => {
  const v3 = ["--interface", "v3"];
  test.each([
    ["an operation that is not there", ["call", "Adress_List"], /unknown operation 'Adress_List'.*'call --help' lists/],
    ["a part of a name", ["call", "addressgetlis"], /Did you mean .*Address_GetList/],
    [
      "an interface that is not there",
      ["call", "Address_GetList", "--interface", "v9"],
      /no version 'v9'. There is v2\.1, v3/,
    ],
    [
      "an operation of another version",
      ["call", "Address_GetList", "--interface", "v2.1"],
      /v2\.1 has no operation 'Address_GetList'. There is addressGetList of v3/,
    ],
    [
      "an argument that is missing",
      ["call", "Address_GetList", ...v3, "--year", "2026"],
      /required option '--employee-id <int>' not specified/,
    ],
    [
      "an argument that is not there",
      ["call", "Address_GetList", ...v3, "--day", "1"],
      /unknown option '--day'. There is --employee-id, --period, --year/,
    ],
    ["a value of another type", ["call", "Address_GetList", ...v3, "--year", "now"], /option '--year' takes xs:int/],
    [
      "a file that is not there",
      ["call", "Address_GetList", ...v3, "--json-args", "no.json"],
      /--json-args cannot read no\.json/,
    ],
    ["a file that is no JSON", ["call", "Address_GetList", ...v3, "--json-args", "-"], /standard input holds no JSON/],
    ["a credential", ["call", "Address_GetList", ...v3, "--domain", "x"], /unknown option '--domain'/],
  ])("%s", async (_what, words, message) => {
    const { exitCode, out, err } = await command(words);
    expect([exitCode, out]).toEqual([2, ""]);
    expect(err).toMatch(message);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });
});

test("an operation that several versions have is refused with the list", async () => {
  const counts = new Map<string, string[]>();
  for (const { operation, version } of everyOperation)
    counts.set(operation.name, [...(counts.get(operation.name) ?? []), version.name]);
  for (const [name, found] of counts) {
    const { exitCode, err } = await command(["call", name, "--json-args", "-"], "{");
    expect(exitCode).toBe(2);
    if (found.length === 1) expect(err).toContain("holds no JSON");
    else expect(err).toMatch(new RegExp(`several operations are called '${name}': .*${found.join(".*")}.*--interface`));
  }
});
