/** The output of `diff` in `docs/growing.md` is current, and the generator accepts the page's row. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diff } from "soapwright/internal";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { readVersionTable } from "../../codegen/versions/read-table";
import { before, changes } from "../growth/changes";

const page = readFileSync("docs/growing.md", "utf8");
const shown = new Map(
  [...page.matchAll(/<!-- diff: (\w+) -->\n```text\n([\s\S]*?)```/g)].map(([, name, text]) => [name!, text!]),
);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "growing-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each(Object.entries(changes))("%s", async (name, after) => {
  const [old, now] = ["old.wsdl", "new.wsdl"].map((file) => join(folder, file));
  writeFileSync(old!, before());
  writeFileSync(now!, after());
  const streams = new RecordedStreams();
  await diff(old!, now!, {}, streams);
  expect(shown.get(name)).toBe(streams.output);
});

test("every change on the page is one that is tried here", () => {
  expect([...shown.keys()].sort()).toEqual(Object.keys(changes).sort());
});

test("the row of the page is right", () => {
  const row = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  const path = join(folder, "versions.json");
  writeFileSync(path, `{ "service": "EmployeeService", "versions": [${row}] }`);
  writeFileSync(join(folder, "employee-service.v4.wsdl"), "");
  const { table, found } = readVersionTable(path, "versions.json");
  expect(found.all).toEqual([]);
  expect(table?.rows[0]).toMatchObject({ className: { text: "EmployeeServiceV4" }, date: "2027-01-01" });
});

test("the page and the schema know the same properties", () => {
  const { definitions } = JSON.parse(readFileSync("wsdl/versions.schema.json", "utf8")) as {
    definitions: Record<string, { properties: object }>;
  };
  for (const name of Object.keys(definitions.version!.properties)) expect(page).toContain(`| \`${name}\` |`);
  for (const name of Object.keys(definitions.child!.properties)) expect(page).toContain(`\`${name}\``);
});
