/** The first task of each kind of reader, from a page, in an empty folder, with a time limit: `make first-tasks`. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ordersWsdl } from "soapwright-testing/commands/orders-wsdl";
import { packAll } from "../../scripts/workspaces";
import { type Step, stepsOf } from "./page";
import { Person } from "./person";

const fiveMinutes = 300_000;
const root = resolve(".");
let archives: string;
/** The packed files that `npm install` gets in place of the package's name. */
let packed: readonly string[];
let person: Person;

beforeAll(() => {
  archives = mkdtempSync(join(tmpdir(), "first-tasks-packed-"));
  packed = packAll(".", archives).map(({ file }) => file);
}, 120_000);
afterAll(() => rmSync(archives, { recursive: true, force: true }));
beforeEach(async () => {
  person = await Person.arrive();
});
afterEach(() => person.leaves());

/**
 * Returns the steps of a page. The package comes from the packed files, because a registry has an older one or none.
 */
function steps(page: string, ...headings: readonly string[]): Step[] {
  return stepsOf(page, headings).map((step) =>
    step.kind === "run"
      ? {
          ...step,
          text: step.text.replace(
            /^(npm install) (?:employee-service-client|soapwright[\w -]*)$/m,
            `$1 ${packed.join(" ")}`,
          ),
        }
      : step,
  );
}

/** Carries out all steps, and returns what the last one printed. */
async function follow(steps: readonly Step[]): Promise<string> {
  let last = "";
  for (const step of steps) {
    last = await person.does(step);
    if (step.kind === "run" && step.printed !== undefined) expect(last).toBe(step.printed);
  }
  return last;
}

function expectInTime(who: string, page: string): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const steps = person.times.map(({ command, ms }) => `  ${seconds(ms).padStart(8)}  ${command}\n`);
  process.stdout.write(`${who}: ${page} in ${seconds(person.elapsedMs)}\n${steps.join("")}`);
  expect(person.elapsedMs).toBeGreaterThan(0);
  expect(person.elapsedMs).toBeLessThan(fiveMinutes);
}

test(
  "a visitor of npm calls the sandbox from README.md",
  async () => {
    const all = steps("README.md", "Start");
    expect(all.filter((step) => step.kind === "run" && step.printed !== undefined)).toHaveLength(1);
    await follow(all);
    expectInTime("visitor", "README.md");
  },
  2 * fiveMinutes,
);

test(
  "a service developer calls the service from TypeScript, from docs/start.md",
  async () => {
    const page = "docs/start.md";
    const all = steps(
      page,
      "1. Install",
      "2. Start the sandbox",
      "3. Call it from the command line",
      "4. Call it from TypeScript",
    );
    expect(await follow(all)).toMatch(/^HomeAddress .+ .+\n\w+Address .+ .+\n$/m);
    expectInTime("service developer", page);
  },
  2 * fiveMinutes,
);

test(
  "a tester has a test that passes against the sandbox, from docs/testing.md",
  async () => {
    const page = "docs/testing.md";
    await follow(steps(page, "Your first test"));
    expectInTime("tester", page);
    // The test depends on the injected error: without it the client makes one attempt.
    const file = join(person.folder, "addresses.test.ts");
    writeFileSync(file, readFileSync(file, "utf8").replace(/^ {2}sandbox\.inject.*\n/m, ""));
    expect(() => person.runs("npx jest")).toThrow("1 failed, 2 passed");
  },
  2 * fiveMinutes,
);

test(
  "an operator reads the service from a terminal and examines it, from docs/command.md",
  async () => {
    const page = "docs/command.md";
    const all = steps(page, "First call");
    await follow(all.slice(0, -2));
    const results = await person.does(all.at(-2)!);
    expect(results.split(/\r?\n/).filter((line) => /^\d+,.*,(Home|Post)Address$/.test(line))).toHaveLength(2);
    const diagnosis = await person.does(all.at(-1)!);
    expect(diagnosis.match(/^ {2}ok +contract /gm)).toHaveLength(2);
    expect(diagnosis).not.toMatch(/^ {2}(error|warning)/m);
    expectInTime("operator", page);
  },
  2 * fiveMinutes,
);

/** The reader of the pages for any WSDL has one, `orders.wsdl`. */
function bringWsdl(): void {
  copyFileSync("tests/migrating/orders.wsdl", join(person.folder, "orders.wsdl"));
}

