/** What a client reads although its WSDL does not allow it, behind REST and as a tool. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv/dist/2020";
import fastify from "fastify";
import { openService, operationOf } from "soapwright";
import { startGateway } from "soapwright-gateway";
import { toolServer } from "soapwright-gateway/tools";
import type { ValidationMode } from "soapwright-runtime";
import { jsonSchemaOf } from "soapwright-runtime/json";

const WSDL = `<wsdl:definitions targetNamespace="urn:c" xmlns:t="urn:c" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema"><wsdl:types>
  <xs:schema targetNamespace="urn:c" elementFormDefault="qualified">
    <xs:simpleType name="Status"><xs:restriction base="xs:string"><xs:enumeration value="open"/></xs:restriction></xs:simpleType>
    <xs:element name="price"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int" default="1"/>
      <xs:element name="status" type="t:Status" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="priceResponse"><xs:complexType><xs:sequence><xs:element name="cents" type="xs:int"/>
      <xs:element name="status" type="t:Status"/><xs:element name="extra" type="xs:anySimpleType" minOccurs="0"/>
      </xs:sequence></xs:complexType></xs:element>
  </xs:schema></wsdl:types>
  <wsdl:message name="in"><wsdl:part name="p" element="t:price"/></wsdl:message>
  <wsdl:message name="out"><wsdl:part name="p" element="t:priceResponse"/></wsdl:message>
  <wsdl:portType name="Shop"><wsdl:operation name="price"><wsdl:input message="t:in"/><wsdl:output message="t:out"/></wsdl:operation></wsdl:portType>
  <wsdl:binding name="Shop" type="t:Shop"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="price"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input>
    <wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation></wsdl:binding>
  <wsdl:service name="Shop"><wsdl:port name="Shop" binding="t:Shop"><soap:address location="http://127.0.0.1:9/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

let folder: string;
let wsdl: string;
let service: Server;
let endpoint: string;
let content = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "validation-"));
  wsdl = join(folder, "shop.wsdl");
  writeFileSync(wsdl, WSDL);
  service = createServer((request, response) => {
    request.resume().on("end", () => {
      response.setHeader("content-type", "text/xml");
      response.end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
          xmlns:xs="http://www.w3.org/2001/XMLSchema"><s:Body><priceResponse xmlns="urn:c">${content}</priceResponse></s:Body></s:Envelope>`,
      );
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
});
afterAll(() => {
  service.close();
  service.closeAllConnections();
  rmSync(folder, { recursive: true });
});

async function answerOf(validation: ValidationMode) {
  const client = await openService(wsdl, { endpoint, validation });
  const gateway = await startGateway({ client, port: 0, safe: ["*"] });
  try {
    const response = await fetch(`${gateway.url}/shop/price`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"id":1}',
    });
    const json: unknown = await response.json();
    const { tools } = toolServer({ client, safe: ["*"] });
    const schema = tools.find(({ name }) => name === "price")!.outputSchema!;
    const isFitting = new Ajv({ strict: false }).compile(schema as object);
    // A lenient result may be null, so that a tool has it in a property.
    const isTool = isFitting(validation === "lenient" ? { result: json } : json);
    return { status: response.status, json, isTool, warning: response.headers.get("warning") };
  } finally {
    await gateway.close();
    await client.close();
  }
}

test("a value outside an enumeration is a result, and fits the schema of the tool", async () => {
  content = '<cents>1</cents><status>lost</status><extra xsi:type="xs:decimal">1.50</extra>';
  expect(await answerOf("standard")).toEqual({
    status: 200,
    json: { cents: 1, status: "lost", extra: { $type: "decimal", value: "1.50" } },
    isTool: true,
    warning: null,
  });
  expect(await answerOf("strict")).toMatchObject({ status: 502, isTool: false });
});

test("what lenient reads is a result with a warning", async () => {
  content = "<cents>1,234</cents>";
  expect(await answerOf("lenient")).toEqual({
    status: 200,
    json: { cents: "1,234" },
    isTool: true,
    warning: expect.stringMatching(
      /^199 - "The response departs from its contract at Envelope\/Body\/priceResponse\/cents/,
    ),
  });
  expect(await answerOf("standard")).toMatchObject({ status: 502 });
});

test("a request of 500,000 mistakes gets 20 of them, and their number", async () => {
  const client = await openService(wsdl, { endpoint });
  const gateway = await startGateway({ client, port: 0 });
  const response = await fetch(`${gateway.url}/shop/price`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: `{"id":1,"status":[${"1,".repeat(500_000)}1]}`,
  });
  const text = await response.text();
  expect([response.status, text.length < 65_536]).toEqual([400, true]);
  expect((JSON.parse(text) as { errors: readonly unknown[] }).errors).toHaveLength(21);
  expect(text).toContain("There are at least 9981 more problems.");
  await gateway.close();
  await client.close();
});

test("Fastify takes the schemas without $schema, and writes no default into the body", async () => {
  const client = await openService(wsdl, { endpoint });
  const { args } = jsonSchemaOf(operationOf(client, "price"), { $schema: false });
  const app = fastify();
  app.post("/price", { schema: { body: args } }, ({ body }) => body);
  const post = async (payload: object) => {
    const response = await fetch(`${url}/price`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(payload),
    });
    const json: unknown = await response.json();
    return [response.status, response.ok ? json : undefined] as const;
  };
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  expect(await post({ id: 1, status: ["open"] })).toEqual([200, { id: 1, status: ["open"] }]);
  expect(await post({ id: 1, status: ["lost"] })).toEqual([400, undefined]);
  expect(await post({})).toEqual([400, undefined]);
  await app.close();
  await client.close();
});
