/** Arguments that exclude each other: no combinator at the root, a sentence, and a check by the call. */
import { type Assistant, errorOf, startAssistant } from "./assistant";
import { sequence, shopWsdl, text } from "./shop-wsdl";

const byIdOrName = `<xs:choice><xs:element name="byId" type="xs:int"/>${text("byName")}</xs:choice>`;
const wsdl = shopWsdl([
  { name: "pick", request: byIdOrName, response: sequence(text("hit")) },
  {
    name: "pickIn",
    request: sequence(
      text("shop"),
      `<xs:choice minOccurs="0">${text("code")}<xs:sequence>${text("first")}${text("last")}</xs:sequence></xs:choice>`,
    ),
  },
  {
    name: "pickDeep",
    request: sequence(`<xs:element name="by"><xs:complexType>${byIdOrName}</xs:complexType></xs:element>`),
  },
]);
let assistant: Assistant;
const seen: unknown[] = [];
beforeAll(async () => {
  const pick = (args: unknown) => {
    seen.push(args);
    return "found";
  };
  assistant = await startAssistant(wsdl, { handlers: { pick } });
});
afterAll(() => assistant?.close());
afterEach(() => void seen.splice(0));

const toolNamed = (name: string, { server } = assistant) => server.tools.find((each) => each.name === name)!;

test("a choice is a sentence, and no keyword at the root", () => {
  const pick = toolNamed("pick");
  expect(pick.inputSchema).toEqual({
    $schema: expect.any(String),
    type: "object",
    description: "Give exactly one of byId or byName.",
    properties: {
      byId: expect.objectContaining({ type: "integer" }),
      byName: expect.objectContaining({ type: "string" }),
    },
    additionalProperties: false,
  });
  expect(pick.description).toContain("Give exactly one of byId or byName.");
  expect(toolNamed("pickIn").inputSchema.description).toBe("Give at most one of code or (first with last).");
});

test("a choice below a property stays in its schema", () => {
  const { inputSchema } = toolNamed("pickDeep");
  expect(Object.keys(inputSchema)).not.toContain("allOf");
  expect(JSON.stringify(inputSchema)).toContain("oneOf");
});

test.each([[{ byId: 1, byName: "a" }], [{}]])("%j is refused by the call", async (args) => {
  const error = errorOf(await assistant.client.callTool({ name: "pick", arguments: args }));
  expect(error).toMatchObject({ kind: "argument", whatToDo: expect.stringContaining("Correct the arguments") });
  expect(seen).toEqual([]);
});

test("one branch is sent", async () => {
  const { structuredContent } = await assistant.client.callTool({ name: "pick", arguments: { byName: "a" } });
  expect(structuredContent).toEqual({ result: "found" });
  expect(seen).toEqual([{ byName: "a" }]);
});

test("a branch that is fixed leaves no choice", async () => {
  const fixed = await startAssistant(wsdl, { options: { fix: { byId: 3 } } });
  expect(toolNamed("pick", fixed).inputSchema.description).toBe("Leave out byName.");
  await fixed.close();
});
