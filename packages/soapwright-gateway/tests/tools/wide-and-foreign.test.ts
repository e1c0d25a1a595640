/** Tools of operations with very many arguments of their own, and of names in scripts that no tool can be named in. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openService } from "soapwright";
import { toolServer } from "soapwright-gateway/tools";
import { startAssistant } from "./assistant";
import { MANY, sequence, shopWsdl, text } from "./shop-wsdl";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test("a schema whose own properties are too long keeps their names", async () => {
  const values = ["one", "two", "three"].map((each) => `<xs:enumeration value="${each} of the values"/>`).join("");
  const field = (at: number) =>
    `<xs:element name="Field${at}" minOccurs="0"><xs:simpleType><xs:restriction base="xs:string">${values}</xs:restriction></xs:simpleType></xs:element>`;
  const long = sequence(...numbers(550).map(field), text("Rest", MANY));
  const put = shopWsdl([{ name: "Put", request: long, response: long }]);
  const folder = mkdtempSync(join(tmpdir(), "wide-"));
  const path = join(folder, "put.wsdl");
  writeFileSync(path, put);
  const client = await openService(path);
  rmSync(folder, { recursive: true });
  const { inputSchema, outputSchema } = toolServer({ client, safe: ["*"] }).tools[0]!;
  for (const [schema, most] of [
    [inputSchema, 50_000],
    [outputSchema!, 25_000],
  ] as const) {
    expect(JSON.stringify(schema).length).toBeLessThan(most);
    const { Field549, next } = schema.properties as Record<string, object>;
    expect([Field549, next]).toEqual([{}, expect.objectContaining({ type: "string" })]);
    expect(schema.description).toContain("left out of this schema, which would be too long.");
  }
  await client.close();
});

test("operations are found by words in any script, which no name of a tool has", async () => {
  const names = ["請求書を検索", "住所を取得", "НайтиСчета"];
  const foreign = shopWsdl(names.map((name) => ({ name, response: sequence(text("Hit")) })));
  const some = await startAssistant(foreign, { options: { search: true } });
  for (const [query, name] of [
    ["検索", names[0]],
    ["住所", names[1]],
    ["счета", names[2]],
  ]) {
    const { structuredContent } = await some.client.callTool({ name: "search_operations", arguments: { query } });
    expect(structuredContent).toMatchObject({
      operations: [{ description: expect.stringContaining(`The operation ${name} `) }],
      total: 1,
    });
  }
  await some.close();
});
