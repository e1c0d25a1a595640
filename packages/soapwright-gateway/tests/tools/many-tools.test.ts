/** Services of many and large operations: pages of the list, schemas that are cut, and two tools in place of many. */
import type { Tool } from "@modelcontextprotocol/client";
import { type Assistant, errorOf, startAssistant } from "./assistant";
import { MANY, sequence, shopWsdl, text } from "./shop-wsdl";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const wide = sequence(...numbers(500).map((at) => text(`Property${at}`, 'minOccurs="0"')));
const record = (name: string, ...others: string[]) =>
  `<xs:complexType name="${name}">${sequence(...numbers(300).map((at) => text(`Property${at}`, 'minOccurs="0"')), ...others)}</xs:complexType>`;
const chain = numbers(12).map((at) =>
  record(`Type${at}`, at === 11 ? "" : `<xs:element name="Inner" type="t:Type${at + 1}" minOccurs="0"/>`),
);
const holder = sequence('<xs:element name="First" type="t:Type0" minOccurs="0"/>');
const wsdl = shopWsdl(
  [
    ...numbers(60).map((at) => ({ name: `Wide${at}`, request: wide, response: sequence(text("Hit")) })),
    { name: "GetDeep", request: holder, response: holder },
    { name: "FindInvoices", documentation: "Lists bills.", response: sequence(text("Invoice", MANY)) },
  ],
  chain.join(""),
);
const handlers = {
  getDeep: ({ First }: { First: unknown }) => First,
  findInvoices: () => ["one", "two"],
};
const documentation = { operations: { FindInvoices: "Lists bills of a customer." } };
let assistant: Assistant;
beforeAll(async () => {
  assistant = await startAssistant(wsdl, { handlers, options: { documentation } });
}, 60_000);
afterAll(() => assistant?.close());

test("the list has pages under 1 MB, and the official client gets all tools", async () => {
  const { client, server } = assistant;
  const pages: Tool[][] = [];
  let cursor: string | undefined;
  do {
    const page = await client.request({ method: "tools/list", params: cursor === undefined ? {} : { cursor } });
    expect(JSON.stringify(page).length).toBeLessThan(1_000_000);
    pages.push(page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat().map(({ name }) => name)).toEqual(server.tools.map(({ name }) => name));
  expect((await client.listTools()).tools).toHaveLength(62);
});

test.each(["0", "62", "-1", "x", "1e1"])("%s is no cursor", async (cursor) => {
  await expect(assistant.client.request({ method: "tools/list", params: { cursor } })).rejects.toThrow(
    /no page at this cursor/,
  );
});

test("a schema keeps the types that are nearest to its root, and the call takes the others too", async () => {
  const tool = assistant.server.tools.find(({ name }) => name === "GetDeep")!;
  expect(JSON.stringify(tool.inputSchema).length).toBeLessThan(51_000);
  const { Type0, Type1, Type11, ...others } = tool.inputSchema.$defs as Record<string, object>;
  expect([Type0, Type1].map((each) => Object.keys(each!))).toEqual([
    expect.arrayContaining(["properties"]),
    expect.arrayContaining(["properties"]),
  ]);
  expect(Type11).toBeUndefined();
  expect(Object.values(others)).toContainEqual({ description: "Left out of this schema, which would be too long." });
  const inner = (depth: number): object => (depth === 0 ? { Property7: "x" } : { Inner: inner(depth - 1) });
  const args = { First: inner(11) };
  await assistant.client.listTools();
  const { structuredContent } = await assistant.client.callTool({ name: "GetDeep", arguments: args });
  expect(structuredContent).toEqual({ result: inner(11) });
  const wrong = { First: { Inner: { Inner: { Inner: { Inner: { Inner: { Inner: { Propety7: "x" } } } } } } } };
  expect(errorOf(await assistant.client.callTool({ name: "GetDeep", arguments: wrong }))).toMatchObject({
    message: expect.stringContaining("Propety7"),
  });
});

test("--only offers what it matches", async () => {
  const small = shopWsdl(["Wide0", "Wide1", "GetDeep"].map((name) => ({ name, response: sequence(text("Hit")) })));
  const some = await startAssistant(small, { options: { only: ["Get*", "Wide1"] } });
  expect(some.server.tools.map(({ name }) => name)).toEqual(["Wide1", "GetDeep"]);
  await some.close();
  await expect(startAssistant(small, { options: { only: ["Gt*", "GetDep"] } })).rejects.toThrow(/No operation is Gt\*/);
});

describe("two tools in place of many", () => {
  let finding: Assistant;
  beforeAll(async () => {
    finding = await startAssistant(wsdl, { handlers, options: { documentation, search: true, pageSize: 1 } });
  }, 60_000);
  afterAll(() => finding?.close());
  const search = async (query: unknown) => {
    const result = await finding.client.callTool({ name: "search_operations", arguments: { query } });
    return result.structuredContent as { operations: Tool[]; total: number; others: string[] };
  };

  test("are the list", async () => {
    const { tools } = await finding.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["search_operations", "call_operation"]);
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([true, true]);
  });

  test("find an operation by its name and by its description, with the schema of its arguments", async () => {
    const tool = assistant.server.tools.find(({ name }) => name === "FindInvoices")!;
    for (const query of ["invoices", "list the bills", "FindInvoices"]) {
      const { operations } = await search(query);
      expect(operations[0]).toMatchObject({ name: "FindInvoices", description: expect.stringMatching(/^Lists bills/) });
      expect(operations[0]!.inputSchema.properties).toEqual(tool.inputSchema.properties);
    }
    const { operations, total, others } = await search("wide");
    expect([operations.length > 0 && operations.length <= 5, total, operations.length + others.length]).toEqual([
      true,
      60,
      60,
    ]);
    expect((await search("")).others).toHaveLength(62);
  });

  test("call one, with pages and errors as its own tool has", async () => {
    const call = (args: object) => finding.client.callTool({ name: "call_operation", arguments: { ...args } });
    expect((await call({ name: "FindInvoices" })).structuredContent).toEqual({ items: ["one"], total: 2, next: 1 });
    const second = await call({ name: "FindInvoices", arguments: { next: 1 } });
    expect(second.structuredContent).toEqual({ items: ["two"], total: 2 });
    expect(errorOf(await call({ name: "FindInvoice" }))).toMatchObject({
      message: expect.stringContaining("Did you mean FindInvoices?"),
    });
    expect(errorOf(await call({}))).toMatchObject({ kind: "argument" });
    expect(errorOf(await call({ name: "Wide1", arguments: { Property: "x" } }))).toMatchObject({ kind: "argument" });
  });
});

test("names have at most 44 characters, each its own", async () => {
  const long = "AVeryLongNameOfAnOperationThatNobodyWouldEverWrite";
  const named = await startAssistant(
    shopWsdl([{ name: `${long}First` }, { name: `${long}Second` }, { name: "Größe" }]),
  );
  const names = named.server.tools.map(({ name }) => name);
  expect(names).toEqual([long.slice(0, 44), `${long.slice(0, 39)}_2`, "Gr__e"]);
  await named.close();
});
