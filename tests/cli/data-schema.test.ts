/** The JSON schema of data files, judged by ajv, and the example that starts one. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv";
import { dataSchema } from "../../src/cli/data-schema";
import { run } from "../../src/cli/run";
import employees from "../../src/sandbox/employees.json";
import { startSandbox } from "../../src/sandbox/index";

const folder = mkdtempSync(join(tmpdir(), "data-schema-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function command(...args: string[]) {
  const printed = { out: "", err: "" };
  const exitCode = await run(args, {
    environment: {},
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    stopped: async () => undefined,
  });
  return { exitCode, ...printed };
}

const isValid = new Ajv({ strict: true, allowUnionTypes: true }).compile(dataSchema());

test("the sandbox's own employees are valid", () => {
  expect([isValid(employees), isValid.errors]).toEqual([true, null]);
});

/** Returns the data with its first employee with cost centers changed. */
function changed(change: (employee: (typeof employees.employees)[number]) => object): unknown {
  const employee = employees.employees.find(({ id }) => id === 1003)!;
  return { employees: [change(structuredClone(employee))] };
}
const record = (change: object) =>
  changed((employee) => ({ ...employee, costCenters: [{ ...employee.costCenters[0], ...change }] }));
const address = (change: object) =>
  changed((employee) => ({
    ...employee,
    addresses: [{ address: { ...employee.addresses[0]!.address, ...change } }],
  }));

describe("what the sandbox refuses the schema refuses, and the other way round", () => {
  test.each([
    ["no employees", {}, false],
    ["an id that is text", changed((employee) => ({ ...employee, id: "1" })), false],
    ["no cost centers", changed(({ id, addresses }) => ({ id, addresses })), false],
    ["no list of cost centers", changed((employee) => ({ ...employee, costCenters: null })), true],
    ["a cost center without Id", record({ Id: undefined }), false],
    ["an Id that is too large", record({ Id: 2147483648 }), false],
    ["an unknown property", record({ Colour: "red" }), false],
    ["a Percentage that is a number", record({ Percentage: 12.5 }), true],
    ["a Default that is text", record({ Default: "yes" }), false],
    ["a cost center whose Id is nil", record({ CostCenter: { Code: "A", Id: null } }), true],
    ["an address without Type", address({ Type: undefined }), false],
    ["an address of another Type", address({ Type: "Somewhere" }), true],
    ["a City that is a number", address({ City: 5 }), false],
    [
      "a period that is no number",
      changed((employee) => ({ ...employee, addresses: [{ from: { Year: 2026 }, address: {} }] })),
      false,
    ],
  ])("%s", async (_what, data, wanted) => {
    const content: unknown = JSON.parse(JSON.stringify(data));
    expect(isValid(content)).toBe(wanted);
    const file = join(folder, "data.json");
    writeFileSync(file, JSON.stringify(content, undefined, 1));
    const started = startSandbox({ data: file }).then(
      async (sandbox) => {
        await sandbox.close();
        return true;
      },
      (error: Error) => error.message,
    );
    expect(await started).toEqual(wanted || expect.stringMatching(/data\.json:\d+: employees/));
  });
});

test("results of an operation that there is not are refused with path and line", async () => {
  const file = join(folder, "results.json");
  writeFileSync(file, '{ "employees": [],\n "results": {\n "Order_Get": 1 } }');
  const { exitCode, err } = await command("sandbox", "--data", file);
  expect(exitCode).toBe(2);
  expect(err).toBe(`error: --data is wrong: ${file}:3: results.Order_Get is not an operation of the service.\n`);
});

describe("--write-data", () => {
  test("writes an example that the sandbox takes, with the schema for the editor", async () => {
    const file = join(folder, "example.json");
    expect(await command("sandbox", "--write-data", file)).toEqual({
      exitCode: 0,
      out: "",
      err: `Wrote ${file}. Edit it, and start the sandbox with: employee-service sandbox --data ${file}\n`,
    });
    const content: unknown = JSON.parse(readFileSync(file, "utf8"));
    expect([isValid(content), isValid.errors]).toEqual([true, null]);
    const sandbox = await startSandbox({ data: file });
    await sandbox.close();
  });

  test("replaces no file", async () => {
    const file = join(folder, "mine.json");
    writeFileSync(file, "mine");
    const { exitCode, err } = await command("sandbox", "--write-data", file);
    expect([exitCode, err]).toEqual([2, expect.stringContaining("exists. Choose another name.")]);
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  test("a folder that there is not is wrong usage", async () => {
    const { exitCode, err } = await command("sandbox", "--write-data", join(folder, "none", "a.json"));
    expect([exitCode, err]).toEqual([2, expect.stringMatching(/^error: --write-data cannot write .*ENOENT.*\.\n$/)]);
  });
});

test("the package has the schema that the command prints", async () => {
  if (!existsSync("dist/sandbox-data.schema.json")) throw new Error("dist/ is absent: run `make build` first");
  const { out } = await command("sandbox", "--data-schema");
  expect(JSON.parse(out)).toEqual(dataSchema());
  expect(readFileSync("dist/sandbox-data.schema.json", "utf8")).toBe(out);
});
