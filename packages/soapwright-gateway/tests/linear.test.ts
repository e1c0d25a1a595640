/** What a gateway says of its operations grows with the WSDL, and not with what its types refer to. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openService } from "soapwright";
import { openApiOf } from "../src/index";
import { toolServer } from "../src/tools/index";
import { sequence, shopWsdl } from "./tools/shop-wsdl";

const list = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join("");
const element = (name: string, type: string): string => `<xs:element name="${name}" type="t:${type}" minOccurs="0"/>`;

/** Types whose last is `T<count - 1>`. */
const shapes: Readonly<Record<string, (count: number) => string>> = {
  "unions of unions": (count) =>
    '<xs:simpleType name="T0"><xs:union memberTypes="xs:int xs:boolean"/></xs:simpleType>' +
    list(
      count - 1,
      (at) => `<xs:simpleType name="T${at + 1}"><xs:union memberTypes="t:T${at} t:T${at}"/></xs:simpleType>`,
    ),
  depth: (count) =>
    list(
      count,
      (at) =>
        `<xs:complexType name="T${at}">${sequence(at === 0 ? "" : element("a", `T${at - 1}`) + element("b", `T${at - 1}`))}</xs:complexType>`,
    ),
  width: (count) =>
    `<xs:complexType name="T${count - 1}">${sequence(list(count, (at) => `<xs:element name="e${at}" type="xs:date" minOccurs="0"/>`))}</xs:complexType>`,
  recursion: (count) =>
    list(
      count,
      (at) =>
        `<xs:complexType name="T${at}">${sequence(element("up", `T${(at + 1) % count}`) + element("down", `T${(at + count - 1) % count}`))}</xs:complexType>`,
    ),
};

async function bytesOf(shape: (count: number) => string, count: number): Promise<{ openapi: number; tools: number }> {
  const folder = mkdtempSync(join(tmpdir(), "linear-"));
  const all = sequence(element("value", `T${count - 1}`));
  writeFileSync(join(folder, "shop.wsdl"), shopWsdl([{ name: "Find", request: all, response: all }], shape(count)));
  const client = await openService(join(folder, "shop.wsdl"));
  rmSync(folder, { recursive: true });
  const openapi = JSON.stringify(openApiOf({ client })).length;
  const { tools, left } = toolServer({ client, safe: ["*"] });
  expect([tools.length, left.length]).toEqual([1, 0]);
  await client.close();
  return { openapi, tools: JSON.stringify(tools).length };
}

test.each(Object.entries(shapes))("%s: twice the types are at most twice the bytes", async (_name, shape) => {
  const [few, many] = [await bytesOf(shape, 60), await bytesOf(shape, 120)];
  expect(many.openapi / few.openapi).toBeLessThan(2.1);
  expect(many.tools / few.tools).toBeLessThan(2.1);
});
