/** Results that are too long for an assistant: parts of the list inside of a record, and what is cut. */
import type { Assistant } from "./assistant";
import { errorOf, startAssistant } from "./assistant";
import { MANY, sequence, shopWsdl, text } from "./shop-wsdl";

const total = '<xs:element name="total" type="xs:int"/>';
const fields = Array.from({ length: 40 }, (_, at) => `Field${at}`);
const wsdl = shopWsdl([
  { name: "report", response: sequence(total, text("row", MANY)) },
  {
    name: "deep",
    request: sequence(text("next", 'minOccurs="0"')),
    response: sequence(
      `<xs:element name="found" minOccurs="0"><xs:complexType>${sequence(
        total,
        `<xs:element name="rows"><xs:complexType>${sequence(text("row", MANY))}</xs:complexType></xs:element>`,
        text("warning", MANY),
      )}</xs:complexType></xs:element>`,
      text("next", 'minOccurs="0"'),
    ),
  },
  { name: "form", response: sequence(...fields.map((name) => text(name, 'minOccurs="0"'))) },
  { name: "letter", response: sequence(text("body")) },
  { name: "letters", response: sequence(text("body", MANY)) },
  {
    name: "groups",
    response: sequence(
      `<xs:element name="group" minOccurs="2" maxOccurs="unbounded"><xs:complexType>${sequence(text("member", 'minOccurs="2" maxOccurs="unbounded"'))}</xs:complexType></xs:element>`,
      text("note", 'minOccurs="0"'),
    ),
  },
]);
const rows = Array.from({ length: 500 }, (_, at) => `row ${at} of the report`);
const values: Record<string, () => unknown> = {
  report: () => ({ total: rows.length, row: rows }),
  deep: () => ({ found: { total: 500, rows: { row: rows }, warning: ["old", "slow"] }, next: "theirs" }),
  form: () => Object.fromEntries(fields.map((name) => [name, "x".repeat(150)])),
  letter: () => "x".repeat(70_000),
  letters: () => ["x".repeat(70_000), "short"],
  groups: () => ({ group: [1, 2].map(() => ({ member: rows })), note: "all" }),
};
let assistant: Assistant;
beforeAll(async () => {
  assistant = await startAssistant(wsdl, { handlers: values, options: { maxResultChars: 4_000 } });
  // The client checks results by the output schemas that it has seen.
  await assistant.client.listTools();
});
afterAll(() => assistant?.close());

type Content = Readonly<Record<string, never>>;
async function call(name: string, args: object = {}): Promise<Content> {
  const result = await assistant.client.callTool({ name, arguments: { ...args } });
  expect(result.isError).toBeUndefined();
  expect(JSON.parse((result.content as { text: string }[])[0]!.text)).toEqual(result.structuredContent);
  return result.structuredContent as Content;
}

test.each([
  ["report", "next", (content: Content) => content.row],
  ["deep", "next_2", ({ found }: { found: { rows: { row: string[] } } }) => found.rows.row],
])("the list inside of the record %s is had in parts", async (name, key, rowsOf) => {
  const found: string[] = [];
  let args: object = {};
  for (let parts = 0; ; parts++) {
    expect(parts).toBeLessThan(20);
    const content = await call(name, args);
    expect(JSON.stringify(content).length).toBeLessThan(4_200);
    found.push(...(rowsOf(content as never) as string[]));
    if (content[key] === undefined) break;
    args = { [key]: content[key] };
  }
  expect(found).toEqual(rows);
});

test("what stands beside the list is in each part, and an argument of the service is called next", async () => {
  const { server } = assistant;
  const deep = server.tools.find(({ name }) => name === "deep")!;
  expect(Object.keys(deep.inputSchema.properties!)).toEqual(["next", "next_2"]);
  expect(deep.description).toContain("If the result has next_2, call again with the same arguments and next_2");
  expect(await call("deep")).toMatchObject({
    found: { total: 500, warning: ["old", "slow"] },
    next: "theirs",
    next_2: expect.stringMatching(/^\/found\/rows\/row:\d+$/),
  });
});

test.each(["rows:1", "/rows:1", "/total:0", "/row:x", 7])("%j is no place of a part", async (next) => {
  const error = errorOf(await assistant.client.callTool({ name: "report", arguments: { next } }));
  expect(error).toMatchObject({ kind: "argument", message: expect.stringContaining("Take it from the result before") });
});

test("a long text, of a record and of an item, is cut and says so", async () => {
  expect(await call("letter")).toEqual({
    result: "x".repeat(1_000),
    cut: "The result has 70013 characters, which is more than 4000. Left out: characters of /result after 1000 of 70000.",
  });
  expect(await call("letters")).toEqual({
    items: ["x".repeat(1_000), "short"],
    total: 2,
    cut: expect.stringContaining("Left out: characters of / after 1000 of 70000."),
  });
});

test("a record of many texts that are short has the beginning of each", async () => {
  const { cut, ...kept } = await call("form");
  expect(kept).toEqual(Object.fromEntries(fields.map((name) => [name, "x".repeat(60)])));
  expect(cut).toMatch(/ Left out: characters of \/Field0 after 60 of 150;.* and 35 more\.$/);
});

test("lists inside of lists are cut, and the result is what its schema says", async () => {
  const { group, next, cut } = (await call("groups")) as unknown as { group: object[]; next: string; cut: string };
  expect(group).toEqual([{ member: rows.slice(0, 100) }]);
  expect(next).toBe("/group:1");
  expect(cut).toMatch(/ Left out: items of \/group\/0\/member after 100 of 500\.$/);
});

test("a result that is short enough is whole", async () => {
  const short = await startAssistant(wsdl, { handlers: values });
  await short.client.listTools();
  const { structuredContent } = await short.client.callTool({ name: "report" });
  expect(structuredContent).toEqual(values.report!());
  await short.close();
});

test("a list of an operation that changes something is whole, since a further call would change more", async () => {
  let calls = 0;
  const handlers = {
    report: () => {
      calls++;
      return { total: 500, row: rows };
    },
    letters: () => {
      calls++;
      return rows;
    },
  };
  const options = { safe: [], allow: ["report", "letters"], pageSize: 10, maxResultChars: 100 };
  const changing = await startAssistant(wsdl, { handlers, options });
  const { tools } = await changing.client.listTools();
  for (const { inputSchema, description } of tools) {
    expect(inputSchema.properties).toEqual({});
    expect(description).not.toContain("call again");
  }
  const list = await changing.client.callTool({ name: "letters" });
  expect(list.structuredContent).toEqual({ items: rows, total: 500 });
  const record = await changing.client.callTool({ name: "report" });
  expect(record.structuredContent).toEqual({ total: 500, row: rows });
  expect(calls).toBe(2);
  await changing.close();
});