test(
  "an explorer of a WSDL has an answer without generated code, from docs/explore.md",
  async () => {
    const page = "docs/explore.md";
    bringWsdl();
    // `npx soapwright` fetches the package. Its tarball comes from the packed files.
    await person.does({ kind: "run", text: `npm install ${packed.join(" ")}`, printed: undefined });
    const installedMs = person.elapsedMs;
    const [mock, call, script, ...run] = steps(page, "Try it without the service", "In a script");
    expect(mock?.kind).toBe("keep");
    await person.does(mock!);
    expect(await person.does(call!)).toMatch(/^ *Number +Total +Placed +Status$/m);
    expect(person.elapsedMs - installedMs).toBeLessThan(60_000);
    const [shown] = steps(page, "Call");
    const table = await person.does({
      ...shown!,
      // The service of the page is the mock.
      text: shown!.text.replace("https://service.example/", "http://127.0.0.1:8080/"),
    });
    expect(table).toMatch(/^FindOrders +--customer-id <int> \[--since <date>\]$/m);
    expect(table).toContain("Usage: soapwright call orders.wsdl FindOrders [options]");
    expect(table).toMatch(/^ *\d+ +-?[\d.]+ +\d{4}-\d\d-\d\d\S* +(?:Open|Shipped)$/m);
    await person.does(script!);
    expect(await follow(run)).toMatch(/Status: '(?:Open|Shipped)'/);
    await follow(steps(page, "In another tool"));
    expect(readFileSync(join(person.folder, "requests/OrderPort/FindOrders.bru"), "utf8")).toContain("{{endpoint}}");
    expectInTime("explorer", page);
  },
  2 * fiveMinutes,
);

test(
  "a front end's developer has values as JSON, from docs/json.md",
  async () => {
    const page = "docs/json.md";
    bringWsdl();
    const printed = await follow(steps(page, "Write and read"));
    expect(printed).toContain('{"Number":"9007199254740993","Total":"12.50","Placed":"2026-11-28","Status":"Open"}');
    expect(printed).toContain("Number: 9007199254740993n");
    expect(printed).toContain("{ value: { CustomerId: 7 } }");
    const schema = JSON.parse(await follow(steps(page, "Schemas")));
    expect(Object.keys(schema.$defs)).toEqual(expect.arrayContaining(["FindOrders.args", "FindOrders.result"]));
    expectInTime("front end's developer", page);
  },
  2 * fiveMinutes,
);

test(
  "a user of an assistant has tools without a credential, from docs/assistants.md",
  async () => {
    const page = "docs/assistants.md";
    const [install, settings, ...run] = steps(page, "Try it without a credential");
    // The packed files take the place of our packages.
    const text = install!.text.replace("employee-service-client soapwright-gateway", packed.join(" "));
    await person.does({ ...install!, text });
    expect(JSON.parse(settings!.text).mcpServers.employees.args).toEqual(["employee-service", "mcp", "--sandbox"]);
    await follow(run);
    expectInTime("user of an assistant", page);
  },
  2 * fiveMinutes,
);

test(
  "a front end's developer gets JSON of a SOAP service, from docs/rest.md",
  async () => {
    const page = "docs/rest.md";
    writeFileSync(join(person.folder, "orders.wsdl"), ordersWsdl());
    expect(JSON.parse(await follow(steps(page, "Serve it")))).toEqual(
      expect.arrayContaining([expect.objectContaining({ Id: expect.stringMatching(/^\d+$/) })]),
    );
    expectInTime("front end's developer", page);
  },
  2 * fiveMinutes,
);

test(
  "a maintainer takes in a changed WSDL, from CONTRIBUTING.md",
  async () => {
    const page = "CONTRIBUTING.md";
    const [clone, install, line, regenerate, ...rest] = steps(page, "Your first change");
    expect(rest).toEqual([]);
    if (clone?.kind !== "read" || install?.kind !== "run" || line?.kind !== "read" || regenerate?.kind !== "run")
      throw new Error(`${page} has other steps than this test follows.`);
    await person.does({ kind: "run", text: clone.text.replace("ADDRESS", root), printed: undefined });
    await person.does(install);
    const wsdl = join(person.folder, "wsdl/employee-service.v3.wsdl");
    const before = readFileSync(wsdl, "utf8");
    writeFileSync(
      wsdl,
      before.replace(/^.*"WorkAddress".*\n/m, (found) => found + line.text),
    );
    expect(readFileSync(wsdl, "utf8")).not.toBe(before);
    const printed = await person.does(regenerate);
    expect(printed).toContain('AddressType: value "EmergencyAddress" added, compatible');
    expect(printed).toMatch(/^ generated\/v3\/types\.ts /m);
    expectInTime("maintainer", page);
  },
  2 * fiveMinutes,
);
